package redact_test

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/redact"
	"ralsh/ral/value"
)

// A secret is replaced as it is, in quoted forms, and line by line.
func TestText(t *testing.T) {
	for name, c := range map[string]struct {
		secret     value.Value
		text, want string
	}{
		"as it is":           {value.Str("hunter2"), "no: hunter2!", "no: [redacted]!"},
		"a number":           {value.Int(47110), "uid 47110", "uid [redacted]"},
		"in a list":          {value.Strs("hunter2", "other"), "hunter2, other", "[redacted], [redacted]"},
		"in a map":           {value.MapOf(value.Pair{Key: value.Str("k"), Value: value.Str("hunter2")}), "hunter2", "[redacted]"},
		"marked within":      {value.ListOf(value.Secret(value.Str("hunter2"))), "hunter2", "[redacted]"},
		"quoted by Go":       {value.Str("a\tb\"c"), `said "a\tb\"c"`, `said "[redacted]"`},
		"quoted for a shell": {value.Str("it's me"), `tool 'it'\''s me'`, `tool [redacted]`},
		"quoted by Puppet":   {value.Str("it's me"), `'it\'s me'`, `'[redacted]'`},
		"one of its lines":   {value.Str("-----BEGIN KEY\nabcdefgh\n"), "line 2: abcdefgh", "line 2: [redacted]"},
		"without its end":    {value.Str("hunter2\n"), "no: hunter2", "no: [redacted]"},
		"short, alone":       {value.Str("pin"), "pin", "[redacted]"},
		"short, in a word":   {value.Str("pin"), "spinning", "spinning"},
		"the longest first":  {value.Strs("hunter2", "hunter2000"), "hunter2000", "[redacted]"},
		"a word of the type": {value.Sym("present"), "present", "present"},
		"of a variable":      {value.Strs("TOKEN=hunter2"), "tok=hunter2", "tok=[redacted]"},
		"no variable":        {value.Str("no name=hunter2"), "hunter2", "hunter2"},
		"none":               {value.Str(""), "text", "text"},
	} {
		var red redact.Redactor
		red.Learn(c.secret)
		if got := red.Text(c.text); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// A redacted error still matches, and gives no access to the secret.
func TestError(t *testing.T) {
	var red redact.Redactor
	red.Learn(value.Str("hunter2"))
	tail := &host.CommandError{Command: "tool hunter2", Result: host.Result{Exit: 1, Stderr: []byte(strings.Repeat("x", 396) + "hunter2")}}
	path := &fs.PathError{Op: "open", Path: "/hunter2", Err: fs.ErrNotExist}
	for name, err := range map[string]error{
		"a command": tail, "wrapped": fmt.Errorf("cannot: %w", tail), "joined": errors.Join(errors.New("no"), path),
	} {
		got := red.Error(err)
		if text := got.Error(); strings.Contains(text, "hunt") {
			t.Errorf("%s: %s", name, text)
		}
		if errors.Is(got, fs.ErrNotExist) != errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is something else", name)
		}
		failed, ok := errors.AsType[*host.CommandError](got)
		if _, was := errors.AsType[*host.CommandError](err); ok != was || ok && (failed.Result.Exit != 1 || strings.Contains(failed.Error()+string(failed.Result.Stderr), "hunt")) {
			t.Errorf("%s: %v %v", name, ok, failed)
		}
		if at, ok := errors.AsType[*fs.PathError](got); ok {
			t.Errorf("%s gives %v", name, at)
		}
	}
	if err := errors.New("no"); red.Error(err) != err || red.Error(nil) != nil {
		t.Error("what holds no secret is changed")
	}
}

// A secret of an earlier run is replaced too, and distinguished from declared
// ones; a short one only as a whole text.
func TestEarlier(t *testing.T) {
	var red redact.Redactor
	red.LearnEarlier(value.Strs("hunter2000", "short"))
	red.HideFile("/srv/a", "[main]\npw=geheim1\n")
	red.Learn(value.Str("declared"))
	for text, want := range map[string]struct {
		told     string
		declared bool
	}{
		"no: hunter2000":                {"no: [redacted]", false},
		"short":                         {"[redacted]", false},
		"in short":                      {"in short", false},
		"pw=geheim1":                    {"[redacted]", false},
		"not pw=geheim1":                {"not pw=geheim1", false},
		"# was\n[main]\npw=geheim1\n\n": {"# was\n[redacted]\n", false},
		"[main]":                        {"[main]", false},
		"declared":                      {"[redacted]", true},
		"hunter2000 declared":           {"[redacted] [redacted]", true},
	} {
		if got := red.Text(text); got != want.told || red.Holds(text) != (got != text) || red.HoldsDeclared(text) != want.declared {
			t.Errorf("%q: %q, want %q; held %v, declared %v", text, got, want.told, red.Holds(text), red.HoldsDeclared(text))
		}
	}
	for _, act := range []host.Act{{Kind: host.ActWrite, Path: "/srv/a"}, {Kind: host.ActWrite, Path: "/l/a", Real: "/srv/a"}} {
		if !red.Act(act).Secret {
			t.Errorf("%v shows its content", act)
		}
	}
	if red.Act(host.Act{Kind: host.ActWrite, Path: "/srv/b"}).Secret {
		t.Error("another file is hidden")
	}
	// A declared secret stays declared, whatever an earlier run left.
	red.LearnText("hunter2000")
	red.LearnEarlier(value.Str("hunter2000"))
	if !red.HoldsDeclared("hunter2000") {
		t.Error("a declared secret is taken for an earlier one")
	}
}
