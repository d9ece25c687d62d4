package modules

import (
	"errors"
	"io/fs"
	"path"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/modules/star"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/modules/star/testsuite"
	"ralsh/ral/nearest"
)

// testDir is the directory of the test files in a module.
const testDir = "test"

// testFiles runs the test files of a module, and reports their faults.
func (c *checker) testFiles(m *Module) {
	dir := path.Join(m.Path, testDir)
	names, err := c.rd.ReadDir(c.ctx, dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		c.wrong(dir, "cannot read the directory: %s", host.Cause(err))
	}
	l := newLoader(c.ctx, c.rd, c.env, Options{})
	l.report = func(_ *Plugin, f *script.Fault) { c.wrong(f.Pos, "%s", f.Message) }
	for _, name := range names {
		if path.Ext(name) != ".star" {
			continue
		}
		p := &Plugin{Module: m, Rel: path.Join(testDir, name), File: path.Join(dir, name)}
		d, err := l.run(p, star.Source{Test: true})
		_, text := errors.AsType[*script.Fault](err)
		switch {
		case err == nil:
			c.suites = append(c.suites, d.Suites...)
		case !text:
			c.failed(p.File, err)
		}
	}
	for _, s := range c.suites {
		c.suite(s)
	}
}

// suite reports a suite of a provider that does not exist.
func (c *checker) suite(s *testsuite.Suite) {
	t := c.env.Registry.Type(s.Type)
	switch {
	case t == nil:
		c.wrong(s.Origin.Pos, "unknown type %q%s", s.Type, nearest.DidYouMean(s.Type, c.env.Registry.Names()))
	case t.Provider(s.Provider) == nil:
		c.wrong(s.Origin.Pos, "unknown provider %q of type %s%s", s.Provider, s.Type, nearest.DidYouMean(s.Provider, providerNames(t)))
	}
}

func providerNames(t *ral.Type) []string {
	var names []string
	for _, p := range t.Providers() {
		names = append(names, p.Name)
	}
	return names
}
