package group

import (
	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/standard"
)

func params() []*ral.Attribute {
	forcelocal := standard.BoolParam("forcelocal", "Whether to use only the local files if a directory service, such as LDAP, has the same name. "+
		"To create such a group, ralsh needs `lgroupadd` of libuser.", "false")
	forcelocal.Features = []string{"manages_local_users_and_groups"}
	return []*ral.Attribute{
		authMembership(),
		{
			Name: "name", Kind: ral.Param, Namevar: true, Example: "deploy",
			Doc: "The name of the group. Most systems require a letter first, then lower-case letters, digits, dashes and " +
				"underscores, at most 32 characters.",
			ValidateFn: accounts.NameRule("Group"),
		},
		allowdupe(),
		{
			Name: "ia_load_module", Kind: ral.Param, Features: []string{"manages_aix_lam"}, Example: "compat",
			Doc: "Authentication module that manages the group on AIX.",
		},
		standard.Membership("attribute_membership", "attributes"),
		system(),
		forcelocal,
	}
}

func authMembership() *ral.Attribute {
	a := standard.BoolParam("auth_membership", "Whether the list `members` is complete (true) or a minimum (false).", "false")
	a.NoEffect = func(r *ral.Resource) string {
		if r.Has("members") {
			return ""
		}
		return "It has an effect only together with members."
	}
	return a
}

func allowdupe() *ral.Attribute {
	a := standard.BoolParam("allowdupe", "Whether `gid` may equal the GID of a different group.", "false")
	a.NoEffect = func(r *ral.Resource) string {
		if !r.Has("gid") || r.Removing() {
			return "It has an effect only together with gid."
		}
		return ""
	}
	return a
}

func system() *ral.Attribute {
	a := standard.BoolParam("system", "Whether a new group is a system group, with a GID from the low range.", "false")
	a.NoEffect = func(r *ral.Resource) string {
		if r.Removing() || r.Found != nil && r.Found.Present() {
			return "It has an effect only when ralsh creates the group."
		}
		return ""
	}
	return a
}
