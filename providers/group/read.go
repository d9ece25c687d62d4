package group

import (
	"context"
	"fmt"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Retrieve reads a group from /etc/group, or from a different source.
func (g *groupadd) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	groups, err := g.files.Group(ctx, rd)
	if err != nil {
		return nil, err
	}
	if e, ok := groups.Get(r.Name()); ok {
		return fill(ral.NewInstance(r.Type, e.Name), e, groups), nil
	}
	if err := groups.Check(r.Name()); err != nil {
		return nil, err
	}
	if r.True("forcelocal") {
		return ral.AbsentInstance(r.Type, r.Name()), nil
	}
	e, ok, err := g.nss.Group(ctx, rd, r.Name())
	if err != nil {
		return nil, err
	}
	if !ok {
		return ral.AbsentInstance(r.Type, r.Name()), nil
	}
	inst := set(ral.NewInstance(r.Type, e.Name), e)
	inst.Local, inst.From = false, "getent group "+e.Name
	return inst, nil
}

// Prefetch queries all names that /etc/group lacks together.
func (g *groupadd) Prefetch(ctx context.Context, rd host.Reader, all []*ral.Resource) error {
	groups, err := g.files.Group(ctx, rd)
	if err != nil {
		return nil // each resource reports it
	}
	var names []string
	for _, r := range all {
		if _, ok := groups.Get(r.Name()); !ok {
			names = append(names, r.Name())
		}
	}
	g.nss.AskAhead(ctx, rd, "group", names)
	return nil
}

// List reads all groups in a single pass over /etc/group.
func (g *groupadd) List(ctx context.Context, in *ral.Listing) error {
	groups, err := g.files.Group(ctx, in.Reader)
	if err != nil {
		return err
	}
	for i, e := range groups.All() {
		if !groups.Hidden(i, e.Name) {
			in.Yield(fill(in.NewInstance(e.Name), e, groups))
		}
	}
	return groups.CheckAll()
}

func fill(inst *ral.Instance, e accounts.Group, groups *accounts.Groups) *ral.Instance {
	set(inst, e).From = accounts.At(accounts.GroupFile, e.Line)
	if i := groups.FirstWith(e.GID, e.Line); groups.Name(i) != e.Name {
		inst.ProviderFindings = append(inst.ProviderFindings, fmt.Sprintf("the gid %d also belongs to %s (%s)",
			e.GID, groups.Name(i), accounts.At(accounts.GroupFile, groups.Line(i))))
	}
	return inst
}

func set(inst *ral.Instance, e accounts.Group) *ral.Instance {
	return inst.Set("ensure", value.Present()).Set("gid", value.Int(e.GID)).Set("members", value.Strs(e.Members...))
}
