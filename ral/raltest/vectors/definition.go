package vectors

import (
	"encoding/json"
	"strings"
)

// TypeDef is a resource type as the vectors describe it.
type TypeDef struct {
	Type          string
	Attributes    []AttrDef
	Features      []FeatureDef
	Providers     []ProviderDef
	TitlePatterns []PatternDef `json:"title_patterns"`
	Validate      []TypeRule
	Auto          []AutoDef
	Refresh       *RefreshDef
	PreRunCheck   *[]FaultDef          `json:"pre_run_check"`
	Generate      map[string][]DeclDef // by the title of the resource that generates
	EvalGenerate  map[string][]DeclDef `json:"eval_generate"`
	SelfRefresh   bool                 `json:"self_refresh"`
	Isomorphic    *bool
}

// AttrDef is one attribute of a TypeDef. Role is param, property, or ensure:
// the ready-made property.
type AttrDef struct {
	Name, Role, Namevar, Doc string
	NewValues                []NewValue
	DefaultValues            bool
	Default                  *DefaultDef
	Required                 bool
	ArrayMatching            string    `json:"array_matching"`
	RequiredFeatures         OneOrMore `json:"required_features"`
	Parent                   string    // boolean-param, boolean-property
	Boolean                  bool
	Validate, Munge, Unmunge []Rule
	Insync                   string // always, never, case_insensitive, set, raise
	IsToS                    string `json:"is_to_s"`
	ShouldToS                string `json:"should_to_s"`
	ChangeToS                *Text  `json:"change_to_s"`
}

// FeatureDef is a feature of a TypeDef.
type FeatureDef struct {
	Name, Doc string
	Methods   []string
}

// Raise is an error with the class that Ruby gave it: a class of Puppet's own
// is an error as any provider returns, another one is a provider that broke.
type Raise struct{ Class, Message string }

// Error is the message alone.
func (r *Raise) Error() string { return r.Message }

// thrown returns an error of Puppet's own class, and breaks with any other one.
func (r *Raise) thrown() error {
	if r.Class == "" || strings.HasPrefix(r.Class, "Puppet::") {
		return r
	}
	panic(r)
}

// FaultDef is a call that raises, of one resource or of all.
type FaultDef struct {
	Call, Title string
	Raise       Raise
}

// RefreshDef is a type that reacts to events, and how its reaction fails.
type RefreshDef struct{ Raise *Raise }

// AutoDef is an automatic relationship: the titles stand in an attribute.
type AutoDef struct{ Relation, Type, From string }

// DeclDef is one resource of a catalog.
type DeclDef struct {
	Type, Title string
	Params      Params
	Line        int
	Virtual     bool
	Container   bool   // a class, a stage or a defined type
	In          string // what contains it
}

// PatternDef takes titles apart.
type PatternDef struct {
	Regex string
	To    []PatternTarget
}

// PatternTarget is the attribute a group goes to, through a function or as it is.
type PatternTarget struct{ Name, Call string }

// UnmarshalJSON reads a name, or a name and a function.
func (p *PatternTarget) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &p.Name)
	}
	type plain PatternTarget
	return json.Unmarshal(data, (*plain)(p))
}

// Text is a template, or the error that making it raises.
type Text struct {
	Template string
	Raise    *Raise
}

// UnmarshalJSON reads a string, or an object with raise.
func (t *Text) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &t.Template)
	}
	return json.Unmarshal(data, &struct{ Raise **Raise }{&t.Raise})
}

// NewValue is an allowed value: a literal, a pattern, or either with options.
type NewValue struct {
	Value               Tagged
	Aliases             []Tagged
	Event               string
	RequiredFeatures    OneOrMore `json:"required_features"`
	InvalidateRefreshes bool      `json:"invalidate_refreshes"`
	Block               *Block
}

// Block is code that runs instead of the setter; its calls are logged as
// block:LOG.
type Block struct {
	Log          string
	Raise        *Raise
	ProviderCall string `json:"provider_call"`
}

// UnmarshalJSON reads a tagged value, or an object around one.
func (n *NewValue) UnmarshalJSON(data []byte) error {
	var probe struct{ Kind string }
	if err := json.Unmarshal(data, &probe); err == nil && probe.Kind != "" {
		return json.Unmarshal(data, &n.Value)
	}
	type plain NewValue
	return json.Unmarshal(data, (*plain)(n))
}

// OneOrMore is a list of names that may be written as one.
type OneOrMore []string

// UnmarshalJSON reads a string or a list.
func (o *OneOrMore) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		*o = make(OneOrMore, 1)
		return json.Unmarshal(data, &(*o)[0])
	}
	return json.Unmarshal(data, (*[]string)(o))
}
