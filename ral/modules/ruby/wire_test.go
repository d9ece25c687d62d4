package ruby

import (
	"encoding/json"
	"strings"
	"testing"

	"ralsh/ral/value"
)

// TestWireThereAndBack sends each kind of value to the worker's form and back.
func TestWireThereAndBack(t *testing.T) {
	big, _ := value.IntOf("1606938044258990275541962092341162602522202993782792835301376")
	for _, v := range []value.Value{
		{},
		value.Str(""), value.Str("é\n"), value.Str("\xff\x00"), value.Sym("present"), value.Int(-5), value.Int(1 << 60), big, value.Flt(1.5),
		value.Bool(true), value.Bool(false), value.ListOf(), value.Strs("a", "b"), value.MapOf(),
		value.MapOf(value.Pair{Key: value.Int(1), Value: value.ListOf(value.Sym("a"), value.MapOf())}),
		value.Secret(value.Strs("a")),
	} {
		data, err := json.Marshal(wired{v})
		if err != nil {
			t.Fatal(err)
		}
		var back wired
		if err := json.Unmarshal(data, &back); err != nil || !back.Equal(v) || back.IsSecret() != v.IsSecret() || back.Kind() != v.Kind() {
			t.Errorf("%s is %s after %s, %v", v.Kind(), back.Kind(), data, err)
		}
	}
}

// TestWireOdd reads what only the worker writes, and what it must not write.
func TestWireOdd(t *testing.T) {
	deep := strings.Repeat("[", 100) + strings.Repeat("]", 100)
	for text, want := range map[string]struct{ kind, text string }{
		`{"t":"1..3"}`:             {"string", "1..3"},
		`{"f":"NaN"}`:              {"float", "NaN"},
		`{"u":"no"}`:               {"unknown", ""},
		`{"b":"/w=="}`:             {"string", "\xff"},
		`{"b":"%"}`:                {},
		`{"i":"x"}`:                {},
		`{":":1}`:                  {},
		`{"h":[[1]]}`:              {},
		`{"h":{}}`:                 {},
		`{"a":1,"b":2}`:            {},
		`{}`:                       {},
		`{"nothing":"like that"}`:  {},
		deep:                       {},
		`{"s":{"s":` + deep + `}}`: {},
	} {
		var v wired
		err := json.Unmarshal([]byte(text), &v)
		if (err == nil) != (want.kind != "") || err == nil && (v.Kind().String() != want.kind || v.Kind() == value.String && v.Text() != want.text) {
			t.Errorf("%.40s: %s %q, %v", text, v.Kind(), v.Text(), err)
		}
	}
}

// FuzzWire reads any text without panicking, and what it accepts survives another way
// there and back.
func FuzzWire(f *testing.F) {
	f.Add(`{"h":[["a",{":":"b"}],[1,{"s":[null,1.5,{"i":"9"}]}]]}`)
	f.Fuzz(func(t *testing.T, text string) {
		var v, again wired
		if json.Unmarshal([]byte(text), &v) != nil {
			return
		}
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &again); err != nil {
			t.Fatalf("%s: %v", data, err)
		}
	})
}
