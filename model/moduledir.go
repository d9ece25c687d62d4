package model

import (
	"context"
	"path/filepath"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/modules"
)

// CheckModule returns all diagnostics of the module in a local directory,
// together with the session's modules. base holds the built-in types.
func (s *Session) CheckModule(ctx context.Context, base *ral.Registry, dir string) (*modules.Module, []modules.Diagnostic, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, nil, err
	}
	m, findings := modules.Check(ctx, host.Machine().Reader(), dir, s.authorOptions(base))
	return m, findings, nil
}

func (s *Session) authorOptions(base *ral.Registry) modules.Options {
	opt := modules.Options{Base: base, Usable: s.usableFacts, Reserved: s.choice.Reserved}
	if s.Modules() != nil {
		opt.Name, opt.Path = s.Modules().Name, s.Modules().Path
	}
	opt.Settings = s.settings(opt.Name, opt.Path)
	opt.Facts, opt.FactNames = s.Facts, s.Facts.Known()
	return opt
}

// TestModule runs the suites of the module in a local directory: modules.Test. If
// real is set, it includes the suites that use this machine.
func (s *Session) TestModule(ctx context.Context, base *ral.Registry, dir string, real bool, each func(modules.TestPart)) ([]modules.Diagnostic, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	return modules.Test(ctx, dir, modules.TestOptions{Options: s.authorOptions(base), Real: real, Host: host.Machine(), Each: each})
}

// ModuleOthers returns the parts of a module for Puppet other than its plugins.
func (s *Session) ModuleOthers(ctx context.Context, m *modules.Module) []*modules.Plugin {
	return s.Modules().Others(ctx, host.Machine().Reader(), m)
}

// NewModule creates a loadable module in a new local directory and returns the
// paths of its files.
func (s *Session) NewModule(ctx context.Context, base *ral.Registry, dir string) ([]string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	return modules.New(ctx, host.Machine().Writer(), dir, s.user, base)
}
