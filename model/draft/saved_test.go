package draft_test

import (
	"slices"
	"strings"
	"testing"

	"ralsh/model"
	"ralsh/model/draft"
	"ralsh/model/modeltest"
)

// typedDraft returns a draft with typed texts.
func typedDraft(t testing.TB, s *model.Session, typ, title string, pairs ...string) *draft.Draft {
	t.Helper()
	of, err := s.Type(typ)
	if err != nil {
		t.Fatal(err)
	}
	d := draft.New(of, title, nil, nil)
	for i := 0; i+1 < len(pairs); i += 2 {
		d.Set(pairs[i], pairs[i+1])
	}
	return d
}

// restored returns a draft after saving and restoring it.
func restored(t testing.TB, s *model.Session, d *draft.Draft) *draft.Draft {
	t.Helper()
	saved, _, whole := d.Saved()
	if !whole {
		t.Fatalf("%s is not saved", d.Ref())
	}
	back, err := s.Drafts.Restore(saved)
	if err != nil {
		t.Fatal(err)
	}
	return back
}

// A secret of another session must be typed again or undone; until then the
// draft is not ready.
func TestSecretHasToBeTypedAgain(t *testing.T) {
	s, _ := modeltest.Kept(t, nil)
	load := func() *draft.Draft {
		return restored(t, s, typedDraft(t, s, "user", "deploy", "password", "$y$hunter2"))
	}
	d := load()
	if c := s.Drafts.Check(t.Context(), d); d.Empty() || c.Ready() || !slices.Equal(d.Missing(), []string{"password"}) {
		t.Errorf("empty %v, ready %v, missing %q", d.Empty(), c.Ready(), d.Missing())
	}
	if c := s.Drafts.Check(t.Context(), d.Clone()); c.Ready() {
		t.Error("the copy is ready")
	}
	d.Set("password", "$y$again")
	if len(d.Missing()) > 0 {
		t.Error("typed again, and still missing")
	}
	d = load()
	d.Undo("password")
	if !d.Empty() {
		t.Error("undone, and still wanted")
	}
}

// A saved draft is restored unchanged, or the error names what is not
// registered.
func TestRestoreDraft(t *testing.T) {
	s, _ := modeltest.Kept(t, nil)
	for name, c := range map[string]struct {
		saved draft.Saved
		want  string
	}{
		"whole":     {draft.Saved{Type: "host", Title: "web", Provider: "parsed", Texts: map[string]string{"ip": "192.0.2.1"}}, ""},
		"type":      {draft.Saved{Type: "banana", Title: "web"}, "Banana[web]: unknown type \"banana\""},
		"provider":  {draft.Saved{Type: "host", Title: "web", Provider: "none"}, "Host[web]: unknown provider \"none\" of type host"},
		"attribute": {draft.Saved{Type: "host", Title: "web", Texts: map[string]string{"shape": "1"}}, "Host[web]: unknown attribute \"shape\" of type host"},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := s.Drafts.Restore(c.saved)
			if err != nil {
				if err.Error() != c.want {
					t.Errorf("the error is %q, want %q", err, c.want)
				}
				return
			}
			if ip, _ := d.Text("ip"); c.want != "" || ip != "192.0.2.1" || d.Provider.Name != "parsed" {
				t.Errorf("it is %+v", d)
			}
		})
	}
}

// What another session changed since both had the same draft is changed here too,
// attribute by attribute. An attribute that was changed in both stays as here.
func TestMergeFrom(t *testing.T) {
	s, _ := modeltest.Kept(t, nil)
	base, _, _ := typedDraft(t, s, "user", "deploy", "shell", "/bin/sh", "password", "$y$base").Saved()
	for name, c := range map[string]struct {
		ours, theirs  []string
		want, secret  string // shell, uid and comment; the password
		changed, kept []string
		missing       []string
	}{
		"they set":              {[]string{"shell", "/bin/sh", "password", "$y$ours"}, []string{"shell", "/bin/zsh", "password", "$y$theirs"}, "/bin/zsh  ", "$y$ours", []string{"shell"}, nil, nil},
		"both add":              {[]string{"shell", "/bin/sh", "password", "$y$ours", "uid", "7"}, []string{"shell", "/bin/sh", "password", "$y$theirs", "comment", "x"}, "/bin/sh 7 x", "$y$ours", []string{"comment"}, nil, nil},
		"both set":              {[]string{"shell", "/bin/ash", "password", "$y$ours"}, []string{"shell", "/bin/zsh", "password", "$y$theirs", "uid", "7"}, "/bin/ash 7 ", "$y$ours", []string{"uid"}, []string{"shell"}, nil},
		"both set the same":     {[]string{"shell", "/bin/ash", "password", "$y$ours"}, []string{"shell", "/bin/ash", "password", "$y$theirs"}, "/bin/ash  ", "$y$ours", nil, nil, nil},
		"they drop":             {[]string{"shell", "/bin/sh", "password", "$y$ours", "uid", "7"}, []string{"comment", "x"}, " 7 x", "", []string{"comment", "password", "shell"}, nil, nil},
		"they drop what we set": {[]string{"shell", "/bin/ash", "password", "$y$ours"}, []string{"password", "$y$theirs"}, "/bin/ash  ", "$y$ours", nil, []string{"shell"}, nil},
		"we drop":               {[]string{"uid", "7"}, []string{"shell", "/bin/sh", "password", "$y$theirs", "comment", "x"}, " 7 x", "", []string{"comment"}, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			d := typedDraft(t, s, "user", "deploy", c.ours...)
			version := d.Version()
			changed, both := d.MergeFrom(restored(t, s, typedDraft(t, s, "user", "deploy", c.theirs...)), base)
			var texts []string
			for _, name := range []string{"shell", "uid", "comment"} {
				text, _ := d.Text(name)
				texts = append(texts, text)
			}
			password, _ := d.Text("password")
			if got := strings.Join(texts, " "); got != c.want || password != c.secret || !slices.Equal(d.Missing(), c.missing) || d.Version() == version {
				t.Errorf("%q, password %q, missing %q, version %d after %d", got, password, d.Missing(), d.Version(), version)
			}
			if !slices.Equal(changed, c.changed) || !slices.Equal(both, c.kept) {
				t.Errorf("changed %q, kept %q", changed, both)
			}
		})
	}
	d := typedDraft(t, s, "user", "deploy")
	if d.MergeFrom(restored(t, s, typedDraft(t, s, "user", "deploy", "password", "$y$theirs")), draft.Saved{}); !slices.Equal(d.Missing(), []string{"password"}) {
		t.Errorf("a secret that they add: missing %q", d.Missing())
	}
}

// A draft that was copied from another host keeps where it is from.
func TestSavedFrom(t *testing.T) {
	s, _ := modeltest.Small(t)
	d := typedDraft(t, s, "host", "web", "ip", "192.0.2.1")
	d.From = "web1, 2026-01-01 00:00 UTC"
	if back := restored(t, s, d); back.From != d.From || d.Clone().From != d.From {
		t.Errorf("restored it is from %q, and a clone from %q", back.From, d.Clone().From)
	}
	other := typedDraft(t, s, "host", "web", "ip", "192.0.2.2")
	if other.MergeFrom(d, draft.Saved{}); other.From != d.From {
		t.Errorf("merged it is from %q", other.From)
	}
}
