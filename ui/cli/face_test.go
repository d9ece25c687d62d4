package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"ralsh/ral"
	"ralsh/ral/value"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
)

// faceApp returns the program with a module on its path that has a face.
func faceApp(t *testing.T, args ...string) *app {
	t.Helper()
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	dir := filepath.Join(t.TempDir(), "m/lib/ral/face")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	text := "face('greetings', actions = [action('list', lambda self: 1)])"
	if err := os.WriteFile(filepath.Join(dir, "greetings.star"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "PATH", filepath.Dir(filepath.Dir(filepath.Dir(filepath.Dir(dir)))))
	}
	return newApp(Program{Env: command.Env{Args: args, Registry: ral.NewRegistry()}})
}

// Modules are loaded for their commands only if no built-in command is named, and
// those of the path that the whole line gives.
func TestFacesAreLoadedWhenNeeded(t *testing.T) {
	for line, want := range map[string]string{
		"": "", "--ascii": "", "--root /x": "", "types": "", "--modulepath PATH types": "", "types --help": "", "help types": "", "agent": "", "report x": "", "--color never facts x": "", "resource greetings": "",
		"function list": "", "module check greetings": "", "module nosuch": "", "__complete types": "greetings", "__complete types ": "", "__complete resource x": "", "help": "greetings",
		"--help": "greetings", "-h": "greetings", "help greetings": "greetings", "help nosuch list": "greetings", "greetings": "greetings", "greetings list --help": "greetings", "nosuch": "greetings",
		"--root / greetings": "greetings", "--ascii greetings -x": "greetings", "__complete gre": "greetings", "__complete help gre": "greetings", "__complete greetings ": "greetings", "__completeNoDesc greetings ": "greetings",
		"greetings --modulepath /nosuch": "none", "greetings --loud --modulepath=/nosuch list": "none", "greetings --environment nowhere": "none", "greetings --root /nosuch": "none", "greetings --root": "greetings", "-- greetings": "greetings",
	} {
		args := strings.Split(line, " ")
		if line == "" {
			args = nil
		}
		if !slices.Contains(args, "PATH") && !strings.Contains(line, "/nosuch") && !strings.Contains(line, "nowhere") {
			at := 0
			if strings.HasPrefix(line, "__complete") {
				at = 1
			}
			args = slices.Insert(args, at, "--modulepath", "PATH")
		}
		a := faceApp(t, args...)
		root := a.command()
		a.addFaces(t.Context(), root)
		got := ""
		if a.Opened != nil {
			got = "none"
			for _, c := range root.Commands() {
				if c.Name() == "greetings" {
					got = c.Name()
				}
			}
		}
		if got != want {
			t.Errorf("%q loads %q, want %q", a.Args, got, want)
		}
	}
}

// A face has the name of no command, hidden or not, and an option that of none
// that every command has.
func TestReservedNames(t *testing.T) {
	a := newApp(Program{Env: command.Env{Registry: ral.NewRegistry()}})
	root := a.command()
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		for _, name := range append(c.Aliases, c.Name()) {
			if !slices.Contains(a.Chosen.Reserved.Commands, name) {
				t.Errorf("a face may be called %s", name)
			}
		}
	}
	below, _, _ := root.Find([]string{"types"})
	below.InitDefaultHelpFlag()
	root.PersistentFlags().VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(a.Chosen.Reserved.Options, strings.ReplaceAll(f.Name, "-", "_")) {
			t.Errorf("an option may be called %s", f.Name)
		}
	})
	below.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(a.Chosen.Reserved.Options, strings.ReplaceAll(f.Name, "-", "_")) {
			t.Errorf("an option may be called %s", f.Name)
		}
	})
}

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
