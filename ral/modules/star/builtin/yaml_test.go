package builtin_test

import (
	"strings"
	"testing"

	"go.starlark.net/starlark"

	"ralsh/ral/modules/star"
)

// What is read, and what is not: places are of the text.
func TestDecodeYAML(t *testing.T) {
	for code, want := range map[string]string{
		`"a: 1\nb: [x, 'y', \"z\\u00e9\"]\nc:\n- d: null\n  e: ~\n"`: `{"a"=>1, "b"=>["x", "y", "zé"], "c"=>[{"d"=>nil, "e"=>nil}]}`,
		`""`:                              `nil`,
		`"# nothing\n"`:                   `nil`,
		`"---\n...\n"`:                    `nil`,
		`"%YAML 1.2\n---\na: b"`:          `{"a"=>"b"}`,
		`"{a: 1, 2: b, true: c, 1.5: d}"`: `{"a"=>1, 2=>"b", true=>"c", 1.5=>"d"}`,
		`"- 2024-01-02\n- 2024-01-02T03:04:05Z\n- 12:30"`:       `["2024-01-02", "2024-01-02T03:04:05Z", "12:30"]`,
		`"[yes, no, on, off, y, 0644, 0o17, 0x1F, 1_000, 08]"`:  `["yes", "no", "on", "off", "y", "0644", "0o17", "0x1F", "1_000", "08"]`,
		`"[true, True, FALSE, 'true', null, NULL, '~']"`:        `[true, true, false, "true", nil, nil, "~"]`,
		`"[12345678901234567890123, -9223372036854775809, +5]"`: `[12345678901234567890123, -9223372036854775809, 5]`,
		`"[18446744073709551615, 0, -0]"`:                       `[18446744073709551615, 0, 0]`,
		`"[1.5, .5, 1., 1e3, -1.5E-3, .inf, .nan, 1e400]"`:      `[1.5, 0.5, 1.0, 1000.0, -0.0015, ".inf", ".nan", "1e400"]`,
		`"- |\n  a\n  b\n- >-\n  c\n  d\n- |-\n  1"`:            `["a\nb\n", "c d", "1"]`,
		`"a: &x [1, {b: 2}]\nc: *x\n"`:                          `{"a"=>[1, {"b"=>2}], "c"=>[1, {"b"=>2}]}`,
		`"a: &x 1\nb: &x 2\nc: *x"`:                             `{"a"=>1, "b"=>2, "c"=>2}`,
		`"d: &d {a: 1, b: 2}\ne:\n  b: 3\n  <<: *d\n"`:          `{"d"=>{"a"=>1, "b"=>2}, "e"=>{"b"=>3, "a"=>1}}`,
		`"<<: [{a: 1}, {a: 2, b: 2}]\nc: 3"`:                    `{"c"=>3, "a"=>1, "b"=>2}`,
		`"- !!str 5\n- ! 6\n- !!str\n"`:                         `["5", "6", ""]`,
		`"a: b: c"`:                                             `yaml.decode:1:4: invalid YAML: mapping value is not allowed in this context`,
		`"a: 1\n\na: 2"`:                                        `yaml.decode:3:1: the map contains the key "a" twice`,
		`"1: a\n1.0: b"`:                                        `yaml.decode:2:1: the map contains the key 1.0 twice`,
		`"a: *b\nb: &b 1"`:                                      `yaml.decode:1:4: the alias *b names no anchor before it`,
		`"- &a [*a]"`:                                           `yaml.decode:1:7: a value is nested deeper than 64 levels`,
		`"<<: 5"`:                                               `yaml.decode:1:1: << must be a map or a list of maps`,
		`"<<: [{a: 1}, 5]"`:                                     `yaml.decode:1:1: << must be a map or a list of maps`,
		`"~: 1"`:                                                `yaml.decode:1:1: a key must be a string, a number, true or false`,
		`"a: !vault x"`:                                         `yaml.decode:1:4: the tag !vault is not supported: write a literal value`,
		`"!!str &x a"`:                                          `yaml.decode:1:1: the tag !!str must follow the anchor`,
		`"a: 1\n---\nb: 2"`:                                     `yaml.decode:3:2: a second document begins here: only one document is allowed`,
		`"a: \\xff"`:                                            `{"a"=>"\\xff"}`,
		`b"a: \xff"`:                                            `yaml.decode: the document is not UTF-8 text`,
		`"a: \x00"`:                                             `yaml.decode: the document is not UTF-8 text`,
		`"[" * 5000`:                                            `yaml.decode:1:2001: lists and maps are nested deeper than 200 levels`,
		`"[" * 100 + "]" * 100`:                                 `yaml.decode:1:66: a value is nested deeper than 64 levels`,
		`"k: 1\n" * 30000`:                                      `yaml.decode: the document contains 30000 lines, commas and anchors (at most 20000)`,
		`"a: b: c", default = {}`:                               `{}`,
		`"a: b", default = {}`:                                  `{"a"=>"b"}`,
		`5`:                                                     `t.star:1:44: yaml.decode: for parameter text: got a number, want a string`,
		`secret("a: b: c")`:                                     `yaml.decode: invalid secret (ralsh hides the reason, which could show a part of it)`,
	} {
		if got := called(t, "yaml.decode("+code+")"); got != want {
			t.Errorf("%s\n is %s\nwant %s", code, got, want)
		}
	}
	for code, want := range map[string]string{
		`str(yaml.decode(secret("a: b")))`:         `"[redacted]"`,
		`yaml.decode(secret("a: b")).reveal()`:     `{"a"=>"b"}`,
		`str(yaml.encode({"a": secret("b")}))`:     `"[redacted]"`,
		`yaml.encode({"a": secret("b")}).reveal()`: `"---\na: b\n"`,
	} {
		if got := called(t, code); got != want {
			t.Errorf("%s\n is %s\nwant %s", code, got, want)
		}
	}
}

