package ral

import (
	"context"

	"ralsh/ral/lazyre"
	"ralsh/ral/noise"
	"ralsh/ral/value"
)

// AttrKind is the role of an attribute (semantics.md T10).
type AttrKind uint8

// The kinds of attributes.
const (
	Property AttrKind = iota // read from the host and changed there
	Param                    // controls how the resource is managed
	Meta                     // every type has it: require, noop, loglevel
)

var attrKindNames = [...]string{"property", "parameter", "metaparameter"}

// String returns the name of the kind as displayed.
func (k AttrKind) String() string { return attrKindNames[k] }

// Attribute describes an attribute of a type. A nil function field means the default
// behaviour. Fields that few attributes need are grouped: List, Sync, Undo, Across and
// Text.
type Attribute struct {
	Name      string
	Kind      AttrKind
	Doc       string // Markdown
	Example   string // a valid value, for hints
	Namevar   bool   // identifies the resource (semantics.md T20)
	Required  bool   // for documentation and the editor; enforced by types in Starlark only (semantics.md A44)
	Sensitive bool   // its values are secrets: wrapped on input
	Predicate bool   // Resource.Predicate evaluates it: either true or nil (semantics.md T16); set by modules
	ReadOnly  bool   // a property that is only displayed: a declared value is ignored
	Boolean   bool   // its values are true and false
	IsList    bool   // users write several values, separated by commas
	MatchAll  bool   // the whole list is compared, not the first match (semantics.md A30)
	List
	Sync
	// LocatesResource means that an attribute other than a namevar locates the
	// resource, such as the file of an entry, or selects between a link and its target,
	// a file and the kernel. Generated code declares it, and an undo reads the resource
	// there.
	LocatesResource bool
	// RestoredBy is the parameter with which an undo restores a property that is
	// read-only or has values that cannot be declared: the undo of a sysctl also
	// restores the value of the kernel.
	RestoredBy string
	Across
	Values   []Allowed
	Features []string // the provider must have all of these, otherwise the attribute is dropped (A28)

	Default     value.Value
	DefaultFunc func(h Hook) (value.Value, error)
	// ConstantDefault means that Default is valid, and munged to the same value, in
	// each resource although there is a ValidateFn or a MungeFn. It is munged once,
	// without a resource.
	ConstantDefault bool

	ValidateFn func(h Hook, v value.Value) error
	MungeFn    func(h Hook, v value.Value) (value.Value, error)
	InSyncFn   func(h Hook, is, should value.Value) bool
	Text
	// NoEffect returns why the attribute has no effect in this resource: "It matters
	// only when the user is created or removed." It returns "" if the attribute has an
	// effect.
	NoEffect func(r *Resource) string
	// Hooks implements some of the one-method interfaces in hooks.go, such as Publisher
	// and Warner for a password. It may be nil.
	Hooks any

	compiledAttribute
}

// List describes the values of an attribute that are lists or maps.
type List struct {
	// Whole means that a list is a single value of the property: it is validated,
	// munged and compared as a whole and not by element. Modules in Ruby set it.
	Whole bool
	// IsMap means that a value, or an element of a list, may be a map. Users write
	// it as in Puppet or in JSON.
	IsMap bool
	// AllowEmptyList makes an empty list a desired value of a MatchAll
	// property: no members. By default an empty list leaves the property
	// unmanaged.
	AllowEmptyList bool
	// WholeList is declared together with a list to make the list complete, for example
	// membership => inclusive. Its name is "" if the list is always complete.
	WholeList Attr
}

// Sync describes how a run changes and verifies a property.
type Sync struct {
	// SyncedByEnsure means that a change of ensure also syncs this property if
	// it is out of sync. It is shown as a part of that change.
	SyncedByEnsure bool
	// Needs names a property that must be as desired first. If its change failed,
	// this property is not changed: the mode of new content is not for old content.
	Needs string
	// Transient means that a change of the property leaves no readable state, for
	// example the message of notify. It is not verified after a change, and its changes
	// are not corrective (semantics.md L27).
	Transient bool
	// DecidesChange means that the value reports whether a change is needed, for example
	// need_to_run of augeas. It is not read or verified after a change, because the
	// same change may be needed again, or may be impossible.
	DecidesChange bool
}

// Across describes a property in a comparison of two hosts.
type Across struct {
	// Class is the importance of a difference between two hosts. Classes overrides it
	// for the titles of some instances; the first match counts.
	Class   noise.Class
	Classes []noise.Named
	// NumberOf names the type whose instance has the number of this property, in a
	// property of the same name: gid of a user is that of a group. A snapshot stores
	// the name instead.
	NumberOf string
	// SetBy names the type whose resources have the same data in their own property:
	// users have the members of a group in their groups. A copy from a different host
	// sets it there, because the members may not exist on this host yet.
	SetBy string
}

