package modules

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"path"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/modules/star/testsuite"
)

// TestPart is the result of a part of a suite.
type TestPart struct {
	Suite   string   `json:"suite"` // TYPE/PROVIDER
	Part    string   `json:"part"`  // a case, "every property", "cost"
	Place   string   `json:"place"` // FILE:LINE:COL
	Errors  []string `json:"errors"`
	Skipped string   `json:"skipped"` // why it was not run; "" if it was
}

// TestOptions are the options of Test.
type TestOptions struct {
	Options
	// Real also runs the suites that use this machine, each in a temporary directory. A
	// write outside the directory is rejected.
	Real bool
	Host host.Host // this machine
	// Each is called with each part when it has ended.
	Each func(TestPart)
}

// Test holds the providers of the module in a directory to the laws of package suite,
// as the test files of the module describe it: test/*.star. It returns the faults of
// the module and of its test files, without which no suite is run.
func Test(ctx context.Context, dir string, opt TestOptions) ([]Diagnostic, error) {
	c := check(ctx, opt.Host.Reader(), dir, opt.Options)
	if findings := withoutRemarks(c.findings); len(findings) > 0 && ctx.Err() == nil {
		return findings, nil
	}
	for _, s := range c.suites {
		if ctx.Err() != nil {
			break
		}
		if err := opt.run(ctx, c.env.Registry, s); err != nil {
			return nil, err
		}
	}
	return nil, ctx.Err()
}

func withoutRemarks(findings []Diagnostic) []Diagnostic {
	var list []Diagnostic
	for _, f := range findings {
		if !f.Remark {
			list = append(list, f)
		}
	}
	return list
}

// run runs a suite.
func (opt TestOptions) run(ctx context.Context, reg *ral.Registry, s *testsuite.Suite) (err error) {
	name, dir := s.Type+"/"+s.Provider, ""
	if s.Real {
		if !opt.Real {
			opt.Each(TestPart{Suite: name, Part: "all", Place: s.Origin.Pos, Errors: []string{}, Skipped: "the suite uses this machine: run it with --real"})
			return nil
		}
		if why := opt.distrusts(ctx, s); why != "" {
			opt.Each(TestPart{Suite: name, Part: "all", Place: s.Origin.Pos, Errors: []string{"not run: " + why}})
			return nil
		}
		var remove func() error
		if dir, remove, err = opt.tempDir(ctx); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, remove()) }()
		s.Allow = func(a host.Act) error { return inside(dir, a) }
	}
	r := &testRun{ctx: ctx, name: name, suite: s, each: opt.Each}
	if err := s.Prepare(ctx, reg, dir, r.broke); err != nil {
		opt.Each(TestPart{Suite: name, Part: "all", Place: s.Origin.Pos, Errors: []string{err.Error()}})
		return nil
	}
	s.Run(r)
	return ctx.Err()
}

// distrusts returns why a suite must not use this machine: for root, a different user
// may write its module or test file. It returns "" if the suite may.
func (opt TestOptions) distrusts(ctx context.Context, s *testsuite.Suite) string {
	for _, file := range []string{s.Origin.File, path.Dir(path.Dir(s.Origin.File))} {
		info, err := opt.Host.Reader().Stat(ctx, file)
		if err != nil {
			return unread(file, err).Error()
		}
		if why := opt.Host.Reader().Distrust(file, info); why != "" {
			return why
		}
	}
	return ""
}

// tempDir makes a directory for a suite, and returns the function that removes it.
func (opt TestOptions) tempDir(ctx context.Context) (dir string, remove func() error, err error) {
	temp := opt.Host.Reader().Getenv("TMPDIR")
	if !path.IsAbs(temp) {
		temp = "/tmp"
	}
	dir = path.Join(temp, "ralsh-test-"+rand.Text()[:12])
	if err := opt.Host.Writer().Mkdir(ctx, dir, 0o700); err != nil {
		return "", nil, fmt.Errorf("cannot create %s: %w", dir, host.Cause(err))
	}
	return dir, func() error { return opt.Host.Writer().Remove(context.WithoutCancel(ctx), dir, true) }, nil
}

// inside rejects an act on a file outside a directory. A command is not confined,
// because the suite tests it.
func inside(dir string, a host.Act) error {
	if a.Kind == host.ActRun || a.Kind == host.ActRequest || a.Path == dir || strings.HasPrefix(a.Path, dir+"/") {
		return nil
	}
	return fmt.Errorf("%s is outside the test directory %s", a.Path, dir)
}
