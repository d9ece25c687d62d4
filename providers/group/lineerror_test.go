package group_test

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/accountstest"
	"ralsh/ral/transaction"
)

// A malformed line still has a name: otherwise groupadd would be run for an
// existing group.
func TestBrokenLine(t *testing.T) {
	f := accountstest.New(map[string]string{"/etc/group": "root:x:0:\nbig:x:99999999999:\n", "/etc/passwd": ""})
	env := newEnv(t, f)
	plan, err := transaction.NewPlan(t.Context(), env, []ral.Decl{{Type: "group", Title: "big", Attrs: []ral.Attr{raltest.A("ensure", "present")}}})
	if err != nil {
		t.Fatal(err)
	}
	const want = "/etc/group:2: the GID 99999999999 is out of range"
	if s := plan.Steps[0]; s.Status != transaction.Blocked || s.Err == nil || s.Err.Error() != want || len(s.Results) > 0 {
		t.Errorf("%s, %v, %v", s.Status, s.Err, s.Results)
	}
	seen, failure := 0, ""
	env.List(t.Context(), env.Registry.Type("group"), func(ev onhost.ListEvent) {
		seen += len(ev.Found)
		if ev.Err != nil {
			failure = ev.Err.Error()
		}
	})
	if seen != 1 || failure != want {
		t.Errorf("%d groups, %q", seen, failure)
	}
}

func TestLookAtAnyName(t *testing.T) {
	f := accountstest.New(map[string]string{"/etc/group": "esc\x1b[1m:x:7:\n"})
	env := newEnv(t, f)
	for name, there := range map[string]bool{"esc\x1b[1m": true, "a:b": false, "-g": false} {
		r, diags := env.Build(t.Context(), ral.Decl{Type: "group", Title: name})
		if err := diags.Err(); err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		g, err := onhost.NewRun(env, f.Reader()).Retrieve(t.Context(), r)
		if err != nil || g.Present() != there {
			t.Errorf("%q: %+v, %v", name, g, err)
		}
	}
}
