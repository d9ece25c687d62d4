package onhost

import (
	"context"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/deferred"
	"ralsh/ral/diagnostic"
	"ralsh/ral/host"
	"ralsh/ral/redact"
	"ralsh/ral/value"
)

// Resolve computes the deferred values of a resource with functions that read through
// rd, and assigns them like Build. It returns the computed values, the diagnostics, and
// the error of a function. The redactor learns the secrets among the arguments.
func (e *Env) Resolve(ctx context.Context, rd host.Reader, r *ral.Resource, red *redact.Redactor) ([]ral.Attr, diagnostic.Diags, error) {
	attrs := make([]ral.Attr, 0, len(*r.Decl.Deferred))
	for _, a := range *r.Decl.Deferred {
		v, err := deferred.Evaluate(ctx, guarded{e.Functions}, rd, red, a.Value)
		if err != nil {
			return nil, nil, fmt.Errorf("%s is not known: %w", a.Name, err)
		}
		if v.IsNil() {
			continue
		}
		attrs = append(attrs, ral.Attr{Name: a.Name, Value: v, Pos: a.Pos})
	}
	return attrs, e.Assign(ctx, r, attrs), nil
}

// guarded converts a panic of a function to an error.
type guarded struct{ deferred.Functions }

// Call calls the function.
func (g guarded) Call(ctx context.Context, rd host.Reader, name string, args []value.Value) (out value.Value, err error) {
	err = ral.Guard(func() (err error) {
		out, err = g.Functions.Call(ctx, rd, name, args)
		return err
	})
	return out, err
}
