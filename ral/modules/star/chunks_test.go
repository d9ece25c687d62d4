package star_test

import (
	"strings"
	"testing"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/modules/star"
)

// The chunks of a fact are merged as Facter's aggregates are: maps key by key, lists one
// after the other.
func TestChunks(t *testing.T) {
	rd := host.NewFake(nil).Reader()
	for code, want := range map[string]string{
		`{"a": lambda self: {"x": 1}, "b": lambda self: {"y": 2}}`:                             `{"x"=>1, "y"=>2}`,
		`{"a": lambda self: {"x": {"p": 1}}, "b": lambda self: {"x": {"q": 2}}}`:               `{"x"=>{"p"=>1, "q"=>2}}`,
		`{"a": lambda self: [1], "b": lambda self: [2], "c": lambda self: [3]}`:                `[1, 2, 3]`,
		`{"a": lambda self: {"x": [1]}, "b": lambda self: None, "c": lambda self: {"x": [2]}}`: `{"x"=>[1, 2]}`,
		`{"a": lambda self: None, "b": lambda self: "text"}`:                                   `"text"`,
		`{"a": lambda self: 7, "b": lambda self: 7}`:                                           `7`,
		`{"one": lambda self: 7}`:                                                              `7`,
		`lambda self: 7`:                                                                       `7`,
		`{"a": lambda self: {"x": 1}, "b": lambda self: {"x": 2}}`:                             `error: t.star:1:45: chunk b of fact f: x: 2 of this chunk and 1 of an earlier one cannot be merged`,
		`{"a": lambda self: {"x": 1}, "b": lambda self: [1]}`:                                  `error: t.star:1:45: chunk b of fact f: [1] of this chunk and {"x"=>1} of an earlier one cannot be merged`,
		`{"a": lambda self: 1, "b": lambda self: fail("not here")}`:                            `error: not here`,
	} {
		f := load(t, `fact("f", `+code+`, timeout = 3)`).Facts[0]
		v, err := f.Resolve(t.Context(), rd, nil)
		got := v.Inspect()
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != want || f.Timeout != 3*time.Second {
			t.Errorf("%s\ngot  %s\nwant %s", code, got, want)
		}
	}
	for code, want := range map[string]string{
		`fact("f", {})`:                           "the value of f is a function, or a dict of functions, not a dict",
		`fact("f", 7)`:                            "the value of f is a function, or a dict of functions, not a number",
		`fact("f", {"a": 7})`:                     "chunk a of f is a number and no function",
		`fact("f", {7: lambda self: 1})`:          "fact f",
		`fact("f", lambda self: 1, timeout = -1)`: "timeout is a number of seconds, not -1",
	} {
		_, err := star.NewSpace().Load(t.Context(), star.Source{Module: "m", Path: "t.star", Text: []byte(code)})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", code, err, want)
		}
	}
}
