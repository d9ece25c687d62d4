package accounts_test

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest"
)

func TestShadow(t *testing.T) {
	var got []accounts.Shadow
	for _, entry := range accounts.ParseShadow(string(
		"root:*:20100:0:99999:7:::\n" + "old:x:1:2:3\n" + "none:!::::::20849:\n" + "bad:!:1:x:3::::\n" +
			"few:!:1:2\n" + "many:!:1:2:3:4:5:6:7:8\n" + "keep:$y$a:1:-1:90:14:30:0:",
	)).All() {
		got = append(got, entry)
	}
	want := []accounts.Shadow{
		{Name: "root", Password: "*", Min: 0, Max: 99999, Warn: 7, Expire: -1, Line: 1},
		{Name: "old", Password: "x", Min: 2, Max: 3, Warn: -1, Expire: -1, Line: 2},
		{Name: "none", Password: "!", Min: -1, Max: -1, Warn: -1, Expire: 20849, Line: 3},
		{Name: "keep", Password: "$y$a", Min: -1, Max: 90, Warn: 14, Expire: 0, Line: 7},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestDate(t *testing.T) {
	for days, want := range map[int64]string{
		0: "1970-01-01", 20849: "2027-01-31", 11016: "2000-02-29", 2932896: "9999-12-31",
		-1: "", 2932897: "", 1 << 62: "",
	} {
		if got, ok := accounts.Date(days); got != want || ok != (want != "") {
			t.Errorf("day %d is %q, want %q", days, got, want)
		}
	}
}

func TestLoginDefs(t *testing.T) {
	for text, want := range map[string]bool{
		"USERGROUPS_ENAB yes\n": true, " USERGROUPS_ENAB\t\"YES\"": true, "USERGROUPS_ENAB no": false, "": false,
		"#USERGROUPS_ENAB yes": false, "USERGROUPS_ENAB yes\nUSERGROUPS_ENAB no\n": false, "USERGROUPS_ENAB": false,
	} {
		if got := accounts.ParseLoginDefs(string(text)).UserGroups(); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestReader(t *testing.T) {
	f := fakehost.New(map[string]string{"/etc/passwd": "a:x:1:1:::\n"}, fakehost.WithUID(7))
	var r accounts.Reader
	names := func() string {
		t.Helper()
		table, err := r.Passwd(t.Context(), f.Reader())
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, p := range table.All() {
			list = append(list, p.Name)
		}
		return strings.Join(list, " ")
	}
	if got := names(); got != "a" {
		t.Errorf("%q", got)
	}
	f.Put("/etc/passwd", "b:x:1:1:::\n", 0o644)
	if got := names(); got != "b" {
		t.Errorf("after a change of the same size: %q", got)
	}
	if table, err := r.Shadow(t.Context(), f.Reader()); err != nil || table.Len() != 0 {
		t.Errorf("no shadow file: %v", err)
	}
	if _, err := r.Group(t.Context(), f.Reader()); !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), "cannot read /etc/group: ") {
		t.Errorf("no group file: %v", err)
	}
	f.Put("/etc/shadow", "", 0o600)
	f.Deny("/etc/shadow")
	if _, err := r.Shadow(t.Context(), f.Reader()); err == nil || err.Error() != "cannot read /etc/shadow: permission denied" {
		t.Errorf("%v", err)
	}
}

func TestNSSOnlyOnTheMachineItself(t *testing.T) {
	h := raltest.Below(t, t.TempDir())
	var nss accounts.NSS
	if _, ok, err := nss.Passwd(t.Context(), h.Reader().Allow(), "root"); ok || err != nil {
		t.Errorf("getent was asked about another root: %v, %v", ok, err)
	}
	if _, ok, err := nss.Passwd(t.Context(), fakehost.New(nil).Reader(), "root"); ok || err != nil {
		t.Errorf("without getent: %v, %v", ok, err)
	}
	f := fakehost.New(map[string]string{"/etc/nsswitch.conf": "passwd: files ldap"})
	f.Command("/usr/bin/getent")
	f.Handle("getent", func(context.Context, *fakehost.Host, host.Command) host.Result {
		t.Error("an option or an unnecessary query reached getent")
		return host.Result{}
	})
	rd := f.Reader().Allow(host.Query{Name: "getent", Args: []string{"-s", "*", "passwd", "*"}})
	if _, ok, err := nss.Passwd(t.Context(), rd, "-i"); ok || err != nil {
		t.Errorf("the name -i: %v, %v", ok, err)
	}
	f.Put("/etc/nsswitch.conf", "passwd: files\n", 0o644)
	if _, ok, err := nss.Passwd(t.Context(), rd, "bob"); ok || err != nil {
		t.Errorf("only files: %v, %v", ok, err)
	}
}

func TestBrokenLines(t *testing.T) {
	passwd := accounts.ParsePasswd(string("a:x:1:1:::\n# c\n+nis::::::\nbig:x:99999999999:1:::\nword:x:1:-2:::\nnone:x::1:::\nshort:x\na:x:x:x:::\n"))
	for name, want := range map[string]string{
		"a": "", "nosuch": "", "+nis": "",
		"big":   "/etc/passwd:4: the UID 99999999999 is out of range",
		"word":  `/etc/passwd:5: the GID "-2" is not a number`,
		"none":  "/etc/passwd:6: the UID is empty",
		"short": "/etc/passwd:7: the line has 2 fields, expected 7",
	} {
		if got := text(passwd.Check(name)); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := text(passwd.CheckAll()); got != "/etc/passwd:4: the UID 99999999999 is out of range; "+
		`/etc/passwd:5: the GID "-2" is not a number; /etc/passwd:6: the UID is empty; and 2 more lines` {
		t.Error(got)
	}
	group := accounts.ParseGroup(string("a:x:1:\nb:x:1:c:d\n"))
	if got := text(group.Check("b")); got != "/etc/group:2: the line has 5 fields, expected 4" {
		t.Error(got)
	}
	if got := text(group.CheckAll()); got != "/etc/group:2: the line has 5 fields, expected 4" {
		t.Error(got)
	}
	shadow := accounts.ParseShadow(string("a:$y$secret:bad:bad:bad::::\nb:$y$secret\n"))
	for name, want := range map[string]string{
		"a": "/etc/shadow:1: a field with days is not a number",
		"b": "/etc/shadow:2: the line has 2 fields, expected 9",
	} {
		if got := text(shadow.Check(name)); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	odd := accounts.ParsePasswd(string("a:x:1:1:::\n:x:2:2:::\na:x:3:3:::\n")).CheckAll()
	if got := text(odd); got != "/etc/passwd:2: the name is empty; /etc/passwd:3: duplicate name a (line 1 takes precedence)" || !ral.IsDamage(odd) {
		t.Error(got)
	}
	if err := accounts.ParsePasswd("").CheckAll(); err != nil {
		t.Error(err)
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
