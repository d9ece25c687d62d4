package vectors

import (
	"bytes"
	"encoding/json"
	"fmt"

	"ralsh/ral"
)

// Param is one attribute and its value.
type Param struct {
	Name  string
	Value Tagged
}

// Params are attributes in order, written as an object or as a list of pairs.
type Params []Param

// UnmarshalJSON parses either form and keeps the order.
func (ps *Params) UnmarshalJSON(data []byte) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	open, err := dec.Token()
	if err != nil || open == nil {
		return err
	}
	for dec.More() {
		var p Param
		if open == json.Delim('[') {
			pair := []any{&p.Name, &p.Value}
			err = dec.Decode(&pair)
		} else {
			var key json.Token
			if key, err = dec.Token(); err == nil {
				p.Name = fmt.Sprint(key)
				err = dec.Decode(&p.Value)
			}
		}
		if err != nil {
			return fmt.Errorf("attribute %s: %w", p.Name, err)
		}
		*ps = append(*ps, p)
	}
	return nil
}

// Get returns the value of a name, and whether there is one.
func (ps Params) Get(name string) (Tagged, bool) {
	for _, p := range ps {
		if p.Name == name {
			return p.Value, true
		}
	}
	return Tagged{}, false
}

// Attrs returns the attributes of a declaration.
func (ps Params) Attrs() []ral.Attr {
	var list []ral.Attr
	for _, p := range ps {
		list = append(list, ral.Attr{Name: p.Name, Value: p.Value.Value})
	}
	return list
}
