package daemon

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"ralsh/model/filter"
	"ralsh/model/wire"
)

// scripted returns a ralsh that is a script of sh.
func scripted(t *testing.T, script string) *Ralsh {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ral sh=1") // a path as it may be
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return NewRalsh(path, "web1")
}

func TestVersion(t *testing.T) {
	for script, want := range map[string]string{
		"echo 'ralsh 1.2.3 (commit abc)'":      "1.2.3",
		"echo 'ralsh 1.2.3'; echo warning >&2": "1.2.3",
		"echo bash 5":                          "error: is not ralsh",
		"echo ralsh":                           "error: is not ralsh",
		":":                                    "error: is not ralsh",
		"exit 3":                               "error: status 3",
		"echo no >&2; exit 3":                  "error: status 3: no",
		"kill -9 $$":                           "error: ralsh was killed",
		"head -c 1000 /dev/zero":               "error: larger than 256 bytes",
		"head -c 100000 /dev/zero | tr '\\0' x >&2; echo ralsh 1.2.3": "1.2.3",
	} {
		version, err := scripted(t, script).Version(t.Context())
		if message, bad := strings.CutPrefix(want, "error: "); bad && (err == nil || !strings.Contains(err.Error(), message)) || !bad && (err != nil || version != want) {
			t.Errorf("%s: %q %v, and not %q", script, version, err, want)
		}
	}
	if _, err := NewRalsh("/no/such/ralsh", "web1").Version(t.Context()); err == nil {
		t.Error("a program that is missing has a version")
	}
}

// TestFacts has ralsh print other facts than it should: no filter can be answered then, but
// that for all hosts.
func TestFacts(t *testing.T) {
	const good = `{"os": {"name": "Debian", "release": {"full": "12.11"}}}`
	for name, c := range map[string]struct{ script, want string }{
		"as it should be":    {"echo '" + good + "'", ""},
		"with warnings":      {"head -c 100000 /dev/zero | tr '\\0' x >&2; echo '" + good + "'", ""},
		"no output":          {":", "unexpected end"},
		"null":               {"echo null", "they are null"},
		"a list":             {"echo '[]'", "cannot parse the facts"},
		"no JSON":            {"echo '{'", "cannot parse the facts"},
		"two documents":      {"echo '{}{}'", "cannot parse the facts"},
		"deep JSON":          {"head -c 1000000 /dev/zero | tr '\\0' '['", "cannot parse the facts"},
		"another form":       {`echo '{"os": []}'`, "cannot unmarshal"},
		"10 MB":              {"head -c 10000000 /dev/zero", fmt.Sprintf("larger than %d bytes", filter.MaxFacts)},
		"a status":           {"echo '" + good + "'; echo 'no such command' >&2; exit 2", "status 2: no such command"},
		"a signal":           {"echo '" + good + "'; kill -9 $$", "ralsh was killed by a signal"},
		"in other arguments": {`test "$*" = "--looks facts -o json" || exit 5; echo '` + good + "'", ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := scripted(t, c.script)
			if _, err := r.Match("os.name=Debian"); err == nil || !strings.Contains(err.Error(), "the first read is not finished") {
				t.Errorf("before they were read: %v", err)
			}
			r.Refresh(t.Context())
			meant, err := r.Match("os.name=Debian")
			json, sum := r.Facts()
			if c.want == "" {
				if err != nil || !meant || r.System() != "Debian 12.11" || sum == "" || !bytes.Contains(json, []byte("12.11")) {
					t.Errorf("%t %v, %q %q", meant, err, r.System(), sum)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.want) || json != nil || sum != "" {
				t.Errorf("%t %v, and not %q; the facts are %.20q", meant, err, c.want, json)
			}
			if meant, err := r.Match(""); !meant || err != nil {
				t.Errorf("a filter for all: %t %v", meant, err)
			}
			if _, err := r.Match("os.name="); err == nil || !strings.Contains(err.Error(), "invalid filter") {
				t.Errorf("a wrong filter: %v", err)
			}
		})
	}
}

