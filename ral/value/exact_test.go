package value_test

import (
	"encoding/json"
	"testing"

	"ralsh/ral/value"
)

func TestExact(t *testing.T) {
	long, _ := value.IntOf("123456789012345678901234567890")
	for _, v := range []value.Value{
		{},
		value.Sym("present"), value.Str(""), value.Str("a\xff\x00\n"), value.Int(-5), long, value.Flt(0.1), value.Flt(1e300),
		value.Bool(true), value.Bool(false), value.Ref("user", "a b"), value.ListOf(), value.ListOf(value.Str("a"), value.Sym("a"), value.ListOf(value.Int(1))),
		value.MapOf(value.Pair{Key: value.Str("b"), Value: value.Int(1)}, value.Pair{Key: value.Str("a"), Value: value.Secret(value.Str("!"))}),
		value.Secret(value.Str("!")), value.Unread("no right"),
	} {
		data, err := json.Marshal(value.Exact{Value: v})
		if err != nil {
			t.Fatal(err)
		}
		var got value.Exact
		if err := json.Unmarshal(data, &got); err != nil || got.Kind() != v.Kind() || got.Reveal().Inspect() != v.Reveal().Inspect() || got.Inspect() != v.Inspect() {
			t.Errorf("%s becomes %s, %v", data, got.Reveal().Inspect(), err)
		}
	}
	for _, text := range []string{`{}`, `{"kind":"integer","text":"eA=="}`, `{"kind":"float"}`, `{"kind":"secret"}`, `{"kind":"x"}`, `[]`} {
		var got value.Exact
		if err := json.Unmarshal([]byte(text), &got); err == nil {
			t.Errorf("%s is read as %s", text, got.Inspect())
		}
	}
}
