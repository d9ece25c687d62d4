package user

import (
	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// access returns the properties that control logins: those of /etc/shadow, and
// groups.
func access() []*ral.Attribute {
	return []*ral.Attribute{
		{
			Name: "password", Kind: ral.Property, Sensitive: true, Features: []string{"manages_passwords"},
			Example: "$y$j9T$...",
			Doc: "Hash of the password, as `/etc/shadow` holds it (crypt(5)); `*` or `!` where nobody " +
				"is to log in with one. A hash is never shown, only its method, and whether it is locked.",
			ValidateFn: password, Hooks: passwordHooks{},
		},
		age("password_min_age", "Password minimum age", "0",
			"Days that must pass before the password may be changed again; -1 for none."),
		age("password_max_age", "Password maximum age", "90",
			"Days after which the password must be changed; -1 for never."),
		age("password_warn_days", "Password warning days", "7",
			"Days before the password runs out on which the user is warned; -1 for none."),
		groups(),
		{
			Name: "expiry", Kind: ral.Property, Example: "2027-01-31", Features: []string{"manages_expiry"},
			Doc: "Day after which the account can no longer be used, as YYYY-MM-DD with leading zeros; " +
				"`absent`: it never expires.",
			Values: []ral.Allowed{
				{Name: "absent", Doc: "It never expires."},
				{Pattern: lazyre.New(`^\d{4}-\d{2}-\d{2}$`), Doc: "A day, in UTC."},
			},
			ValidateFn: expiry,
		},
	}
}

func age(name, what, example, doc string) *ral.Attribute {
	return &ral.Attribute{
		Name: name, Kind: ral.Property, Example: example, Features: []string{"manages_password_age"}, Doc: doc,
		ValidateFn: days(what), MungeFn: mungeNumber,
	}
}

func groups() *ral.Attribute {
	a := &ral.Attribute{
		Name: "groups", Kind: ral.Property, Example: "sudo, adm",
		Doc: "Groups that list the user as a member. The primary group (`gid`) does not belong here. " +
			"With `membership` inclusive an empty list takes the user out of all.",
		ValidateFn: members("Group", "Group names must be provided, not GID numbers.", "."),
	}
	return list(a, "membership")
}

// list turns a into an unordered list property. The parameter membership
// decides whether the list is complete.
func list(a *ral.Attribute, membership string) *ral.Attribute {
	inclusive := func(h ral.Hook) bool { return h.Get(membership).IsSym("inclusive") }
	a.MatchAll, a.IsList, a.AllowEmptyList = true, true, true
	a.WholeList = ral.Attr{Name: membership, Value: value.Sym("inclusive")}
	a.InSyncFn = func(h ral.Hook, is, should value.Value) bool {
		return ral.MembersInSync(is, should, inclusive(h))
	}
	a.ShouldText = func(h ral.Hook, should value.Value) string {
		return value.Strs(ral.Members(h.R.Is(a.Name), should, inclusive(h))...).Literal()
	}
	return a
}