// TestFactsAgain reads facts that cannot be read at first, and are lost later.
func TestFactsAgain(t *testing.T) {
	file := filepath.Join(t.TempDir(), "facts")
	r := scripted(t, "cat "+file)
	for _, c := range []struct {
		text  string
		meant bool
		bad   bool
	}{{"{", false, true}, {`{"a": 1}`, true, false}, {`{"a": 2}`, false, false}, {"", false, true}, {`{"a": 1}`, true, false}} {
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		r.Refresh(t.Context())
		if meant, err := r.Match("a=1"); meant != c.meant || (err != nil) != c.bad {
			t.Errorf("%s: %t %v", c.text, meant, err)
		}
	}
}

// TestKeepFresh has the facts read at once, says that they cannot be, and ends with its context.
func TestKeepFresh(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	text := make(chan error, 1)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		scripted(t, "exit 7").KeepFresh(ctx, func(err error) { text <- err })
	}()
	if err := <-text; err == nil || !strings.Contains(err.Error(), "status 7") {
		t.Errorf("it was said: %v", err)
	}
	cancel()
	<-ended
}

// looked runs a look of a script, and returns what came of it.
func looked(ctx context.Context, r *Ralsh, call wire.Call, stop <-chan int) (out string, text []string, exit int, err error) {
	var printed bytes.Buffer
	exit, err = r.Read(ctx, &call, &printed, func(line string) { text = append(text, line) }, stop)
	return printed.String(), text, exit, err
}

