package pkg

import (
	"errors"
	"testing"

	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ral/transaction/catalog"
	"ralsh/ral/value"
)

// A package is identified by its name and provider: two providers may know the same
// name, one provider knows it once (semantics.md C23).
func TestNameAtTwoProviders(t *testing.T) {
	named := func(title, provider string) ral.Decl {
		return ral.Decl{Type: "package", Title: title, Provider: provider, Attrs: []ral.Attr{
			{Name: "name", Value: value.Str("bash")}, {Name: "ensure", Value: value.Str("present")},
		}}
	}
	for name, c := range map[string]struct {
		second  ral.Decl
		clashes bool
	}{
		"two providers":           {named("the shell", "dpkg"), false},
		"one provider":            {named("the shell", "apt"), true},
		"the default, not named":  {named("the shell", ""), false},
		"one title, two of these": {named("bash", "dpkg"), true},
	} {
		t.Run(name, func(t *testing.T) {
			h := on(t, debian(nil, nil), debianFacts)
			plan, err := transaction.NewPlan(t.Context(), h.env, []ral.Decl{named("bash", "apt"), c.second})
			var alias *catalog.AliasError
			var twice *catalog.DuplicateError
			if clashes := errors.As(err, &alias) || errors.As(err, &twice); clashes != c.clashes {
				t.Fatalf("clashes %v, want %v: %v", clashes, c.clashes, err)
			}
			if c.clashes {
				return
			}
			for _, s := range plan.Steps {
				if s.Status != transaction.InSync {
					t.Errorf("%s is %s: it is looked for by its name", s.Ref(), s.Status)
				}
			}
		})
	}
}
