package transaction_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/transaction"
)

// A resource that ralsh cannot manage is blocked, and so is what needs it; the
// rest is applied. It is neither generated from nor purged.
func TestUnmanageable(t *testing.T) {
	limited := func(d ral.Decl) ral.Decl {
		d.Limit = "only Puppet has it"
		return d
	}
	vhost := limited(ral.Decl{Type: "vhost", Title: "v"})
	for name, c := range map[string]struct {
		decls []ral.Decl
		opt   transaction.Options
		want  []string // of the plan
		apply []string
	}{
		"an unknown type": {
			decls: []ral.Decl{vhost, some("crate", "a", "require", "Vhost[v]"), some("crate", "b")},
			want:  []string{"v blocked", "a skipped", "b planned | $ /bin/pack make b"},
			apply: []string{"b changed | $ /bin/pack make b"},
		},
		"a known type": {
			decls: []ral.Decl{limited(some("crate", "a")), some("crate", "b")},
			want:  []string{"a blocked", "b planned | $ /bin/pack make b"},
			apply: []string{"b changed | $ /bin/pack make b"},
		},
		"a provider that is not suitable": {
			decls: []ral.Decl{limited(some("late", "a"))},
			want:  []string{"a blocked"},
		},
		"not in the tags": {
			decls: []ral.Decl{vhost, some("crate", "b")},
			opt:   transaction.Options{Tags: []string{"crate"}},
			want:  []string{"v skipped", "b planned | $ /bin/pack make b"},
			apply: []string{"v skipped", "b changed | $ /bin/pack make b"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newBatchWorld(t)
			plan, err := transaction.NewPlanWith(t.Context(), w.env, c.decls, c.opt)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want, told(plan.Steps)); d != "" {
				t.Error(d)
			}
			if s := plan.Steps[0]; s.Status == transaction.Blocked && s.LeftOut() != "only Puppet has it" {
				t.Errorf("left out: %s", s.LeftOut())
			}
			rep, err := plan.Apply(t.Context(), w.Writer(), transaction.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.apply, told(rep.Steps)); d != "" {
				t.Error(d)
			}
		})
	}
}
