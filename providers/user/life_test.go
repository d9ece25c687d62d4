package user_test

import (
	"fmt"
	"testing"

	"ralsh/providers/user"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/accountstest"
)

func suite(newHost func(t *testing.T) host.Host, watch ...string) raltest.Suite {
	a, l := raltest.A, raltest.L
	return raltest.Suite{
		Register: user.Register, Type: "user", Provider: "useradd", Host: newHost, Watch: watch,
		Many: func(_ *testing.T, n int) host.Host {
			files := accountstest.Files()
			for i := range n {
				files["/etc/passwd"] += fmt.Sprintf("u%d:x:%d:100::/home/u%d:/bin/sh\n", i, 3000+i, i)
				files["/etc/shadow"] += fmt.Sprintf("u%d:*:20100:0:99999:7:::\n", i)
			}
			return accountstest.New(files).Host
		},
		Crowds: []raltest.Crowd{
			{Name: "accounts that are there", Title: numbered("u"), Attrs: []ral.Attr{a("shell", "/bin/sh")}, InSync: true},
			{Name: "changes", Title: numbered("u"), Attrs: []ral.Attr{a("shell", "/bin/bash"), l("groups", "adm")}},
			{Name: "new accounts", Title: numbered("new"), Attrs: []ral.Attr{a("ensure", "present"), a("gid", "users")}},
		},
		Cases: []raltest.Case{
			{Title: "bare", Create: []ral.Attr{}, Remove: "absent"},
			{
				Title: "build",
				Create: []ral.Attr{
					a("uid", "2001"), a("gid", "users"), a("comment", "Builds, by night"), a("home", "/home/build"),
					a("shell", "/bin/bash"), a("password", "$y$j9T$abc$def"), a("password_min_age", "1"),
					a("password_max_age", "90"), a("password_warn_days", "14"), l("groups", "adm", "sudo"),
					a("expiry", "2027-01-31"),
				},
				Changes: []ral.Attr{
					a("uid", "2002"), a("gid", "sudo"), a("gid", "100"), a("comment", ""), a("comment", "Grüße 'x' $y"),
					a("home", "/home/other"), a("shell", "/bin/sh"), a("password", "*"), a("password", "!"),
					a("password_min_age", "0"), a("password_max_age", "-1"), a("password_warn_days", "7"),
					l("groups", "users"), a("expiry", "absent"), a("expiry", "2030-12-01"),
				},
				Remove: "absent",
			},
			{
				Name: "all groups", Title: "deploy", With: []ral.Attr{a("membership", "inclusive")},
				Changes: []ral.Attr{l("groups", "sudo", "adm"), l("groups", "users"), l("groups")},
			},
			{
				Name: "home managed", Title: "carol", With: []ral.Attr{a("managehome", "true")},
				Create: []ral.Attr{a("home", "/home/carol")}, Changes: []ral.Attr{a("home", "/home/dave")}, Remove: "absent",
			},
			{
				Name: "same uid", Title: "toor", With: []ral.Attr{a("allowdupe", "true")},
				Create: []ral.Attr{a("uid", "0"), a("gid", "0")}, Changes: []ral.Attr{a("uid", "1000")}, Remove: "absent",
			},
			{Name: "group of its name is there", Title: "users", Create: []ral.Attr{}, Remove: "absent"},
		},
	}
}

func numbered(prefix string) func(int) string {
	return func(i int) string { return fmt.Sprint(prefix, i) }
}

func TestLife(t *testing.T) {
	suite(func(*testing.T) host.Host { return accountstest.New(accountstest.Files()).Host }).Run(t)
}
