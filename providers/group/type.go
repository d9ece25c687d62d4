package group

import (
	"errors"
	"strconv"
	"strings"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/noise"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// Register adds the type group and its providers.
func Register(reg *ral.Registry) {
	reg.Add(typeDef(), groupaddDef())
}

func typeDef() ral.Type {
	return ral.Type{
		Name:        "group",
		Summary:     "Groups in /etc/group",
		Unsupported: []string{"ldap"},
		Doc: "A group of this host, with its ID and members.\n\n" +
			"Manage members either here or with `groups` of each user. " +
			"`members` does not include users with the group as their primary group." +
			"\n\n```puppet\ngroup { 'deploy':\n" +
			"  ensure  => present,\n  gid     => 2000,\n" +
			"  members => ['alice'],\n}\n```\n",
		Columns:    [2]string{"gid", "members"},
		Attributes: append(properties(), params()...),
		Relations:  []ral.Relation{standard.Mentions("user", func(name string) bool { return name != "" }, "members")},
		Features: []ral.Feature{
			{Name: "manages_members", Doc: "The provider can set the members of a group."},
			{Name: "manages_aix_lam", Doc: "The provider can manage the authentication modules of AIX."},
			{Name: "system_groups", Doc: "The provider can create system groups, which have low GIDs."},
			{Name: "manages_local_users_and_groups", Doc: "The provider can manage local groups whose names exist in a directory service."},
		},
	}
}

func properties() []*ral.Attribute {
	ensure := standard.Ensure("Whether the group exists.")
	ensure.Example = "present"
	return []*ral.Attribute{
		ensure,
		{
			Name: "gid", Kind: ral.Property, Across: ral.Across{Class: noise.Identity}, Example: "1000",
			Doc:        "The group ID. Without it, a new group gets the next free GID, which can differ between hosts.",
			ValidateFn: gid, MungeFn: mungeGID,
		},
		{
			Name: "members", Kind: ral.Property, Across: ral.Across{SetBy: "user"}, Example: "alice, deploy", Features: []string{"manages_members"},
			MatchAll: true, IsList: true, List: ral.List{AllowEmptyList: true, WholeList: ral.Attr{Name: "auth_membership", Value: value.Bool(true)}},
			Doc: "The members of the group. With `auth_membership`, the list is complete, and an empty list removes all members. " +
				"Without it, ralsh only adds members.",
			ValidateFn: member,
			InSyncFn: func(h ral.Hook, is, should value.Value) bool {
				return standard.MembersInSync(is, should, h.R.True("auth_membership"))
			},
			Text: ral.Text{
				ShouldText: func(h ral.Hook, should value.Value) string {
					return value.Strs(standard.Members(h.R.Is("members"), should, h.R.True("auth_membership"))...).Literal()
				},
			},
		},
		{
			Name: "attributes", Kind: ral.Property, Features: []string{"manages_aix_lam"}, MatchAll: true, IsList: true,
			Example: "admin=false", Doc: "Attributes of the group on AIX, as `key=value`.",
			ValidateFn: func(_ ral.Hook, v value.Value) error {
				if v.Kind() != value.Map && !strings.Contains(v.Text(), "=") {
					return errors.New("Attributes value pairs must be separated by an =")
				}
				return nil
			},
		},
	}
}

// gid accepts 32-bit numbers except the highest, which means "no ID".
func gid(_ ral.Hook, v value.Value) error {
	if n, err := strconv.ParseUint(v.Text(), 10, 32); err != nil || n == 1<<32-1 {
		return accounts.IDError("GID", v.Text())
	}
	return nil
}

func mungeGID(_ ral.Hook, v value.Value) (value.Value, error) {
	n, err := strconv.ParseInt(v.Text(), 10, 64)
	if err != nil {
		return v, accounts.IDError("GID", v.Text())
	}
	return value.Int(n), nil
}

func member(_ ral.Hook, v value.Value) error { return accounts.CheckName("User", v.Text()) }
