package user

import (
	"errors"
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// foreign returns the properties of other systems. The type has them so that it
// accepts declarations made there; each names the feature that it needs.
func foreign() []*ral.Attribute {
	rbac := []string{"manages_solaris_rbac"}
	salt := []string{"manages_password_salt"}
	return []*ral.Attribute{
		list(&ral.Attribute{
			Name: "roles", Kind: ral.Property, Features: []string{"manages_roles"}, Example: "operator",
			Doc:        "The roles of the user.",
			ValidateFn: members("Role", "Role names must be provided, not numbers", ""),
		}, "role_membership"),
		list(&ral.Attribute{
			Name: "auths", Kind: ral.Property, Features: rbac, Example: "solaris.admin.usermgr",
			Doc:        "The authorizations of the user on Solaris.",
			ValidateFn: members("Auth", "Auth names must be provided, not numbers", ""),
		}, "auth_membership"),
		list(&ral.Attribute{
			Name: "profiles", Kind: ral.Property, Features: rbac, Example: "Basic Solaris User",
			Doc:        "The rights profiles of the user on Solaris, in order.",
			ValidateFn: members("Profile", "Profile names must be provided, not numbers", ""),
		}, "profile_membership"),
		{
			Name: "keys", Kind: ral.Property, Features: rbac, IsList: true, MatchAll: true, Example: "lock_after_retries=no",
			Doc:        "Attributes of the user on Solaris, as `key=value`.",
			ValidateFn: pairs("Key/value pairs must be separated by an ="),
		},
		{
			Name: "project", Kind: ral.Property, Features: rbac, Example: "default",
			Doc: "Project of the user on Solaris.",
		},
		{
			Name: "attributes", Kind: ral.Property, Features: []string{"manages_aix_lam"}, IsList: true, MatchAll: true,
			Example: "fsize=-1", Doc: "Attributes of the user on AIX, as `key=value`.",
			ValidateFn: pairs("Attributes value pairs must be separated by an ="),
		},
		{
			Name: "salt", Kind: ral.Property, Features: salt, Sensitive: true, Example: "9cd0...",
			Doc: "The salt of the password, 32 bytes in hexadecimal, if the system stores it separately from the hash.",
		},
		{
			Name: "iterations", Kind: ral.Property, Features: salt, Example: "25000",
			Doc: "The number of iterations of the password hash.", MungeFn: mungeNumber,
		},
		{
			Name: "loginclass", Kind: ral.Property, Features: []string{"manages_loginclass"}, Example: "staff",
			Doc: "Login class of the user on a BSD.",
			ValidateFn: func(_ ral.Hook, v value.Value) error {
				if isDigits(v.Text()) {
					return errors.New("Class name must be provided.")
				}
				return nil
			},
		},
	}
}

func pairs(message string) func(ral.Hook, value.Value) error {
	return func(_ ral.Hook, v value.Value) error {
		if v.Kind() != value.Map && !strings.Contains(v.Text(), "=") {
			return errors.New(message)
		}
		return nil
	}
}
