package user

import (
	"fmt"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

func params() []*ral.Attribute {
	list := []*ral.Attribute{
		{
			Name: "name", Kind: ral.Param, Namevar: true, Example: "deploy",
			Doc: "The name of the account. Most systems require a letter first, then lower-case letters, digits, dashes and " +
				"underscores, at most 32 characters.",
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
		standard.BoolParam("forcelocal", "Whether to use only the local files if a directory service, such as LDAP, has the same name. "+
			"To create such a user, ralsh needs `luseradd` of libuser.", "false"),
	}
	list[len(list)-1].Features = []string{"manages_local_users_and_groups"}
	return append(list, purgeSSHKeys())
}

func membership(name, of string) *ral.Attribute {
	a := standard.Membership(name, of)
	a.NoEffect = func(r *ral.Resource) string {
		if r.Has(of) {
			return ""
		}
		return "It has an effect only together with " + of + "."
	}
	return a
}

func system() *ral.Attribute {
	a := standard.BoolParam("system", "Whether a new account is a system account, with a UID from the low range and without "+
		"password aging.", "false")
	a.NoEffect = func(r *ral.Resource) string {
		if stays(r) || r.Removing() {
			return "It has an effect only when ralsh creates the user."
		}
		return ""
	}
	return a
}

func allowdupe() *ral.Attribute {
	a := standard.BoolParam("allowdupe", "Whether `uid` may equal the UID of a different account.", "false")
	a.NoEffect = func(r *ral.Resource) string {
		if !r.Has("uid") || r.Removing() {
			return "It has an effect only together with uid."
		}
		return ""
	}
	return a
}

func managehome() *ral.Attribute {
	a := standard.BoolParam("managehome", "Whether ralsh creates the home directory with the account, moves it if `home` changes, "+
		"and removes it with the account and all its contents.", "false")
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
			return "It has an effect only when ralsh creates or removes the user."
		}
		return ""
	}
	return a
}

// stays reports whether the account exists and is not removed.
func stays(r *ral.Resource) bool {
	return r.Found != nil && r.Found.Present() && !r.Removing()
}
