package service

import (
	"context"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// enabler is a manager that can have services started at boot.
type enabler interface {
	manager
	// along are the commands that enable needs beside a start or a stop; none
	// when it is as it should be.
	along(ctx context.Context, rd host.Reader, r *ral.Resource, starts bool) ([]host.Command, error)
}

// setBoth starts or stops, and brings enable along: when ensure changes, nothing
// else of a resource is synced, so Puppet's service type syncs enable within
// ensure. What enable needs is found before anything is run.
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

// enableHolds reports whether enable is as it should be, or nothing is said
// about it, or it cannot be known.
func enableHolds(ctx context.Context, r *ral.Resource) bool {
	a := r.Type.Attr("enable")
	is := r.Is("enable")
	return is.IsUnknown() || a.InSync(ral.Hook{Ctx: ctx, A: a, R: r}, is, r.Munged("enable"))
}
