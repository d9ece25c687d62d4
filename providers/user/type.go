package user

import (
	"ralsh/ral"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// Register adds the type user and its providers.
func Register(reg *ral.Registry) {
	reg.Add(typeDef(), useraddDef())
}

func typeDef() ral.Type {
	return ral.Type{
		Name:        "user",
		Summary:     "Accounts in /etc/passwd",
		Unsupported: []string{"ldap"},
		Doc: "An account of this host: its ID, groups, home directory and shell, and the expiry of password and account.\n\n" +
			"ralsh changes only the properties that you set; a new account gets the defaults of `useradd`. " +
			"ralsh reads the account files directly and changes them with the shadow tools." +
			"\n\n```puppet\nuser { 'deploy':\n" +
			"  ensure  => present,\n  comment => 'Deploy account',\n" +
			"  gid     => 'users',\n  home    => '/srv/deploy',\n" +
			"  shell   => '/bin/bash',\n}\n```\n",
		Columns:    [2]string{"uid", "shell"},
		Attributes: append(append(identity(), append(access(), foreign()...)...), params()...),
		Features:   features(),
		Generate:   undeclaredKeys,
		Relations: []ral.Relation{
			{Kind: ral.Require, Type: "group", Titles: requiredGroups, Match: primaryGroup, Via: []string{"gid", "groups"}},
			{Kind: ral.Require, Type: "user", Titles: requiredRoles, Via: []string{"roles"}},
			standard.Mentions("file", standard.IsPath, "home", "shell"),
		},
	}
}

func features() []ral.Feature {
	return []ral.Feature{
		{Name: "allows_duplicates", Doc: "The provider can assign the same UID to several users."},
		{Name: "manages_homedir", Doc: "The provider can create, move and remove home directories."},
		{Name: "manages_passwords", Doc: "The provider can set a password by its hash."},
		{Name: "manages_password_age", Doc: "The provider can set the minimum and maximum age of passwords."},
		{Name: "manages_password_salt", Doc: "The provider can set the salt and the iterations of a password hash."},
		{Name: "manages_solaris_rbac", Doc: "The provider can manage the roles and rights of Solaris."},
		{Name: "manages_roles", Doc: "The provider can manage the roles of a user."},
		{Name: "manages_expiry", Doc: "The provider can set the expiry date of an account."},
		{Name: "system_users", Doc: "The provider can create system users, which have low UIDs."},
		{Name: "manages_aix_lam", Doc: "The provider can manage the authentication modules of AIX."},
		{Name: "manages_local_users_and_groups", Doc: "The provider can manage local users whose names exist in a directory service."},
		{Name: "manages_shell", Doc: "The provider can set the login shell."},
		{Name: "manages_loginclass", Doc: "The provider can set the login class."},
	}
}

// requiredGroups returns the groups that the user requires: the primary group
// if it is given by name, and all supplementary groups.
func requiredGroups(r *ral.Resource) []string {
	var names []string
	for _, gid := range r.Munged("gid") {
		if _, number := gid.Int(); !number {
			names = append(names, gid.Text())
		}
	}
	for _, group := range r.Munged("groups") {
		names = append(names, group.Text())
	}
	return names
}

// primaryGroup returns a function that matches the group with the number in
// gid, or nil if gid is not a number.
func primaryGroup(r *ral.Resource) func(*ral.Resource) bool {
	gid := r.Get("gid")
	if gid.Kind() != value.Integer {
		return nil
	}
	return func(group *ral.Resource) bool { return group.Get("gid").Equal(gid) }
}

func requiredRoles(r *ral.Resource) []string {
	var names []string
	for _, role := range r.Munged("roles") {
		names = append(names, role.Text())
	}
	return names
}