// Text describes how values and changes of an attribute are shown. A nil function
// means Puppet's default text.
type Text struct {
	Multiline  bool // its values are texts of several lines, such as the content of a file: they need a separate pane
	IsText     func(h Hook, is value.Value) string
	ShouldText func(h Hook, should value.Value) string
	ChangeFn   func(h Hook, is, should value.Value) string
}

// compiledAttribute is the data that the registry derives from an attribute.
type compiledAttribute struct {
	index  int
	preset []value.Value // munged default, if it is the same for all resources
	// presetBit is the bit of the attribute in attrValues.presets.
	presetBit uint64
	hooks     attributeHooks
}

// Allowed is a value that an attribute accepts: a literal with its aliases, or a
// pattern (semantics.md A1-A8).
type Allowed struct {
	Name     string   // the literal; "" for a pattern
	Aliases  []string // matched on input, munged to Name
	Pattern  *lazyre.Regexp
	Features []string // the provider must have all of these (A8)
	Event    string   // event name instead of the default (L21)
	Call     string   // method of a provider in a module that is called instead of the setter
	// Means is the method of a provider in a module that returns the value that is
	// meant: for latest, the newest version.
	Means string
	// InvalidateRefreshes means that a change to this value drops the pending
	// refreshes of the resource (semantics.md X32).
	InvalidateRefreshes bool
	Doc                 string // Markdown: the meaning of the value
}

// Literals returns an Allowed for each name.
func Literals(names ...string) []Allowed {
	list := make([]Allowed, len(names))
	for i, name := range names {
		list[i] = Allowed{Name: name}
	}
	return list
}

// Hook is the argument of a type's functions: the attribute and its resource, which
// always exists. It gives no access to the host, so hooks can run on each keystroke.
type Hook struct {
	Ctx context.Context
	A   *Attribute
	R   *Resource
}

// Get returns the value of a different attribute of the resource, or nil if it is not
// set (yet: values are assigned in canonical order, semantics.md T14).
func (h Hook) Get(name string) value.Value { return h.R.Get(name) }

// Validate applies the default validation. A ValidateFn may call it.
func (h Hook) Validate(v value.Value) error { return h.A.validateDefault(h, v) }

// Munge applies the default munging. A MungeFn may call it.
func (h Hook) Munge(v value.Value) value.Value { return h.A.mungeDefault(v) }

// Feature is an ability that a provider may have (semantics.md T40-T43).
type Feature struct {
	Name    string
	Doc     string
	Methods []string // behaviours that a provider with the feature must have, by their names in Ops: "Refresh", "Set"
}

// TitlePattern splits a title into namevars (semantics.md T22).
type TitlePattern struct {
	Pattern *lazyre.Regexp
	Attrs   []string
	Munge   []func(string) value.Value // converts each of Attrs to a value; nil leaves the text; set by modules
}

// Relation is an automatic relationship to resources of a type (semantics.md T50).
type Relation struct {
	Kind   RelationKind
	Type   string
	Titles func(r *Resource) []string // nil: no relations by title
	// Match returns a function that reports which resources r relates to, for relations
	// that a title cannot express: the group with a certain gid. It returns nil if r
	// has no relation.
	Match func(r *Resource) func(other *Resource) bool
	// Via names the attributes that the relation is derived from, for display.
	// If empty, it may be derived from any.
	Via []string
}

// RelationKind is the kind of a relationship.
type RelationKind uint8

// The four relationships, and Mention: the resource only names the other resource, as a
// user names its shell. A mention does not affect the order and forwards no events.
const (
	Require RelationKind = iota
	Before
	Subscribe
	Notify
	Mention
)

var relationNames = [...]string{"require", "before", "subscribe", "notify", "mention"}

// String returns the name of the metaparameter.
func (k RelationKind) String() string { return relationNames[k] }

// HasDefault reports whether the attribute has a default.
func (a *Attribute) HasDefault() bool { return !a.Default.IsNil() || a.DefaultFunc != nil }

// Warning returns the warning about the desired values of the attribute, or "".
func (a *Attribute) Warning(r *Resource) string {
	if a.hooks.warner == nil {
		return ""
	}
	for _, v := range r.Munged(a.Name) {
		if text := a.hooks.warner.Warn(v.Reveal()); text != "" {
			return text
		}
	}
	return ""
}

// Undeclarer returns the hook that knows values which cannot be declared, nil if
// each can.
func (a *Attribute) Undeclarer() Undeclarer { return a.hooks.undeclarer }

// SkipReason returns why a run skips the desired value of a resource, or "".
func (a *Attribute) SkipReason(ctx context.Context, r *Resource) string {
	if a.hooks.skipper == nil {
		return ""
	}
	return a.hooks.skipper.SkipReason(Hook{Ctx: ctx, A: a, R: r})
}

// ClassFor returns the importance of a difference of the attribute in the instance with
// a title.
func (a *Attribute) ClassFor(title string) noise.Class {
	return noise.ByName(a.Classes, title, a.Class)
}
