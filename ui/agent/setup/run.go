package setup

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"ralsh/ral/host/ownfiles"
)

// Options are the options of `ralsh-agent setup`.
type Options struct {
	Servers   []string // HOST or HOST:PORT, the names of the NATS server; empty keeps the names of the last run
	Hosts     []string // names, with ranges
	Operators []string // NAME=FILE, with the operator's public keys of SSH
	Remove    []string // hosts, with ranges, and operators
	CA        string   // the path of certificates in PEM; "" to make a certificate authority
	ServerDir string   // where the server has the directory `server`; "" for that of before
	JetStream bool
	Home      string    // the directory that ~ in FILE is
	Now       time.Time // for certificates
}

// lockFile prevents concurrent runs in a directory.
const lockFile = ".lock"

// Run creates or updates the files in a directory. say gets a line for each change.
func Run(dir string, opt Options, say func(string)) (err error) {
	files, err := ownfiles.Open(dir)
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
	if err := m.options(opt); err != nil {
		return err
	}
	return m.write()
}

type maker struct {
	files *ownfiles.State
	site  *site
	say   func(string)
	now   time.Time

	newKeys map[string][]byte // private keys by path, to be written
	removed []string          // directories of who is to go
	given   []byte            // certificates of an authority that the options named
}

// options applies the options to the site. It writes nothing, so that invalid options change
// nothing.
func (m *maker) options(opt Options) error {
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

// write writes all files. It writes the key of a replaced host or operator before the list
// that contains it.
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

// put writes a file if its content changed: most of thousands of bundles are unchanged.
func (m *maker) put(name string, data []byte) error {
	if is, err := m.files.Read(name); err == nil && bytes.Equal(is, data) {
		return nil
	}
	return m.files.WriteAtomic(name, data)
}

func (m *maker) report(format string, args ...any) { m.say(fmt.Sprintf(format, args...)) }
