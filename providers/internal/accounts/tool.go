package accounts

import (
	"context"
	"fmt"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
)

// Tool declares one of the shadow tools, with its option for another root.
func Tool(binary string) ral.Command {
	return ral.Command{Binary: binary, Root: rootOption(binary)}
}

// Reach is what every shadow tool may change: the account files, and what reads them.
func Reach() ral.Reach {
	return ral.Reach{Types: []string{"user", "group"}, Paths: []string{
		"/etc/passwd", "/etc/shadow", "/etc/group", "/etc/gshadow", "/etc/subuid", "/etc/subgid",
	}}
}

// rootOption is -R everywhere but in gpasswd(1), where that restricts access.
func rootOption(binary string) []string {
	if binary == "gpasswd" {
		return []string{"-Q", "{root}"}
	}
	return []string{"-R", "{root}"}
}

// Run runs a shadow tool on the host that wr changes. Below another root the
// option for it comes first: -R, which is chroot(2) and root's alone, or for an
// ordinary user -P, which puts the folder before the paths.
func Run(ctx context.Context, wr host.Writer, cmd host.Command) error {
	rd := wr.Reader()
	option := rootOption(cmd.Name)
	if below(rd) && prefixes(cmd.Name) {
		if err := noLinks(ctx, rd); err != nil {
			return err
		}
		option = []string{"-P", "{root}"}
	}
	cmd.Writes = writes(cmd.Name, cmd.Args)
	cmd.Args = ral.RootArgs(option, rd.Root(), cmd.Args...)
	return wr.Run(ctx, cmd)
}

// writes are the account files that a tool opens to write, whatever it changes.
// Without one of them it fails, where that is there.
func writes(tool string, args []string) []string {
	users, groups := []string{PasswdFile, ShadowFile}, []string{GroupFile, "/etc/gshadow"}
	switch tool {
	case "useradd", "userdel":
		return slices.Concat(users, groups, []string{"/etc/subuid", "/etc/subgid"})
	case "usermod":
		if slices.Contains(args, "-G") {
			return slices.Concat(users, groups)
		}
		return users
	case "chage", "chpasswd":
		return users
	case "groupmod":
		return []string{PasswdFile, GroupFile}
	case "groupadd", "groupdel", "gpasswd":
		return groups
	}
	return nil
}

// Refused says why an ordinary user may not use a tool below another root, ""
// when they may.
func Refused(rd host.Reader, binary string) string {
	if !below(rd) || prefixes(binary) {
		return ""
	}
	return fmt.Sprintf("%s changes its root to %s (chroot), which is for root alone", binary, rd.Root())
}

// below reports whether an ordinary user works on a folder.
func below(rd host.Reader) bool { return rd.Root() != "/" && rd.UID() != 0 }

// prefixes reports whether a tool has -P: chage(1), chpasswd(8) and gpasswd(1)
// have not.
func prefixes(binary string) bool {
	switch binary {
	case "useradd", "usermod", "userdel", "groupadd", "groupmod", "groupdel":
		return true
	}
	return false
}

// noLinks refuses a folder whose account files are links: with -P a tool would
// follow them out of it.
func noLinks(ctx context.Context, rd host.Reader) error {
	for _, path := range []string{"/etc", PasswdFile, GroupFile, ShadowFile, "/etc/gshadow"} {
		if info, err := rd.Lstat(ctx, path); err == nil && info.IsLink() {
			return fmt.Errorf("%s is a link; without chroot, which is for root alone, the tools would follow it out of %s", path, rd.Root())
		}
	}
	return nil
}
