package user

import (
	"context"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Precheck says what useradd(8) and usermod(8) would refuse: a name, a uid that
// another user has, a group that is not there, a home that they would not move; and
// userdel(8), which removes the account and then fails at a home that is not its.
func (u *useradd) Precheck(ctx context.Context, rd host.Reader, planned ral.PlannedState, r *ral.Resource, attr string, should value.Value) error {
	o := prechecking{u, ctx, rd, planned, r}
	switch {
	case attr == "ensure" && should.IsSym("present"):
		if _, err := accounts.NewName(ctx, rd, "User", r.Name()); err != nil {
			return err
		}
		if err := o.uid(); err != nil {
			return err
		}
		if err := o.groups(r.Get("gid")); err != nil {
			return err
		}
		return o.groups(r.Get("groups"))
	case attr == "ensure" && should.IsAbsent() && r.True("managehome"):
		return o.homeGoes()
	case attr == "home" && r.True("managehome"):
		return o.homeMoves(should.Text())
	case attr == "uid":
		return o.uid()
	case attr == "gid", attr == "groups":
		return o.groups(should)
	}
	return nil
}

// prechecking is one question of Object.
type prechecking struct {
	u      *useradd
	ctx    context.Context
	rd     host.Reader
	before ral.PlannedState
	r      *ral.Resource
}

func (o prechecking) uid() error {
	return accounts.Users(&o.u.files, &o.u.nss).Taken(o.ctx, o.rd, o.before, o.r)
}

func (o prechecking) groups(wanted value.Value) error {
	return accounts.UserGroups(&o.u.files, &o.u.nss).Missing(o.ctx, o.rd, o.before, wanted, func(name string) (bool, error) {
		if o.madeByUser(name) {
			return true, nil
		}
		return o.u.hasGroup(o.ctx, o.rd, name)
	})
}

// madeByUser reports whether useradd makes the group along with a user of its
// name that comes before.
func (o prechecking) madeByUser(name string) bool {
	ensure, changed := o.before.Value("user", name, "ensure")
	if !changed || ensure.IsAbsent() {
		return false
	}
	_, other := o.before.Value("user", name, "gid")
	defs, err := o.u.files.LoginDefs(o.ctx, o.rd)
	return err == nil && defs.UserGroups() && !other
}
