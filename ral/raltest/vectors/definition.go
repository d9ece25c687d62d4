package vectors

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// TypeDef is a resource type in the form of the vectors.
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
	Generate      map[string][]DeclDef // by title of the generating resource
	EvalGenerate  map[string][]DeclDef `json:"eval_generate"`
	SelfRefresh   bool                 `json:"self_refresh"`
	Isomorphic    *bool
}

// AttrDef is one attribute of a TypeDef. Role is param, property, or ensure for the
// predefined property.
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

// Raise is an error with its Ruby class. An error with a class of Puppet's own is an
// error that any provider may return; with another class, the provider panics.
type Raise struct{ Class, Message string }

func (r *Raise) Error() string { return r.Message }

// thrown returns an error of Puppet's own class, and panics with any other.
func (r *Raise) thrown() error {
	if r.Class == "" || strings.HasPrefix(r.Class, "Puppet::") {
		return r
	}
	panic(r)
}

// FaultDef is a call that raises an error, for one resource or for all.
type FaultDef struct {
	Call, Title string
	Raise       Raise
}

// RefreshDef marks a type that can be refreshed, with the error of the refresh.
type RefreshDef struct{ Raise *Raise }

// AutoDef is an automatic relationship. An attribute contains the titles.
type AutoDef struct{ Relation, Type, From string }

// DeclDef is one resource of a catalog.
type DeclDef struct {
	Type, Title string
	Params      Params
	Line        int
	Virtual     bool
	Container   bool   // it is a class, a stage or a defined type
	In          string // its container
}

// PatternDef splits titles.
type PatternDef struct {
	Regex string
	To    []PatternTarget
}

// PatternTarget is the attribute for a group, and a function to apply first.
type PatternTarget struct{ Name, Call string }

// UnmarshalJSON parses a name, or a name and a function.
func (p *PatternTarget) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &p.Name)
	}
	type plain PatternTarget
	return json.Unmarshal(data, (*plain)(p))
}

// Text is a template, or the error that building it raises.
type Text struct {
	Template string
	Raise    *Raise
}

// UnmarshalJSON parses a string, or an object with raise.
func (t *Text) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &t.Template)
	}
	return json.Unmarshal(data, &struct{ Raise **Raise }{&t.Raise})
}

// NewValue is an allowed value: a literal or a pattern, possibly with options.
type NewValue struct {
	Value               Tagged
	Aliases             []Tagged
	Event               string
	RequiredFeatures    OneOrMore `json:"required_features"`
	InvalidateRefreshes bool      `json:"invalidate_refreshes"`
	Block               *Block
}

// Block is code that runs instead of the setter. Its calls are logged as block:LOG.
type Block struct {
	Log          string
	Raise        *Raise
	ProviderCall string `json:"provider_call"`
}

// UnmarshalJSON parses a tagged value, or an object around one.
func (n *NewValue) UnmarshalJSON(data []byte) error {
	var probe struct{ Kind string }
	if err := json.Unmarshal(data, &probe); err == nil && probe.Kind != "" {
		return json.Unmarshal(data, &n.Value)
	}
	type plain NewValue
	return json.Unmarshal(data, (*plain)(n))
}

// OneOrMore is a list of names; a single name may be written without a list.
type OneOrMore []string

// UnmarshalJSON parses a string or a list.
func (o *OneOrMore) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		*o = make(OneOrMore, 1)
		return json.Unmarshal(data, &(*o)[0])
	}
	return json.Unmarshal(data, (*[]string)(o))
}

// Tool is a command of a provider: its name in the provider, and its path.
type Tool struct{ Name, Path string }

// Tools are the commands of a provider, in order.
type Tools []Tool

// UnmarshalJSON parses an object of name to path and keeps the order.
func (ts *Tools) UnmarshalJSON(data []byte) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	if _, err := dec.Token(); err != nil {
		return err
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		t := Tool{Name: fmt.Sprint(key)}
		if err := dec.Decode(&t.Path); err != nil {
			return err
		}
		*ts = append(*ts, t)
	}
	return nil
}
