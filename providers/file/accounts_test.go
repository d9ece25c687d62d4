package file

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/accountstest"
	"ralsh/ral/transaction"
)

// In searches by line and by table, the first line of a name or number counts,
// and a line without a number is no account.
func TestAccountsByLineAndByTable(t *testing.T) {
	var text strings.Builder
	text.WriteString("root:x:0:0\ntoor:x:0:0\nroot:x:5:5\nbroken\nempty::\n:x:7:7\nwords:x:seven:7\nlast:x:8")
	for i := range 200 {
		fmt.Fprintf(&text, "\nu%d:x:%d:1::/:/bin/sh", i, 1000+i)
	}
	f := fakehost.New(map[string]string{"/etc/passwd": text.String()}).Reader()
	ctx := t.Context()
	for _, before := range []int{0, fewAccounts, 2 * fewAccounts} {
		a := &owners{kind: "user", file: "/etc/passwd"}
		for i := range before {
			if got := a.name(ctx, f, 1000+i); got != fmt.Sprintf("u%d", i) {
				t.Fatalf("number %d is %q", 1000+i, got)
			}
		}
		table, err := a.table(ctx, f)
		if err != nil {
			t.Fatal(err)
		}
		if whole := before > fewAccounts; table.whole != whole {
			t.Errorf("after %d accounts, tables of all: %t", before, table.whole)
		}
		for name, want := range map[string]int{"root": 0, "toor": 0, "last": 8, "u199": 1199} {
			if id, err := a.id(ctx, f, name); err != nil || id != want {
				t.Errorf("%s after %d is %d, %v; want %d", name, before, id, err, want)
			}
		}
		for _, name := range []string{"broken", "empty", "words", "nobody", ""} {
			if id, err := a.id(ctx, f, name); err == nil {
				t.Errorf("%q after %d is %d", name, before, id)
			}
		}
		for id, want := range map[int]string{0: "root", 5: "root", 7: "", 8: "last", 1198: "u198", 9999: ""} {
			if got := a.name(ctx, f, id); got != want {
				t.Errorf("%d after %d is %q, want %q", id, before, got, want)
			}
		}
	}
}

// An owner in a directory service has a number and a name, and the service is asked only
// once for each.
func TestOwnersInADirectoryService(t *testing.T) {
	f := fakeHost()
	f.Command("/usr/bin/getent")
	bob, staff := "bob:*:70000:70001::/home/bob:/bin/sh", "staff:*:70001:"
	accountstest.LDAP(f, map[string]string{"passwd bob": bob, "passwd 70000": bob, "group staff": staff, "group 70001": staff})
	for _, name := range []string{"/srv/bin", "/srv/latin", "/srv/big"} {
		if err := f.Writer().Chown(t.Context(), name, 70009, 70001); err != nil {
			t.Fatal(err)
		}
	}
	env := onhost.NewEnv(raltest.Registry(t, Register), f.Reader(), nil)
	plan, err := transaction.NewPlan(t.Context(), env, []ral.Decl{
		decl("/srv/new", "content", "x", "owner", "bob", "group", "staff"), decl("/srv/old", "owner", "bob"),
		decl("/srv/bin", "owner", "bob"), decl("/srv/big", "group", "staff"), decl("/srv/link", "owner", "eve"), decl("/srv/latin", "owner", "bob"),
	})
	if err != nil {
		t.Fatal(err)
	}
	var missing *ral.DependencyError
	if eve := plan.Steps[4]; eve.Status != transaction.Blocked || !errors.As(eve.Changes[0].Err, &missing) || missing.Name != "eve" {
		t.Errorf("an unknown owner is %s: %+v", eve.Status, eve.Changes)
	}
	if big := plan.Steps[3]; big.Status != transaction.InSync {
		t.Errorf("a group by name is %s: %+v", big.Status, big.Changes)
	}
	var keys []string
	for _, cmd := range f.Ran() {
		keys = append(keys, cmd.Args[len(cmd.Args)-1])
	}
	slices.Sort(keys)
	if want := []string{"70001", "70009", "bob", "eve", "staff"}; !slices.Equal(keys, want) {
		t.Errorf("asked for %q, want %q", keys, want)
	}
	if _, err := plan.Apply(t.Context(), f.Writer(), transaction.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"/srv/new", "/srv/old"} {
		r, err := newStage(t, f.Reader(), f.Writer()).read(t.Context(), decl(name))
		if err != nil || r.Is("owner").Text() != "bob" {
			t.Errorf("the owner of %s is %v, %v", name, r.Is("owner"), err)
		}
	}
}
