package datafile

import (
	"strings"
	"testing"

	"ralsh/ral/value"
)

// The results of Facter 4.3 for tags and symbols. A file may not contain
// symbols; the output of a program may.
func TestYAMLTagsAndSymbols(t *testing.T) {
	for _, c := range []struct{ text, file, printed string }{
		{"a: !!binary aGVsbG8=", `{"a"=>"hello"}`, ""},
		{"a: !!binary |\n  aGVs\n  bG8=\n", `{"a"=>"hello"}`, ""},
		{"a: !!binary \"aGV*s bG8\"", `{"a"=>"hello"}`, ""},
		{"a: !!binary \"%\"", `{"a"=>""}`, ""},
		{"a: !!int \"010\"\nb: !!int 3.7\nc: !!int x", `{"a"=>8, "b"=>3.7, "c"=>"x"}`, ""},
		{"a: !!float 3\nb: !!float \"1.5\"", `{"a"=>3.0, "b"=>1.5}`, ""},
		{"a: !!float x", `line 1: "x" is not a number`, ""},
		{"a: !!bool yes\nb: !!null \"\"\nf: ! 3", `{"a"=>true, "b"=>nil, "f"=>"3"}`, ""},
		{"a: !foo [1]\nb: !x:y {c: 1}\nc: !z bar\nd: !!seq [1]\ne: !!map {f: 1}", `{"a"=>[1], "b"=>{"c"=>1}, "c"=>"bar", "d"=>[1], "e"=>{"f"=>1}}`, ""},
		{"a: !!omap\n- b: 1\n- c: 2\n- b: 3\n", `{"a"=>{"b"=>3, "c"=>2}}`, ""},
		{"a: !!str &x 010\nb: *x", `{"a"=>"010", "b"=>"010"}`, ""},
		{"a: !ruby/regexp /x/", "line 1: the tag !ruby/regexp requires a Ruby object", ""},
		{"a: !!set {b: null}", "line 1: the tag !!set requires a Ruby object", ""},
		{":foo: 1", "line 1: :foo is a Ruby symbol, which is not a valid name", `{"foo"=>1}`},
		{"b: :bar", "line 1: :bar is a Ruby symbol, which is not a valid value", `{"b"=>"bar"}`},
		{"m:\n  :n: o\nl:\n- :a\n", "line 2: :n is a Ruby symbol, which is not a valid name", `{"m"=>{"n"=>"o"}, "l"=>["a"]}`},
		{"\"q\": \":quoted\"\n\":k\": 1", `{"q"=>":quoted", ":k"=>1}`, ""},
	} {
		if c.printed == "" {
			c.printed = c.file
		}
		for _, symbols := range []bool{false, true} {
			v, _, err := readYAML([]byte(c.text), symbols)
			got, want := v.Inspect(), c.file
			if symbols {
				want = c.printed
			}
			if err != nil {
				got = err.Error()
			}
			if got != want {
				t.Errorf("%q (symbols %v): %s, want %s", c.text, symbols, got, want)
			}
		}
	}
}

// A program's symbols are names of facts.
func TestSymbolsOfPrograms(t *testing.T) {
	found, _, err := Printed([]byte(":foo: 1\nbar: :baz\n"))
	if got, _ := found.Lookup("foo"); err != nil || !got.Equal(value.Int(1)) || !strings.Contains(found.Inspect(), `"bar"=>"baz"`) {
		t.Errorf("%s, %v", found.Inspect(), err)
	}
}