// TestArguments passes arguments of each form on, as they are.
func TestArguments(t *testing.T) {
	r := scripted(t, `printf '%s|' "$#" "$@"; cat`)
	for _, args := range [][]string{
		nil,
		{""},
		{"", "", "x", ""},
		{"a b", " c ", "\t"},
		{`"'\`, "$HOME", "`id`", "$(id)", ";", "&&", "|"},
		{"a\nb", "\n"},
		{"--"},
		{"--", "--looks", "-x"},
		{"--looks=false"},
		{"LC_CTYPE=x", "A=b"},
		{"wörld", "\u202e", "\x01"},
		{strings.Repeat("x", 60_000)},
	} {
		want := fmt.Sprintf("%d|%s|", len(args)+1, strings.Join(append([]string{"--looks"}, args...), "|"))
		out, _, exit, err := looked(t.Context(), r, wire.Call{Args: args, Stdin: []byte("in\x00put")}, nil)
		if out != want+"in\x00put" || exit != 0 || err != nil {
			t.Errorf("%.100q: it has %.100q, exit %d, %v", args, out, exit, err)
		}
	}
}

// TestEnvironment gives a look the variables of its call, besides those of the agent.
func TestEnvironment(t *testing.T) {
	t.Setenv("LC_CTYPE", "C")
	t.Setenv("OF_AGENT", "1")
	r := scripted(t, `echo "$LC_CTYPE $RALSH_FROM $OF_AGENT"`)
	for want, env := range map[string][]string{"C  1\n": nil, "en alice@laptop 1\n": {"LC_CTYPE=en", "RALSH_FROM=alice@laptop"}} {
		if out, _, _, err := looked(t.Context(), r, wire.Call{Env: env}, nil); out != want || err != nil {
			t.Errorf("%v: %q %v", env, out, err)
		}
	}
	env := wire.Call{Call: "0123456789", Operator: "alice", Host: "web1", MaxBytes: 1, Env: []string{"PATH=/tmp"}}
	data, err := wire.Encode(env)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := wire.Decode[wire.Call](data); err == nil {
		t.Error("a call may set PATH")
	}
}

// TestLines has a look print lines of each form on standard error: what is said is within the
// bounds of a line.
func TestLines(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		lines  int
		first  string
	}{
		"two lines":          {"echo one >&2; echo two >&2", 2, "one"},
		"no end":             {"printf one >&2", 1, "one"},
		"an empty line":      {"echo >&2", 1, ""},
		"no UTF-8":           {`printf '\377\376 one\n' >&2`, 1, "\uFFFD one"},
		"a line of a MB":     {"head -c 1048576 /dev/zero | tr '\\0' x >&2", 256, strings.Repeat("x", wire.MaxSay)},
		"only invalid bytes": {"head -c 8192 /dev/zero | tr '\\0' '\\377' >&2", 2, "\uFFFD"},
		"just the bound":     {"head -c 4096 /dev/zero | tr '\\0' x >&2; echo >&2; echo two >&2", 2, strings.Repeat("x", wire.MaxSay)},
	} {
		t.Run(name, func(t *testing.T) {
			_, text, exit, err := looked(t.Context(), scripted(t, c.script), wire.Call{}, nil)
			a := &answer{}
			var sent []string
			for _, line := range text {
				a.output = nil
				a.say(line)
				sent = append(sent, string(a.output))
			}
			if exit != 0 || err != nil || len(text) != c.lines || sent[0] != c.first {
				t.Errorf("%d lines, the first %.20q, exit %d, %v", len(text), sent, exit, err)
			}
			if slices.ContainsFunc(sent, func(s string) bool { return len(s) > wire.MaxSay || !utf8.ValidString(s) }) {
				t.Error("a line is out of bounds")
			}
		})
	}
}

// TestEndsWithin ends looks that end in another way than they should.
func TestEndsWithin(t *testing.T) {
	const stubborn = "trap '' INT TERM; echo here; while :; do sleep 0.1; done"
	for name, c := range map[string]struct {
		script string
		stops  []int
		cancel bool
		exit   int
		want   string
	}{
		"a signal":             {script: "echo here; kill -9 $$", want: "ralsh was killed by a signal"},
		"a status":             {script: "echo here; exit 77", exit: 77},
		"an interrupt":         {script: "trap 'exit 130' INT; echo here; while :; do sleep 0.1; done", stops: []int{1}, exit: 130},
		"two interrupts":       {script: "trap 'exit 5' TERM; trap '' INT; echo here; while :; do sleep 0.1; done", stops: []int{1, 2}, exit: 5},
		"deaf to interrupts":   {script: stubborn, stops: []int{1, 2}, want: "ralsh was killed by a signal"},
		"deaf to the agent":    {script: stubborn, cancel: true, want: "context canceled"},
		"what it has started":  {script: "sleep 600 & echo here; exit 3", exit: 3},
		"it never reads":       {script: "echo here; exit 0"},
		"an endless line":      {script: "echo here; exec yes >&2", stops: []int{1}, want: "ralsh was killed by a signal"},
		"killed with a helper": {script: "trap '' TERM; sleep 600 & echo here; wait; wait; wait", stops: []int{2}, want: "ralsh was killed by a signal"},
	} {
		// A program that is being written cannot run, and a process that starts meanwhile
		// inherits it.
		r := scripted(t, c.script)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			stop := make(chan int, 2)
			out := &firstWrite{does: func() {
				for _, how := range c.stops {
					stop <- how
				}
				if c.cancel {
					cancel()
				}
			}}
			began := time.Now()
			exit, err := r.Read(ctx, &wire.Call{Stdin: make([]byte, wire.MaxStdin)}, out, func(string) {}, stop)
			if took := time.Since(began); took > time.Minute {
				t.Errorf("it took %s", took)
			}
			if exit != c.exit || (err != nil) != (c.want != "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("exit %d, %v, and not %d, %q", exit, err, c.exit, c.want)
			}
		})
	}
}

// firstWrite does something when something is written first.
type firstWrite struct{ does func() }

func (f *firstWrite) Write(p []byte) (int, error) {
	if f.does != nil {
		f.does()
		f.does = nil
	}
	return len(p), nil
}

// TestMissing looks with a program that is missing, or that cannot be run.
func TestMissing(t *testing.T) {
	if _, _, _, err := looked(t.Context(), NewRalsh("/no/such/ralsh", "web1"), wire.Call{Args: []string{"facts"}}, nil); err == nil {
		t.Error("a program that is missing was run")
	}
	dir := t.TempDir()
	if _, _, _, err := looked(t.Context(), NewRalsh(dir, "web1"), wire.Call{}, nil); err == nil {
		t.Error("a directory was run")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, _, err := looked(ctx, scripted(t, "while :; do sleep 0.1; done"), wire.Call{}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the agent: %v", err)
	}
}
