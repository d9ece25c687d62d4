package transaction_test

import (
	"context"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
)

// foresighted prefetches all things, and reads each separately after Forget.
type foresighted struct {
	things
	ahead map[string]*ral.Instance
}

func (p *foresighted) Prefetch(ctx context.Context, rd host.Reader, all []*ral.Resource) error {
	p.ahead = make(map[string]*ral.Instance)
	for _, r := range all {
		p.ahead[r.Title] = read(ctx, rd, r.Type, r.Title)
	}
	return nil
}

func (p *foresighted) Forget() { p.ahead = nil }

func (p *foresighted) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	if inst := p.ahead[r.Title]; inst != nil {
		return inst, nil
	}
	return read(ctx, rd, r.Type, r.Title), nil
}

// Prefetched state is dropped once another provider has changed the host: here
// the command changes b to its desired value.
func TestReadAheadAndChangedSince(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(thingType(), ral.Provider{Name: "ahead", New: func() any { return &foresighted{} }})
	other := thingType()
	other.Name = "other"
	reg.Add(other, ral.Provider{Name: "files", New: func() any { return things{} }})
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	w := newWorld(t)
	w.env = onhost.NewEnv(reg, w.Reader(), nil)
	change := thing("b", "color", "blue")
	change.Type = "other"
	rep, err := transaction.Run(t.Context(), w.env, []ral.Decl{thing("a", "color", "red"), change, thing("b", "color", "blue")},
		w.Writer(), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := statuses(rep), "[a=in_sync b=changed b=in_sync]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
