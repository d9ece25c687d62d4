// Package modules_test tests the modules in this directory.
package modules_test

import (
	"os"
	"path/filepath"
	"testing"

	"ralsh/providers/dnsrr"
	"ralsh/providers/dnszone"
	pkg "ralsh/providers/package"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/modules"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
	"ralsh/ral/value"
)

// examples returns the modules of this directory, together with the types that they
// have providers for. It loads a copy, because root does not load modules that
// another user may write.
func examples(t *testing.T) *modules.Environment {
	t.Helper()
	return loaded(t, ".")
}

func loaded(t *testing.T, from string) *modules.Environment {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	base := raltest.Registry(t, func(reg *ral.Registry) {
		dnszone.Register(reg)
		dnsrr.Register(reg)
		pkg.Register(reg)
	})
	e := modules.Load(t.Context(), host.Machine().Reader(), modules.Options{Path: []string{dir}, Base: base})
	for _, err := range e.Failures() {
		t.Error(err)
	}
	return e
}

// TestColoring runs the suite that every provider passes.
func TestColoring(t *testing.T) {
	e := examples(t)
	raltest.Suite{
		Register: func(reg *ral.Registry) { reg.InheritFrom(e.Registry) }, Type: "coloring", Provider: "file",
		Host: func(*testing.T) host.Host {
			return host.NewFake(map[string]string{"/etc/coloring.conf": "# ours\nerror red bold underline\nnote grey\n"}).Host
		},
		Cases: []raltest.Case{
			{
				Title: "warning", Create: []ral.Attr{raltest.A("color", "yellow"), raltest.L("styles", "bold")},
				Changes: []ral.Attr{raltest.A("color", "#ffaa00"), raltest.L("styles", "italic", "underline")}, Remove: "absent",
			},
			{Title: "error", Changes: []ral.Attr{raltest.A("color", "magenta")}, Remove: "absent"},
		},
	}.Run(t)
}

func TestColoringSays(t *testing.T) {
	e := examples(t)
	env := ral.NewEnv(e.Registry, host.NewFake(nil).Reader(), nil)
	for _, c := range []struct{ color, want string }{
		{"gray", "grey"},
		{"#FFaa00", "#ffaa00"},
		{"pink", `Coloring[x]: color: Invalid value "pink". Valid values are black, red, green, yellow, blue, magenta, cyan, white, grey. Valid values match /^#[0-9a-fA-F]{6}$/.`},
	} {
		r, diags := env.Build(t.Context(), ral.Decl{Type: "coloring", Title: "x", Attrs: []ral.Attr{raltest.A("color", c.color)}})
		got := r.Get("color").Text()
		if err := diags.Err(); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.color, got, c.want)
		}
	}
	v, err := e.Space.Call(t.Context(), "coloring::hex", value.Int(255), value.Int(170), value.Int(0))
	if v.Text() != "#ffaa00" || err != nil {
		t.Errorf("coloring::hex: %s %v", v, err)
	}
	if _, err := e.Space.Call(t.Context(), "coloring::hex", value.Int(256), value.Int(0), value.Int(0)); err == nil {
		t.Error("256 is taken")
	}
}

// TestDatabase uses the real tool, in a directory of the test's own.
func TestDatabase(t *testing.T) {
	real.Need(t, "databases are SQLite's", "sqlite3")
	e := examples(t)
	dir := t.TempDir()
	there := filepath.Join(dir, "there.db")
	raltest.Suite{
		Register: func(reg *ral.Registry) { reg.InheritFrom(e.Registry) }, Type: "database", Provider: "sqlite", Unlisted: true,
		Host:  func(*testing.T) host.Host { return host.Machine() },
		Watch: []string{dir},
		Cases: []raltest.Case{
			{
				Name: "app.db", Title: filepath.Join(dir, "app.db"), Create: []ral.Attr{raltest.A("version", "1"), raltest.A("application_id", "42")},
				With:    []ral.Attr{raltest.A("schema", "CREATE TABLE person (name TEXT);")},
				Changes: []ral.Attr{raltest.A("version", "2"), raltest.A("application_id", "7")}, Remove: "absent",
			},
			{Name: "empty", Title: there, Create: []ral.Attr{}, Changes: []ral.Attr{raltest.A("version", "9")}, Remove: "absent"},
		},
	}.Run(t)
}
