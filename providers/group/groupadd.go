package group

import (
	"path"
	"slices"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/host"
)

// groupaddDef returns the provider for the shadow tools (semantics.md 8, B1).
// gpasswd manages members. It is in the same package everywhere, and optional
// because all other changes work without it.
func groupaddDef() ral.Provider {
	gpasswd := accounts.Tool("gpasswd")
	gpasswd.Optional = true
	return ral.Provider{
		Name: "groupadd",
		Doc: "Reads `/etc/group` and changes it with `groupadd`, `groupmod`, `groupdel`, and `gpasswd` for the " +
			"members. It shows groups of a directory service (`getent group`) but cannot change them. With `forcelocal`, " +
			"it creates a local group of the same name with `lgroupadd` of libuser.",
		Commands: []ral.Command{
			accounts.Tool("groupadd"), accounts.Tool("groupdel"), accounts.Tool("groupmod"), gpasswd,
			{Binary: "lgroupadd", Optional: true},
			accounts.Getent(),
		},
		Features:  []string{"manages_local_users_and_groups", "manages_members", "system_groups"},
		NeedsRoot: "the shadow tools write /etc/group",
		Writes:    ral.Writes{UserMayWriteRoot: true, Reach: reach},
		New:       func() any { return &groupadd{} },
	}
}

// reach returns the changes of the shadow tools. Resources that name the group
// are only affected if it is created, removed or gets a new GID.
func reach(r *ral.Resource, act host.Act) ral.Reach {
	reach := accounts.Reach()
	if tool := path.Base(act.Path); tool != "gpasswd" && (tool != "groupmod" || slices.Contains(act.Args, "-g")) {
		reach.Names = []string{r.Name()}
	}
	return reach
}

// groupadd is the behaviour. It caches the files, and the names in other
// sources.
type groupadd struct {
	files accounts.Reader
	nss   accounts.NSS
}
