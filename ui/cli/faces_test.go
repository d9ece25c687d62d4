package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"ralsh/ral"
	"ralsh/ui/cli/command"
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
			if !slices.Contains(a.ModuleChoice.Reserved.Commands, name) {
				t.Errorf("a face may be called %s", name)
			}
		}
	}
	below, _, _ := root.Find([]string{"types"})
	below.InitDefaultHelpFlag()
	root.PersistentFlags().VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(a.ModuleChoice.Reserved.Options, strings.ReplaceAll(f.Name, "-", "_")) {
			t.Errorf("an option may be called %s", f.Name)
		}
	})
	below.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(a.ModuleChoice.Reserved.Options, strings.ReplaceAll(f.Name, "-", "_")) {
			t.Errorf("an option may be called %s", f.Name)
		}
	})
}
