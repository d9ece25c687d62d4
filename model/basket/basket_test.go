package basket

import (
	"slices"
	"strings"
	"testing"

	"ralsh/model/draft"
	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ral/value"
)

// stage adds a draft to a basket.
func stage(t testing.TB, b *Basket, typ, title string, pairs ...string) *draft.Draft {
	t.Helper()
	of, err := b.session.Type(typ)
	if err != nil {
		t.Fatal(err)
	}
	d := b.Draft(of, title, nil, nil)
	for i := 0; i < len(pairs); i += 2 {
		d.Set(pairs[i], pairs[i+1])
	}
	return d
}

// titles returns the titles of drafts, in order.
func titles(drafts []*draft.Draft) string {
	var list []string
	for _, d := range drafts {
		list = append(list, d.Title)
	}
	return strings.Join(list, " ")
}

// A resource has one draft, as long as it is in the basket.
func TestDraftOfAResource(t *testing.T) {
	b := New(session(t))
	host := b.session.Env.Registry.Type("host")
	d := b.Draft(host, "web", nil, nil)
	if len(b.Drafts()) != 0 || b.Draft(host, "web", host.Providers()[0], nil) != d || b.Find(host, "db", nil) != nil {
		t.Error("an empty draft is no draft, but is the one of its resource")
	}
	d.Set("ip", "192.0.2.1")
	inst := ral.AbsentInstance(host, "web")
	if c := b.Copy(host, "web", nil, inst); c == d || c.Found != inst || d.Found != nil {
		t.Error("a copy changes the draft")
	}
	if c := b.Copy(host, "db", nil, nil); !c.Empty() || b.Find(host, "db", nil) != nil {
		t.Error("a copy of none is kept")
	}
	if b.Draft(host, "web", nil, inst); d.Found != inst {
		t.Error("the instance that was read later is not that of the draft")
	}
	if b.Current(d) != d {
		t.Error("a draft of the basket is followed by another one")
	}
	if b.MarkApplied(d.Decl()); len(b.Drafts()) != 0 || b.Find(host, "web", nil) != nil {
		t.Error("what was applied is in the basket")
	}
	if next := b.Current(d); next == d || !next.Empty() || next.Title != "web" {
		t.Errorf("after the apply the draft is %+v", next)
	}
	var none *Basket
	none.MarkApplied(d.Decl())
	if d := none.Draft(host, "web", nil, nil); d == nil || d.Title != "web" {
		t.Errorf("without a basket the draft is %+v", d)
	}
}

// Texts that were typed after an apply began remain, and so does another
// provider's draft.
func TestMarkApplied(t *testing.T) {
	for name, c := range map[string]struct {
		done ral.Decl
		left string
	}{
		"as applied":       {ral.Decl{Type: "host", Title: "web"}, "db"},
		"another type":     {ral.Decl{Type: "file", Title: "web"}, "web db"},
		"another provider": {ral.Decl{Type: "host", Title: "web", Provider: "other"}, "web db"},
	} {
		t.Run(name, func(t *testing.T) {
			b := New(session(t))
			web := stage(t, b, "host", "web", "ip", "192.0.2.1")
			web.Provider = web.Type.Providers()[0]
			db := stage(t, b, "host", "db", "ip", "192.0.2.2", "require", "Host[web]")
			done := web.Decl()
			c.done.Attrs = done.Attrs
			b.MarkApplied(c.done)
			if got := titles(b.Drafts()); got != c.left {
				t.Errorf("left are %q, want %q", got, c.left)
			}
			if waits := len(db.AppliedDeps()) == 0; waits != (c.done.Type == "file") {
				t.Errorf("waits for it: %v", waits)
			}
		})
	}
	b := New(session(t))
	web := stage(t, b, "host", "web", "ip", "192.0.2.1")
	done := web.Decl()
	web.Set("ip", "192.0.2.9")
	if b.MarkApplied(done); titles(b.Drafts()) != "web" {
		t.Error("what was typed since is lost")
	}
}

// A removed draft is restored at its position.
func TestRemoveAndInsert(t *testing.T) {
	for place, title := range []string{"a", "b", "c"} {
		b := New(session(t))
		for _, title := range []string{"a", "b", "c"} {
			stage(t, b, "host", title, "ip", "192.0.2.1")
		}
		d := b.Drafts()[place]
		b.SetOmitted(d, true)
		if got := b.Remove(d); got != place || slices.Contains(b.Drafts(), d) {
			t.Errorf("%s: removed from %d, want %d", title, got, place)
		}
		b.Insert(d, place)
		if got := titles(b.Drafts()); got != "a b c" || !b.Status(d).Omitted {
			t.Errorf("%s: afterwards %q, omitted %v", title, got, b.Status(d).Omitted)
		}
	}
	b := New(session(t))
	a := stage(t, b, "host", "a", "ip", "192.0.2.1")
	z := stage(t, b, "host", "z", "ip", "192.0.2.1")
	place := b.Remove(z)
	b.Remove(a)
	if b.Remove(a) != -1 {
		t.Error("removed twice")
	}
	b.Insert(z, place) // the basket is shorter now
	if got := titles(b.Drafts()); got != "z" {
		t.Errorf("afterwards %q", got)
	}
}

