package ral

import (
	"context"
	"slices"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/noise"
	"ralsh/ral/value"
)

// Type describes a resource type.
type Type struct {
	Name       string
	Summary    string // a line without a full stop, for lists
	Doc        string // Markdown
	Origin     Origin // zero for a built-in type
	Attributes []*Attribute
	Features   []Feature
	// Methods are the methods that the type requires from its providers, in addition to
	// the methods that every type has.
	Methods     []Method
	Titles      []TitlePattern
	Relations   []Relation
	SelfRefresh bool
	// NotIsomorphic means that a name is not unique: two resources may share it, as in
	// exec (semantics.md T6).
	NotIsomorphic bool
	// UndoByFile means that an undo restores the whole written file, because
	// the properties of an instance do not include the line that it replaced or
	// its position.
	UndoByFile bool
	// NotListable is why instances cannot be listed: "by path". Empty if they
	// can.
	NotListable string
	// Columns are the two properties that a list shows.
	Columns [2]string
	// EnsureOptional is set by types that can manage properties without reading
	// ensure first (semantics.md T55: service).
	EnsureOptional bool
	// PerProvider means that the same name at two providers is two resources,
	// as in package (semantics.md C23). It applies to a type with several
	// namevars.
	PerProvider bool
	// Unsupported are the providers that Puppet has and ralsh lacks. A resource that
	// names one is blocked, and the rest of its manifest is applied.
	Unsupported []string

	// Validate checks across attributes, after all are set (A31). It may return
	// Diags, of kinds other than InvalidResource.
	Validate func(r *Resource) error
	// PreRun is called before anything is applied (T51).
	PreRun func(ctx context.Context, rd host.Reader, r *Resource) error
	// Generate and EvalGenerate return more resources (T53).
	Generate     func(ctx context.Context, rd host.Reader, r *Resource) ([]Decl, error)
	EvalGenerate func(ctx context.Context, rd host.Reader, r *Resource) ([]Decl, error)
	// DepthFirst puts the results of Generate before the resource (semantics.md X61).
	DepthFirst bool
	// Due reports whether a schedule, a resource of this type, allows a resource
	// that was last checked at before to be applied now (L41).
	Due func(r *Resource, before, now time.Time) bool
	// Findings returns the unusual properties of an instance.
	Findings func(inst *Instance) []string
	// Hooks implements some of the one-method interfaces in hooks.go, such as Titler
	// for sshkey. It may be nil.
	Hooks any

	compiledType
}

// compiledType is the data that the registry derives from a type.
type compiledType struct {
	order  []*Attribute // canonical order, metaparameters last (T12)
	byName map[string]*Attribute
	props  []*Attribute

	hasSensitive bool       // an attribute is Sensitive
	audit        *Attribute // the metaparameter
	showDiff     *Attribute // the parameter show_diff, or nil
	namevars     []*Attribute
	providers    []*Provider
	defaulted    []*Attribute // attributes of order that can have a default
	presets      int          // number of defaults that are equal for all resources
	// computedDefaults is the number of defaults that are not preset.
	computedDefaults int
	hooks            typeHooks
}

// OnlyDeclared reports whether the type has neither providers nor properties, like
// schedule, and so no instances on any host.
func (t *Type) OnlyDeclared() bool { return len(t.providers) == 0 && len(t.props) == 0 }

// Purge describes a purge: it removes the instances of a type that no resource
// declares, except those that Exempt accepts.
type Purge struct {
	Type   string
	Exempt func(ctx context.Context, rd host.Reader, inst *Instance) bool
}

// Attr returns the attribute with a name, or nil. "name" means the only namevar,
// whatever its name (semantics.md T11).
func (t *Type) Attr(name string) *Attribute {
	if a := t.byName[name]; a != nil {
		return a
	}
	if name == "name" && len(t.namevars) == 1 {
		return t.namevars[0]
	}
	return nil
}

// Properties returns the properties in the order of retrieval and sync.
func (t *Type) Properties() []*Attribute { return t.props }

// Params returns the parameters in definition order, without the namevar that the title
// sets. If a type of a module has several namevars, that is the first: the title or the
// declaration can set the rest.
func (t *Type) Params() []*Attribute {
	var list []*Attribute
	for _, a := range t.order {
		if a.Kind == Param && (!a.Namevar || !t.Origin.BuiltIn() && a != t.namevars[0]) {
			list = append(list, a)
		}
	}
	return list
}

// Order returns all attributes in canonical order: namevars, provider,
// properties with ensure first, parameters, metaparameters (semantics.md T12).
func (t *Type) Order() []*Attribute { return t.order }

// Namevars returns the attributes that identify a resource.
func (t *Type) Namevars() []*Attribute { return t.namevars }

// Providers returns the registered providers, in the order of registration.
func (t *Type) Providers() []*Provider { return t.providers }

// Provider returns the provider of a name, or nil.
func (t *Type) Provider(name string) *Provider {
	for _, p := range t.providers {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// WithoutProvider returns why a resource of this type cannot be managed: its provider is
// one of Puppet that ralsh lacks. Otherwise it returns "".
func (t *Type) WithoutProvider(name string) string {
	if !slices.Contains(t.Unsupported, name) || t.Provider(name) != nil {
		return ""
	}
	return "provider " + name + " is not supported by ralsh"
}

// HasEnsure reports whether the type has a property ensure.
func (t *Type) HasEnsure() bool {
	a := t.byName["ensure"]
	return a != nil && a.Kind == Property
}

// Ref returns the reference to a resource of this type: User[alice]
// (semantics.md T27).
func (t *Type) Ref(title string) string { return Capitalise(t.Name) + "[" + title + "]" }

// Capitalise returns a type's name as in references: Foo::Bar.
func Capitalise(name string) string { return value.Capitalise(name) }

// Present reports whether the instance exists.
func (t *Type) Present(inst *Instance) bool {
	if t.hooks.presence != nil {
		return t.hooks.presence.IsPresent(inst)
	}
	return PresentByEnsure(inst)
}

// PresentByEnsure reports whether ensure of the instance is anything except absent
// (semantics.md T56).
func PresentByEnsure(inst *Instance) bool {
	return inst == nil || !inst.Type.HasEnsure() || !inst.Get("ensure").IsAbsent()
}

// OnlyNow reports whether the instance exists only at runtime and in no file.
func (t *Type) OnlyNow(inst *Instance) bool {
	return t.hooks.runtime != nil && t.hooks.runtime.OnlyNow(inst)
}

// Purge returns the purge of a resource of the type. It may be nil.
func (t *Type) Purge(r *Resource) *Purge {
	if t.hooks.purger == nil {
		return nil
	}
	return t.hooks.purger.Purge(r)
}

// HostIgnorer returns the hook for resources that are in sync regardless of the host.
// It may be nil.
func (t *Type) HostIgnorer() HostIgnorer { return t.hooks.ignorer }

// Index returns the attribute's index in the canonical order of its type.
func (a *Attribute) Index() int { return a.index }

// AllowsNothingElse reports whether only the listed literals are valid.
func (a *Attribute) AllowsNothingElse() bool {
	for _, v := range a.Values {
		if v.Pattern != nil {
			return false
		}
	}
	return len(a.Values) > 0
}

// ClassOf returns the importance of an instance that a different host lacks: State if
// the instance exists only at runtime.
func (t *Type) ClassOf(inst *Instance) noise.Class {
	if !inst.Present() || t.OnlyNow(inst) {
		return noise.State
	}
	return noise.Chosen
}
