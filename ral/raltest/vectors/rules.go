package vectors

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// Rule is one rule of a validate, munge or unmunge hook.
type Rule struct {
	If     *Cond
	Error  string // of validate; %s is the value
	Class  string // class of Error; default: ArgumentError
	Accept bool
	Super  bool
	Return *Tagged
	Call   string
	Prefix string
	Raise  *Raise
}

// Cond is the condition of a rule. All conditions that are set must hold.
type Cond struct {
	Equals, In      *Tagged
	Match, NotMatch *pattern
	Empty           *bool
	Kind            string
}

// UnmarshalJSON parses the condition; not_match has an underscore.
func (c *Cond) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &struct {
		Equals   **Tagged
		In       **Tagged
		Match    **pattern
		NotMatch **pattern `json:"not_match"`
		Empty    **bool
		Kind     *string
	}{&c.Equals, &c.In, &c.Match, &c.NotMatch, &c.Empty, &c.Kind})
}

type pattern struct{ *lazyre.Regexp }

// UnmarshalJSON parses a Ruby pattern.
func (p *pattern) UnmarshalJSON(data []byte) error {
	var source string
	err := json.Unmarshal(data, &source)
	p.Regexp = lazyre.Ruby(source)
	return err
}

func (c *Cond) holds(v value.Value) bool {
	if c == nil {
		return true
	}
	return (c.Equals == nil || v.Equal(c.Equals.Value)) &&
		(c.In == nil || slices.ContainsFunc(c.In.Items(), v.Equal)) &&
		(c.Match == nil || c.Match.MatchString(v.Text())) &&
		(c.NotMatch == nil || !c.NotMatch.MatchString(v.Text())) &&
		(c.Empty == nil || *c.Empty == v.Empty()) &&
		(c.Kind == "" || c.Kind == kindName(v))
}

func kindName(v value.Value) string {
	return Encode(v).(map[string]any)["kind"].(string)
}

func validator(rules []Rule) func(ral.Hook, value.Value) error {
	if len(rules) == 0 {
		return nil
	}
	return func(h ral.Hook, v value.Value) error {
		for _, r := range rules {
			switch {
			case !r.If.holds(v):
			case r.Super:
				return h.Validate(v)
			case r.Error != "":
				return raised(r.Class, strings.ReplaceAll(r.Error, "%s", v.Text()))
			default:
				return nil
			}
		}
		return nil
	}
}

// raised returns an error with Puppet's own class or ArgumentError, and panics with
// any other class, which breaks the hook.
func raised(class, message string) error {
	if class == "" || class == "ArgumentError" || strings.HasPrefix(class, "Puppet::") {
		return errors.New(message)
	}
	panic(message)
}

func munger(rules []Rule) func(ral.Hook, value.Value) (value.Value, error) {
	if len(rules) == 0 {
		return nil
	}
	return func(h ral.Hook, v value.Value) (value.Value, error) {
		for _, r := range rules {
			if !r.If.holds(v) {
				continue
			}
			switch {
			case r.Super:
				return h.Munge(v), nil
			case r.Raise != nil:
				if strings.HasPrefix(r.Raise.Class, "Puppet::") {
					return value.Value{}, r.Raise
				}
				panic(r.Raise.Message)
			case r.Return != nil:
				return r.Return.Value, nil
			case r.Prefix != "":
				return value.Str(r.Prefix + v.Text()), nil
			case r.Call != "":
				return call(r.Call, v)
			}
			return v, nil
		}
		return v, nil
	}
}

func unmunger(rules []Rule) ral.UnmungeFunc {
	munge := munger(rules)
	return func(h ral.Hook, v value.Value) value.Value {
		w, err := munge(h, v)
		if err != nil {
			panic(err)
		}
		return w
	}
}

// call applies Ruby's method of this name.
func call(name string, v value.Value) (value.Value, error) {
	switch name {
	case "to_i", "integer":
		n, ok := value.IntOf(strings.TrimSpace(v.Text()))
		if !ok && name == "integer" {
			panic("invalid value for Integer(): " + v.Inspect())
		}
		if !ok {
			n = value.Int(0)
		}
		return n, nil
	case "to_s":
		return value.Str(v.Text()), nil
	case "to_sym":
		return value.Sym(v.Text()), nil
	}
	change, known := map[string]func(string) string{
		"upcase": strings.ToUpper, "downcase": strings.ToLower, "strip": strings.TrimSpace, "reverse": reverse,
		"capitalize": capitalise,
	}[name]
	if !known {
		return v, errors.New("no function is called " + name)
	}
	if v.Kind() == value.Symbol {
		return value.Sym(change(v.Text())), nil
	}
	return value.Str(change(v.Text())), nil
}

func reverse(s string) string {
	runes := []rune(s)
	slices.Reverse(runes)
	return string(runes)
}

func capitalise(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + strings.ToLower(s[1:])
}
