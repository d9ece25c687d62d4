package transaction_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/transaction/catalog"
)

// heirs returns a world whose things generate those that next returns, before
// the run or during it.
func heirs(t *testing.T, during bool, next func(title string) []string) world {
	t.Helper()
	hook := func(_ context.Context, _ host.Reader, r *ral.Resource) ([]ral.Decl, error) {
		var list []ral.Decl
		for _, title := range next(r.Title) {
			list = append(list, thing(title))
		}
		return list, nil
	}
	ty := thingType()
	if ty.Generate = hook; during {
		ty.Generate, ty.EvalGenerate = nil, hook
	}
	reg := ral.NewRegistry()
	reg.Add(ty, ral.Provider{Name: "files", New: func() any { return things{} }})
	w := newWorld(t)
	w.env = onhost.NewEnv(reg, w.Reader(), nil)
	return w
}

// A resource that generates itself, directly or through others, fails where the
// ring closes, and everything else is planned.
func TestGeneratedWithoutEnd(t *testing.T) {
	ring := func(titles ...string) func(string) []string {
		return func(title string) []string {
			for i, one := range titles {
				if one == title {
					return []string{titles[(i+1)%len(titles)]}
				}
			}
			return nil
		}
	}
	const told = "resources generate each other without end: "
	for name, c := range map[string]struct {
		next   func(string) []string
		steps  int
		parent string
		want   string
	}{
		"itself":         {ring("a"), 1, "Thing[a]", told + "Thing[a] => Thing[a]"},
		"each other":     {ring("a", "b"), 2, "Thing[b]", told + "Thing[a] => Thing[b] => Thing[a]"},
		"a ring behind":  {func(s string) []string { return ring("b", "c")(strings.Replace(s, "a", "c", 1)) }, 3, "Thing[c]", told + "Thing[a] => Thing[b] => Thing[c] => Thing[b]"},
		"ever new names": {func(s string) []string { return []string{s + "x"} }, 256, "Thing[a" + strings.Repeat("x", 255) + "]", "Thing[axxx] => 249 more => "},
	} {
		for _, during := range []bool{false, true} {
			t.Run(name+map[bool]string{true: " during the run"}[during], func(t *testing.T) {
				p := planOf(t, heirs(t, during, c.next), thing("a"))
				if len(p.Steps) != c.steps {
					t.Errorf("%d steps", len(p.Steps))
				}
				for _, s := range p.Steps {
					if s.Ref() != c.parent {
						if len(s.Troubles) > 0 {
							t.Errorf("%s: %v", s.Ref(), s.Troubles)
						}
						continue
					}
					var endless *catalog.EndlessError
					if len(s.Troubles) != 1 || s.Troubles[0].Kind != transaction.CannotGenerate || !errors.As(s.Troubles[0].Err, &endless) {
						t.Fatalf("%s: %v", s.Ref(), s.Troubles)
					}
					if got := endless.Error(); !strings.Contains(got, c.want) {
						t.Error(got)
					}
				}
			})
		}
	}
}

// A resource that two others generate, or that is also declared, is no ring.
func TestGeneratedTwice(t *testing.T) {
	next := map[string][]string{"a": {"b", "c"}, "b": {"d"}, "c": {"d"}}
	for _, during := range []bool{false, true} {
		p := planOf(t, heirs(t, during, func(title string) []string { return next[title] }), thing("a"), thing("d"))
		if len(p.Steps) != 4 {
			t.Errorf("%d steps", len(p.Steps))
		}
		for _, s := range p.Steps {
			if len(s.Troubles) > 0 {
				t.Errorf("%s: %v", s.Ref(), s.Troubles)
			}
		}
	}
}
