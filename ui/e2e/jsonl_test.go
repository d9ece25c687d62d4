package e2e_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral/raltest/real"
)

// TestStreamAsDocumented runs the example of docs/jsonl.md and compares the events
// with the document; only times differ.
func TestStreamAsDocumented(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/jsonl.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "root/etc/hosts"), "192.0.2.7 db1\n")
	write(t, filepath.Join(dir, "root/srv/keep"), "")
	write(t, filepath.Join(dir, "site.pp"), block(t, string(page), "puppet"))
	cmd := exec.Command(real.Binary(t), "--root", "root", "apply", "site.pp", "-o", "jsonl")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+dir)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if d := cmp.Diff(timeless(block(t, string(page), "json")), timeless(string(out))); d != "" {
		t.Errorf("docs/jsonl.md (-) and the program (+) differ:\n%s\nit prints\n%s", d, out)
	}
}

// block returns the content of the fenced block of a language.
func block(t *testing.T, page, language string) string {
	t.Helper()
	_, rest, ok := strings.Cut(page, "```"+language+"\n")
	text, _, ended := strings.Cut(rest, "```")
	if !ok || !ended {
		t.Fatalf("no block of %s", language)
	}
	return text
}

func timeless(stream string) string {
	return regexp.MustCompile(`("time":|"digest":)"[^"]*"|("elapsed_ms":)[0-9.e-]+`).ReplaceAllString(stream, "$1$2_")
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestStreamLines holds that the lines of a plan in the stream, from which many hosts show
// theirs, are those that one host prints.
func TestStreamLines(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "root/etc/hosts"), "192.0.2.7 db1\n")
	write(t, filepath.Join(dir, "root/srv/motd"), "one\ntwo\n")
	write(t, filepath.Join(dir, "site.pp"), `
		host { 'db1': ip => '192.0.2.8' }
		-> file { '/srv/motd': content => "one\nthree\n" }
		-> file { '/srv/none/x': ensure => file }
		file { '/srv': ensure => directory }
	`)
	run := func(args ...string) string {
		cmd := exec.Command(real.Binary(t), append([]string{"--root", "root"}, args...)...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "XDG_STATE_HOME="+dir)
		out, _ := cmd.Output() // a resource is blocked
		return string(out)
	}
	for _, c := range []struct{ line, want string }{
		{"resource file /srv/motd content=three --noop", "    - two\n    + three\n"},
		{"apply site.pp --noop", "    - two\n    + three\n"},
		{"apply site.pp", ""}, // for undo
		{"undo --noop", "    - three\n    + two\n"},
	} {
		args := strings.Fields(c.line)
		text, lines := run(args...), ""
		if c.want == "" {
			continue
		}
		for dec := json.NewDecoder(strings.NewReader(run(append(args, "-o", "jsonl")...))); dec.More(); {
			var ev struct{ Lines []string }
			if err := dec.Decode(&ev); err != nil {
				t.Fatal(err)
			}
			for _, line := range ev.Lines {
				lines += line + "\n"
			}
		}
		if d := cmp.Diff(text, lines); d != "" || !strings.Contains(text, c.want) {
			t.Errorf("%s: the text (-) and the lines (+) differ:\n%s\nit printed\n%s", c.line, d, text)
		}
	}
}
