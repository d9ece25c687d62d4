package model

import (
	"context"
	"path/filepath"

	"ralsh/ral"
	"ralsh/ral/host/local"
	"ralsh/ral/modules"
)

// Check returns all diagnostics of the module in a local directory,
// together with the session's modules. base holds the built-in types.
func (ms *Modules) Check(ctx context.Context, base *ral.Registry, dir string) (*modules.Module, []modules.Diagnostic, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, nil, err
	}
	m, findings := modules.Check(ctx, local.Machine().Reader(), dir, ms.authorOptions(base))
	return m, findings, nil
}

func (ms *Modules) authorOptions(base *ral.Registry) modules.Options {
	opt := modules.Options{Base: base, Usable: ms.usableFacts, Reserved: ms.choice.Reserved}
	if ms.Loaded() != nil {
		opt.Name, opt.Path = ms.Loaded().Name, ms.Loaded().Path
	}
	opt.Settings = ms.settings(opt.Name, opt.Path)
	opt.Facts, opt.FactNames = ms.session.Facts, ms.session.Facts.Known()
	return opt
}

// Test runs the suites of the module in a local directory: modules.Test. If
// real is set, it includes the suites that use this machine.
func (ms *Modules) Test(ctx context.Context, base *ral.Registry, dir string, real bool, each func(modules.TestPart)) ([]modules.Diagnostic, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	return modules.Test(ctx, dir, modules.TestOptions{Options: ms.authorOptions(base), Real: real, Host: local.Machine(), Each: each})
}

// Others returns the parts of a module for Puppet other than its plugins.
func (ms *Modules) Others(ctx context.Context, m *modules.Module) []*modules.Plugin {
	return ms.Loaded().Others(ctx, local.Machine().Reader(), m)
}

// New creates a loadable module in a new local directory and returns the
// paths of its files.
func (ms *Modules) New(ctx context.Context, base *ral.Registry, dir string) ([]string, error) {
	if dir != "" { // the current directory has a name
		var err error
		if dir, err = filepath.Abs(dir); err != nil {
			return nil, err
		}
	}
	return modules.New(ctx, local.Machine().Writer(), dir, ms.session.User.Name, base)
}
