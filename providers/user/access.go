package user

import (
	"ralsh/ral"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// access returns the properties that control logins: the properties in
// /etc/shadow, and groups.
func access() []*ral.Attribute {
	return []*ral.Attribute{
		{
			Name: "password", Kind: ral.Property, Sensitive: true, Features: []string{"manages_passwords"},
			Example: "$y$j9T$...",
			Doc: "The password hash as in `/etc/shadow` (crypt(5)). `*` or `!` prevents logins with a password. " +
				"ralsh shows only the method of a hash, and whether the password is locked.",
			ValidateFn: password, Hooks: passwordHooks{},
		},
		age("password_min_age", "Password minimum age", "0",
			"The minimum number of days between password changes; -1 means no minimum."),
		age("password_max_age", "Password maximum age", "90",
			"The number of days after which the user must change the password; -1 means never."),
		age("password_warn_days", "Password warning days", "7",
			"The number of days before the password expires from which the user is warned; -1 means no warning."),
		groups(),
		{
			Name: "expiry", Kind: ral.Property, Example: "2027-01-31", Features: []string{"manages_expiry"},
			Doc: "The day after which the account is disabled, as YYYY-MM-DD with leading zeros; " +
				"`absent` means never.",
			Values: []ral.Allowed{
				{Name: "absent", Doc: "The account never expires."},
				{Pattern: dates, Doc: "A day, in UTC."},
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
		Doc: "The supplementary groups of the user, without the primary group (`gid`). " +
			"With `membership => inclusive`, an empty list removes the user from all groups.",
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
		return standard.MembersInSync(is, should, inclusive(h))
	}
	a.ShouldText = func(h ral.Hook, should value.Value) string {
		return value.Strs(standard.Members(h.R.Is(a.Name), should, inclusive(h))...).Literal()
	}
	return a
}
