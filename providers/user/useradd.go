package user

import (
	"ralsh/providers/internal/accounts"
	"ralsh/ral"
)

// useraddDef is the shadow tools (semantics.md 8, B1): no default is declared
// for it; on Linux it wins as the only suitable one.
func useraddDef() ral.Provider {
	return ral.Provider{
		Name: "useradd",
		Doc: "Reads `/etc/passwd`, `/etc/shadow` and `/etc/group`, and writes them with `useradd`, `usermod`, " +
			"`userdel`, `chage` and `chpasswd`. A user that only a directory knows (`getent passwd`) is shown, " +
			"and not managed; with `forcelocal` one of the same name is made in the files, by `luseradd` of libuser.",
		Commands: []ral.Command{
			accounts.Tool("useradd"), accounts.Tool("userdel"), accounts.Tool("usermod"), accounts.Tool("chage"), accounts.Tool("chpasswd"),
			{Binary: "luseradd", Optional: true},
			accounts.Getent(),
		},
		Features: []string{
			"allows_duplicates", "manages_expiry", "manages_homedir", "manages_local_users_and_groups", "manages_password_age",
			"manages_passwords", "manages_shell", "system_users",
		},
		NeedsRoot:        "the shadow tools write /etc/passwd",
		UserMayWriteRoot: true,
		New:              func() any { return &useradd{} },
	}
}

// useradd is the behaviour: what it has read of the files, and what other
// sources said of names that the files lack.
type useradd struct {
	files accounts.Reader
	nss   accounts.NSS
}
