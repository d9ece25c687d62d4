package group

import (
	"errors"
	"strconv"
	"strings"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/noise"
	"ralsh/ral/value"
)

// Register adds the type group and its providers.
func Register(reg *ral.Registry) {
	reg.Add(typeDef(), groupaddDef())
}

func typeDef() ral.Type {
	return ral.Type{
		Name:    "group",
		Summary: "Groups in /etc/group",
		Doc: "Groups of this host, their numbers and members.\n\n" +
			"Members can be managed here, or with `groups` of each user; not in both places. " +
			"Who has a group as primary group is not among its members." +
			"\n\n```puppet\ngroup { 'deploy':\n" +
			"  ensure  => present,\n  gid     => 2000,\n" +
			"  members => ['alice'],\n}\n```\n",
		Columns:    [2]string{"gid", "members"},
		Attributes: append(properties(), params()...),
		Relations:  []ral.Relation{ral.Mentions("user", func(name string) bool { return name != "" }, "members")},
		Features: []ral.Feature{
			{Name: "manages_members", Doc: "The provider can set who is in the group."},
			{Name: "manages_aix_lam", Doc: "The provider can manage the authentication modules of AIX."},
			{Name: "system_groups", Doc: "The provider can make system groups, which have low GIDs."},
			{Name: "manages_local_users_and_groups", Doc: "The provider can keep to local groups where a directory has the same names."},
		},
	}
}

func properties() []*ral.Attribute {
	ensure := ral.Ensure("Whether the group is there.")
	ensure.Example = "present"
	return []*ral.Attribute{
		ensure,
		{
			Name: "gid", Kind: ral.Property, Across: ral.Across{Class: noise.Identity}, Example: "1000",
			Doc: "Group ID, a number. Without it a new group gets the next free one, " +
				"which may differ from host to host.",
			ValidateFn: gid, MungeFn: mungeGID,
		},
		{
			Name: "members", Kind: ral.Property, Across: ral.Across{SetBy: "user"}, Example: "alice, deploy", Features: []string{"manages_members"},
			MatchAll: true, IsList: true, List: ral.List{AllowEmptyList: true, WholeList: ral.Attr{Name: "auth_membership", Value: value.Bool(true)}},
			Doc: "Users in the group. With `auth_membership` they are all there should be, and an empty list " +
				"takes everybody out; without it they are the least there should be.",
			ValidateFn: member,
			InSyncFn: func(h ral.Hook, is, should value.Value) bool {
				return ral.MembersInSync(is, should, h.R.True("auth_membership"))
			},
			Text: ral.Text{
				ShouldText: func(h ral.Hook, should value.Value) string {
					return value.Strs(ral.Members(h.R.Is("members"), should, h.R.True("auth_membership"))...).Literal()
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

// gid accepts 32-bit numbers, except the last one, which means "no ID".
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
