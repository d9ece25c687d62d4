package setup

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"ralsh/ral/host"
)

// Options are what a command line of `ralsh-agent setup` asks for.
type Options struct {
	Servers   []string // HOST or HOST:PORT, of one NATS server; none for those of before
	Hosts     []string // names, with ranges
	Operators []string // NAME=FILE, with the operator's public keys of SSH
	Remove    []string // hosts, with ranges, and operators
	CA        string   // the path of certificates in PEM; "" to make a certificate authority
	ServerDir string   // where the server has the directory `server`; "" for that of before
	JetStream bool
	Home      string    // the directory that ~ in FILE is
	Now       time.Time // for certificates
}

// lockFile keeps two runs in one directory apart.
const lockFile = ".lock"

// Run makes the files in a directory, or brings them up to date. say gets a line for each
// thing that was done.
func Run(dir string, opt Options, say func(string)) (err error) {
	files, err := host.OpenState(dir)
	if err != nil {
		return err
	}
	unlock, err := files.Lock(lockFile, "ralsh-agent setup")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	site, err := readSite(files)
	if err != nil {
		return err
	}
	m := &maker{files: files, site: site, say: say, now: opt.Now}
	if err := m.wanted(opt); err != nil {
		return err
	}
	return m.write()
}

// maker makes the files of a site.
type maker struct {
	files *host.State
	site  *site
	say   func(string)
	now   time.Time

	newKeys map[string][]byte // private keys by path, to be written
	removed []string          // directories of who is to go
	given   []byte            // certificates of an authority that the options named
}

// wanted takes the options into the site. It writes nothing, so that a mistake in them changes
// nothing.
func (m *maker) wanted(opt Options) error {
	m.newKeys = make(map[string][]byte)
	if err := errors.Join(m.servers(opt.Servers), m.serverDir(opt.ServerDir), m.takeCA(opt.CA)); err != nil {
		return err
	}
	for _, name := range opt.Remove {
		if err := m.remove(name); err != nil {
			return err
		}
	}
	for _, name := range opt.Hosts {
		if err := m.addHosts(name); err != nil {
			return err
		}
	}
	for _, operator := range opt.Operators {
		if err := m.addOperator(operator, opt.Home); err != nil {
			return err
		}
	}
	if opt.JetStream {
		m.site.JetStream = true
	}
	if m.site.JetStream && m.site.Setup == "" {
		public, err := m.newKey(setupKey)
		if err != nil {
			return err
		}
		m.site.Setup = public
	}
	return nil
}

// write writes all files. Who is removed and added has a new key, which is there before the
// list that names it.
func (m *maker) write() error {
	for _, dir := range m.removed {
		if err := m.removeDir(dir); err != nil {
			return err
		}
	}
	for path, seed := range m.newKeys {
		if err := m.files.WriteAtomic(path, seed); err != nil {
			return err
		}
		clear(seed)
	}
	if err := m.writeSite(); err != nil {
		return err
	}
	if err := m.certificates(); err != nil {
		return err
	}
	if err := m.writeServer(); err != nil {
		return err
	}
	if err := m.bundles(); err != nil {
		return err
	}
	return m.put("README", []byte(m.readme()))
}

// put writes a file that has another content: thousands of bundles are mostly as they were.
func (m *maker) put(name string, data []byte) error {
	if is, err := m.files.Read(name); err == nil && bytes.Equal(is, data) {
		return nil
	}
	return m.files.WriteAtomic(name, data)
}

func (m *maker) said(format string, args ...any) { m.say(fmt.Sprintf(format, args...)) }
