package hosts

import (
	"context"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/value"
)

// stage is a registry on a host, used as in a run: retrieve, compare, sync,
// flush.
type stage struct {
	env    *onhost.Env
	run    *onhost.Run
	look   host.Reader
	change host.Writer
}

func newStage(t testing.TB, rd host.Reader, wr host.Writer) *stage {
	t.Helper()
	reg := raltest.Registry(t, Register)
	env := onhost.NewEnv(reg, rd, nil)
	return &stage{env, onhost.NewRun(env, rd), rd, wr}
}

// apply applies one resource and returns the changes.
func (s *stage) apply(ctx context.Context, d ral.Decl) (changes []string, err error) {
	r, diags := s.env.Build(ctx, d)
	if err := diags.Err(); err != nil {
		return nil, err
	}
	if r.Found, err = s.run.Retrieve(ctx, r); err != nil {
		return nil, err
	}
	ops := s.run.Ops(r.Provider)
	ensure := r.Get("ensure")
	if r.Has("ensure") && ensure.IsAbsent() == r.Found.Present() {
		act := ops.Create
		if ensure.IsAbsent() {
			act = ops.Destroy
		}
		changes = append(changes, r.Type.Attr("ensure").ChangeText(r, r.Is("ensure"), ensure))
		if err := act(ctx, s.change, r); err != nil {
			return nil, err
		}
		return changes, ops.Flush(ctx, s.change, r)
	}
	if !r.Found.Present() {
		return nil, nil
	}
	for _, a := range r.Type.Properties() {
		is, should := r.Is(a.Name), r.Get(a.Name)
		if !r.Has(a.Name) || a.InSync(ral.Hook{Ctx: ctx, A: a, R: r}, is, r.Munged(a.Name)) {
			continue
		}
		changes = append(changes, a.ChangeText(r, is, should))
		if err := ops.Set(ctx, s.change, r, a.Name, should); err != nil {
			return nil, err
		}
	}
	if changes == nil {
		return nil, nil
	}
	return changes, ops.Flush(ctx, s.change, r)
}

func decl(title string, attrs ...ral.Attr) ral.Decl {
	return ral.Decl{Type: "host", Title: title, Attrs: attrs}
}

func attr(name string, v value.Value) ral.Attr { return ral.Attr{Name: name, Value: v} }

func text(name, v string) ral.Attr { return attr(name, value.Str(v)) }