// Aliases for 10^9 values cost neither time nor memory.
func TestYAMLOfManyAliases(t *testing.T) {
	text := "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
	for i := range 8 {
		n := string(rune('0' + i))
		next := string(rune('1' + i))
		text += "a" + next + ": &a" + next + " [" + strings.Repeat("*a"+n+",", 9) + "*a" + n + "]\n"
	}
	want := "the document contains more than 100000 values, with expanded aliases"
	if got := called(t, "yaml.decode('''"+text+"''')"); !strings.HasSuffix(got, want) {
		t.Errorf("got %.200s\nwant %s", got, want)
	}
}

func TestEncodeYAML(t *testing.T) {
	for code, want := range map[string]string{
		`{"b": 1, "a": [True, None, 2.5, "x"]}`:        `"---\nb: 1\na:\n- true\n-\n- 2.5\n- x\n"`,
		`{"s": present, "r": ref("user", "root")}`:     `"---\ns: present\nr: User[root]\n"`,
		`["yes", "1", "0644", "0o17", "", "1e3", "~"]`: `"---\n- 'yes'\n- '1'\n- '0644'\n- '0o17'\n- ''\n- '1e3'\n- \"~\"\n"`,
		`["2024-01-02", "12:30", "1_000", "1.5e3"]`:    `"---\n- '2024-01-02'\n- '12:30'\n- '1_000'\n- '1.5e3'\n"`,
		`1 << 70`:             `"--- 1180591620717411303424\n"`,
		`"\n0"`:               `"--- \"\\n0\"\n"`,
		`"a\nb\n"`:            `"--- |\n  a\n  b\n"`,
		`{1: "a", True: "b"}`: `"---\n1: a\ntrue: b\n"`,
		`{}`:                  `"--- {}\n"`,
		`float("inf")`:        "t.star:1:44: yaml.encode: Infinity is not a number",
		`{(1, 2): "a"}`:       "t.star:1:44: yaml.encode: a key is a list",
		`{"a\nb": 1}`:         "t.star:1:44: yaml.encode: a key contains a line break",
		`{None: "a"}`:         "t.star:1:44: yaml.encode: a key is None",
		`[b"\xff"]`:           "t.star:1:44: yaml.encode: a string is not UTF-8",
		`[unread("no disk")]`: "t.star:1:44: yaml.encode: a value is unknown: no disk",
		`[len]`:               "t.star:1:44: yaml.encode: a function cannot be the value of an attribute",
		`1, indent = 2`:       `t.star:1:44: yaml.encode: unexpected keyword argument "indent"`,
	} {
		if got := called(t, "yaml.encode("+code+")"); got != want {
			t.Errorf("%s\n is %s\nwant %s", code, got, want)
		}
	}
}

// What is read is written so that it reads the same.
func FuzzYAML(f *testing.F) {
	for _, seed := range []string{
		"a: 1\nb: [x, 'y']\n", "&a [*a]", "<<: {a: 1}", "- |\n  a\n- >\n b", "? x\n: y", "!!str 5", "{1: a, 1.0: b}", "a: 0o17", "- 1.5e3\n- .5", "'\\'", "\"\\u2028\"",
		"a: - b", "- -", "%YAML 1.2\n---", "--- a\n--- b", "- \t", "a:\n\tb", "[[[[", "k: |2\n   x", "~", "- 'a\n\n  b'", "|\n \n 0", "a: 'x'y", "- ? :", "x: \u0085",
	} {
		f.Add(seed)
	}
	words := star.NewSpace().Predeclared()["yaml"].(starlark.HasAttrs)
	decode, _ := words.Attr("decode")
	encode, _ := words.Attr("encode")
	f.Fuzz(func(t *testing.T, text string) {
		thread := &starlark.Thread{}
		x, err := starlark.Call(thread, decode, starlark.Tuple{starlark.String(text)}, nil)
		if err != nil {
			if err.Error() == "" || x != nil {
				t.Fatalf("%q: %v, %v", text, x, err)
			}
			return
		}
		written, err := starlark.Call(thread, encode, starlark.Tuple{x}, nil)
		if err != nil && strings.HasSuffix(err.Error(), "a key contains a line break") {
			return
		}
		if err != nil {
			t.Fatalf("%q is %s, which is not written: %v", text, x, err)
		}
		back, err := starlark.Call(thread, decode, starlark.Tuple{written}, nil)
		if err != nil {
			t.Fatalf("%q is %s, written as %q: %v", text, x, written, err)
		}
		if same, err := starlark.Equal(x, back); err != nil || !same {
			t.Fatalf("%q is %s, and after it was written as %q %s", text, x, written, back)
		}
	})
}
