package service

import (
	"context"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// enabler is a manager that can start services at boot.
type enabler interface {
	manager
	// along returns the commands for enable that a start or stop needs in addition,
	// an empty list if enable is in sync.
	along(ctx context.Context, rd host.Reader, r *ral.Resource, starts bool) ([]host.Command, error)
}

// setBoth starts or stops, and also sets enable: when ensure changes, no other
// property is synced, so Puppet's service type syncs enable within ensure. It
// determines the commands for enable before it runs a command.
func setBoth(ctx context.Context, wr host.Writer, m enabler, r *ral.Resource, should value.Value) error {
	cmds, err := m.along(ctx, wr.Reader(), r, should.IsSym("running"))
	if err != nil {
		return err
	}
	if err := setEnsure(ctx, wr, m, r, should); err != nil {
		return err
	}
	return runAll(ctx, wr, cmds, nil)
}

// enableHolds reports whether enable is in sync, not declared, or unknown.
func enableHolds(ctx context.Context, r *ral.Resource) bool {
	a := r.Type.Attr("enable")
	is := r.Is("enable")
	return is.IsUnknown() || a.InSync(ral.Hook{Ctx: ctx, A: a, R: r}, is, r.Munged("enable"))
}
