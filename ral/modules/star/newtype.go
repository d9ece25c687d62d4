package star

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/modules/star/script"
)

// typeArgs are the arguments of newtype.
type typeArgs struct {
	name, doc, summary, notListable string
	attrs                           convert.List[attribute]
	features                        convert.List[typeFeature]
	titles                          starlark.Value
	columns                         convert.Texts
	relations                       [4]starlark.Value
	selfRefresh, ensureOptional     bool
	isomorphic                      bool
	own                             ownArgs
	// checks run the hooks that the engine calls without accepting an error, so
	// that a broken hook is reported with the resource.
	checks                                                               []func(*ral.Resource) error
	validate, preRun, generate, evalGenerate, purge, findings, isPresent starlark.Callable
	optional                                                             typeHooks
	tries                                                                []Trial
}

func newtype(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	f, err := defining(th, b)
	if err != nil {
		return nil, err
	}
	a := typeArgs{isomorphic: true}
	a.attrs.Want, a.features.Want = "param, prop or ensurable", "feature"
	if err := convert.Unpack(b.Name(), args, kwargs, append([]any{
		"name", &a.name, "doc?", &a.doc, "attrs?", &a.attrs, "features?", &a.features, "titles?", &a.titles,
		"summary?", &a.summary, "listless?", &a.notListable, "columns?", &a.columns, "self_refresh?", &a.selfRefresh,
		"isomorphic?", &a.isomorphic, "ensure_optional?", &a.ensureOptional,
		"autorequire?", &a.relations[ral.Require], "autobefore?", &a.relations[ral.Before],
		"autosubscribe?", &a.relations[ral.Subscribe], "autonotify?", &a.relations[ral.Notify],
		"validate?", &a.validate, "pre_run?", &a.preRun, "generate?", &a.generate, "eval_generate?", &a.evalGenerate,
		"purge?", &a.purge, "findings?", &a.findings, "is_present?", &a.isPresent,
	}, a.own.pairs()...)...); err != nil {
		return nil, err
	}
	t, err := a.build(th)
	if err != nil {
		return nil, fmt.Errorf("newtype %s: %w", a.name, err)
	}
	t.Origin = f.origin(th)
	own, err := a.own.provider(th, t, a.attrs.Items)
	if err != nil {
		return nil, fmt.Errorf("newtype %s: %w", a.name, err)
	}
	f.out.Types = append(f.out.Types, t)
	f.out.Trials = append(f.out.Trials, a.tries...)
	for _, attr := range a.attrs.Items {
		for _, try := range attr.tries {
			try.Type, try.Attr = t.Name, attr.Name
			f.out.Trials = append(f.out.Trials, try)
		}
	}
	if own != nil {
		own.Origin = t.Origin
		f.out.Providers = append(f.out.Providers, own)
	}
	return starlark.None, nil
}

func (a *typeArgs) build(th *starlark.Thread) (*ral.Type, error) {
	if !convert.ValidName(a.name) {
		return nil, fmt.Errorf("invalid type name %q: "+convert.NameForm+"; separate parts with ::", a.name)
	}
	t := &ral.Type{
		Name: a.name, Doc: a.doc, Summary: a.summary, NotListable: a.notListable, SelfRefresh: a.selfRefresh,
		NotIsomorphic: !a.isomorphic, EnsureOptional: a.ensureOptional,
	}
	if t.Summary == "" {
		t.Summary = firstSentence(a.doc)
	}
	for _, attr := range a.attrs.Items {
		if attr.Attribute == nil { // its fault was already recorded
			continue
		}
		t.Attributes = append(t.Attributes, attr.Attribute)
	}
	for _, feat := range a.features.Items {
		t.Features = append(t.Features, feat.Feature)
	}
	if len(a.columns) > len(t.Columns) {
		return nil, fmt.Errorf("at most %d columns are allowed", len(t.Columns))
	}
	copy(t.Columns[:], a.columns)
	var err error
	if t.Titles, err = titles(th, a.titles); err != nil {
		return nil, err
	}
	for kind, rel := range a.relations {
		more, err := a.related(th, ral.RelationKind(kind), rel)
		if err != nil {
			return nil, err
		}
		t.Relations = append(t.Relations, more...)
	}
	return t, a.hooks(th, t)
}

