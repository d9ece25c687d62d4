package basket

import (
	"testing"

	"ralsh/model/draft"
)

// Drafts can be planned depending on themselves and their dependencies.
func TestReadiness(t *testing.T) {
	for name, c := range map[string]struct {
		stage   func(t *testing.T, b *Basket)
		want    map[string]NotReady // by title; empty for the others
		planned string
	}{
		"ready": {func(t *testing.T, b *Basket) {
			stage(t, b, "host", "web", "ip", "192.0.2.1")
		}, nil, "web"},
		"one invalid value": {func(t *testing.T, b *Basket) {
			stage(t, b, "host", "web", "ip", "nowhere")
		}, map[string]NotReady{"web": {Reason: "1 invalid value", Detail: "ip is invalid"}}, ""},
		"two invalid values": {func(t *testing.T, b *Basket) {
			stage(t, b, "file", "/srv", "mode", "rwx", "replace", "maybe")
		}, map[string]NotReady{"/srv": {Reason: "2 invalid values", Detail: "mode is invalid"}}, ""},
		"names what is not staged": {func(t *testing.T, b *Basket) {
			stage(t, b, "host", "web", "ip", "192.0.2.1", "require", "Host[db]")
		}, map[string]NotReady{"web": {Reason: "Host[db] is not in the basket", Missing: "Host[db]"}}, ""},
		"names what is omitted": {func(t *testing.T, b *Basket) {
			stage(t, b, "host", "web", "ip", "192.0.2.1", "require", "Host[db]")
			b.SetOmitted(stage(t, b, "host", "db", "ip", "192.0.2.2"), true)
		}, map[string]NotReady{"web": {Reason: "Host[db] is left out", Missing: "Host[db]"}}, ""},
		"names what is not ready": {func(t *testing.T, b *Basket) {
			stage(t, b, "host", "c", "ip", "192.0.2.1", "require", "Host[b]")
			stage(t, b, "host", "b", "ip", "192.0.2.1", "before", "Host[a]")
			stage(t, b, "host", "a", "ip", "nowhere")
			stage(t, b, "host", "d", "ip", "192.0.2.1")
		}, map[string]NotReady{
			"c": {Reason: "Host[b] is not ready", Missing: "Host[b]"}, "b": {Reason: "Host[a] is not ready", Missing: "Host[a]"},
			"a": {Reason: "1 invalid value", Detail: "ip is invalid"},
		}, "d"},
		"names what was applied": {func(t *testing.T, b *Basket) {
			done := stage(t, b, "host", "db", "ip", "192.0.2.2")
			stage(t, b, "host", "web", "ip", "192.0.2.1", "require", "Host[db]")
			b.MarkApplied(done.Decl())
		}, nil, "web"},
		"a secret of another session": {func(t *testing.T, b *Basket) {
			saved, _, _ := typedDraft(t, b.session, "user", "deploy", "password", "$y$hunter2").Saved()
			d, err := b.session.Drafts.Restore(saved)
			if err != nil {
				t.Fatal(err)
			}
			b.Merge(Saved{Staged: []Staged{{Draft: d}}})
		}, map[string]NotReady{"deploy": {Reason: "a secret was not saved", Detail: "type password again"}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			b := New(session(t))
			c.stage(t, b)
			selection, changed := b.StartCheck()
			if !changed {
				t.Fatal("there is nothing to check")
			}
			r := selection.Check(t.Context())
			b.EndCheck(r)
			for _, d := range b.Drafts() {
				if got := b.Status(d).NotReady; got != c.want[d.Title] {
					t.Errorf("%s: %+v, want %+v", d.Ref(), got, c.want[d.Title])
				}
			}
			planned := ""
			for _, d := range r.Decls {
				planned += d.Title
			}
			if planned != c.planned || titles(b.Ready()) != c.planned {
				t.Errorf("declared are %q, ready %q, want %q", planned, titles(b.Ready()), c.planned)
			}
			if included, all := b.Count(); included != len(b.Ready()) || all != len(b.Drafts()) {
				t.Errorf("%d of %d", included, all)
			}
		})
	}
}

