package model

import (
	"context"
	"path/filepath"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/modules"
)

// CheckModule says all that is wrong with the module in a folder of this machine,
// beside the modules of the session. base is what is built in.
func (s *Session) CheckModule(ctx context.Context, base *ral.Registry, dir string) (*modules.Module, []modules.Diagnostic, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, nil, err
	}
	opt := modules.Options{Base: base, Usable: s.usableFacts}
	if s.Modules() != nil {
		opt.Name, opt.Path = s.Modules().Name, s.Modules().Path
	}
	m, findings := modules.Check(ctx, host.Machine().Reader(), dir, opt)
	return m, findings, nil
}

// NewModule writes a module that can be loaded into a new folder of this machine,
// and returns the paths of its files.
func (s *Session) NewModule(ctx context.Context, base *ral.Registry, dir string) ([]string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	return modules.New(ctx, host.Machine().Writer(), dir, s.user, base)
}
