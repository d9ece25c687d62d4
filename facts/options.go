package facts

import (
	"path"
	"path/filepath"

	"ralsh/ral/host"
)

// Options are what facts are made of besides the core ones.
type Options struct {
	ExternalDirs []string    // in the order of precedence; none: those of facter.conf, else the system's
	State        *host.State // where what has a ttl is kept; nil keeps nothing
	Files        []string    // more external facts, behind the folders: those of modules
	Own          host.Look   // what reads Files: they lie on this machine, whatever the host is
}

// confFiles are the places of facter.conf; the first that is there is read.
var confFiles = [...]string{"/etc/facter/facter.conf", "/etc/puppetlabs/facter/facter.conf"}

// rootDirs are the folders of external facts of root: Debian's, those of
// Puppet's own packages, and what agents bring from their server.
var rootDirs = [...]string{
	"/etc/facter/facts.d", "/etc/puppetlabs/facter/facts.d", "/opt/puppetlabs/facter/facts.d",
	"/var/cache/puppet/facts.d", "/opt/puppetlabs/puppet/cache/facts.d",
}

// dirs are the folders that are looked into.
func (o *Options) dirs(look host.Look, c Config) []string {
	switch {
	case len(o.ExternalDirs) > 0:
		return o.ExternalDirs
	case c.noExternal:
		return nil
	case len(c.ExternalDirs) > 0:
		return c.ExternalDirs
	case look.UID() == 0:
		return rootDirs[:]
	case filepath.IsAbs(look.Getenv("HOME")):
		return []string{path.Join(look.Getenv("HOME"), ".facter/facts.d")}
	}
	return nil
}
