package repository

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestNewType adds the type in CONTRIBUTING.md to the repository, exactly as written
// there. Its suite passes, the program lists it, and only its directory and providers.go
// have changed. The files exist only for the go command (go help build, -overlay), so
// that it compiles no other package again. The directory has to exist, because tests and
// go vet run in it.
func TestNewType(t *testing.T) {
	inTop(t)
	_, rest, _ := strings.Cut(read(t, "CONTRIBUTING.md"), "## How to add a type\n")
	guide, _, _ := strings.Cut(rest, "\n## ")
	if err := os.Mkdir("providers/loginshell", 0o755); err != nil && !errors.Is(err, os.ErrExist) {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Remove("providers/loginshell") })
	added := overlay{t, t.TempDir(), make(map[string]string)}
	for _, file := range []string{"loginshell.go", "loginshell_test.go"} {
		added.write("providers/loginshell/"+file, codeBelow(t, guide, "`providers/loginshell/"+file+"`"))
	}
	line := `reg.AddLazy("loginshell", loginshell.Register)`
	if !strings.Contains(guide, line) {
		t.Fatalf("CONTRIBUTING.md lacks %s", line)
	}
	whole := strings.Replace(read(t, "providers/providers.go"), "import (\n", "import (\n\t\"ralsh/providers/loginshell\"\n", 1)
	added.write("providers/providers.go", strings.Replace(whole, "(reg *ral.Registry) {\n", "(reg *ral.Registry) {\n\t"+line+"\n", 1))
	// The number of types in README.md is not part of the overlay.
	added.run("go", "test", "-skip=^TestReadmeCountsTypes$", "./providers/loginshell", "./providers")
	added.run("go", "vet", "./providers/loginshell")
	host := t.TempDir()
	write(t, filepath.Join(host, "etc/shells"), "/bin/sh\n")
	out := added.run("go", "run", ".", "--root", host, "resource", "loginshell")
	if want := "loginshell { '/bin/sh':\n  ensure   => 'present',\n  provider => 'parsed',\n}\n"; out != want {
		t.Errorf("the program prints\n%s, want\n%s", out, want)
	}
}

// overlay is files that only the go command sees in the repository.
type overlay struct {
	t     *testing.T
	dir   string            // contains the files, and overlay.json
	files map[string]string // of the overlay: path in the repository, and that of the file
}

// write adds a file.
func (o overlay) write(name, text string) {
	o.t.Helper()
	path, err := filepath.Abs(name)
	if err != nil {
		o.t.Fatal(err)
	}
	o.files[path] = filepath.Join(o.dir, name)
	write(o.t, o.files[path], text)
}

// run runs a go command with the files and returns its output. The settings of real
// systems are those of the running tests alone.
func (o overlay) run(argv ...string) string {
	o.t.Helper()
	list, err := json.Marshal(map[string]any{"Replace": o.files})
	if err != nil {
		o.t.Fatal(err)
	}
	file := filepath.Join(o.dir, "overlay.json")
	write(o.t, file, string(list))
	cmd := exec.Command(argv[0], slices.Insert(slices.Clone(argv[1:]), 1, "-overlay="+file)...)
	cmd.Env = append(os.Environ(), "RALSH_REAL=")
	out, err := cmd.CombinedOutput()
	if err != nil {
		o.t.Fatalf("%s: %v\n%s", strings.Join(argv, " "), err, out)
	}
	return string(out)
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
