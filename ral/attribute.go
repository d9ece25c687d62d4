package ral

import (
	"context"

	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// AttrKind is what an attribute is for (semantics.md T10).
type AttrKind uint8

// The kinds of attributes.
const (
	Property AttrKind = iota // read from the host and brought to what it should be
	Param                    // says how the resource is managed
	Meta                     // works on every type: require, noop, loglevel
)

var attrKindNames = [...]string{"property", "parameter", "metaparameter"}

// String is the kind's name as shown to a person.
func (k AttrKind) String() string { return attrKindNames[k] }

// Attribute describes one attribute of a type. A nil function field means the
// default behaviour.
type Attribute struct {
	Name      string
	Kind      AttrKind
	Doc       string // Markdown
	Example   string // one value that is valid, for hints
	Namevar   bool   // it identifies the resource (semantics.md T20)
	Required  bool   // for docs and the editor; nothing enforces it (semantics.md A44)
	Multiline bool   // its values are texts of several lines, as the content of a file
	Sensitive bool   // its values are secrets: wrapped as they come in
	Predicate bool   // Resource.Predicate answers for it: it is true or it is not (semantics.md T16)
	ReadOnly  bool   // a property that is only shown: a value for it is passed over
	// Derived reports, of an instance, that what was found of the property follows
	// from the rest of it, and cannot be declared beside that; nil is never.
	Derived func(inst *Instance) bool
	// Placeholder replaces the value in a document that cannot hold it, such
	// as a checksum for long content or for content that is not UTF-8: it is shown, and
	// cannot be set. It is nil for a value that needs no placeholder.
	Placeholder func(is value.Value) value.Value
	MatchAll    bool // the whole list counts, not the first match (semantics.md A30)
	IsList      bool // people write several values, separated by commas
	// AllowEmptyList says of a MatchAll property that an empty list is desired too: no
	// members at all. Otherwise it means that nothing is desired.
	AllowEmptyList bool
	// WholeList is declared together with a list so that it is all there should be,
	// such as membership => inclusive; without a name for a list that always is.
	WholeList Attr
	// SyncedByEnsure says of a property that a provider's change of ensure syncs it
	// too, when it is not as it should be; it is shown as a part of that change.
	SyncedByEnsure bool
	// Transient says of a property that it only happens and leaves nothing to be
	// read: the message of notify. It is not looked at again after a change, and
	// no change of it is corrective (semantics.md L27).
	Transient bool
	// LocatesResource says of what is no namevar that it reports where the resource is, such
	// as the file of an entry. Whoever takes a change back looks there again.
	LocatesResource bool
	// RestoredBy is, of a property that can only be read, the parameter by which an undo
	// gives it the value that it had.
	RestoredBy string
	Values     []Allowed
	Features   []string // the provider must have all of these, else the attribute is dropped (A28)

	Default     value.Value
	DefaultFunc func(h Hook) (value.Value, error)

	ValidateFn func(h Hook, v value.Value) error
	MungeFn    func(h Hook, v value.Value) (value.Value, error)
	UnmungeFn  func(h Hook, v value.Value) value.Value
	InSyncFn   func(h Hook, is, should value.Value) bool
	IsText     func(h Hook, is value.Value) string
	ShouldText func(h Hook, should value.Value) string
	ChangeFn   func(h Hook, is, should value.Value) string
	// NoEffect says why the attribute has no effect in this resource:
	// "It matters only when the user is created or removed." Empty when it can.
	NoEffect func(r *Resource) string
	// Warn says what is likely wrong with a value although it is valid, ""
	// for nothing. It never repeats a secret, which it is given in clear.
	Warn func(v value.Value) string

	boolean bool
	ensure  bool
	index   int
	preset  []value.Value // the default, as it is compared, where all resources have it alike
}

// Allowed is one value that an attribute takes: a literal with its aliases, or
// a pattern (semantics.md A1-A8).
type Allowed struct {
	Name     string   // the literal; "" for a pattern
	Aliases  []string // matched on input, munged to Name
	Pattern  *lazyre.Regexp
	Features []string // the provider must have all of these (A8)
	Event    string   // names the event instead of the default (L21)
	Call     string   // the provider method to call instead of its setter
	// InvalidateRefreshes: a change to this value drops the refreshes that are
	// queued for the resource (semantics.md X32).
	InvalidateRefreshes bool
	Doc                 string
}

// Literals makes an Allowed of each name.
func Literals(names ...string) []Allowed {
	list := make([]Allowed, len(names))
	for i, name := range names {
		list[i] = Allowed{Name: name}
	}
	return list
}

// Hook is what a type's functions are given: the attribute and the resource it
// belongs to. There is no way from it to the machine, so that hooks can run on
// each keystroke.
type Hook struct {
	Ctx context.Context
	A   *Attribute
	R   *Resource
}

// Get returns what another attribute of the same resource is set to, nil when
// it is not set (yet: values are assigned in canonical order, semantics.md T14).
func (h Hook) Get(name string) value.Value { return h.R.Get(name) }

// Validate is the default validation, which a ValidateFn may fall back on.
func (h Hook) Validate(v value.Value) error { return h.A.validateDefault(h, v) }

// Munge is the default munging, which a MungeFn may fall back on.
func (h Hook) Munge(v value.Value) value.Value { return h.A.mungeDefault(v) }

// Feature describes what a provider may be able to do (semantics.md T40-T43).
type Feature struct {
	Name    string
	Doc     string
	Methods []string // the behaviours a provider must have for it, by the names of Ops: "Refresh", "Set"
}

// TitlePattern takes a title apart into namevars (semantics.md T22).
type TitlePattern struct {
	Pattern *lazyre.Regexp
	Attrs   []string
	Munge   []func(string) value.Value // for each of Attrs what makes its value of the group; nil leaves the text
}

// Relation is an automatic relationship to resources of another type
// (semantics.md T50).
type Relation struct {
	Kind   RelationKind
	Type   string
	Titles func(r *Resource) []string // nil: none by title
	// Match reports which others r relates to where a title cannot name them: the
	// group that is to have a number. It returns nil when r has nothing to match.
	Match func(r *Resource) func(other *Resource) bool
	// Via are the attributes from whose values it follows, as a person is
	// told. Without them it may follow from any.
	Via []string
}

// RelationKind is how two resources relate.
type RelationKind uint8

// The four relationships, and Mention: the resource only names the other one, as
// a user its shell. A mention makes no order and passes on no change.
const (
	Require RelationKind = iota
	Before
	Subscribe
	Notify
	Mention
)

var relationNames = [...]string{"require", "before", "subscribe", "notify", "mention"}

// String is the metaparameter's name.
func (k RelationKind) String() string { return relationNames[k] }

// HasDefault reports whether the attribute has a default, of whatever value.
func (a *Attribute) HasDefault() bool { return !a.Default.IsNil() || a.DefaultFunc != nil }

// PlaceholderFor is Placeholder of a value that was read, nil where none is needed.
func (a *Attribute) PlaceholderFor(is value.Value) value.Value {
	if a.Placeholder == nil {
		return value.Value{}
	}
	return a.Placeholder(is.Reveal())
}

// Warning is Warn of what a resource wants of the attribute.
func (a *Attribute) Warning(r *Resource) string {
	if a.Warn == nil {
		return ""
	}
	for _, v := range r.Munged(a.Name) {
		if text := a.Warn(v.Reveal()); text != "" {
			return text
		}
	}
	return ""
}
