package onhost

import (
	"context"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/value"
)

// Result is the result of building an attribute, compared with its current value.
// The fields after Diag are only set if the value is valid and supported.
type Result struct {
	Attr       *ral.Attribute
	Is         value.Value      // of a property: the current value, or Unread
	Set        bool             // by the declaration or by default
	Default    bool             // set by default
	Diag       *diagnostic.Diag // why the declared value is invalid, or nil
	Lacks      string           // why the provider does not support the attribute, or ""
	Value      value.Value      // the desired value, unmunged; nil if it is not set
	Secret     bool             // no output may show the value
	Warning    string           // about a valid value, or ""
	NoEffect   string           // why a parameter has no effect in the current state, or ""
	InSync     bool             // of a property that is set
	Unreadable string           // why a property cannot be compared, or ""
}

// Current is the current state of a resource: an instance, or why it could not be read.
type Current struct {
	Found  *ral.Instance // nil if the resource was not read
	Unread string
}

// Examine is BuildOf with a result for each of the given attributes, compared with
// the current state.
func (e *Env) Examine(ctx context.Context, t *ral.Type, d ral.Decl, now Current, attrs []*ral.Attribute) (*ral.Resource, []Result, diagnostic.Diags) {
	r, diags := e.BuildOf(ctx, t, &d)
	r.Found = now.Found
	results := make([]Result, len(attrs))
	for i, a := range attrs {
		results[i] = examine(ctx, r, a, now, diags.Of(a.Name))
	}
	return r, results, diags
}

func examine(ctx context.Context, r *ral.Resource, a *ral.Attribute, now Current, diag *diagnostic.Diag) Result {
	res := Result{Attr: a, Is: now.of(a), Set: r.Sets(a), Default: r.IsDefault(a.Name)}
	if diag != nil && diag.Kind != diagnostic.Dropped {
		res.Diag = diag
		return res
	}
	if r.Provider != nil {
		if lacks := r.Provider.Lacks(a); len(lacks) > 0 {
			res.Lacks = ral.LacksText(a.Name, r.Provider.Name, lacks)
			return res
		}
	}
	res.Value, res.Secret, res.Warning = r.Get(a.Name), r.IsSecret(a.Name), a.Warning(r)
	switch {
	case !res.Set:
	case a.Kind == ral.Property && res.Is.IsUnknown():
		res.Unreadable = res.Is.Reason()
	case a.Kind == ral.Property:
		err := ral.Guard(func() error {
			res.InSync = a.InSync(ral.Hook{Ctx: ctx, A: a, R: r}, res.Is, r.Munged(a.Name))
			return nil
		})
		if err != nil {
			res.Unreadable = err.Error()
		}
	case !res.Default && a.NoEffect != nil:
		res.NoEffect = a.NoEffect(r)
	}
	return res
}

// of returns the current value of a property, absent if the resource was not read.
func (now Current) of(a *ral.Attribute) value.Value {
	switch {
	case a.Kind != ral.Property:
		return value.Absent()
	case now.Unread != "":
		return value.Unread(now.Unread)
	case now.Found == nil:
		return value.Absent()
	}
	return now.Found.Get(a.Name)
}
