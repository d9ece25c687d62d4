package module

import (
	"bytes"
	"testing"

	"ralsh/ral/value"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
)

// What an action returns is printed by its shape.
func TestFaceText(t *testing.T) {
	str, list := value.Str, value.ListOf
	dict := func(pairs ...any) value.Value {
		var all []value.Pair
		for i := 0; i < len(pairs); i += 2 {
			all = append(all, value.Pair{Key: value.FromPlain(pairs[i]), Value: value.FromPlain(pairs[i+1])})
		}
		return value.MapOf(all...)
	}
	for name, c := range map[string]struct {
		v    value.Value
		want string
	}{
		"None":               {value.Value{}, ""},
		"a string":           {str("Good\nmorning"), "Good\nmorning\n"},
		"a text with an end": {str("Good\n"), "Good\n"},
		"a number":           {value.Int(3), "3\n"},
		"True":               {value.Bool(true), "true\n"},
		"a symbol":           {value.Present(), "present\n"},
		"a secret":           {value.Secret(str("x")), "[redacted]\n"},
		"an unread value":    {value.Unread("denied"), "unknown: denied\n"},
		"no elements":        {list(), ""},
		"texts":              {value.Strs("a", "b\x1b[31m", "c\nd"), "a\nb\\x1b[31m\nc\\nd\n"},
		"lists":              {list(value.Strs("a", "b"), list(value.Int(1), list())), "a, b\n[1, []]\n"},
		"a dict":             {dict("a", "x\n", "long", value.Strs("y", "z"), 3, nil, "s", value.Secret(str("x"))), "a     x\nlong  y, z\n3\ns     [redacted]\n"},
		"no keys":            {dict(), ""},
		"dicts":              {list(dict("name", "a", "n", 1), dict("name", "abc", "n", 22)), "NAME  N\na     1\nabc   22\n"},
		"other keys":         {list(dict("name", "a"), dict("n", 2, "name", "b")), "NAME  N\na\nb     2\n"},
		"no keys in a list":  {list(dict(), dict()), ""},
		"a dict and a text":  {list(dict("a", 1), str("b")), `{"a"=>1}` + "\nb\n"},
		"escapes":            {list(dict("a\x1b", "b\x07")), "A\\x1b\nb\\x07\n"},
	} {
		var out bytes.Buffer
		a := faceCommand{&command.App{Printer: output.Printer{Streams: output.Streams{Out: &out}, Format: "text", Color: "never"}}}
		if err := a.faceData(c.v); err != nil || out.String() != c.want {
			t.Errorf("%s: %q, %v, want %q", name, out.String(), err, c.want)
		}
	}
}
