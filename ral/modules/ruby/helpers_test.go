package ruby_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ralsh/facts"
	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host/local"
	"ralsh/ral/host/sandbox"
	"ralsh/ral/modules/ruby"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest/real"
	"ralsh/ral/value"
)

func TestMain(m *testing.M) {
	if sandbox.Enter() {
		return
	}
	os.Exit(m.Run())
}

// material is testdata inside the root; packaged are the modules of its packages.
const (
	material = "/opt/material"
	packaged = "/usr/share/puppet/modules"
)

// inside runs the test inside a fresh root ruby, with testdata.
func inside(t *testing.T) bool {
	t.Helper()
	return real.InsideOf(t, real.Ruby, addMaterial(t))
}

// addMaterial returns a function that copies testdata into a root.
func addMaterial(t *testing.T) func(root string) {
	return func(root string) {
		t.Helper()
		if err := os.CopyFS(root+material, os.DirFS("testdata")); err != nil {
			t.Fatal(err)
		}
	}
}

// modulepath returns the folders of modules: those of testdata, and the packaged ones.
func modulepath() []string { return []string{material + "/modules", packaged} }

// modulesIn returns the modules of the folders.
func modulesIn(t *testing.T, dirs ...string) []ruby.Module {
	t.Helper()
	var list []ruby.Module
	for _, dir := range dirs {
		found, err := filepath.Glob(dir + "/*/lib")
		if err != nil || found == nil {
			t.Fatalf("no modules in %s: %v", dir, err)
		}
		for _, lib := range found {
			at := filepath.Dir(lib)
			list = append(list, ruby.Module{Name: filepath.Base(at), Path: at})
		}
	}
	return list
}

// open returns a bridge for the modules, which keeps nothing on the disk. looks are programs
// that the modules may run on the host while they read.
func open(t *testing.T, modules []ruby.Module, f condition.Facts, looks ...string) *ruby.Bridge {
	t.Helper()
	rd := local.Machine().Reader()
	in, err := ruby.Find(t.Context(), rd, "")
	if err != nil {
		t.Fatal(err)
	}
	b := ruby.Open(t.Context(), rd, ruby.Options{Interpreter: in, Modules: modules, Facts: f, ReadPrograms: looks})
	t.Cleanup(b.Close)
	return b
}

// hostFacts are the facts of ralsh, and those of modules that types need.
type hostFacts struct {
	*facts.Facts
	modules map[string]any
}

func (f hostFacts) Fact(ctx context.Context, name string) (value.Value, error) {
	if v, known := f.modules[name]; known {
		return value.FromPlain(v), nil
	}
	return f.Facts.Fact(ctx, name)
}

// living is the bridge on all modules, with its types in a registry.
type living struct {
	bridge *ruby.Bridge
	reg    *ral.Registry
	env    *onhost.Env
	bad    map[string]error
}

// newLiving registers the types of the names.
func newLiving(t *testing.T, names []string, looks ...string) living {
	t.Helper()
	f := hostFacts{facts.New(local.Machine().Reader()), map[string]any{}}
	oracle(t, "facts", &f.modules, "own_simple", "iptables_version", "ip6tables_version")
	w := living{bridge: open(t, modulesIn(t, modulepath()...), f, looks...), reg: ral.NewRegistry(), bad: map[string]error{}}
	for _, name := range names {
		d, err := w.bridge.Describe(t.Context(), name)
		if start, failed := errors.AsType[*ruby.StartError](err); failed {
			t.Fatal(start)
		}
		if err != nil {
			w.bad[name] = err
			continue
		}
		typ, providers := w.bridge.Type(d, ral.Origin{File: d.File})
		trial := ral.NewRegistry()
		trial.Add(typ, providers...)
		if err := trial.Err(); err != nil {
			w.bad[name] = err
			continue
		}
		w.reg.Add(typ, providers...)
	}
	w.env = onhost.NewEnv(w.reg, local.Machine().Reader(), f)
	return w
}

// typeNames returns the types that modules define, by their files.
func typeNames(t *testing.T) []string {
	t.Helper()
	names := map[string]bool{}
	for _, m := range modulesIn(t, modulepath()...) {
		found, err := filepath.Glob(m.Path + "/lib/puppet/type/*.rb")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range found {
			names[strings.TrimSuffix(filepath.Base(file), ".rb")] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// oracle asks living Puppet, and reads its answer.
func oracle(t *testing.T, mode string, answer any, args ...string) {
	t.Helper()
	argv := append([]string{"--disable=did_you_mean", "--disable=error_highlight", material + "/oracle.rb", mode, strings.Join(modulepath(), ":")}, args...)
	cmd := exec.Command("/usr/bin/ruby", argv...)
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, out)
	}
	decode(t, out, answer)
}

// decode reads JSON; numbers stay as they are written.
func decode(t *testing.T, data []byte, into any) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := dec.Decode(into); err != nil {
		t.Fatalf("%v: %.200s", err, data)
	}
}