// A draft is checked again when it, its provider or what is omitted has
// changed, and only after the previous check has ended.
func TestStartCheck(t *testing.T) {
	b := New(session(t))
	if _, changed := b.StartCheck(); changed {
		t.Error("an empty basket is checked")
	}
	d := stage(t, b, "host", "web", "ip", "192.0.2.1")
	for _, step := range []struct {
		what   string
		change func()
	}{
		{"a value", func() { d.Set("ip", "192.0.2.2") }},
		{"the provider", func() { d.Provider = d.Type.Providers()[0] }},
		{"omitted", func() { b.SetOmitted(d, true) }},
		{"included", func() { b.SetOmitted(d, false) }},
		{"another draft", func() { stage(t, b, "host", "db", "ip", "192.0.2.3") }},
		{"one less", func() { b.Remove(d) }},
	} {
		step.change()
		selection, changed := b.StartCheck()
		if !changed {
			t.Errorf("%s: it is not checked", step.what)
		}
		d.Set("comment", step.what)
		if _, again := b.StartCheck(); again {
			t.Errorf("%s: two checks run", step.what)
		}
		b.EndCheck(selection.Check(t.Context()))
		if selection, again := b.StartCheck(); again {
			b.EndCheck(selection.Check(t.Context()))
		} else if step.what != "one less" {
			t.Errorf("%s: what changed during the check is not checked", step.what)
		}
		if _, again := b.StartCheck(); again {
			t.Errorf("%s: it is checked without a change", step.what)
		}
	}
}

// A plan's result for a draft is dropped when the draft changes, not when
// another one does. A check does not affect drafts that were omitted during it.
func TestStatusOfAChangedDraft(t *testing.T) {
	b := New(session(t))
	web, db := stage(t, b, "host", "web", "ip", "192.0.2.1"), stage(t, b, "host", "db", "ip", "192.0.2.2")
	check := func() {
		selection, _ := b.StartCheck()
		b.EndCheck(selection.Check(t.Context()))
	}
	check()
	for _, d := range []*draft.Draft{web, db} {
		b.update(d, func(st *Status) { st.BlockedReason, st.RefusedReason = "blocked", "refused" })
	}
	if d, why := b.BlockedReason(); d != web || why != "blocked" || b.Status(web).Applicable() {
		t.Errorf("blocked is %+v: %q", d, why)
	}
	web.Set("ip", "192.0.2.9")
	check()
	if b.Status(web) != (Status{}) || b.Status(db).BlockedReason != "blocked" {
		t.Errorf("web is %+v, db %+v", b.Status(web), b.Status(db))
	}
	web.Set("ip", "nowhere")
	selection, _ := b.StartCheck()
	b.SetOmitted(web, true)
	b.EndCheck(selection.Check(t.Context()))
	if st := b.Status(web); !st.Ready() || st.Included() || !st.Applicable() {
		t.Errorf("an omitted draft is %+v", st)
	}
}

// Why a reference leads to nothing that is planned, with a hint.
func TestMissingReason(t *testing.T) {
	for name, c := range map[string]struct {
		staged, omitted bool
		reason, hint    string
	}{
		"not staged": {false, false, "Host[db] is not in the basket", "stage Host[db], or drop the relationship"},
		"omitted":    {true, true, "Host[db] is left out", "put Host[db] back in, or drop the relationship"},
		"not ready":  {true, false, "Host[db] is not ready", "fix Host[db], or drop the relationship"},
	} {
		t.Run(name, func(t *testing.T) {
			b := New(session(t))
			if c.staged {
				b.SetOmitted(stage(t, b, "host", "db", "ip", "nowhere"), c.omitted)
			}
			if reason, hint := b.MissingReason("Host[db]"); reason != c.reason || hint != c.hint {
				t.Errorf("it says %q and %q", reason, hint)
			}
		})
	}
}