func (a *typeArgs) hooks(th *starlark.Thread, t *ral.Type) error {
	err0 := a.reading(th, t)
	validate, err1 := script.NewHook(th, "validate", a.validate, script.TypeLimits, "res")
	required := slices.DeleteFunc(slices.Clone(t.Attributes), func(at *ral.Attribute) bool { return !at.Required || at.Namevar })
	hasEnsure := slices.ContainsFunc(t.Attributes, func(at *ral.Attribute) bool { return at.Name == "ensure" })
	if len(required) > 0 && !hasEnsure {
		return fmt.Errorf("%s cannot be required: a type without ensure does not create resources", required[0].Name)
	}
	if checks := a.checks; validate != nil || len(checks) > 0 || len(required) > 0 {
		t.Validate = func(r *ral.Resource) error {
			if err := lacking(r, required); err != nil {
				return err
			}
			if validate != nil {
				if err := validate.Nothing(context.Background(), asResource(r)); err != nil {
					return err
				}
			}
			return brokenHooks(checks, r)
		}
	}
	findings, err2 := script.NewHook(th, "findings", a.findings, script.TypeLimits, "found")
	if findings != nil {
		t.Findings = func(inst *ral.Instance) []string {
			list, err := findings.Texts(context.Background(), asFound(inst))
			if err != nil {
				return []string{err.Error()}
			}
			return list
		}
		a.tries = append(a.tries, findingsTrial(t.Name, findings))
	}
	var err3 error
	a.optional.present, err3 = script.NewHook(th, "is_present", a.isPresent, script.TypeLimits, "found")
	if a.optional != (typeHooks{}) {
		t.Hooks = a.optional
	}
	return errors.Join(err0, err1, err2, err3)
}

// typeHooks are the hooks that few types have; nil if the type lacks them.
type typeHooks struct{ present, purges *script.Hook }

// IsPresent calls is_present. A broken hook counts as missing.
func (h typeHooks) IsPresent(inst *ral.Instance) bool {
	if h.present != nil {
		if there, err := h.present.Truth(context.Background(), asFound(inst)); err == nil {
			return there
		}
	}
	return ral.PresentByEnsure(inst)
}

// Purge calls purge. A broken hook removes nothing.
func (h typeHooks) Purge(r *ral.Resource) *ral.Purge {
	if h.purges == nil {
		return nil
	}
	p, _ := purgeOf(h.purges, r)
	return p
}

// lacking returns the required attributes that a declaration lacks. A declaration
// without ensure, such as of a resource that is only read, needs no attribute.
func lacking(r *ral.Resource, required []*ral.Attribute) error {
	declaresEnsure := slices.ContainsFunc(r.Decl.Attrs, func(a ral.Attr) bool { return a.Name == "ensure" })
	if !declaresEnsure || r.Get("ensure").IsAbsent() {
		return nil
	}
	var diags diagnostic.Diags
	for _, a := range required {
		if !r.Has(a.Name) {
			diags = append(diags, diagnostic.Diag{Kind: diagnostic.InvalidResource, Attr: a.Name, Message: "the attribute " + a.Name + " is required for a " + r.Type.Name + " that is present"})
		}
	}
	if diags == nil {
		return nil
	}
	return diags
}

// brokenHooks runs all checks on a resource. A broken hook costs its value only,
// so the resource stays valid.
func brokenHooks(checks []func(*ral.Resource) error, r *ral.Resource) error {
	var diags diagnostic.Diags
	for _, check := range checks {
		if err := check(r); err != nil {
			diags = append(diags, diagnostic.Diag{Kind: diagnostic.Dropped, Broke: true, Message: err.Error(), Cause: err})
		}
	}
	if diags == nil {
		return nil
	}
	return diags
}

func firstSentence(doc string) string {
	for i := range doc {
		if doc[i] == '\n' || doc[i] == '.' && (i+1 == len(doc) || doc[i+1] == ' ' || doc[i+1] == '\n') {
			return doc[:i]
		}
	}
	return doc
}

// typeFeature is the result of feature().
type typeFeature struct {
	convert.InternalValue
	ral.Feature
}

func feature(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var f ral.Feature
	err := convert.Unpack(b.Name(), args, kwargs, "name", &f.Name, "doc?", &f.Doc, "methods?", (*convert.Texts)(&f.Methods))
	return typeFeature{"feature", f}, err
}
