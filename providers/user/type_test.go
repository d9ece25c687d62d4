package user_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/accountstest"
	"ralsh/ral/value"
)

func build(t *testing.T, title string, attrs ...ral.Attr) (*ral.Resource, diagnostic.Diags) {
	t.Helper()
	return newEnv(t, accountstest.New(accountstest.Files())).Build(t.Context(), ral.Decl{Type: "user", Title: title, Attrs: attrs})
}

func TestInvalid(t *testing.T) {
	a, l := raltest.A, raltest.L
	for _, test := range []struct {
		attr ral.Attr
		want string
	}{
		{a("ensure", "role"), "Provider useradd must have features 'manages_solaris_rbac' to set 'ensure' to 'role'"},
		{a("ensure", "there"), `Invalid value "there". Valid values are present, absent.`},
		{a("uid", "many"), "Invalid UID many: expected a number"},
		{a("uid", "-1"), "Invalid UID -1: expected a number from 0 to 4294967294"},
		{a("uid", "4294967295"), "Invalid UID 4294967295: expected a number from 0 to 4294967294"},
		{a("gid", "99999999999"), "Invalid GID 99999999999: expected a number from 0 to 4294967294"},
		{a("gid", "-g"), `Group names cannot begin with "-"`},
		{a("comment", "a:b"), "comment cannot include ':' or a line break"},
		{a("comment", "a\nroot::0:0::/:"), "comment cannot include ':' or a line break"},
		{a("home", "home/x"), "home must be a fully qualified path"},
		{a("home", "/a:b"), "home cannot include ':' or a line break"},
		{a("shell", "bash"), "shell must be a fully qualified path"},
		{a("password", "a:b"), "Passwords cannot include ':'"},
		{a("password", "x\nroot"), "Passwords cannot include a line break"},
		{a("password_min_age", "soon"), "Password minimum age must be provided as a number."},
		{a("password_max_age", "99999999999999999999"), "Password maximum age is too large (at most 999999999 days)"},
		{a("password_max_age", "9.5"), "Password maximum age must be provided as a number."},
		{a("password_warn_days", ""), "Password warning days must be provided as a number."},
		{l("groups", "adm", "27"), "Group names must be provided, not GID numbers."},
		{l("groups", "adm,sudo"), "Group names must be provided as an array, not a comma-separated list."},
		{l("groups", ""), `Group names must not be empty. If you want to specify "no groups" pass an empty array`},
		{l("groups", "[adm", "sudo]"), `Group names cannot include "[": "[adm" is not the name of a group`},
		{l("groups", "adm sudo"), `Group names cannot include " ": "adm sudo" is not the name of a group`},
		{l("groups", "a:b"), "Group names cannot include ':', ',' or '/'"},
		{l("groups", "-g"), `Group names cannot begin with "-"`},
		{a("expiry", "tomorrow"), `Expiry dates must be YYYY-MM-DD or the string "absent"`},
		{a("expiry", "2027-1-31"), `Expiry dates must be YYYY-MM-DD or the string "absent"`},
		{a("expiry", "2027-01-31\n"), `Expiry dates must be YYYY-MM-DD or the string "absent"`},
		{a("expiry", ""), `Expiry dates must be YYYY-MM-DD or the string "absent"`},
		{a("expiry", "2027-02-30"), "2027-02-30 is not a day of the calendar"},
		{a("expiry", "1969-12-31"), "1969-12-31 is before 1970-01-01, the earliest expiry date"},
		{a("managehome", "1"), `Invalid value "1". Valid values are true, false, yes, no.`},
		{a("membership", "some"), `Invalid value "some". Valid values are inclusive, minimum.`},
	} {
		t.Run(test.attr.Name+" "+test.attr.Value.Inspect(), func(t *testing.T) {
			_, diags := build(t, "deploy", test.attr)
			d := diags.Of(test.attr.Name)
			if d == nil || d.Message != test.want {
				t.Fatalf("%v, want %q", diags, test.want)
			}
			if test.attr.Name == "password" && strings.Contains(d.Value.Text(), test.attr.Value.Text()) {
				t.Error("the finding shows the password")
			}
		})
	}
}

