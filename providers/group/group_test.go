package group_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/providers/group"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/accountstest"
	"ralsh/ral/transaction"
)

func suite(newHost func(t *testing.T) host.Host, watch ...string) raltest.Suite {
	a, l := raltest.A, raltest.L
	return raltest.Suite{
		Register: group.Register, Type: "group", Provider: "groupadd", Host: newHost, Watch: watch,
		Many: func(_ *testing.T, n int) host.Host {
			files := accountstest.Files()
			for i := range n {
				files["/etc/group"] += fmt.Sprintf("g%d:x:%d:alice\n", i, 3000+i)
			}
			return accountstest.New(files).Host
		},
		Crowds: []raltest.Crowd{
			{Name: "groups that are there", Title: numbered("g"), Attrs: []ral.Attr{l("members", "alice")}, InSync: true},
			{Name: "new groups", Title: numbered("new"), Attrs: []ral.Attr{a("ensure", "present")}},
		},
		Cases: []raltest.Case{
			{Title: "bare", Create: []ral.Attr{}, Remove: "absent"},
			{
				Title: "web", Create: []ral.Attr{a("gid", "2001"), l("members", "alice", "deploy")},
				Changes: []ral.Attr{a("gid", "2002"), l("members", "root"), l("members", "root", "nobody")}, Remove: "absent",
			},
			{
				Name: "all members", Title: "sudo", With: []ral.Attr{a("auth_membership", "true")},
				Changes: []ral.Attr{l("members", "deploy", "root"), l("members", "deploy"), l("members")}, Remove: "absent",
			},
			{
				Name: "same gid", Title: "staff", With: []ral.Attr{a("allowdupe", "true")},
				Create: []ral.Attr{a("gid", "100")}, Changes: []ral.Attr{a("gid", "4")}, Remove: "absent",
			},
		},
	}
}

func numbered(prefix string) func(int) string {
	return func(i int) string { return fmt.Sprint(prefix, i) }
}

func TestLife(t *testing.T) {
	suite(func(*testing.T) host.Host { return accountstest.New(accountstest.Files()).Host }).Run(t)
}

// TestReal runs the same cases with the machine's own shadow tools on a
// directory used as a root.
func TestReal(t *testing.T) { suite(accountstest.Below, "/etc").Run(t) }

func newEnv(t *testing.T, f *fakehost.Host) *onhost.Env {
	t.Helper()
	return raltest.Env(t, group.Register, f.Reader(), nil)
}

func TestCommands(t *testing.T) {
	a, l := raltest.A, raltest.L
	all, local := a("auth_membership", "yes"), a("forcelocal", "true")
	for _, test := range []struct {
		name, title string
		attrs       []ral.Attr
		want        []string
		err         string
	}{
		{name: "create", title: "web", attrs: []ral.Attr{a("ensure", "present")}, want: []string{"groupadd web"}},
		{
			name: "create with everything", title: "web",
			attrs: []ral.Attr{a("gid", "0"), a("allowdupe", "true"), a("system", "true"), l("members", "root", "alice")},
			want:  []string{"groupadd -g 0 -o -r web", "gpasswd -M alice,root web"},
		},
		{name: "gid", title: "users", attrs: []ral.Attr{a("gid", "7")}, want: []string{"groupmod -g 7 users"}},
		{
			name: "gid of another", title: "users", attrs: []ral.Attr{a("gid", "4")},
			err: "GID 4 already exists, use allowdupe to force it: it belongs to adm (/etc/group:2)",
		},
		{name: "gid it has", title: "users", attrs: []ral.Attr{a("gid", "100")}},
		{
			name: "more members", title: "sudo", attrs: []ral.Attr{l("members", "deploy", "alice", "root")},
			want: []string{"gpasswd -a deploy sudo", "gpasswd -a root sudo"},
		},
		{name: "members it has", title: "sudo", attrs: []ral.Attr{l("members", "alice")}},
		{
			name: "all members", title: "sudo", attrs: []ral.Attr{l("members", "root", "deploy"), all},
			want: []string{"gpasswd -M deploy,root sudo"},
		},
		{name: "no members", title: "sudo", attrs: []ral.Attr{l("members"), all}, want: []string{"gpasswd -M '' sudo"}},
		{
			name: "member who is not there", title: "sudo", attrs: []ral.Attr{l("members", "bob")},
			err: "Could not find user bob",
		},
		{name: "remove", title: "users", attrs: []ral.Attr{a("ensure", "absent")}, want: []string{"groupdel users"}},
		{
			name: "remove a primary group", title: "deploy", attrs: []ral.Attr{a("ensure", "absent")},
			err: "groupdel cannot remove the group: it is the primary group of deploy (/etc/passwd:3)",
		},
		{name: "group of a directory", title: "staff", attrs: []ral.Attr{a("gid", "1")}, err: "cannot change staff: it is not in /etc/group"},
		{name: "a local one of that name", title: "staff", attrs: []ral.Attr{local, a("ensure", "present"), a("system", "true")}, want: []string{"lgroupadd -r staff"}},
		{
			name: "with a number that is taken", title: "staff", attrs: []ral.Attr{local, a("gid", "4")},
			err: "GID 4 already exists, use allowdupe to force group creation: it belongs to adm",
		},
		{
			name: "with one that may be taken", title: "staff", attrs: []ral.Attr{local, a("gid", "4"), a("allowdupe", "true"), l("members", "root")},
			want: []string{"lgroupadd -g 4 staff", "gpasswd -M root staff"},
		},
		{name: "a local one of a new name", title: "web", attrs: []ral.Attr{local, a("ensure", "present")}, want: []string{"groupadd web"}},
		{name: "no local one to remove", title: "staff", attrs: []ral.Attr{local, a("ensure", "absent")}},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := accountstest.New(accountstest.Files())
			accountstest.LDAP(f, map[string]string{"group staff": "staff:*:70000:ldapuser"})
			plan, err := transaction.NewPlan(t.Context(), newEnv(t, f), []ral.Decl{{Type: "group", Title: test.title, Attrs: test.attrs}})
			if err != nil {
				t.Fatal(err)
			}
			rep, err := plan.Apply(t.Context(), f.Writer(), transaction.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, c := range f.Ran() {
				if c.Name != "getent" {
					got = append(got, c.String())
				}
			}
			if d := cmp.Diff(test.want, got); d != "" {
				t.Errorf("commands (-want +got):\n%s", d)
			}
			step := append(rep.Steps, plan.Steps...)[0]
			if step.Status.OK() != (test.err == "") || test.err != "" && !strings.Contains(step.Changes[0].Err.Error(), test.err) {
				t.Errorf("%s: %+v", step.Status, step.Changes)
			}
		})
	}
}

