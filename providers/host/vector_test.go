package hosts

import (
	"encoding/json"
	"testing"

	"ralsh/ral/value"
)

type tagged struct {
	Kind  string
	Value json.RawMessage
}

func (v tagged) plain(t *testing.T) value.Value {
	t.Helper()
	if v.Kind == "array" {
		var items []tagged
		if err := json.Unmarshal(v.Value, &items); err != nil {
			t.Fatal(err)
		}
		list := make([]value.Value, len(items))
		for i, item := range items {
			list[i] = item.plain(t)
		}
		return value.ListOf(list...)
	}
	var x any
	if err := json.Unmarshal(v.Value, &x); err != nil {
		t.Fatal(err)
	}
	if v.Kind == "symbol" {
		return value.Sym(x.(string))
	}
	return value.FromPlain(x)
}

type vector struct {
	ID    string
	Given struct {
		Type, Text string
		Catalog    []struct {
			Title  string
			Params map[string]tagged
		}
	}
	When struct{ Op string }
	Then struct {
		Records         []map[string]tagged
		Rewritten, Text string
		Error           *struct{ Message string }
		Events          []struct{ Status, Message string }
	}
}
