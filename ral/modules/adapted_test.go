package modules_test

import (
	"slices"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/modules"
	"ralsh/ral/onhost"
	"ralsh/ral/standard"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// ofLines is a registry with a type line and its providers in Go.
func ofLines() *ral.Registry {
	base := ral.NewRegistry()
	base.Add(ral.Type{Name: "line", Attributes: []*ral.Attribute{
		{Name: "name", Kind: ral.Param, Namevar: true},
		standard.Ensure(""),
		{Name: "text", Kind: ral.Property, ValidateFn: func(_ ral.Hook, v value.Value) error {
			if v.Text() == "bad" {
				return &ral.DependencyError{Type: "line", Name: "of a parent that refuses it"}
			}
			return nil
		}},
		{Name: "size", Kind: ral.Property},
	}}, ral.Provider{Name: "direct", New: func() any { return direct{} }}, ral.Provider{Name: "hash", New: func() any { return hash{} }})
	return base
}

const noteType = "newtype('note', attrs = [param('name', namevar = True), ensurable(), prop('text'), prop('other')])"

// A provider of a type can have a parent of another one, built in or of a module,
// through a hook that maps its resources.
func TestParentsOfAnotherType(t *testing.T) {
	const toFile = "as_parent = lambda self: {'name': 'note-' + self.name}"
	for _, c := range []struct{ name, parent, read, wrote string }{
		{"direct", "line/direct", "present old", "new"},
		{"hash", "line/hash", "present old", "new"},
		{"of a module", "line/own", "present old", "new"},
		{"of a third type", "page/own", "present old", "new"},
	} {
		t.Run(c.name, func(t *testing.T) {
			fake := tree{
				"m/lib/ral/type/note.star":          noteType,
				"m/lib/ral/provider/note/file.star": "provider('file', type = 'note', parent = '" + c.parent + "', " + toFile + ", setters = {'other': lambda self, value: None})",
				"m/lib/ral/provider/line/own.star":  "provider('own', type = 'line', parent = 'hash')",
				"m/lib/ral/type/page.star":          "newtype('page', attrs = [param('name', namevar = True), ensurable(), prop('text')])",
				"m/lib/ral/provider/page/own.star":  "provider('own', type = 'page', parent = 'line/direct', as_parent = lambda self: {'name': self.name})",
				"/lines/note-old":                   "old",
			}.fake()
			e := modules.Load(t.Context(), fake.Reader(), modules.Options{Path: []string{"/etc/modules"}, Base: ofLines()})
			if len(e.Failures()) > 0 {
				t.Fatal(e.Failures())
			}
			env := onhost.NewEnv(e.Registry, fake.Reader(), nil)
			r, _ := env.Build(t.Context(), ral.Decl{Type: "note", Title: "old"})
			inst, err := onhost.NewRun(env, fake.Reader()).Retrieve(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			if got := inst.Get("ensure").Text() + " " + inst.Get("text").Text(); got != c.read || inst.Name != "old" {
				t.Errorf("read %s of %s, want %s", got, inst.Name, c.read)
			}
			plan, err := transaction.NewPlan(t.Context(), env, []ral.Decl{decl("note", "fresh", "ensure", "present", "text", "new"), decl("note", "old", "text", "new"), decl("note", "odd", "text", "bad", "ensure", "present")})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, s := range plan.Steps {
				got = append(got, s.Ref()+" "+s.Status.String())
			}
			if want := []string{"Note[fresh] planned", "Note[old] planned", "Note[odd] blocked"}; !slices.Equal(got, want) {
				t.Errorf("planned %q, want %q", got, want)
			}
			if fake.Content("/lines/note-old") != "old" || fake.Content("/lines/note-fresh") != "" {
				t.Error("the plan wrote")
			}
			rep, err := plan.Apply(t.Context(), fake.Writer(), transaction.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, title := range []string{"fresh", "old"} {
				if got := fake.Content("/lines/note-" + title); got != c.wrote {
					t.Errorf("wrote %q as %s, want %q: %s", got, title, c.wrote, rep.Summary())
				}
			}
		})
	}
}

// The errors of parents of another type name it, and what may have been meant.
func TestWrongParentsOfAnotherType(t *testing.T) {
	for name, c := range map[string]struct{ provider, want string }{
		"no such type":      {"parent = 'lime/direct', as_parent = lambda self: {}", "has the unknown type \"lime\" (did you mean \"line\"?)"},
		"no such provider":  {"parent = 'line/direkt', as_parent = lambda self: {}", "could not find parent provider direkt of file, a provider of the type line (did you mean \"direct\"?)"},
		"of its own type":   {"parent = 'note/file', as_parent = lambda self: {}", "as_parent requires a parent of a different type"},
		"a loop over types": {"parent = 'page/own', as_parent = lambda self: {}", "form a cycle (through "},
		"no name":           {"parent = 7", `parent must be the name of a provider (example: apt), or "type/name" for a provider of a different type`},
	} {
		t.Run(name, func(t *testing.T) {
			e := modules.Load(t.Context(), tree{
				"m/lib/ral/type/note.star":          noteType,
				"m/lib/ral/provider/note/file.star": "provider('file', type = 'note', " + c.provider + ")",
				"m/lib/ral/type/page.star":          "newtype('page', attrs = [param('name', namevar = True), ensurable(), prop('text')])",
				"m/lib/ral/provider/page/own.star":  "provider('own', type = 'page', parent = 'note/file', as_parent = lambda self: {'name': self.name})",
			}.fake().Reader(), modules.Options{Path: []string{"/etc/modules"}, Base: ofLines()})
			var all []string
			for _, f := range e.Failures() {
				all = append(all, f.Error())
			}
			if !strings.Contains(strings.Join(all, "\n"), c.want) {
				t.Errorf("got %s\nwant %s", strings.Join(all, "\n"), c.want)
			}
		})
	}
	// What the hook returns may be wrong, too.
	for name, c := range map[string]struct{ hook, want string }{
		"no dict":              {"lambda self: 'x'", "a dict of attributes of line"},
		"an unknown attribute": {"lambda self: {'name': 'x', 'colour': 'red'}", "no parameter named 'colour'"},
		"it breaks":            {"lambda self: fail('no place for it')", "no place for it"},
	} {
		t.Run(name, func(t *testing.T) {
			fake := tree{
				"m/lib/ral/type/note.star":          noteType,
				"m/lib/ral/provider/note/file.star": "provider('file', type = 'note', parent = 'line/direct', as_parent = " + c.hook + ")",
			}.fake()
			e := modules.Load(t.Context(), fake.Reader(), modules.Options{Path: []string{"/etc/modules"}, Base: ofLines()})
			plan, err := transaction.NewPlan(t.Context(), onhost.NewEnv(e.Registry, fake.Reader(), nil), []ral.Decl{decl("note", "a", "ensure", "present")})
			if err != nil {
				t.Fatal(err)
			}
			if s := plan.Steps[0]; s.Status != transaction.Blocked || !strings.Contains(s.LeftOut(), c.want) {
				t.Errorf("%s: %s, want %s", s.Status, s.LeftOut(), c.want)
			}
		})
	}
}
