package group

import (
	"context"
	"fmt"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Precheck returns the errors of groupadd(8), groupmod(8), groupdel(8) and
// gpasswd(1): an invalid name, a duplicate GID, a missing member, the removal
// of a user's primary group.
func (g *groupadd) Precheck(ctx context.Context, rd host.Reader, planned ral.PlannedState, r *ral.Resource, attr string, should value.Value) error {
	switch {
	case attr == "ensure" && should.IsAbsent():
		return g.primary(ctx, rd, planned, r)
	case attr == "ensure":
		if _, err := accounts.NewName(ctx, rd, "Group", r.Name()); err != nil {
			return err
		}
		if err := g.taken(ctx, rd, planned, r); err != nil {
			return ral.About("gid", err)
		}
		if !r.Has("gid") {
			if _, err := accounts.NewNumber(ctx, rd, accounts.GroupFile, r.True("system"), ""); err != nil {
				return err
			}
		}
		return ral.About("members", g.members(ctx, rd, planned, r.Get("members")))
	case attr == "gid":
		return g.taken(ctx, rd, planned, r)
	case attr == "members":
		return g.members(ctx, rd, planned, should)
	}
	return nil
}

func (g *groupadd) taken(ctx context.Context, rd host.Reader, planned ral.PlannedState, r *ral.Resource) error {
	return accounts.UserGroups(&g.files, &g.nss).Taken(ctx, rd, planned, r)
}

func (g *groupadd) members(ctx context.Context, rd host.Reader, planned ral.PlannedState, desired value.Value) error {
	return accounts.Users(&g.files, &g.nss).Missing(ctx, rd, planned, value.Strs(names(desired)...), func(name string) (bool, error) {
		passwd, err := g.files.Passwd(ctx, rd)
		if err != nil {
			return false, err
		}
		if _, ok := passwd.Get(name); ok {
			return true, nil
		}
		_, ok, err := g.nss.Passwd(ctx, rd, name)
		return ok, err
	})
}

// primary returns an error for the first user who keeps this primary group.
func (g *groupadd) primary(ctx context.Context, rd host.Reader, planned ral.PlannedState, r *ral.Resource) error {
	gid := r.Is("gid")
	number, known := gid.Int()
	passwd, err := g.files.Passwd(ctx, rd)
	if err != nil || !known {
		return err
	}
	for _, p := range passwd.Scan() {
		if p.GID != number {
			continue
		}
		ensure, _ := planned.Value("user", p.Name, "ensure")
		moved, moves := planned.Value("user", p.Name, "gid")
		if !ensure.IsAbsent() && (!moves || moved.Equal(gid) || moved.Text() == r.Name()) {
			return fmt.Errorf("groupdel cannot remove the group: it is the primary group of %s (%s)", p.Name, accounts.At(accounts.PasswdFile, p.Line))
		}
	}
	return nil
}
