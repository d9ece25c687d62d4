package user_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/accountstest"
	"ralsh/ral/transaction"
)

var directory = map[string]string{
	"passwd ldapuser": "ldapuser:*:70000:70000:L. D. Ap:/net/ldapuser:/bin/sh",
	"passwd 1000":     "deploy:x:1000:1000::/home/deploy:/bin/sh",
	"group staff":     "staff:*:1000:",
}

func retrieve(t *testing.T, f *fakehost.Host, name string) *ral.Instance {
	t.Helper()
	env := newEnv(t, f)
	r, diags := env.Build(t.Context(), ral.Decl{Type: "user", Title: name})
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	found, err := onhost.NewRun(env, f.Reader()).Retrieve(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// texts returns the properties with the source of each.
func texts(inst *ral.Instance) map[string]string {
	all := make(map[string]string)
	for _, a := range inst.Type.Properties() {
		if v := inst.Get(a.Name); !v.IsAbsent() {
			all[a.Name] = v.Reveal().Inspect() + " " + inst.Source(a.Name)
		}
	}
	return all
}

func TestRetrieve(t *testing.T) {
	files := accountstest.Files()
	files["/etc/group"] += "web:x:33:deploy,alice,deploy\nweb:x:33:deploy\n"
	f := accountstest.New(files)
	if d := cmp.Diff(map[string]string{
		"ensure": ":present /etc/passwd:4", "uid": "1001 /etc/passwd:4", "gid": "1001 /etc/passwd:4",
		"comment": `"Alice,,," /etc/passwd:4`, "home": `"/home/alice" /etc/passwd:4`, "shell": `"/bin/bash" /etc/passwd:4`,
		"groups": `["sudo", "web"] /etc/group`, "password": `"!" /etc/shadow:4`, "password_min_age": "1 /etc/shadow:4",
		"password_max_age": "90 /etc/shadow:4", "password_warn_days": "14 /etc/shadow:4", "expiry": `"2027-01-31" /etc/shadow:4`,
	}, texts(retrieve(t, f, "alice"))); d != "" {
		t.Error(d)
	}
	deploy := retrieve(t, f, "deploy")
	if got := deploy.Get("comment"); got.Inspect() != `""` {
		t.Errorf("an empty comment is %s", got.Inspect())
	}
	if !deploy.Get("password").IsSecret() || !deploy.Get("expiry").IsAbsent() {
		t.Errorf("password %v, expiry %v", deploy.Get("password"), deploy.Get("expiry"))
	}
	if len(f.Ran()) != 0 {
		t.Errorf("ran %v", f.Ran())
	}
}

func TestDirectory(t *testing.T) {
	f := accountstest.New(accountstest.Files())
	accountstest.LDAP(f, directory)
	env := newEnv(t, f)
	run := onhost.NewRun(env, f.Reader())
	for range 3 {
		r, _ := env.Build(t.Context(), ral.Decl{Type: "user", Title: "ldapuser"})
		found, err := run.Retrieve(t.Context(), r)
		if err != nil || found.Local || !found.Present() || found.From != "getent passwd ldapuser" {
			t.Fatalf("%+v, %v", found, err)
		}
		if found.Get("uid").Inspect() != "70000" || !found.Get("password").IsUnknown() {
			t.Errorf("uid %v, password %v", found.Get("uid"), found.Get("password"))
		}
	}
	if n := len(f.Ran()); n != 1 {
		t.Errorf("asked %d times: %v", n, f.Ran())
	}
	if found := retrieve(t, f, "1000"); found.Present() {
		t.Errorf("a number was taken for the name of %v", found.Get("comment"))
	}
	list, _ := apply(t, f, "deploy", raltest.A("gid", "staff"))
	if len(list) != 0 {
		t.Errorf("a group of the directory has gid 1000, and yet: %v", list)
	}
}

func TestDirectoryFails(t *testing.T) {
	f := accountstest.New(accountstest.Files())
	accountstest.LDAP(f, nil)
	f.Handle("getent", func(context.Context, *fakehost.Host, host.Command) host.Result {
		return host.Result{Exit: 3, Stderr: []byte("enumeration not supported\n")}
	})
	env := newEnv(t, f)
	r, _ := env.Build(t.Context(), ral.Decl{Type: "user", Title: "bob"})
	_, err := onhost.NewRun(env, f.Reader()).Retrieve(t.Context(), r)
	if err == nil || !strings.Contains(err.Error(), "cannot look up bob") {
		t.Errorf("%v", err)
	}
}

func TestUnreadable(t *testing.T) {
	f := accountstest.New(accountstest.Files(), fakehost.WithUID(1000))
	f.Deny("/etc/shadow")
	found := retrieve(t, f, "deploy")
	for _, attr := range []string{"password", "password_min_age", "password_max_age", "password_warn_days", "expiry"} {
		v := found.Get(attr)
		if !v.IsUnknown() || v.Reason() != "cannot read /etc/shadow: permission denied" || found.Source(attr) != "/etc/shadow" {
			t.Errorf("%s is %v (%s) from %s", attr, v, v.Reason(), found.Source(attr))
		}
	}
	if found.Get("shell").Inspect() != `"/bin/sh"` {
		t.Errorf("shell is %v", found.Get("shell"))
	}
	f.Deny("/etc/group")
	if v := retrieve(t, f, "deploy").Get("groups"); !v.IsUnknown() {
		t.Errorf("groups are %v", v)
	}
}

func TestList(t *testing.T) {
	f := accountstest.New(map[string]string{
		"/etc/passwd": "# comment\n\nroot:x:0:0:root:/root:/bin/sh\nbroken\nshort:x:1:1:::\nnouid:x::1:::\n+::::::\n" +
			"-bad:x:7:7:::/bin/sh\ntoor:x:0:9::/root:/bin/tcsh\nroot:x:5:5:again:/:/bin/sh\nopen::6:0::/:\nlast:x:4294967295:0::/:",
		"/etc/shadow": "root:*:1:0:99999:7:::\nopen:::::::\ntoor:x:bad:bad:0::::\n",
		"/etc/group":  "root:x:0:\n",
	})
	env := newEnv(t, f)
	got, failure := map[string][]string{}, ""
	env.List(t.Context(), env.Registry.Type("user"), func(ev onhost.ListEvent) {
		for _, found := range ev.Found {
			got[found.Name+" "+found.From] = found.ProviderFindings
		}
		if ev.Err != nil {
			failure = ev.Err.Error()
		}
	})
	if d := cmp.Diff(map[string][]string{
		"root /etc/passwd:3": nil,
		"short /etc/passwd:5": {
			"no group in /etc/group has the gid 1", "the account has no line in /etc/shadow",
		},
		"toor /etc/passwd:9": {
			"the shell /bin/tcsh does not exist", "the uid 0 also belongs to root (/etc/passwd:3)",
			"no group in /etc/group has the gid 9",
			"/etc/shadow:3: a field with days is not a number",
		},
		"open /etc/passwd:11": {"the password is empty: a login needs no password"},
		"last /etc/passwd:12": {"the account has no line in /etc/shadow"},
	}, got); d != "" {
		t.Error(d)
	}
	if want := "/etc/passwd:4: the line has 1 fields, expected 7; /etc/passwd:6: the UID is empty; " +
		"/etc/passwd:10: duplicate name root (line 3 takes precedence)"; failure != want {
		t.Errorf("%q, want %q", failure, want)
	}
	if len(f.Ran()) != 0 {
		t.Errorf("ran %v", f.Ran())
	}
}

func TestPredict(t *testing.T) {
	a := raltest.A
	for _, test := range []struct {
		name, title string
		attrs       []ral.Attr
		note        string
		also        []string
		certainty   ral.Certainty
	}{
		{"create", "bob", []ral.Attr{a("ensure", "present")}, "", []string{"takes the next free UID, 1002", "creates the group bob"}, ral.Exact},
		{
			"create with a home", "bob",
			[]ral.Attr{a("uid", "7"), a("gid", "users"), a("managehome", "true")},
			"",
			[]string{"creates the home directory with the files of /etc/skel"},
			ral.Exact,
		},
		{
			"remove", "deploy",
			[]ral.Attr{a("ensure", "absent"), a("managehome", "true")},
			"",
			[]string{"removes /home/deploy with its contents, and the mail spool", "removes the group deploy"},
			ral.Exact,
		},
		{
			"create by a name that not all take", "Bob.Smith",
			[]ral.Attr{a("uid", "7"), a("gid", "users")},
			"useradd rejects this name on some systems (allowed everywhere: a letter or _ first, then lower-case letters, digits, - and _, at most 32 characters)", nil, ral.Computed,
		},
		{
			"remove, the home stays", "deploy",
			[]ral.Attr{a("ensure", "absent")},
			"",
			[]string{"leaves /home/deploy with its contents (managehome => true removes it)", "removes the group deploy"},
			ral.Exact,
		},
		{"remove, group stays", "nobody", []ral.Attr{a("ensure", "absent")}, "", nil, ral.Exact},
		{"home", "deploy", []ral.Attr{a("home", "/srv"), a("managehome", "true")}, "", []string{"moves the contents of /home/deploy to /srv"}, ral.Exact},
		{"uid", "deploy", []ral.Attr{a("uid", "5")}, "", []string{"changes the owner of files in /home/deploy; other files keep UID 1000"}, ral.Exact},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := accountstest.New(accountstest.Files())
			f.Put("/home/deploy/.profile", "", 0o644)
			plan, err := transaction.NewPlan(t.Context(), newEnv(t, f), []ral.Decl{{Type: "user", Title: test.title, Attrs: test.attrs}})
			if err != nil {
				t.Fatal(err)
			}
			c := plan.Steps[0].Changes[0]
			if c.Note != test.note || c.Certainty != test.certainty || cmp.Diff(test.also, c.Also) != "" {
				t.Errorf("note %q, also %q, %s", c.Note, c.Also, c.Certainty)
			}
			took := slices.ContainsFunc(c.Also, func(also string) bool { return strings.HasPrefix(also, "removes the group") })
			if took != (len(c.AlsoRemoves) == 1 && c.AlsoRemoves[0].Ref() == "Group[deploy]") {
				t.Errorf("it takes %v along", c.AlsoRemoves)
			}
		})
	}
}

// The plan reports what an undo of an account's change does not restore.
func TestLasting(t *testing.T) {
	a := raltest.A
	for name, c := range map[string]struct {
		title string
		attrs []ral.Attr
		want  []string
	}{
		"made with a home":    {"bob", []ral.Attr{a("uid", "7"), a("gid", "users"), a("managehome", "true")}, nil},
		"made without one":    {"bob", []ral.Attr{a("uid", "7"), a("gid", "users")}, nil},
		"removed with a home": {"deploy", []ral.Attr{a("ensure", "absent"), a("managehome", "true")}, nil},
		"removed without it":  {"deploy", []ral.Attr{a("ensure", "absent")}, nil},
	} {
		f := accountstest.New(accountstest.Files())
		plan, err := transaction.NewPlan(t.Context(), newEnv(t, f), []ral.Decl{{Type: "user", Title: c.title, Attrs: c.attrs}})
		if err != nil {
			t.Fatal(err)
		}
		if got := plan.Steps[0].Changes[0].Lasting; !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}
