package ral

import (
	"context"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Type describes one kind of resource.
type Type struct {
	Name       string
	Summary    string // one line without a full stop, for lists
	Doc        string // Markdown
	Origin     Origin // of a type from a module; zero for a built-in one
	Attributes []*Attribute
	Features   []Feature
	Titles     []TitlePattern
	// TitleOf is what a resource is called once its namevars are known, whatever
	// title it was declared with: name@type of sshkey. Nil keeps the title.
	TitleOf     func(r *Resource) string
	Relations   []Relation
	SelfRefresh bool
	// NotIsomorphic says that a name does not identify one thing: two resources
	// may share it, as those of exec do (semantics.md T6).
	NotIsomorphic bool
	// UndoByFile says that what a change did is taken back by the whole file that was
	// written, as it was: what an instance says of itself does not tell the line that
	// another one replaced, nor where one stood.
	UndoByFile bool
	// NotListable says why instances cannot be listed: "by path". Empty when they can.
	NotListable string
	// Columns are the two properties that a list shows.
	Columns [2]string
	// IgnoresHost reports whether nothing on the host decides whether the resource is
	// in sync: a command that runs only when it is refreshed. Nil: something does.
	IgnoresHost func(r *Resource) bool
	// EnsureOptional is set by types that can manage properties of something
	// whose ensure is not looked at first (semantics.md T55: service).
	EnsureOptional bool
	// IsPresent reports from what was read whether the resource is there; nil
	// means ensure is anything but absent (semantics.md T56).
	IsPresent func(inst *Instance) bool

	// PerProvider says that the same name at two providers is two resources, as with
	// package (semantics.md C23). It counts for a type with several namevars.
	PerProvider bool

	// Validate checks across attributes, after all of them are set (A31).
	Validate func(r *Resource) error
	// HookPanics reports hooks that are called where no error is taken and that panic on
	// the resource. Each costs the value it was to give, and is reported.
	HookPanics func(r *Resource) []error
	// PreRun is asked before anything is applied (T51).
	PreRun func(ctx context.Context, rd host.Reader, r *Resource) error
	// Generate and EvalGenerate return more resources (T53).
	Generate     func(ctx context.Context, rd host.Reader, r *Resource) ([]Decl, error)
	EvalGenerate func(ctx context.Context, rd host.Reader, r *Resource) ([]Decl, error)
	// Purge says which instances of another type a resource of this one removes
	// unless they are declared, nil for none (T58).
	Purge func(r *Resource) *Purge
	// Findings reports what is unusual about an instance, in plain words.
	Findings func(inst *Instance) []string

	order  []*Attribute // canonical order, metaparameters last (T12)
	byName map[string]*Attribute
	props  []*Attribute

	hasSensitive bool // an attribute is Sensitive
	namevars     []*Attribute
	providers    []*Provider
	defaulted    []*Attribute // those of order that can have a default
	presets      int          // how many of those have the same default for all
}

// OnlyDeclared reports whether nothing of the type is on any host: it has no
// provider and no property, as schedule.
func (t *Type) OnlyDeclared() bool { return len(t.providers) == 0 && len(t.props) == 0 }

// Purge is what is to be removed: the instances of a type that no resource
// declares, but for those that Exempt names.
type Purge struct {
	Type   string
	Exempt func(ctx context.Context, rd host.Reader, inst *Instance) bool
}

// Attr returns the attribute called name, or nil. "name" leads to the only
// namevar, whatever that is called (semantics.md T11).
func (t *Type) Attr(name string) *Attribute {
	if a := t.byName[name]; a != nil {
		return a
	}
	if name == "name" && len(t.namevars) == 1 {
		return t.namevars[0]
	}
	return nil
}

// Properties are the properties in the order of retrieval and sync.
func (t *Type) Properties() []*Attribute { return t.props }

// Params are the parameters in definition order, without the namevars.
func (t *Type) Params() []*Attribute {
	var list []*Attribute
	for _, a := range t.order {
		if a.Kind == Param && !a.Namevar {
			list = append(list, a)
		}
	}
	return list
}

// Order is the canonical order of all attributes: namevars, provider,
// properties with ensure first, parameters, metaparameters (semantics.md T12).
func (t *Type) Order() []*Attribute { return t.order }

// Namevars are the attributes that identify a resource.
func (t *Type) Namevars() []*Attribute { return t.namevars }

// Providers are the registered providers, in the order of registration.
func (t *Type) Providers() []*Provider { return t.providers }

// Provider returns the provider called name, or nil.
func (t *Type) Provider(name string) *Provider {
	for _, p := range t.providers {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// HasEnsure reports whether the type has a property ensure.
func (t *Type) HasEnsure() bool {
	a := t.byName["ensure"]
	return a != nil && a.Kind == Property
}

// Ref names a resource of this type: User[alice] (semantics.md T27).
func (t *Type) Ref(title string) string { return Capitalise(t.Name) + "[" + title + "]" }

// Capitalise writes a type's name as references do: Foo::Bar.
func Capitalise(name string) string { return value.Capitalise(name) }

// Present reports whether what was found is there at all.
func (t *Type) Present(inst *Instance) bool {
	if t.IsPresent != nil {
		return t.IsPresent(inst)
	}
	if inst == nil || !t.HasEnsure() {
		return true
	}
	return !inst.Get("ensure").IsAbsent()
}

// Index is the attribute's place in the canonical order of its type.
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

// DefaultIs reports whether v is the attribute's fixed default.
func (a *Attribute) DefaultIs(v value.Value) bool {
	return !a.Default.IsNil() && a.Default.Text() == v.Text()
}
