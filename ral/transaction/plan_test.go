package transaction_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/transaction"
	"ralsh/ral/transaction/graph"
	"ralsh/ral/value"
)

func planOf(t *testing.T, w world, decls ...ral.Decl) *transaction.Plan {
	t.Helper()
	p, err := transaction.NewPlan(t.Context(), w.env, decls)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// summary returns each step as "ref status: change, change | act, act".
func summary(steps []*transaction.Step) []string {
	var lines []string
	for _, s := range steps {
		line := s.Ref() + " " + s.Status.String() + ":"
		for _, c := range s.Changes {
			line += " " + c.Attr.Name + "=" + c.Status.String() + "/" + c.Certainty.String()
		}
		for _, act := range s.Acts() {
			line += " | " + act.String()
		}
		lines = append(lines, line)
	}
	return lines
}

func TestPlan(t *testing.T) {
	for name, c := range map[string]struct {
		decls []ral.Decl
		want  []string
	}{
		"in sync": {
			[]ral.Decl{thing("a", "color", "red")},
			[]string{"Thing[a] in_sync:"},
		},
		"two properties, in definition order": {
			[]ral.Decl{thing("a", "size", "2", "color", "blue")},
			[]string{"Thing[a] planned: color=planned/exact size=planned/exact" +
				" | write /things/a/color, 3 -> 4 bytes, by rename, mode 0644" +
				" | write /things/a/size, 1 -> 1 byte, by rename, mode 0644"},
		},
		"a creation is ensure, with its parts": {
			[]ral.Decl{thing("new", "color", "blue")},
			[]string{"Thing[new] planned: ensure=planned/exact color=planned/exact" +
				" | mkdir /things/new, mode 0755 | write /things/new/color, new, 4 bytes, by rename, mode 0644"},
		},
		"a removal looks at nothing else": {
			[]ral.Decl{thing("a", "ensure", "absent", "color", "blue")},
			[]string{"Thing[a] planned: ensure=planned/exact | remove /things/a and all below it"},
		},
		"what cannot be read blocks its own property only": {
			[]ral.Decl{thing("half", "color", "blue", "size", "2")},
			[]string{"Thing[half] planned: color=blocked/exact size=planned/exact" +
				" | write /things/half/size, 1 -> 1 byte, by rename, mode 0644"},
		},
		"a provider that panics blocks itself": {
			[]ral.Decl{thing("panics", "color", "blue"), thing("a", "color", "red")},
			[]string{"Thing[panics] blocked:", "Thing[a] in_sync:"},
		},
		"a command without output leaves the rest unknown": {
			[]ral.Decl{thing("a", "color", "asks")},
			[]string{"Thing[a] planned: color=planned/unknown | $ /bin/paint a"},
		},
		"after a command nothing is certain": {
			[]ral.Decl{thing("b", "color", "blue", "require", "Thing[a]"), thing("a", "color", "by-command")},
			[]string{
				"Thing[a] planned: color=planned/exact | $ /bin/paint a color",
				"Thing[b] planned: color=planned/unknown | write /things/b/color, 3 -> 4 bytes, by rename, mode 0644",
			},
		},
		"the plan sees its own writes": {
			[]ral.Decl{thing("new", "color", "blue"), thing("copy", "owner", "new", "color", "red")},
			[]string{
				"Thing[new] planned: ensure=planned/exact color=planned/exact" +
					" | mkdir /things/new, mode 0755 | write /things/new/color, new, 4 bytes, by rename, mode 0644",
				"Thing[copy] planned: ensure=planned/exact color=planned/exact" +
					" | mkdir /things/copy, mode 0755 | write /things/copy/color, new, 3 bytes, by rename, mode 0644",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			p := planOf(t, w, c.decls...)
			if d := cmp.Diff(c.want, summary(p.Steps)); d != "" {
				t.Error(d)
			}
			w.has(t, "/things/a/color", "red")
			if ran := w.Ran(); len(ran) > 0 {
				t.Errorf("planning ran %v", ran)
			}
		})
	}
}

func TestOrder(t *testing.T) {
	refs := func(p *transaction.Plan) string {
		var list []string
		for _, s := range p.Steps {
			list = append(list, s.Decl.Title)
		}
		return strings.Join(list, " ")
	}
	for name, c := range map[string]struct {
		decls []ral.Decl
		want  string
		why   string // of the last step
	}{
		"as declared":   {[]ral.Decl{thing("b"), thing("a"), thing("c")}, "b a c", ""},
		"require":       {[]ral.Decl{thing("a", "require", "Thing[b]"), thing("b")}, "b a", "require => Thing[b]"},
		"before":        {[]ral.Decl{thing("a"), thing("b", "before", "Thing[a]")}, "b a", "before => Thing[a]"},
		"automatic":     {[]ral.Decl{thing("a", "owner", "b"), thing("b")}, "b a", "autorequire"},
		"early first":   {[]ral.Decl{thing("a", "require", "Thing[c]"), thing("b"), thing("c")}, "b c a", "require => Thing[c]"},
		"auto gives in": {[]ral.Decl{thing("a", "owner", "b", "before", "Thing[b]"), thing("b")}, "a b", "before => Thing[b]"},
	} {
		t.Run(name, func(t *testing.T) {
			p := planOf(t, newWorld(t), c.decls...)
			if got := refs(p); got != c.want {
				t.Errorf("order %s, want %s", got, c.want)
			}
			if got := p.Steps[len(p.Steps)-1].Why.By; got != c.why {
				t.Errorf("why %q, want %q", got, c.why)
			}
		})
	}
}

func TestPlanRefuses(t *testing.T) {
	var cycle *graph.CycleError
	var diags diagnostic.Diags
	for name, c := range map[string]struct {
		decls []ral.Decl
		text  string
		as    any
	}{
		"a cycle": {
			[]ral.Decl{thing("a", "require", "Thing[b]"), thing("b", "require", "Thing[a]")},
			"Found 1 dependency cycle: (Thing[a] => Thing[b] => Thing[a])", &cycle,
		},
		"an edge to nothing": {
			[]ral.Decl{thing("a", "require", "Thing[zip]")},
			"Could not find dependency Thing[zip] for Thing[a]", nil,
		},
		"the same twice": {
			[]ral.Decl{thing("a"), thing("a")},
			"Duplicate declaration: Thing[a] is already declared; cannot redeclare", nil,
		},
		"an unknown attribute": {
			[]ral.Decl{thing("a", "colour", "red")},
			"Thing[a]: no parameter named 'colour' (did you mean \"color\"?)", &diags,
		},
		"a secret that was left out": {
			[]ral.Decl{thing("a", "key", "[redacted]")},
			"Thing[a]: key: [redacted] is a placeholder: write the secret", &diags,
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := transaction.NewPlan(t.Context(), newWorld(t).env, c.decls)
			if err == nil || err.Error() != c.text {
				t.Fatalf("error %v, want %q", err, c.text)
			}
			if c.as != nil && !errors.As(err, c.as) {
				t.Errorf("error is a %T", err)
			}
		})
	}
}

func TestSecretsNeverShow(t *testing.T) {
	w := newWorld(t)
	d := thing("a", "key", "hunter2")
	p := planOf(t, w, d)
	c := p.Steps[0].Changes[0]
	for _, text := range []string{c.Text, c.IsText, c.Should.Text(), c.Should.Inspect(), c.Should.Literal(), value.ListOf(c.Should).Inspect()} {
		if strings.Contains(text, "hunter2") {
			t.Errorf("shows the secret: %s", text)
		}
	}
}
