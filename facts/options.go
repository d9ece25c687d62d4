package facts

import (
	"path"
	"path/filepath"

	"ralsh/ral/host"
)

// Options are what facts are made of besides the core ones.
type Options struct {
	ExternalDirs []string    // in the order of precedence; none: those of facter.conf, else the system's
	Files        []string    // files of modules, on the machine, behind those of the folders
	FilesOn      host.Reader // of Files
	State        *host.State // where what has a ttl is kept; nil keeps nothing
}

// confFiles are the places of facter.conf; the first that is there is read.
var confFiles = [...]string{"/etc/facter/facter.conf", "/etc/puppetlabs/facter/facter.conf"}

// rootDirs are the folders of external facts of root: Debian's, those of
// Puppet's own packages, and what agents bring from their server.
var rootDirs = [...]string{
	"/etc/facter/facts.d", "/etc/puppetlabs/facter/facts.d", "/opt/puppetlabs/facter/facts.d",
	"/var/cache/puppet/facts.d", "/opt/puppetlabs/puppet/cache/facts.d",
}

// userDirs are the same of an ordinary user, below the home folder.
var userDirs = [...]string{
	".facter/facts.d", ".puppetlabs/opt/facter/facts.d", ".puppet/cache/facts.d", ".puppetlabs/opt/puppet/cache/facts.d",
}

// dirs are the folders that are looked into.
func (o *Options) dirs(rd host.Reader, c Config) []string {
	switch {
	case len(o.ExternalDirs) > 0:
		return o.ExternalDirs
	case c.noExternal:
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
