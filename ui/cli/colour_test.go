package cli_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ui/cli"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
)

// colourHost is a root, and runs commands on it as at a terminal or in a pipe.
type colourHost struct {
	t    *testing.T
	root string
	env  map[string]string
	in   string // standard input
}

func newColourHost(t *testing.T) *colourHost {
	h := &colourHost{t: t, root: t.TempDir(), env: map[string]string{"TERM": "xterm-256color"}, in: "host { 'db1': ip => '192.0.2.9' }"}
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	h.write("etc/hosts", "192.0.2.7 db1\n")
	h.write("srv/file", "old\nend\n")
	return h
}

func (h *colourHost) write(name, text string) string {
	h.t.Helper()
	file := filepath.Join(h.root, name)
	err := os.MkdirAll(filepath.Dir(file), 0o755)
	if err == nil {
		err = os.WriteFile(file, []byte(text), 0o644)
	}
	if err != nil {
		h.t.Fatal(err)
	}
	return file
}

func (h *colourHost) run(terminal bool, args ...string) (out, errs string) {
	reg := ral.NewRegistry()
	providers.Register(reg)
	var stdout, stderr bytes.Buffer
	cli.Main(context.Background(), cli.Program{
		Env: command.Env{Args: append([]string{"--root", h.root}, args...), Registry: reg, KeepWriting: func() func() { return func() {} }},
		Streams: output.Streams{
			Out:         &stdout,
			Err:         &stderr,
			In:          strings.NewReader(h.in),
			OutTerminal: terminal,
			ErrTerminal: terminal,
			Getenv:      func(name string) string { return h.env[name] },
		},
	})
	return stdout.String(), stderr.String()
}

// TestColourChangesNothingElse holds that output in colour is the plain output
// with codes in it.
func TestColourChangesNothingElse(t *testing.T) {
	h := newColourHost(t)
	h.run(false, "resource", "host", "db2", "ip=192.0.2.8")
	for _, args := range [][]string{
		{"types"},
		{"describe", "host"},
		{"providers", "host"},
		{"why", "host[db1]"},
		{"resource", "host"},
		{"resource", "host", "-o", "text"},
		{"resource", "host", "db1", "ip=192.0.2.9", "--noop"},
		{"resource", "file", "/srv/file", "content=new\nend\n", "--noop"},
		{"apply", "-", "--noop"},
		{"history"},
		{"history", "1"},
	} {
		plain, _ := h.run(true, append(args, "--color", "never")...)
		colour, _ := h.run(true, args...)
		if diff := cmp.Diff(plain, ansi.Strip(colour)); diff != "" {
			t.Errorf("ralsh %s:\n%s", strings.Join(args, " "), diff)
		}
		if plain == "" || strings.Contains(plain, "\x1b") || !strings.Contains(colour, "\x1b[") {
			t.Errorf("ralsh %s prints\n%q, in colour\n%q", strings.Join(args, " "), plain, colour)
		}
	}
}

func TestColourWhen(t *testing.T) {
	for _, c := range []struct {
		name     string
		terminal bool
		variable string
		args     []string
		want     bool
	}{
		{"a terminal", true, "", nil, true},
		{"a pipe", false, "", nil, false},
		{"NO_COLOR", true, "NO_COLOR=1", nil, false},
		{"CLICOLOR_FORCE", false, "CLICOLOR_FORCE=1", nil, true},
		{"CLICOLOR_FORCE of 0", false, "CLICOLOR_FORCE=0", nil, false},
		{"CLICOLOR_FORCE and never", false, "CLICOLOR_FORCE=1", []string{"--color", "never"}, false},
		{"CLICOLOR_FORCE and a document", false, "CLICOLOR_FORCE=1", []string{"-o", "json"}, false},
		{"NO_COLOR and always", true, "NO_COLOR=1", []string{"--color", "always"}, true},
		{"a terminal without colours", true, "TERM=dumb", nil, false},
		{"no known terminal", true, "TERM=", nil, false},
		{"always, in a pipe", false, "TERM=", []string{"--color", "always"}, true},
		{"never", true, "", []string{"--color", "never"}, false},
		{"Puppet's true", false, "", []string{"--color", "true"}, true},
		{"Puppet's ansi", false, "", []string{"--color=ansi"}, true},
		{"Puppet's false", true, "", []string{"--color=false"}, false},
		{"Facter's word", true, "", []string{"--no-color"}, false},
		{"a document", true, "", []string{"-o", "json"}, false},
		{"YAML", true, "", []string{"-o", "yaml"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newColourHost(t)
			if name, text, ok := strings.Cut(c.variable, "="); ok {
				h.env[name] = text
			}
			out, _ := h.run(c.terminal, append([]string{"resource", "host"}, c.args...)...)
			if got := strings.Contains(out, "\x1b"); got != c.want || !strings.Contains(out, "db1") {
				t.Errorf("colour %v, want %v:\n%q", got, c.want, out)
			}
		})
	}
}

// TestColourOfDifference holds that the difference of an apply goes to standard
// error in colour, and that foreign text brings no codes of its own.
func TestColourOfDifference(t *testing.T) {
	h := newColourHost(t)
	_, errs := h.run(true, "resource", "file", "/srv/file", "content=\x1b[2Jnew\nend\n", "--show_diff")
	for _, want := range []string{"\x1b[31m- old\x1b[m\n", "\x1b[32m+ \\x1b[2Jnew\x1b[m\n"} {
		if !strings.Contains(errs, want) {
			t.Errorf("%q lacks %q", errs, want)
		}
	}
}

// TestColourOfConfiguration holds that a theme with a fixed background, and
// colours of its own, are those of the screens.
func TestColourOfConfiguration(t *testing.T) {
	h := newColourHost(t)
	config := filepath.Join(os.Getenv("XDG_CONFIG_HOME"), "ralsh", "config.yaml")
	if err := os.MkdirAll(filepath.Dir(config), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(config, []byte("theme:\n  base: dark\n  accent: \"#5fd7ff\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.env["COLORTERM"] = "truecolor"
	if out, errs := h.run(true, "resource", "host"); !strings.Contains(out, "\x1b[38;2;95;215;255mhost\x1b[m { 'db1':") {
		t.Errorf("%q, %q", out, errs)
	}
}

// At a terminal an apply shows the lines of a content that change, but never of
// one that hides them.
func TestLinesAtATerminal(t *testing.T) {
	for name, c := range map[string]struct {
		terminal bool
		more     []string
		shown    bool
	}{
		"at a terminal":     {true, nil, true},
		"in a pipe":         {false, nil, false},
		"asked for":         {false, []string{"--show_diff"}, true},
		"what hides them":   {true, []string{"show_diff=false"}, false},
		"hidden, asked for": {true, []string{"show_diff=false", "--show_diff"}, false},
	} {
		h := newColourHost(t)
		_, errs := h.run(c.terminal, append([]string{"resource", "file", "/srv/file", "content=new\nend\n"}, c.more...)...)
		if got := strings.Contains(ansi.Strip(errs), "+ new"); got != c.shown {
			t.Errorf("%s: lines are shown: %v\n%s", name, got, errs)
		}
	}
}
