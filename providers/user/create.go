package user

import (
	"context"
	"path"
	"strings"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// Create creates the account with all its properties. It runs useradd, then
// chage and chpasswd for properties that useradd cannot set.
func (u *useradd) Create(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if shell := r.Get("shell"); !shell.IsNil() {
		if err := checkShell(ctx, wr.Reader(), shell.Text()); err != nil {
			return err
		}
	}
	if err := u.add(ctx, wr, r); err != nil {
		return err
	}
	if args := ageArgs(r); len(args) > 0 {
		if err := run(ctx, wr, "chage", append(args, r.Name())...); err != nil {
			return err
		}
	}
	if hash := r.Get("password"); !hash.IsNil() {
		return setPassword(ctx, wr, r.Name(), hash)
	}
	return nil
}

func (u *useradd) add(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	known, err := u.inDirectory(ctx, wr.Reader(), r)
	if err != nil {
		return err
	}
	if known {
		return u.addLocally(ctx, wr, r)
	}
	cmd := host.Command{Name: "useradd", Args: u.addArgs(ctx, wr.Reader(), r)}
	if r.True("managehome") {
		cmd.Makes = []string{newHome(ctx, wr.Reader(), r)}
	}
	if err := accounts.Run(ctx, wr, cmd); err != nil || !expiresLater(r) {
		return err
	}
	return run(ctx, wr, "usermod", flag("expiry"), day(r.Get("expiry")), r.Name())
}

// expiresLater reports whether usermod sets the expiry of a new account, because
// useradd ignores it for system accounts (useradd(8), --system).
func expiresLater(r *ral.Resource) bool {
	expiry := r.Get("expiry")
	return r.True("system") && !expiry.IsNil() && day(expiry) != ""
}

// newHome returns the home that useradd(8) creates.
func newHome(ctx context.Context, rd host.Reader, r *ral.Resource) string {
	if home := r.Get("home"); !home.IsNil() {
		return path.Clean(home.Text())
	}
	return accounts.NewHome(ctx, rd, r.Name())
}

func (u *useradd) addArgs(ctx context.Context, rd host.Reader, r *ral.Resource) []string {
	var args []string
	for _, attr := range []string{"comment", "expiry", "gid", "groups", "home", "shell", "uid"} {
		if attr == "expiry" && expiresLater(r) {
			continue
		}
		if text, ok := addValue(r, attr); ok {
			args = append(args, flag(attr), text)
		} else if attr == "gid" && u.ownGroup(ctx, rd, r.Name()) {
			// Without -g, useradd fails if a group has the name of the user.
			args = append(args, "-g", r.Name())
		}
	}
	if r.True("allowdupe") && r.Has("uid") {
		args = append(args, "-o")
	}
	if r.True("managehome") {
		args = append(args, "-m")
	} else {
		// CREATE_HOME of login.defs may be yes.
		args = append(args, "-M")
	}
	if r.True("system") {
		args = append(args, "-r")
	}
	return append(args, r.Name())
}

func addValue(r *ral.Resource, attr string) (string, bool) {
	should := r.Get(attr)
	switch {
	case should.IsNil():
		return "", false
	case attr == "expiry":
		return day(should), true
	case attr == "groups":
		names := standard.Members(value.Absent(), should, true)
		return strings.Join(names, ","), len(names) > 0
	}
	return should.Text(), true
}

func ageArgs(r *ral.Resource) []string {
	var args []string
	for _, attr := range []string{"password_min_age", "password_max_age", "password_warn_days"} {
		if should := r.Get(attr); !should.IsNil() {
			args = append(args, flag(attr), should.Text())
		}
	}
	return args
}

// ownGroup reports whether a group has the user's name. It ignores errors,
// because useradd reports them.
func (u *useradd) ownGroup(ctx context.Context, rd host.Reader, name string) bool {
	ok, _ := u.hasGroup(ctx, rd, name)
	return ok
}
