package group

import (
	"ralsh/providers/internal/accounts"
	"ralsh/ral"
)

func params() []*ral.Attribute {
	forcelocal := ral.BoolParam("forcelocal", "Whether to keep to the local files where a directory has the same name. "+
		"To make a group that it knows needs `lgroupadd`, of libuser.", "false")
	forcelocal.Features = []string{"manages_local_users_and_groups"}
	return []*ral.Attribute{
		authMembership(),
		{
			Name: "name", Kind: ral.Param, Namevar: true, Example: "deploy",
			Doc: "Name of the group. Most systems want at most 32 small letters, digits, dashes and " +
				"underscores, with a letter first.",
			ValidateFn: accounts.NameRule("Group"),
		},
		allowdupe(),
		{
			Name: "ia_load_module", Kind: ral.Param, Features: []string{"manages_aix_lam"}, Example: "compat",
			Doc: "Authentication module that manages the group on AIX.",
		},
		ral.Membership("attribute_membership", "attributes"),
		system(),
		forcelocal,
	}
}

func authMembership() *ral.Attribute {
	a := ral.BoolParam("auth_membership", "Whether `members` are all there should be (true), or the least there should be (false).", "false")
	a.NoEffect = func(r *ral.Resource) string {
		if r.Has("members") {
			return ""
		}
		return "It matters only together with members."
	}
	return a
}

func allowdupe() *ral.Attribute {
	a := ral.BoolParam("allowdupe", "Whether `gid` may be that of another group.", "false")
	a.NoEffect = func(r *ral.Resource) string {
		if !r.Has("gid") || r.Removing() {
			return "It matters only together with gid."
		}
		return ""
	}
	return a
}

func system() *ral.Attribute {
	a := ral.BoolParam("system", "Whether a new group is a system group: its GID comes from the low range.", "false")
	a.NoEffect = func(r *ral.Resource) string {
		if r.Removing() || r.Found != nil && r.Found.Present() {
			return "It matters only when the group is created."
		}
		return ""
	}
	return a
}
