package user

import (
	"fmt"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/value"
)

func params() []*ral.Attribute {
	list := []*ral.Attribute{
		{
			Name: "name", Kind: ral.Param, Namevar: true, Example: "deploy",
			Doc: "Name of the account. Most systems want at most 32 small letters, digits, dashes and " +
				"underscores, with a letter first.",
			ValidateFn: accounts.NameRule("User"),
		},
		membership("membership", "groups"),
		system(), allowdupe(), managehome(),
		membership("role_membership", "roles"),
		membership("auth_membership", "auths"),
		membership("profile_membership", "profiles"),
		membership("key_membership", "keys"),
		{
			Name: "ia_load_module", Kind: ral.Param, Features: []string{"manages_aix_lam"}, Example: "compat",
			Doc: "Authentication module that manages the user on AIX.",
		},
		membership("attribute_membership", "attributes"),
		ral.BoolParam("forcelocal", "Whether to keep to the local files where a directory has the same name. "+
			"To make a user that it knows needs `luseradd`, of libuser.", "false"),
	}
	list[len(list)-1].Features = []string{"manages_local_users_and_groups"}
	return append(list, purgeSSHKeys())
}

func membership(name, of string) *ral.Attribute {
	a := ral.Membership(name, of)
	a.NoEffect = func(r *ral.Resource) string {
		if r.Has(of) {
			return ""
		}
		return "It matters only together with " + of + "."
	}
	return a
}

func system() *ral.Attribute {
	a := ral.BoolParam("system", "Whether a new account is a system account: its UID comes from the low range, "+
		"and its password does not age.", "false")
	a.NoEffect = func(r *ral.Resource) string {
		if stays(r) || r.Removing() {
			return "It matters only when the user is created."
		}
		return ""
	}
	return a
}

func allowdupe() *ral.Attribute {
	a := ral.BoolParam("allowdupe", "Whether `uid` may be that of another account.", "false")
	a.NoEffect = func(r *ral.Resource) string {
		if !r.Has("uid") || r.Removing() {
			return "It matters only together with uid."
		}
		return ""
	}
	return a
}

func managehome() *ral.Attribute {
	a := ral.BoolParam("managehome", "Whether the home folder is made with the account, moved when `home` changes, "+
		"and removed with the account, with all that is in it.", "false")
	a.ValidateFn = func(h ral.Hook, v value.Value) error {
		if err := h.Validate(v); err != nil {
			return err
		}
		if v.Text() != "true" {
			return nil
		}
		if p := h.R.Provider; p != nil && !p.HasFeature("manages_homedir") {
			return fmt.Errorf("User provider %s can not manage home directories", p.Name)
		}
		return nil
	}
	a.NoEffect = func(r *ral.Resource) string {
		if stays(r) && !r.Has("home") {
			return "It matters only when the user is created or removed."
		}
		return ""
	}
	return a
}

// stays reports whether the account exists and is not removed.
func stays(r *ral.Resource) bool {
	return r.Found != nil && r.Found.Present() && !r.Removing()
}
