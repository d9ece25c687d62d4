package repository

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestNewType adds the type in CONTRIBUTING.md to a copy of the repository, exactly
// as written there. Its suite passes, the program lists it, and only its directory
// and providers.go have changed.
func TestNewType(t *testing.T) {
	text, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "## How to add a type\n")
	guide, _, _ := strings.Cut(rest, "\n## ")
	copied := copyOf(t)
	for _, file := range []string{"loginshell.go", "loginshell_test.go"} {
		write(t, filepath.Join(copied, "providers/loginshell", file), codeBelow(t, guide, "`providers/loginshell/"+file+"`"))
	}
	line := `reg.AddLazy("loginshell", loginshell.Register)`
	if !strings.Contains(guide, line) {
		t.Fatalf("CONTRIBUTING.md lacks %s", line)
	}
	list := filepath.Join(copied, "providers/providers.go")
	code, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	whole := strings.Replace(string(code), "import (\n", "import (\n\t\"ralsh/providers/loginshell\"\n", 1)
	write(t, list, strings.Replace(whole, "(reg *ral.Registry) {\n", "(reg *ral.Registry) {\n\t"+line+"\n", 1))
	run(t, copied, "go", "test", "./providers/loginshell", "./providers")
	run(t, copied, "go", "vet", "./providers/loginshell")
	write(t, filepath.Join(copied, "host/etc/shells"), "/bin/sh\n")
	out := run(t, copied, "go", "run", ".", "--root", "host", "resource", "loginshell")
	if want := "loginshell { '/bin/sh':\n  ensure   => 'present',\n  provider => 'parsed',\n}\n"; out != want {
		t.Errorf("the program prints\n%s, want\n%s", out, want)
	}
}

// copyOf copies the packages of the program, and the tests that a type runs.
func copyOf(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, top := range []string{"go.mod", "go.sum", "main.go", "other.go", "docs", "facts", "model", "providers", "ral", "ui"} {
		err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			if err == nil {
				write(t, filepath.Join(dir, path), string(data))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// codeBelow returns the first code block after a text.
func codeBelow(t *testing.T, guide, after string) string {
	t.Helper()
	_, rest, found := strings.Cut(guide, after)
	var code strings.Builder
	begun := false
	for line := range strings.Lines(rest) {
		inside, indented := strings.CutPrefix(line, "       ")
		if begun = begun || indented; begun && !indented && strings.TrimSpace(line) != "" {
			break
		}
		if begun {
			code.WriteString(inside)
		}
	}
	if !found || code.Len() == 0 {
		t.Fatalf("CONTRIBUTING.md has no code after %s", after)
	}
	return code.String()
}

func write(t *testing.T, path, text string) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		err = os.WriteFile(path, []byte(text), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// run runs a go command in a directory, without the flags of the running tests, and
// returns its output.
func run(t *testing.T, dir string, argv ...string) string {
	t.Helper()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-buildvcs=false", "RALSH_REAL=")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(argv, " "), err, out)
	}
	return string(out)
}
