package facts

import (
	"path"
	"path/filepath"

	"ralsh/ral/host"
	"ralsh/ral/host/ownfiles"
)

// Options are the options for facts other than core facts.
type Options struct {
	ExternalDirs []string        // in order of precedence; nil for the directories of facter.conf, otherwise the system's
	Files        []string        // files of modules, on the machine, after the files of the directories
	FilesOn      host.Reader     // of Files
	State        *ownfiles.State // cache for facts with a ttl; nil disables the cache

	Config     string // file to read instead of facter.conf; "" for the system's
	NoExternal bool   // without external files
	NoCustom   bool   // without custom facts
	NoBlock    bool   // without the block list of facter.conf
	NoCache    bool   // without the ttls of facter.conf

	Cloud       bool   // ask the metadata server of the cloud, like global.cloud of facter.conf
	CloudServer string // its address; "" for that of all clouds
}

// confFiles are the paths of facter.conf; the first existing file is read.
var confFiles = [...]string{"/etc/facter/facter.conf", "/etc/puppetlabs/facter/facter.conf"}

// confs returns the paths of facter.conf to try.
func (o *Options) confs() []string {
	if o.Config != "" {
		return []string{o.Config}
	}
	return confFiles[:]
}

// settled returns the settings that remain of facter.conf.
func (o *Options) settled(c Config) Config {
	if o.NoBlock {
		c.blocked, c.patterns, c.noLegacy = nil, nil, false
	}
	if o.NoCache {
		c.ttls = nil
	}
	return c
}

// rootDirs are the directories of external facts for root: of Debian, of Puppet's
// packages, and of downloads by agents.
var rootDirs = [...]string{
	"/etc/facter/facts.d", "/etc/puppetlabs/facter/facts.d", "/opt/puppetlabs/facter/facts.d",
	"/var/cache/puppet/facts.d", "/opt/puppetlabs/puppet/cache/facts.d",
}

// userDirs are the directories of external facts for an ordinary user, below the home
// directory.
var userDirs = [...]string{
	".facter/facts.d", ".puppetlabs/opt/facter/facts.d", ".puppet/cache/facts.d", ".puppetlabs/opt/puppet/cache/facts.d",
}

// dirs returns the directories to read.
func (o *Options) dirs(rd host.Reader, c Config) []string {
	switch {
	case len(o.ExternalDirs) > 0:
		return o.ExternalDirs
	case c.noExternal || o.NoExternal:
		return nil
	case len(c.ExternalDirs) > 0:
		return c.ExternalDirs
	case rd.UID() == 0:
		return rootDirs[:]
	}
	var dirs []string
	if home := rd.Getenv("HOME"); filepath.IsAbs(home) {
		for _, dir := range userDirs {
			dirs = append(dirs, path.Join(home, dir))
		}
	}
	return dirs
}
