package providers_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/manifest"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/accountstest"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// TestReadmeCountsTypes compares the number of types in the README with the registry.
func TestReadmeCountsTypes(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("| can manage | %d types,", len(registry(t).Types())); !strings.Contains(string(text), want) {
		t.Errorf("README.md does not contain %q", want)
	}
}

// TestListsAreAccepted declares each attribute that can be a list as a list of its example.
func TestListsAreAccepted(t *testing.T) {
	reg := registry(t)
	tried := 0
	for _, ty := range reg.Types() {
		for _, a := range ty.Attributes {
			if !a.IsList || a.IsMap || a.Example == "" || a.Example == "true" || a.ValidateFn == nil { // a switch is no list
				continue
			}
			tried++
			err := ral.Guard(func() error {
				return a.ValidateFn(ral.Hook{A: a, R: &ral.Resource{Type: ty}}, value.Strs(a.Example, a.Example))
			})
			if !a.MatchAll && err != nil {
				t.Errorf("%s %s: a list of %q is rejected: %v", ty.Name, a.Name, a.Example, err)
			}
		}
	}
	if tried < 10 {
		t.Errorf("only %d attributes were tried", tried)
	}
}

// TestExamples runs the example in each type's documentation: it is read, built
// without a diagnostic, and planned, with something to do. A type whose tools
// are missing on the example's host is not planned here; its own tests apply
// the example.
func TestExamples(t *testing.T) {
	reg := registry(t)
	for _, ty := range reg.Types() {
		t.Run(ty.Name, func(t *testing.T) {
			_, code, ok := strings.Cut(ty.Doc, "```puppet\n")
			code, _, ended := strings.Cut(code, "```")
			if !ok || !ended {
				t.Fatal("the documentation has no example")
			}
			in, err := manifest.Read(ty.Name+".pp", []byte(code))
			if err != nil {
				t.Fatal(err)
			}
			decls := in.Decls(reg)
			env := onhost.NewEnv(reg, exampleHost(t, decls).Reader(), raltest.Facts{"os.family": "Debian", "os.name": "Debian", "os.release.major": "12"})
			plan, err := transaction.NewPlanWith(t.Context(), env, decls, transaction.Options{IgnoreSchedules: true})
			if err != nil {
				t.Fatal(err)
			}
			own, unplanned := 0, false
			for _, s := range plan.Steps {
				if s.Resource.Type == ty {
					own++
				}
				for _, d := range s.Dropped {
					t.Errorf("%s: %s", s.Ref(), d.Message)
				}
				var none *onhost.NoProviderError
				switch {
				case errors.As(s.Err, &none) && s.Resource.Type == ty:
					unplanned = true
				case s.LeftOut() != "":
					t.Errorf("%s: %s", s.Ref(), s.LeftOut())
				}
			}
			if unplanned && !appliesItsExample(t, ty.Name) {
				t.Error("no provider is suitable here, and no test of its own applies the example")
			}
			if own == 0 || plan.ChangeCount() == 0 && !unplanned {
				t.Errorf("%d of the type, %d changes", own, plan.ChangeCount())
			}
		})
	}
}

// appliesItsExample reports whether the tests of a type apply its example.
func appliesItsExample(t *testing.T, typ string) bool {
	t.Helper()
	tests, err := filepath.Glob(filepath.Join(entriesOf(typ), "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range tests {
		code, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(code), `raltest.Example(t, Register, "`+typ+`"`) {
			return true
		}
	}
	return false
}

// entriesOf returns the directory of a type: its name, with or without
// underscores.
func entriesOf(typ string) string {
	if _, err := os.Stat(typ); err == nil {
		return typ
	}
	return strings.ReplaceAll(typ, "_", "")
}

// exampleHost returns a Debian with accounts and systemd, and with the
// additions for the types of an example in testdata/example.txtar: files by
// path, in which a directory ends with a slash and "PATH -> TARGET" is a link;
// the paths of commands in "commands", one per line; and the output of the
// command NAME in "output NAME".
func exampleHost(t *testing.T, decls []ral.Decl) *fakehost.Host {
	t.Helper()
	var needs []txtar.File
	for _, d := range decls {
		archive, err := txtar.ParseFile(filepath.Join(entriesOf(d.Type), "testdata/example.txtar"))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		if err == nil {
			needs = append(needs, archive.Files...)
		}
	}
	files := accountstest.Files()
	maps.Copy(files, map[string]string{"/proc/1/comm": "systemd\n"})
	for _, f := range needs {
		if strings.HasPrefix(f.Name, "/") && !strings.Contains(f.Name, " -> ") {
			files[f.Name] = string(f.Data)
		}
	}
	fake := accountstest.New(files)
	for _, f := range needs {
		tool, prints := strings.CutPrefix(f.Name, "output ")
		path, target, links := strings.Cut(f.Name, " -> ")
		switch {
		case links:
			fake.Link(path, target)
		case f.Name == "commands":
			fake.Command(strings.Fields(string(f.Data))...)
		case prints:
			fake.Handle(tool, func(context.Context, *fakehost.Host, host.Command) host.Result { return host.Result{Stdout: f.Data} })
		case !strings.HasPrefix(f.Name, "/"):
			t.Fatalf("%q is no path, no link, not commands and no output", f.Name)
		}
	}
	fake.SetNow(fake.Reader().Now().Add(30 * 24 * time.Hour)) // existing files are old enough for tidy
	return answering(fake)
}
