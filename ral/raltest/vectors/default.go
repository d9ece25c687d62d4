package vectors

import (
	"encoding/json"
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// DefaultDef is an attribute's default: a value, or how to compute it.
type DefaultDef struct {
	Value    Tagged
	From     string // another attribute whose text is used
	Prefix   string
	Suffix   string
	Split    string // takes one part of the text
	Index    int
	Computed *Tagged
	Raise    *Raise
}

// UnmarshalJSON parses a tagged value or an object.
func (d *DefaultDef) UnmarshalJSON(data []byte) error {
	var probe struct{ Kind string }
	if err := json.Unmarshal(data, &probe); err == nil && probe.Kind != "" {
		return json.Unmarshal(data, &d.Value)
	}
	type plain DefaultDef
	return json.Unmarshal(data, (*plain)(d))
}

func (d *DefaultDef) put(a *ral.Attribute) {
	if d == nil {
		return
	}
	a.Default, a.DefaultFunc = d.Value.Value, nil
	if d.From != "" || d.Computed != nil || d.Raise != nil {
		a.DefaultFunc = d.compute
	}
}

func (d *DefaultDef) compute(h ral.Hook) (value.Value, error) {
	switch {
	case d.Raise != nil:
		return value.Value{}, d.Raise
	case d.Computed != nil:
		return d.Computed.Value, nil
	}
	v := h.Get(d.From)
	if v.IsNil() {
		return v, nil
	}
	text := v.Text()
	if d.Split != "" {
		parts := strings.Split(text, d.Split)
		if d.Index >= len(parts) {
			return value.Value{}, nil
		}
		text = parts[d.Index]
	}
	return value.Str(d.Prefix + text + d.Suffix), nil
}
