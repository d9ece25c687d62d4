package star_test

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/modules/star"
)

// A comparison of an attribute with a text that it never has is found where it is.
func TestComparisons(t *testing.T) {
	types := load(t, `newtype("w", attrs = [param("name", namevar = True), ensurable(), prop("kind", values = ["A", "AAAA"]),
    prop("size", values = ["auto", re.compile("^[0-9]+$")]), prop("text"), param("loud", boolean = True),
    prop("own", values = ["x", "y"], munge = lambda value: value)])`).Types
	reg := ral.NewRegistry()
	reg.Add(*types[0])
	for code, want := range map[string]string{
		`lambda self: self.res.kind == "A"`:                   `kind is a symbol, never the string "A": compare it with symbol("A")`,
		`lambda self: "A" != self.res.kind`:                   `kind is a symbol, never the string "A": compare it with symbol("A")`,
		`lambda res: res.kind in ["A", "AAAA"]`:               `kind is a symbol, never the string "A": compare it with symbol("A"); kind is a symbol, never the string "AAAA": compare it with symbol("AAAA")`,
		`lambda res: res.kind in ("A", symbol("AAAA"))`:       `kind is a symbol, never the string "A": compare it with symbol("A")`,
		`lambda res: res.ensure == "present"`:                 `ensure is a symbol, never the string "present": compare it with present`,
		`lambda res: (res.kind) == ("MX")`:                    `kind is never "MX" (values: A, AAAA)`,
		`lambda res: res.loud == "true"`:                      `loud is True or False, never the string "true"`,
		`lambda res: res.size == "auto"`:                      `size is a symbol, never the string "auto": compare it with symbol("auto")`,
		`lambda self: self.pending.get("ensure") == "absent"`: `ensure is a symbol, never the string "absent": compare it with absent`,
		`lambda self: self.pending["kind"] == "A"`:            `kind is a symbol, never the string "A": compare it with symbol("A")`,
		`lambda self: self.should.get("kind", None) == "A"`:   `kind is a symbol, never the string "A": compare it with symbol("A")`,
		`lambda self: self.res["kind"] == "A"`:                `kind is a symbol, never the string "A": compare it with symbol("A")`,
		`lambda self: self.state.get("kind") == "A"`:          "",
		`lambda self: self.pending.get(name) == "A"`:          "",
		`lambda res: res.size == "12"`:                        "", // the pattern takes it
		`lambda res: res.kind == symbol("A")`:                 "",
		`lambda res: res.text == "A"`:                         "",
		`lambda res: res.own == "x"`:                          "", // its munge may make a text of it
		`lambda self: self.found.kind == "A"`:                 "", // what was read may be a text
		`lambda res: res.kind.startswith("A") == "A"`:         "",
		`lambda res: other.kind == "A"`:                       "",
		`lambda res: res.colour == "red"`:                     "", // an error of its own
		`lambda res: len(res.name) > 3 and "x" == "y"`:        "",
		`lambda res: "A" in res.kind`:                         `kind is a symbol, never the string "A": compare it with symbol("A")`,
	} {
		got := ""
		for _, f := range star.Comparisons("f.star", []byte("\nx = "+code+"\n"), reg.Type("w")) {
			if got != "" {
				got += "; "
			}
			got += f.Message
			if f.Pos[:9] != "f.star:2:" {
				t.Errorf("%s: at %s", code, f.Pos)
			}
		}
		if got != want {
			t.Errorf("%s\ngot  %s\nwant %s", code, got, want)
		}
	}
	if faults := star.Comparisons("f.star", []byte("x = ("), reg.Type("w")); faults != nil {
		t.Error(faults)
	}
}
