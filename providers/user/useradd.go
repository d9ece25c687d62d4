package user

import (
	"path"
	"slices"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// useraddDef returns the provider for the shadow tools (semantics.md 8, B1). It
// declares no default, because it is the only suitable provider on Linux.
func useraddDef() ral.Provider {
	return ral.Provider{
		Name: "useradd",
		Doc: "Reads `/etc/passwd`, `/etc/shadow` and `/etc/group`, and changes them with `useradd`, `usermod`, " +
			"`userdel`, `chage` and `chpasswd`. It shows users of a directory service (`getent passwd`) but cannot change them. " +
			"With `forcelocal`, it creates a local user of the same name with `luseradd` of libuser.",
		Commands: []ral.Command{
			accounts.Tool("useradd"), accounts.Tool("userdel"), accounts.Tool("usermod"), accounts.Tool("chage"), accounts.Tool("chpasswd"),
			{Binary: "luseradd", Optional: true},
			accounts.Getent(),
		},
		Features: []string{
			"allows_duplicates", "manages_expiry", "manages_homedir", "manages_local_users_and_groups", "manages_password_age",
			"manages_passwords", "manages_shell", "system_users",
		},
		NeedsRoot: "the shadow tools write /etc/passwd",
		Writes:    ral.Writes{UserMayWriteRoot: true, Reach: reach},
		New:       func() any { return &useradd{} },
	}
}

// reach returns the possible changes of a shadow tool. The account's name is
// included if the account or its UID changes, and its home and mail if the
// home is created, moved or removed.
func reach(r *ral.Resource, act host.Act) ral.Reach {
	reach := accounts.Reach()
	tool, all := path.Base(act.Path), act.Path == ""
	whole := all || tool == "useradd" || tool == "luseradd" || tool == "userdel"
	if whole || slices.Contains(act.Args, "-u") {
		reach.Names = []string{r.Name()}
	}
	if whole || tool == "usermod" && slices.Contains(act.Args, "-m") {
		for _, home := range []value.Value{r.Get("home"), r.Is("home")} {
			if dir := home.Text(); path.IsAbs(dir) {
				reach.Paths = append(reach.Paths, dir)
			}
		}
		reach.Paths = append(reach.Paths, path.Join("/home", r.Name()), path.Join("/var/mail", r.Name()), path.Join("/var/spool/mail", r.Name()))
	}
	return reach
}

// useradd is the behaviour of the provider. It caches the files and the answers
// of other sources.
type useradd struct {
	files accounts.Reader
	nss   accounts.NSS
}