func TestEffects(t *testing.T) {
	s := session(t)
	host := s.Env.Registry.Type("host")
	there := ral.NewInstance(host, "web").Set("ensure", value.Sym("present"))
	for name, c := range map[string]struct {
		pairs []string
		inst  *ral.Instance
		want  Effect
	}{
		"empty":             {nil, nil, NoEffect},
		"not read":          {[]string{"ip", "192.0.2.1"}, nil, Adds},
		"not there":         {[]string{"ip", "192.0.2.1"}, ral.AbsentInstance(host, "web"), Adds},
		"there":             {[]string{"ip", "192.0.2.1"}, there, Changes},
		"to be removed":     {[]string{"ensure", "absent"}, there, Removes},
		"to be made":        {[]string{"ensure", "present"}, nil, Adds},
		"removed and typed": {[]string{"ensure", "absent", "ip", "192.0.2.1"}, nil, Removes},
	} {
		t.Run(name, func(t *testing.T) {
			b := New(s)
			d := stage(t, b, "host", "web", c.pairs...)
			d.Found = c.inst
			if got := b.Effect(host, "web", nil); got != c.want {
				t.Errorf("the effect is %d, want %d", got, c.want)
			}
		})
	}
}

// A draft that cannot be planned has no effect, unless it was omitted, because
// then it is not checked.
func TestEffectOfWhatCannotBePlanned(t *testing.T) {
	for name, c := range map[string]struct {
		ip      string
		omitted bool
		want    Effect
	}{
		"valid":   {"192.0.2.1", false, Adds},
		"invalid": {"no address", false, Unplannable},
		"omitted": {"no address", true, Adds},
	} {
		t.Run(name, func(t *testing.T) {
			b := New(session(t))
			d := stage(t, b, "host", "web", "ip", c.ip)
			if c.omitted {
				b.SetOmitted(d, true)
			}
			check, _ := b.StartCheck()
			b.EndCheck(check.Check(t.Context()))
			if got := b.EffectOf(d); got != c.want {
				t.Errorf("the effect is %d, want %d", got, c.want)
			}
		})
	}
}

// The plan of a draft includes its direct and indirect dependencies, unless
// they are omitted.
func TestWithDependencies(t *testing.T) {
	for name, c := range map[string]struct {
		of, omitted, want string
	}{
		"alone":           {"a", "", "a"},
		"near":            {"b", "", "a b"},
		"near and far":    {"c", "", "a b c"},
		"one is omitted":  {"c", "b", "c"},
		"the far omitted": {"c", "a", "b c"},
		"none names it":   {"d", "", "d"},
	} {
		t.Run(name, func(t *testing.T) {
			b := New(session(t))
			stage(t, b, "host", "a", "ip", "192.0.2.1")
			stage(t, b, "host", "b", "ip", "192.0.2.1", "require", "Host[a]")
			stage(t, b, "host", "c", "ip", "192.0.2.1", "subscribe", "Host[b]")
			stage(t, b, "host", "d", "ip", "192.0.2.1")
			find := func(title string) *draft.Draft { return b.Find(b.session.Env.Registry.Type("host"), title, nil) }
			if c.omitted != "" {
				b.SetOmitted(find(c.omitted), true)
			}
			var got []string
			for _, d := range b.WithDependencies(find(c.of)) {
				got = append(got, d.Title)
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("it is %q, want %q", got, c.want)
			}
		})
	}
}

// A secret that another session typed is missing in dependents too.
func TestMissingSecret(t *testing.T) {
	s := session(t)
	saved, _, _ := typedDraft(t, s, "user", "deploy", "password", "$y$hunter2").Saved()
	d, err := s.Drafts.Restore(saved)
	if err != nil {
		t.Fatal(err)
	}
	b := New(s)
	b.Merge(Saved{Staged: []Staged{{Draft: d}}})
	needs := stage(t, b, "host", "web", "ip", "192.0.2.1", "require", "User[deploy]")
	alone := stage(t, b, "host", "db", "ip", "192.0.2.1")
	for _, c := range []struct {
		d         *draft.Draft
		attr, ref string
	}{{d, "password", "User[deploy]"}, {needs, "password", "User[deploy]"}, {alone, "", ""}} {
		if attr, ref := b.MissingSecret(c.d); attr != c.attr || ref != c.ref {
			t.Errorf("%s: %q of %q", c.d.Ref(), attr, ref)
		}
	}
	d.Set("password", "$y$again")
	if attr, _ := b.MissingSecret(needs); attr != "" {
		t.Errorf("typed again, and %s is missing", attr)
	}
}

// After a reload the drafts have the current types.
func TestRebind(t *testing.T) {
	b := New(session(t))
	d := stage(t, b, "host", "web", "ip", "192.0.2.1")
	d.Provider = d.Type.Providers()[0]
	gone := stage(t, b, "file", "/srv", "mode", "0700").Type
	reg := ral.NewRegistry()
	providers.Register(reg)
	b.Rebind(reg)
	if d.Type != reg.Type("host") || d.Provider != reg.Type("host").Providers()[0] || b.Drafts()[1].Type == gone {
		t.Error("the drafts are of the types before")
	}
	b.Rebind(ral.NewRegistry())
	if d.Type != reg.Type("host") || len(b.Drafts()) != 2 {
		t.Error("a draft whose type is gone is not as it was")
	}
}
