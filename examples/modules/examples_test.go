// Package modules_test tests the modules in this directory.
package modules_test

import (
	"os"
	"path/filepath"
	"testing"

	"ralsh/providers"
	"ralsh/providers/dnsrr"
	"ralsh/providers/dnszone"
	pkg "ralsh/providers/package"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
	"ralsh/ral/modules"
	"ralsh/ral/onhost"
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
	e := modules.Load(t.Context(), local.Machine().Reader(), modules.Options{Path: []string{dir}, Base: base})
	for _, err := range e.Failures() {
		t.Error(err)
	}
	return e
}

// Each module passes module check without a remark, and its suites hold; that of
// databases uses the real tool, in a directory of its own.
func TestExamples(t *testing.T) {
	real.Need(t, "databases are SQLite's", "sqlite3")
	dirs, err := filepath.Glob("*/metadata.json")
	if err != nil || len(dirs) < 5 {
		t.Fatalf("%d modules, %v", len(dirs), err)
	}
	reg := ral.NewRegistry()
	providers.Register(reg)
	for _, file := range dirs {
		t.Run(filepath.Dir(file), func(t *testing.T) {
			dir, err := filepath.Abs(filepath.Dir(file))
			if err != nil {
				t.Fatal(err)
			}
			_, findings := modules.Check(t.Context(), local.Machine().Reader(), dir, modules.Options{Base: reg})
			held := 0
			opt := modules.TestOptions{Options: modules.Options{Base: reg}, Real: true, Host: local.Machine(), Each: func(p modules.TestPart) {
				held++
				for _, text := range p.Errors {
					t.Errorf("%s, %s (%s): %s", p.Suite, p.Part, p.Place, text)
				}
			}}
			if _, err := modules.Test(t.Context(), dir, opt); err != nil || held == 0 || len(findings) > 0 {
				t.Errorf("%d parts, %v, %v", held, findings, err)
			}
		})
	}
}

func TestColoringSays(t *testing.T) {
	e := examples(t)
	env := onhost.NewEnv(e.Registry, fakehost.New(nil).Reader(), nil)
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
