package accounts

import (
	"context"
	"fmt"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
)

// Tool declares a shadow tool, with its option for a root directory.
func Tool(binary string) ral.Command {
	return ral.Command{Binary: binary, Root: rootOption(binary)}
}

// Reach returns the possible changes of every shadow tool: the account files
// and the types that read them.
func Reach() ral.Reach {
	return ral.Reach{Types: []string{"user", "group"}, Foreseen: true, Paths: []string{
		"/etc/passwd", "/etc/shadow", "/etc/group", "/etc/gshadow", "/etc/subuid", "/etc/subgid",
	}}
}

// rootOption returns the option for a root directory: -R, except for
// gpasswd(1), where -R restricts access.
func rootOption(binary string) []string {
	if binary == "gpasswd" {
		return []string{"-Q", "{root}"}
	}
	return []string{"-R", "{root}"}
}

// Run runs a shadow tool on the host that wr changes. Below a root directory
// it adds an option first: -R, which calls chroot(2) and needs root, or for an
// unprivileged user -P, which prefixes the paths with the directory.
func Run(ctx context.Context, wr host.Writer, cmd host.Command) error {
	rd := wr.Reader()
	option := rootOption(cmd.Name)
	if below(rd) && prefixes(cmd.Name) {
		if err := noLinks(ctx, rd); err != nil {
			return err
		}
		option = []string{"-P", "{root}"}
	}
	cmd.Writes, cmd.Leaves = writes(cmd.Name, cmd.Args), leaves(cmd.Name, cmd.Args)
	cmd.Args = ral.RootArgs(option, rd.Root(), cmd.Args...)
	return wr.Run(ctx, cmd)
}

// writes returns the account files that a tool always opens for writing. The
// tool fails if it cannot write an existing file.
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

// Refused returns why an unprivileged user may not use a tool below a root
// directory, or "" if the tool works.
func Refused(rd host.Reader, binary string) string {
	if !below(rd) || prefixes(binary) {
		return ""
	}
	return fmt.Sprintf("%s cannot work below %s: only root can chroot (run as root)", binary, rd.Root())
}

// OwnerRefused returns why an unprivileged user may not change an account with a home
// below a root directory, or "". The tools ignore a failed chown(2).
func OwnerRefused(rd host.Reader) string {
	if !below(rd) {
		return ""
	}
	return fmt.Sprintf("only root can change the owner of the home below %s (run as root)", rd.Root())
}

// below reports whether an unprivileged user works below a root directory.
func below(rd host.Reader) bool { return rd.Root() != "/" && rd.UID() != 0 }

// prefixes reports whether a tool has -P. chage(1), chpasswd(8) and gpasswd(1)
// do not.
func prefixes(binary string) bool {
	switch binary {
	case "useradd", "usermod", "userdel", "groupadd", "groupmod", "groupdel":
		return true
	}
	return false
}

// noLinks returns an error if /etc or an account file is a link, because a tool
// with -P would follow it out of the root.
func noLinks(ctx context.Context, rd host.Reader) error {
	for _, path := range []string{"/etc", PasswdFile, GroupFile, ShadowFile, "/etc/gshadow"} {
		if info, err := rd.Lstat(ctx, path); err == nil && info.IsLink() {
			return fmt.Errorf("%s is a link, which the tools would follow out of %s (run as root)", path, rd.Root())
		}
	}
	return nil
}

// Libuser returns an error if a tool of libuser is not installed. A name that a
// directory has needs it, because the shadow tools reject that name.
func Libuser(ctx context.Context, rd host.Reader, tool, name string) error {
	if _, err := rd.Find(ctx, tool); err != nil {
		return fmt.Errorf("cannot create %s: a directory service has the name, so %s rejects it, and the command %s is not installed (package libuser)",
			name, tool[1:], tool)
	}
	return nil
}
