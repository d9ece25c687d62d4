package user

import (
	"context"
	"fmt"
	"path"
	"strings"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// Set sets a property with a run of usermod, chage or chpasswd (semantics.md
// P42).
func (u *useradd) Set(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	if err := local(r); err != nil {
		return err
	}
	switch attr {
	case "password":
		return setPassword(ctx, wr, r.Name(), should)
	case "password_min_age", "password_max_age", "password_warn_days":
		return run(ctx, wr, "chage", flag(attr), should.Text(), r.Name())
	case "shell":
		if err := checkShell(ctx, wr.Reader(), should.Text()); err != nil {
			return err
		}
	}
	if flag(attr) == "" {
		return fmt.Errorf("usermod cannot set %s to %s", attr, should.Text())
	}
	return run(ctx, wr, "usermod", append(modify(r, attr, should), r.Name())...)
}

// flag returns the option of useradd and usermod for a property, or of chage
// for a password age, or "".
func flag(attr string) string {
	switch attr {
	case "comment":
		return "-c"
	case "expiry":
		return "-e"
	case "gid":
		return "-g"
	case "groups":
		return "-G"
	case "home":
		return "-d"
	case "shell":
		return "-s"
	case "uid":
		return "-u"
	case "password_min_age":
		return "-m"
	case "password_max_age":
		return "-M"
	case "password_warn_days":
		return "-W"
	}
	return ""
}

func modify(r *ral.Resource, attr string, should value.Value) []string {
	text := should.Text()
	switch attr {
	case "expiry":
		text = day(should)
	case "groups":
		return modifyGroups(r, should)
	case "uid":
		if r.True("allowdupe") {
			return []string{flag(attr), text, "-o"}
		}
	case "home":
		if r.True("managehome") {
			return []string{flag(attr), text, "-m"}
		}
	}
	return []string{flag(attr), text}
}

// modifyGroups adds to the current groups, so that changes by other programs
// are not lost. It replaces the groups only if membership is inclusive.
func modifyGroups(r *ral.Resource, should value.Value) []string {
	names := strings.Join(standard.Members(value.Absent(), should, true), ",")
	if inclusive(r) {
		return []string{"-G", names}
	}
	return []string{"-a", "-G", names}
}

func inclusive(r *ral.Resource) bool { return r.Get("membership").IsSym("inclusive") }

// day returns the argument of usermod -e. An empty string means never.
func day(v value.Value) string {
	if v.IsAbsent() {
		return ""
	}
	return v.Text()
}

// Destroy removes the account, and its home directory if managehome is true.
func (u *useradd) Destroy(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if err := local(r); err != nil {
		return err
	}
	if r.True("managehome") {
		cmd := host.Command{Name: "userdel", Args: []string{"-r", r.Name()}}
		if home := r.Is("home").Text(); path.IsAbs(home) {
			cmd.Removes = []string{home}
		}
		if spool := u.mailSpool(ctx, wr.Reader(), r.Name()); spool != "" {
			cmd.Removes = append(cmd.Removes, spool)
		}
		return accounts.Run(ctx, wr, cmd)
	}
	return run(ctx, wr, "userdel", r.Name())
}

// mailSpool returns the file with the mail of a user, which userdel -r also
// removes (userdel(8)), or "".
func (u *useradd) mailSpool(ctx context.Context, rd host.Reader, name string) string {
	defs, err := u.files.LoginDefs(ctx, rd)
	if err != nil {
		return ""
	}
	dir := defs["MAIL_DIR"]
	if dir == "" && defs["MAIL_FILE"] == "" {
		dir = "/var/mail"
	}
	if dir, err = rd.RealPath(ctx, dir); err != nil {
		return ""
	}
	file := path.Join(dir, name)
	if info, err := rd.Lstat(ctx, file); err != nil || !info.Mode.IsRegular() {
		return ""
	}
	return file
}

// setPassword passes the hash to chpasswd on standard input, because every user
// of the host can read arguments.
func setPassword(ctx context.Context, wr host.Writer, name string, hash value.Value) error {
	return accounts.Run(ctx, wr, host.Command{
		Name: "chpasswd", Args: []string{"-e"},
		Stdin: []byte(name + ":" + hash.Reveal().Text() + "\n"), Secret: true,
	})
}

func run(ctx context.Context, wr host.Writer, tool string, args ...string) error {
	return accounts.Run(ctx, wr, host.Command{Name: tool, Args: args})
}

// local returns an error for an account that is not in the files. The tools
// would also fail, but without the source of the account.
func local(r *ral.Resource) error {
	if r.Found != nil && r.Found.Present() && !r.Found.Local {
		return fmt.Errorf("cannot change %s: it is not in %s but in a directory service (getent passwd)", r.Name(), accounts.PasswdFile)
	}
	return nil
}
