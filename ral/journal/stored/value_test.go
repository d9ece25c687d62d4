package stored_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"ralsh/ral/journal/stored"
	"ralsh/ral/redact"
	"ralsh/ral/value"
)

// round encodes a value as a line does and decodes it.
func round(v value.Value) (value.Value, error) {
	store := make(map[string][]byte)
	red := stored.NewRedactor([]byte("0123456789abcdef"), &redact.Redactor{})
	text, err := json.Marshal(red.Value(v, false, func(data []byte) *stored.String {
		k := stored.StringOf(data)
		store[k.Sum] = data
		return k
	}))
	if err != nil {
		return value.Value{}, err
	}
	var back stored.Value
	if err := json.Unmarshal(text, &back); err != nil {
		return value.Value{}, err
	}
	return back.Restore(func(sum string) ([]byte, error) { return store[sum], nil })
}

func TestValuesComeBack(t *testing.T) {
	big, _ := value.IntOf("1180591620717411303424")
	for name, v := range map[string]value.Value{
		"an integer of 71 bits": big,
		"nothing":               {}, "a symbol": value.Absent(), "a string of its letters": value.Str("absent"), "an empty string": value.Str(""),
		"bytes": value.Str("\xff\x00"), "escapes": value.Str("<&>\u2028\n"), "a long string": value.Str(strings.Repeat("x", 5000)),
		"an integer": value.Int(math.MinInt64), "a float": value.Flt(0.1), "infinity": value.Flt(math.Inf(1)),
		"true": value.Bool(true), "false": value.Bool(false), "an empty list": value.ListOf(),
		"a list":      value.ListOf(value.Int(1), value.Str("1"), value.Sym("one"), value.ListOf(value.Bool(false))),
		"a map":       value.MapOf(value.Pair{Key: value.Str("b"), Value: value.Int(1)}, value.Pair{Key: value.Int(2), Value: value.Strs("a")}),
		"a reference": value.Ref("User", "alice"), "an empty map": value.MapOf(),
	} {
		back, err := round(v)
		if err != nil || !back.Equal(v) {
			t.Errorf("%s: %s came back as %s, %v", name, v.Inspect(), back.Inspect(), err)
		}
	}
	if _, err := round(value.ListOf(value.Secret(value.Str("x")))); !errors.Is(err, stored.ErrSecret) {
		t.Errorf("a secret in a list: %v", err)
	}
	if _, err := round(value.Unread("permission denied")); err == nil || !strings.Contains(err.Error(), "permission denied") {
		t.Errorf("what could not be read: %v", err)
	}
}

func TestSame(t *testing.T) {
	text, other, content := "x", "y", func(sum string, size int) *stored.String { return &stored.String{Sum: sum, Size: size} }
	for _, c := range []struct {
		name string
		a, b stored.Value
		want bool
	}{
		{"equal strings", stored.Value{Str: &text}, stored.Value{Str: &text}, true},
		{"different strings", stored.Value{Str: &text}, stored.Value{Str: &other}, false},
		{"a string and a symbol", stored.Value{Str: &text}, stored.Value{Sym: &text}, false},
		{"equal contents", stored.Value{Content: content("a", 1)}, stored.Value{Content: content("a", 0)}, true},
		{"different contents", stored.Value{Content: content("a", 1)}, stored.Value{Content: content("b", 1)}, false},
		{"unknown values", stored.Value{Unknown: "denied"}, stored.Value{Unknown: "denied"}, false},
	} {
		if got := c.a.Same(c.b); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}
