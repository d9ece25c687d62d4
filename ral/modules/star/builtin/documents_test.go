package builtin_test

import (
	"strings"
	"testing"

	"ralsh/ral/modules/star"
)

// load loads one valid file.
func load(t testing.TB, text string) *star.Defined {
	t.Helper()
	d, err := star.NewSpace().Load(t.Context(), star.Source{Module: "m", Path: "t.star", Text: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// called returns what an expression of a file is, as a value shows itself, or its
// error.
func called(t testing.TB, code string) string {
	t.Helper()
	d, err := star.NewSpace().Load(t.Context(), star.Source{Module: "m", Path: "t.star", Text: []byte("function('f', lambda text = '': " + code + ")")})
	if err != nil {
		return err.Error()
	}
	v, err := d.Functions[0].Call(t.Context())
	if err != nil {
		return err.Error()
	}
	return v.Inspect()
}

// A symbol is written as its text, and what is made of a secret is a secret.
func TestJSON(t *testing.T) {
	for code, want := range map[string]string{
		`json.encode({"a": present, "b": [symbol("x y"), ref("user", "root")]})`: `"{\"a\":\"present\",\"b\":[\"x y\",\"User[root]\"]}"`,
		`json.encode({"b": None, "a": (1, 2.5, True)})`:                          `"{\"a\":[1,2.5,true],\"b\":null}"`,
		`json.encode(1 << 70)`:                           `"1180591620717411303424"`,
		`json.decode('{"b": [1, "x"], "a": null}')`:      `{"b"=>[1, "x"], "a"=>nil}`,
		`json.decode("nonsense", default = "d")`:         `"d"`,
		`json.encode_indent({"a": 1}, indent = "")`:      `"{\n\"a\": 1\n}"`,
		`str(json.encode({"a": ["b", secret("xyz")]}))`:  `"[redacted]"`,
		`json.encode({"a": secret(present)}).reveal()`:   `"{\"a\":\"present\"}"`,
		`str(json.encode({secret("k"): "v"}))`:           `"[redacted]"`,
		`str(json.decode(secret('{"a": 1}')))`:           `"[redacted]"`,
		`json.decode(secret('{"a": 1}')).reveal()["a"]`:  `1`,
		`json.decode(secret("xyz"))`:                     "json.decode: invalid secret (ralsh hides the reason, which could show a part of it)",
		`str(json.decode(secret("xyz"), default = "d"))`: `"[redacted]"`,
		`str(json.indent(secret('{"a": 1}')))`:           `"[redacted]"`,
		`json.encode(unread("no disk"))`:                 "t.star:1:44: json.encode: a value is unknown: no disk",
		`json.encode(len)`:                               "t.star:1:44: json.encode: a function cannot be the value of an attribute",
		`json.encode({(1, 2): 3})`:                       "t.star:1:44: json.encode: a key is a list",
		`json.encode()`:                                  "t.star:1:44: json.encode: the first argument is missing (it must be positional)",
		`json.decode(x = "1")`:                           "t.star:1:44: json.decode: the first argument is missing (it must be positional)",
	} {
		if got := called(t, code); got != want {
			t.Errorf("%s\n is %s\nwant %s", code, got, want)
		}
	}
	if got := called(t, `json.encode(json.decode("[" * 100 + "]" * 100))`); !strings.Contains(got, "nested deeper than 64") {
		t.Error(got)
	}
}