func TestNames(t *testing.T) {
	for name, ok := range map[string]bool{
		"deploy": true, "_apt": true, "machine$": true, "first.last": true, `CORP\bob`: true, "bob smith": true, "Grüße": true,
		"-r": false, "--root": false, "+nis": false, "a:b": false, "a,b": false, "a/b": false, "a\nb": false, "a\x00": false,
	} {
		if _, diags := build(t, name, raltest.A("shell", "/bin/sh")); (diags.Of("name") == nil) != ok {
			t.Errorf("%q: %v, want ok %v", name, diags, ok)
		}
		if _, diags := build(t, name); diags.Err() != nil {
			t.Errorf("%q cannot be looked at: %v", name, diags)
		}
		_, diags := build(t, name, raltest.A("ensure", "absent"))
		if option := strings.HasPrefix(name, "-"); (diags.Err() != nil) != option {
			t.Errorf("%q to be removed: %v", name, diags)
		}
	}
}

func TestMunged(t *testing.T) {
	r, diags := build(
		t, "deploy", raltest.A("uid", "007"), raltest.A("gid", "users"), raltest.A("password_max_age", "90"),
		raltest.A("password_min_age", "-1"), raltest.A("expiry", "absent"), raltest.A("managehome", "yes"),
		raltest.L("groups", "sudo", "adm"), ral.Attr{Name: "password_warn_days", Value: value.Int(3)},
	)
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, a := range r.Type.Order() {
		if r.Has(a.Name) && a.Kind == ral.Property {
			got[a.Name] = r.Get(a.Name).Inspect()
		}
	}
	if d := cmp.Diff(map[string]string{
		"ensure": ":present", "uid": "7", "gid": `"users"`, "groups": `["sudo", "adm"]`, "password_max_age": "90",
		"password_min_age": "-1", "password_warn_days": "3", "expiry": ":absent",
	}, got); d != "" {
		t.Error(d)
	}
	if !r.True("managehome") || r.True("system") {
		t.Error("managehome should be true and system false")
	}
	var needs []string
	for _, rel := range r.Type.Relations {
		for _, title := range rel.Titles(r) {
			needs = append(needs, rel.Kind.String()+" "+rel.Type+" "+title)
		}
	}
	if d := cmp.Diff([]string{"require group users", "require group sudo", "require group adm"}, needs); d != "" {
		t.Error(d)
	}
}

func TestLacks(t *testing.T) {
	for _, attr := range []string{
		"roles", "auths", "profiles", "keys", "project", "attributes", "salt", "iterations", "loginclass", "ia_load_module",
	} {
		_, diags := build(t, "deploy", raltest.A(attr, "a=b"))
		if d := diags.Of(attr); d == nil || d.Kind != diagnostic.Dropped {
			t.Errorf("%s: %v, want it dropped", attr, diags)
		}
	}
}

func TestNoEffect(t *testing.T) {
	a := raltest.A
	f := accountstest.New(accountstest.Files())
	for _, test := range []struct {
		title, param string
		attrs        []ral.Attr
		want         string
	}{
		{"deploy", "managehome", nil, "It has an effect only when ralsh creates or removes the user."},
		{"deploy", "managehome", []ral.Attr{a("home", "/srv")}, ""},
		{"deploy", "managehome", []ral.Attr{a("ensure", "absent")}, ""},
		{"bob", "managehome", nil, ""},
		{"deploy", "system", nil, "It has an effect only when ralsh creates the user."},
		{"bob", "system", nil, ""},
		{"deploy", "allowdupe", nil, "It has an effect only together with uid."},
		{"deploy", "allowdupe", []ral.Attr{a("uid", "0")}, ""},
		{"deploy", "membership", nil, "It has an effect only together with groups."},
		{"deploy", "membership", []ral.Attr{raltest.L("groups", "adm")}, ""},
	} {
		r, _ := build(t, test.title, test.attrs...)
		r.Found = retrieve(t, f, test.title)
		if got := r.Type.Attr(test.param).NoEffect(r); got != test.want {
			t.Errorf("%s of %s with %v: %q, want %q", test.param, test.title, test.attrs, got, test.want)
		}
	}
}

func TestUnsuitable(t *testing.T) {
	f := fakehost.New(accountstest.Files())
	f.Command("/usr/sbin/useradd", "/usr/sbin/userdel", "/usr/sbin/usermod", "/usr/bin/chage")
	env := newEnv(t, f)
	s := env.Explain(t.Context(), env.Registry.Type("user").Provider("useradd"))
	if s.Suitable() || s.Failures() != 1 || !strings.Contains(s.Reason(), "chpasswd") {
		t.Errorf("%d failures: %s", s.Failures(), s.Reason())
	}
}

func TestDocs(t *testing.T) {
	typ := newEnv(t, fakehost.New(nil)).Registry.Type("user")
	for _, a := range typ.Order() {
		if a.Kind != ral.Meta && (a.Doc == "" || a.Example == "") {
			t.Errorf("%s has no documentation or no example", a.Name)
		}
	}
}