func TestRead(t *testing.T) {
	f := accountstest.New(map[string]string{
		"/etc/group": "# comment\nroot:x:0:\nbroken\nnogid:x::\n+\nweb:x:33:alice,,deploy\nwww:x:33:\nweb:x:34:\nlast:x:5:root",
	})
	env := newEnv(t, f)
	got := map[string]string{}
	env.List(t.Context(), env.Registry.Type("group"), func(ev onhost.ListEvent) {
		for _, g := range ev.Found {
			got[g.Name+" "+g.From] = g.Get("gid").Inspect() + " " + g.Get("members").Inspect() + strings.Join(g.ProviderFindings, "; ")
		}
	})
	if d := cmp.Diff(map[string]string{
		"root /etc/group:2": "0 []", "web /etc/group:6": `33 ["alice", "deploy"]`,
		"www /etc/group:7": "33 []the gid 33 also belongs to web (/etc/group:6)", "last /etc/group:9": `5 ["root"]`,
	}, got); d != "" {
		t.Error(d)
	}
	if len(f.Ran()) != 0 {
		t.Errorf("ran %v", f.Ran())
	}
}

func TestDirectory(t *testing.T) {
	f := accountstest.New(accountstest.Files())
	accountstest.LDAP(f, map[string]string{"group staff": "staff:*:70000:ldapuser"})
	env := newEnv(t, f)
	r, _ := env.Build(t.Context(), ral.Decl{Type: "group", Title: "staff"})
	g, err := onhost.NewRun(env, f.Reader()).Retrieve(t.Context(), r)
	if err != nil || g.Local || g.From != "getent group staff" || g.Get("gid").Inspect() != "70000" {
		t.Errorf("%+v, %v", g, err)
	}
}

func TestInvalid(t *testing.T) {
	a := raltest.A
	env := newEnv(t, accountstest.New(accountstest.Files()))
	for _, test := range []struct {
		attr ral.Attr
		want string
	}{
		{a("gid", "many"), "Invalid GID many: expected a number"},
		{a("gid", "-5"), "Invalid GID -5: expected a number from 0 to 4294967294"},
		{a("gid", "absent"), "Invalid GID absent: expected a number"},
		{a("name", "a:b"), "Group names cannot include ':', ',' or '/'"},
		{a("name", "-g"), `Group names cannot begin with "-"`},
		{raltest.L("members", "a,b"), "User names cannot include ':', ',' or '/'"},
		{raltest.L("members", ""), "User names must not be empty"},
		{a("attributes", "x"), "attributes needs the feature manages_aix_lam; provider groupadd lacks it"},
	} {
		_, diags := env.Build(t.Context(), ral.Decl{Type: "group", Title: "web", Attrs: []ral.Attr{test.attr, a("ensure", "present")}})
		if d := diags.Of(test.attr.Name); d == nil || d.Message != test.want {
			t.Errorf("%s %s: %v, want %q", test.attr.Name, test.attr.Value.Inspect(), diags, test.want)
		}
	}
	for _, attr := range env.Registry.Type("group").Order() {
		if attr.Kind != ral.Meta && (attr.Doc == "" || attr.Example == "") {
			t.Errorf("%s has no documentation or no example", attr.Name)
		}
	}
}

func TestPredict(t *testing.T) {
	f := accountstest.New(accountstest.Files())
	plan, err := transaction.NewPlan(t.Context(), newEnv(t, f), []ral.Decl{
		{Type: "group", Title: "Web", Attrs: []ral.Attr{raltest.L("members", "alice")}},
		{Type: "group", Title: "users", Attrs: []ral.Attr{raltest.A("gid", "7")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	web, users := plan.Steps[0].Changes[0], plan.Steps[1].Changes[0]
	if web.Certainty != ral.Computed || !strings.HasPrefix(web.Note, "groupadd rejects this name on some systems") || cmp.Diff([]string{"takes the next free GID, 1002"}, web.Also) != "" {
		t.Errorf("%q, %q", web.Note, web.Also)
	}
	if cmp.Diff([]string{"changes the primary group of its users; files keep GID 100"}, users.Also) != "" {
		t.Errorf("%q", users.Also)
	}
}

// A plan refuses a new account if all numbers are in use.
func TestFullRange(t *testing.T) {
	files := accountstest.Files()
	files["/etc/login.defs"] = "GID_MAX 1001\n"
	plan, err := transaction.NewPlan(t.Context(), newEnv(t, accountstest.New(files)), []ral.Decl{{Type: "group", Title: "bob", Attrs: []ral.Attr{raltest.A("ensure", "present")}}})
	if err != nil {
		t.Fatal(err)
	}
	if got := plan.Steps[0].LeftOut(); !strings.HasSuffix(got, "no GID from 1000 to 1001 is free (/etc/login.defs)") {
		t.Error(got)
	}
}
