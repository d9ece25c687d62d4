package transaction_test

import (
	"context"
	"errors"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// A change that makes a refresh needless drops the pending one, unless its
// resource failed afterwards: a failed resource sends nothing (semantics.md
// X30, X32).
func TestNeedlessRefresh(t *testing.T) {
	for name, c := range map[string]struct {
		state     string
		flush     error
		refreshed int
	}{
		"a value that needs one":             {"idle", nil, 1},
		"a value that needs none":            {"fresh", nil, 0},
		"one that needs none, not written":   {"fresh", errors.New("boom"), 1},
		"one that needs a refresh, the same": {"idle", errors.New("boom"), 1},
	} {
		refreshed := 0
		reg := ral.NewRegistry()
		reg.Add(ral.Type{Name: "daemon", EnsureOptional: true, Attributes: []*ral.Attribute{
			{Name: "name", Kind: ral.Param, Namevar: true},
			{Name: "state", Kind: ral.Property, Values: []ral.Allowed{{Name: "idle"}, {Name: "fresh", InvalidateRefreshes: true}}},
		}}, ral.Provider{Name: "p", New: func() any {
			return ral.Ops{
				ModuleOps: ral.ModuleOps{
					Get: func(context.Context, host.Reader, *ral.Resource, string) (value.Value, error) {
						return value.Sym("old"), nil
					},
				},
				Set: func(context.Context, host.Writer, *ral.Resource, string, value.Value) error { return nil },
				Flush: func(_ context.Context, _ host.Writer, r *ral.Resource) error {
					if r.Title == "told" {
						return c.flush
					}
					return nil
				},
				Refresh: func(context.Context, host.Writer, *ral.Resource) error {
					refreshed++
					return nil
				},
			}
		}})
		if err := reg.Err(); err != nil {
			t.Fatal(err)
		}
		fake := fakehost.New(nil)
		daemon := func(title, state, meta, other string) ral.Decl {
			return ral.Decl{Type: "daemon", Title: title, Attrs: []ral.Attr{
				{Name: "state", Value: value.Str(state)}, {Name: meta, Value: value.Str(other)},
			}}
		}
		_, err := transaction.Run(t.Context(), onhost.NewEnv(reg, fake.Reader(), nil), []ral.Decl{
			daemon("first", "idle", "notify", "Daemon[told]"), daemon("told", c.state, "tag", "x"),
		}, fake.Writer(), transaction.Options{})
		if err != nil || refreshed != c.refreshed {
			t.Errorf("%s: refreshed %d times, want %d (%v)", name, refreshed, c.refreshed, err)
		}
	}
}

// stubborn are things whose refresh fails.
type stubborn struct{ things }

func (stubborn) Refresh(context.Context, host.Writer, *ral.Resource) error { return errors.New("no") }

// A type that refreshes itself does so after a change, but not after a removal
// (X31) or a failure, whatever else was changed (X30). A failed refresh is
// reported and fails its resource (X35).
func TestSelfRefresh(t *testing.T) {
	for name, c := range map[string]struct {
		behaviour any
		decl      ral.Decl
		status    transaction.Status
		restarted int
		failed    bool
	}{
		"a change":             {things{}, thing("a", "color", "blue"), transaction.Changed, 1, false},
		"nothing":              {things{}, thing("a", "color", "red"), transaction.InSync, 0, false},
		"a removal":            {things{}, thing("a", "ensure", "absent"), transaction.Changed, 0, false},
		"one of two fails":     {things{}, thing("a", "color", "blue", "size", "refused"), transaction.Failed, 0, false},
		"a refresh that fails": {stubborn{}, thing("a", "color", "blue"), transaction.Failed, 0, true},
	} {
		self, reg := thingType(), ral.NewRegistry()
		self.SelfRefresh = true
		reg.Add(self, ral.Provider{Name: "files", New: func() any { return c.behaviour }})
		w := newWorld(t)
		w.env = onhost.NewEnv(reg, w.Reader(), nil)
		s := applied(t, w, c.decl).Steps[0]
		if s.Status != c.status || s.Restarted != c.restarted || s.RestartFailed != c.failed {
			t.Errorf("%s: %s, refreshed %d times, failed to: %v", name, s.Status, s.Restarted, s.RestartFailed)
		}
	}
}
