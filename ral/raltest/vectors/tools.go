package vectors

import (
	"bytes"
	"encoding/json"
	"fmt"
)

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
