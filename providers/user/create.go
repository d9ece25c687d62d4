package user

import (
	"context"
	"path"
	"strings"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Create makes the account with all that it should be: useradd, then chage and
// chpasswd for what useradd does not take.
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
	return accounts.Run(ctx, wr, cmd)
}

// newHome is where useradd(8) makes the home: HOME of /etc/default/useradd is
// the directory of all.
func newHome(ctx context.Context, rd host.Reader, r *ral.Resource) string {
	if home := r.Get("home"); !home.IsNil() {
		return path.Clean(home.Text())
	}
	base := "/home"
	data, _ := rd.ReadFile(ctx, "/etc/default/useradd") // useradd does without it too
	for line := range strings.Lines(string(data)) {
		if dir, ok := strings.CutPrefix(strings.TrimSpace(line), "HOME="); ok && path.IsAbs(dir) {
			base = dir
		}
	}
	return path.Join(base, r.Name())
}

func (u *useradd) addArgs(ctx context.Context, rd host.Reader, r *ral.Resource) []string {
	var args []string
	for _, attr := range []string{"comment", "expiry", "gid", "groups", "home", "shell", "uid"} {
		if text, ok := addValue(r, attr); ok {
			args = append(args, flag(attr), text)
		} else if attr == "gid" && u.ownGroup(ctx, rd, r.Name()) {
			// useradd refuses to make a user whose group is there already,
			// unless an option says that it is meant.
			args = append(args, "-g", r.Name())
		}
	}
	if r.True("allowdupe") && r.Has("uid") {
		args = append(args, "-o")
	}
	if r.True("managehome") {
		args = append(args, "-m")
	} else {
		// login.defs may ask for a home folder (CREATE_HOME).
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
		names := ral.Members(value.Absent(), should, true)
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

// ownGroup reports whether a group has the user's own name. Where that cannot
// be read useradd itself will tell.
func (u *useradd) ownGroup(ctx context.Context, rd host.Reader, name string) bool {
	ok, _ := u.hasGroup(ctx, rd, name)
	return ok
}
