package draft_test

import (
	"slices"
	"strings"
	"testing"

	"ralsh/model/draft"
	"ralsh/model/modeltest"
	"ralsh/ral"
	"ralsh/ral/value"
)

// needing returns a declaration of a user with relationships.
func needing(title string, pairs ...string) ral.Decl {
	d := ral.Decl{Type: "user", Title: title}
	for i := 0; i < len(pairs); i += 2 {
		d = d.With(pairs[i], value.Strs(strings.Fields(pairs[i+1])...))
	}
	return d
}

func told(decls []ral.Decl) string {
	var b strings.Builder
	for _, d := range decls {
		b.WriteString(d.Title)
		for _, a := range d.Attrs {
			b.WriteString(" " + a.Name)
			for _, v := range a.Value.Items() {
				b.WriteString(" " + v.Text())
			}
		}
		b.WriteString("; ")
	}
	return b.String()
}

// The remaining declarations have no relationships to those that are done; a
// single declaration comes with all its dependencies.
func TestRest(t *testing.T) {
	all := []ral.Decl{
		needing("a"),
		needing("b", "shell", "/bin/sh", "require", "User[a]"),
		needing("c", "require", "User[a] User[b]", "before", "User[d]"),
		needing("d"),
		needing("e", "subscribe", "User[c]"),
		needing("f"),
	}
	rest := draft.Remaining(all, map[string]bool{"User[a]": true})
	if got, want := told(rest), "b shell /bin/sh; c require User[b] before User[d]; d; e subscribe User[c]; f; "; got != want {
		t.Errorf("rest %q, want %q", got, want)
	}
	for one, want := range map[int]string{
		1: "b shell /bin/sh; ",
		4: "b shell /bin/sh; c require User[b] before User[d]; d; e subscribe User[c]; ",
		5: "f; ",
		0: "",
	} {
		if got := told(draft.WithDependencies(all[one], rest)); got != want {
			t.Errorf("%s: %q, want %q", all[one].Title, got, want)
		}
	}
	if got := told(all[1:2]); got != "b shell /bin/sh require User[a]; " {
		t.Errorf("the declarations themselves are changed: %q", got)
	}
}

// A draft is cleared if it equals what was applied, including a secret.
func TestDraftApplied(t *testing.T) {
	s, _ := modeltest.Kept(t, nil)
	d := typedDraft(t, s, "user", "deploy", "shell", "/bin/sh", "password", "$y$hunter2", "require", "User[eve], User[bob]")
	done := d.Decl()
	d.MarkApplied(ral.Decl{Type: "user", Title: "eve"})
	d.MarkApplied(ral.Decl{Type: "user", Title: "carol"})
	if got := d.AppliedDeps(); !slices.Equal(got, []string{"User[eve]"}) {
		t.Errorf("met %q", got)
	}
	if got := draft.Unmet(d, nil); got != "User[bob]" {
		t.Errorf("unmet %q", got)
	}
	d.Set("shell", "/bin/dash")
	if d.ClearApplied(done) || d.Empty() {
		t.Error("what was typed since is forgotten")
	}
	d.Set("shell", "/bin/sh")
	if !d.ClearApplied(done) || !d.Empty() || len(d.AppliedDeps()) > 0 {
		t.Error("what was applied is not forgotten")
	}
}

// Drafts that are planned together have a relationship to an applied resource
// only if it is among them.
func TestPlannedTogether(t *testing.T) {
	s, _ := modeltest.Kept(t, nil)
	deploy := typedDraft(t, s, "user", "deploy", "shell", "/bin/sh", "require", "User[eve], User[bob]")
	eve := typedDraft(t, s, "user", "eve", "shell", "/bin/sh")
	deploy.MarkApplied(eve.Decl())
	for want, drafts := range map[string][]*draft.Draft{
		"deploy shell require User[bob]; ":                      {deploy},
		"deploy shell require User[eve] User[bob]; eve shell; ": {deploy, eve},
		"deploy shell require User[bob]; eve gid; ":             {deploy, typedDraft(t, s, "group", "eve", "gid", "7")},
	} {
		if got := told(draft.Decls(drafts)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got := told(draft.Decls([]*draft.Draft{deploy.Clone()})); got != "deploy shell require User[bob]; " {
			t.Errorf("of a copy %q", got)
		}
	}
}

// A draft with a secret of another session is not ready to be applied, and the
// secret cannot be edited as text.
func TestSecretOfAnotherSession(t *testing.T) {
	s, _ := modeltest.Kept(t, nil)
	d := restored(t, s, typedDraft(t, s, "user", "deploy", "shell", "/bin/sh", "password", "$y$hunter2"))
	if !d.Lacks("password") || !d.ClearApplied(d.Decl()) || d.Lacks("password") || !d.Empty() {
		t.Errorf("after the apply %q is missing", d.Missing())
	}
}

// Where a resource was found stays in its draft after an apply, without being an edit.
func TestAppliedPlaces(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(ral.Type{Name: "word", Attributes: []*ral.Attribute{
		{Name: "name", Namevar: true, Kind: ral.Param},
		{Name: "text"},
		{Name: "path", Kind: ral.Param, LocatesResource: true},
		{Name: "mark", Kind: ral.Param},
		{Name: "key", Kind: ral.Param, LocatesResource: true, Sensitive: true},
	}})
	d := draft.New(reg.Type("word"), "one", nil, nil)
	for _, set := range []string{"text", "path", "mark", "key"} {
		d.Set(set, "of "+set)
	}
	if !d.ClearApplied(d.Decl()) || !d.Empty() {
		t.Fatal("an edit remains")
	}
	next := draft.New(d.Type, d.Title, nil, nil)
	next.PlaceAs(d)
	next.Set("text", "more")
	for name, of := range map[string]struct {
		draft *draft.Draft
		want  string
	}{
		"after it":    {d, "path=of path "},
		"the next":    {next, "text=more path=of path "},
		"a copy":      {next.Clone(), "text=more path=of path "},
		"cleared":     {changedDraft(next, func(d *draft.Draft) { d.Set("path", "") }), "text=more "},
		"undone":      {changedDraft(next, func(d *draft.Draft) { d.Undo("path") }), "text=more "},
		"and back":    {changedDraft(next, func(d *draft.Draft) { d.Undo("path"); d.Undo("path") }), "text=more path=of path "},
		"moved":       {changedDraft(next, func(d *draft.Draft) { d.Set("path", "there") }), "text=more path=there "},
		"not applied": {draft.New(d.Type, d.Title, nil, nil), ""},
	} {
		var got string
		for _, a := range of.draft.Decl().Attrs {
			got += a.Name + "=" + a.Value.Text() + " "
		}
		if got != of.want {
			t.Errorf("%s: %q, want %q", name, got, of.want)
		}
	}
}

func changedDraft(d *draft.Draft, change func(*draft.Draft)) *draft.Draft {
	c := d.Clone()
	change(c)
	return c
}
