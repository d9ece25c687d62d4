package user

import (
	"context"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// InSync compares gid, because only this host has the number of a group that is
// given by name. A group that does not exist is out of sync; usermod then
// reports the error.
func (u *useradd) InSync(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, is, _ value.Value) (insync, known bool, err error) {
	if attr != "gid" {
		return false, false, nil
	}
	for _, want := range r.Munged("gid") {
		if want.Kind() != value.Integer {
			gid, ok, err := u.gidOf(ctx, rd, want.Text())
			if err != nil {
				return false, true, err
			}
			if !ok {
				continue
			}
			want = value.Int(gid)
		}
		if is.Equal(want) {
			return true, true, nil
		}
	}
	return false, true, nil
}

// gidOf returns the number of a group from the file, or from a different
// source of nsswitch.conf.
func (u *useradd) gidOf(ctx context.Context, rd host.Reader, name string) (int64, bool, error) {
	groups, err := u.files.Group(ctx, rd)
	if err != nil {
		return 0, false, err
	}
	if g, ok := groups.Get(name); ok {
		return g.GID, true, nil
	}
	if err := groups.Check(name); err != nil {
		return 0, false, err
	}
	g, ok, err := u.nss.Group(ctx, rd, name)
	return g.GID, ok, err
}

func (u *useradd) hasGroup(ctx context.Context, rd host.Reader, name string) (bool, error) {
	_, ok, err := u.gidOf(ctx, rd, name)
	return ok, err
}

// hasLocalGroup reports whether /etc/group has a group: the tools add users only to these.
func (u *useradd) hasLocalGroup(ctx context.Context, rd host.Reader, name string) (bool, error) {
	groups, err := u.files.Group(ctx, rd)
	if err != nil {
		return false, err
	}
	_, ok := groups.Get(name)
	return ok, groups.Check(name)
}
