package user

import (
	"context"
	"fmt"
	"strings"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Precheck returns the errors of useradd(8) and usermod(8): an invalid name, a
// duplicate UID, a missing group, a home that cannot be moved. It also checks
// the home for userdel(8), which removes the account before it fails at a home
// of a different user.
func (u *useradd) Precheck(ctx context.Context, rd host.Reader, planned ral.PlannedState, r *ral.Resource, attr string, should value.Value) error {
	o := prechecking{u, ctx, rd, planned, r}
	switch {
	case attr == "ensure" && should.IsSym("present"):
		if _, err := accounts.NewName(ctx, rd, "User", r.Name()); err != nil {
			return err
		}
		if err := o.uid(); err != nil {
			return ral.About("uid", err)
		}
		if err := o.numbersLeft(); err != nil {
			return err
		}
		if err := o.groups(r.Get("gid"), u.hasGroup); err != nil {
			return ral.About("gid", err)
		}
		return ral.About("groups", o.groups(r.Get("groups"), u.hasLocalGroup))
	case attr == "ensure" && should.IsAbsent() && r.True("managehome"):
		return o.homeGoes()
	case attr == "home" && r.True("managehome"):
		return o.homeMoves(should.Text())
	case attr == "uid":
		return o.uid()
	case attr == "gid":
		return o.groups(should, u.hasGroup)
	case attr == "groups":
		return o.groups(should, u.hasLocalGroup)
	}
	return nil
}

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

// numbersLeft returns an error if all numbers for new accounts are in use.
func (o prechecking) numbersLeft() (err error) {
	uid := o.r.Get("uid").Text()
	if !o.r.Has("uid") {
		if uid, err = accounts.NewNumber(o.ctx, o.rd, accounts.PasswdFile, o.r.True("system"), ""); err != nil {
			return err
		}
	}
	if o.u.makesGroup(o.ctx, o.rd, o.r) {
		_, err = accounts.NewNumber(o.ctx, o.rd, accounts.GroupFile, o.r.True("system"), uid)
	}
	return err
}

func (o prechecking) groups(desired value.Value, has func(ctx context.Context, rd host.Reader, name string) (bool, error)) error {
	return accounts.UserGroups(&o.u.files, &o.u.nss).Missing(o.ctx, o.rd, o.before, desired, func(name string) (bool, error) {
		if o.madeByUser(name) {
			return true, nil
		}
		return has(o.ctx, o.rd, name)
	})
}

// madeByUser reports whether an earlier step creates a user of this name, with
// whom useradd creates the group.
func (o prechecking) madeByUser(name string) bool {
	ensure, changed := o.before.Value("user", name, "ensure")
	if !changed || ensure.IsAbsent() {
		return false
	}
	_, other := o.before.Value("user", name, "gid")
	defs, err := o.u.files.LoginDefs(o.ctx, o.rd)
	return err == nil && defs.UserGroups() && !other
}

// homeGoes returns an error if userdel -r would not remove the home or the mail: it has a
// different owner, or contains the home of a different user.
func (o prechecking) homeGoes() error {
	if spool := o.u.mailSpool(o.ctx, o.rd, o.r.Name()); spool != "" {
		info, err := o.rd.Lstat(o.ctx, spool)
		if uid, known := o.r.Is("uid").Int(); err == nil && known && int64(info.UID) != uid {
			return fmt.Errorf("userdel cannot remove %s: it belongs to UID %d, not to %s", spool, info.UID, o.r.Name())
		}
	}
	home := o.r.Is("home").Text()
	info, err := o.rd.Stat(o.ctx, home)
	if err != nil {
		return nil // userdel ignores a missing home
	}
	if uid, known := o.r.Is("uid").Int(); known && int64(info.UID) != uid {
		return fmt.Errorf("userdel cannot remove %s: it belongs to UID %d, not to %s", home, info.UID, o.r.Name())
	}
	passwd, err := o.u.files.Passwd(o.ctx, o.rd)
	if err != nil {
		return err
	}
	for _, p := range passwd.All() {
		ensure, _ := o.before.Value("user", p.Name, "ensure")
		if p.Name != o.r.Name() && !ensure.IsAbsent() && within(p.Home, home) {
			return fmt.Errorf("userdel cannot remove %s: it contains the home directory of %s", home, p.Name)
		}
	}
	return nil
}

// within reports whether a path is a directory or below it.
func within(path, dir string) bool {
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, "/")+"/")
}

// homeMoves returns an error if the new home exists, because usermod -m would
// change the account first and then fail to move the home.
func (o prechecking) homeMoves(to string) error {
	old := o.r.Is("home")
	if old.IsAbsent() || old.Equal(value.Str(to)) {
		return nil
	}
	info, err := o.rd.Stat(o.ctx, old.Text())
	if err != nil || !info.IsDir() {
		return nil // there is nothing to move
	}
	if there, err := o.rd.Exists(o.ctx, to); err != nil || !there {
		return err
	}
	return fmt.Errorf("usermod cannot move %s: %s already exists", old.Text(), to)
}
