package file

import (
	"context"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
)

// stage is a registry on a host, used as in a run.
type stage struct {
	env    *onhost.Env
	run    *onhost.Run
	change host.Writer
}

func newStage(t *testing.T, rd host.Reader, wr host.Writer) *stage {
	t.Helper()
	reg := raltest.Registry(t, Register)
	env := onhost.NewEnv(reg, rd, nil)
	return &stage{env, onhost.NewRun(env, rd), wr}
}

func (s *stage) read(ctx context.Context, d ral.Decl) (*ral.Resource, error) {
	r, diags := s.env.Build(ctx, d)
	err := diags.Err()
	if err == nil {
		r.Found, err = s.run.Retrieve(ctx, r)
	}
	return r, err
}

// apply applies one resource and returns the changes.
func (s *stage) apply(ctx context.Context, d ral.Decl) (changes []string, err error) {
	r, err := s.read(ctx, d)
	if err != nil {
		return nil, err
	}
	for _, a := range r.Type.Properties() {
		if !r.Has(a.Name) || a.Name != "ensure" && !r.Found.Present() {
			continue
		}
		insync, err := s.insync(ctx, r, a)
		if err != nil {
			return changes, err
		}
		if insync {
			continue
		}
		changes = append(changes, a.ChangeText(r, r.Is(a.Name), r.Get(a.Name)))
		if err := s.sync(ctx, r, a); err != nil {
			return changes, err
		}
		if a.Name == "ensure" {
			return changes, nil
		}
	}
	return changes, nil
}

func (s *stage) insync(ctx context.Context, r *ral.Resource, a *ral.Attribute) (bool, error) {
	ok, known, err := s.run.Ops(r.Provider).InSync(ctx, s.run.Reader(r.Provider), r, a.Name, r.Is(a.Name), r.Get(a.Name))
	if err != nil || known {
		return ok, err
	}
	return a.InSync(ral.Hook{Ctx: ctx, A: a, R: r}, r.Is(a.Name), r.Munged(a.Name)), nil
}

func (s *stage) sync(ctx context.Context, r *ral.Resource, a *ral.Attribute) error {
	ops, should := s.run.Ops(r.Provider), r.Get(a.Name)
	switch {
	case a.Name == "ensure" && should.IsAbsent():
		return ops.Destroy(ctx, s.change, r)
	case a.Name == "ensure" && should.IsSym("present"):
		return ops.Create(ctx, s.change, r)
	}
	return ops.Set(ctx, s.change, r, a.Name, should)
}

// decl returns a declaration written as "attribute", "value", ...
func decl(path string, words ...string) ral.Decl {
	return raltest.Decl("file", path, words...)
}
