package proof

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// module is a small module: path of each file, and its text.
var module = map[string]string{
	"go.mod":                           "module small\n\ngo 1.26\n",
	"plain/plain.go":                   "package plain\n",
	"plain/plain_test.go":              "package plain\nimport \"testing\"\nfunc TestOne(t *testing.T) {}\nfunc TestMain(m *testing.M) {}\nfunc Testify() {}\nfunc help(t *testing.T) {}\nfunc FuzzTwo(f *testing.F) {}\nfunc BenchmarkThree(b *testing.B) {}\n",
	"busy/busy.go":                     "package busy\nfunc f() { go f() }\n",
	"busy/out_test.go":                 "package busy_test\nimport \"testing\"\nfunc TestOut(t *testing.T) {}\n",
	"group/group.go":                   "package group\nimport \"sync\"\nfunc f() { var g sync.WaitGroup; g.Go(f) }\n",
	"group/group_test.go":              "package group\nimport \"testing\"\nfunc TestGroup(t *testing.T) {}\n",
	"ui/tui/screens/list/list.go":      "package list\n",
	"ui/tui/screens/list/list_test.go": "package list\nimport \"testing\"\nfunc TestList(t *testing.T) {}\n",
	"untested/untested.go":             "package untested\n",
	"ral/raltest/real/real.go":         "package real\nimport \"testing\"\nfunc Boot(t *testing.T) { need(t) }\nfunc need(t *testing.T) { t.Skipf(\"no\") }\nfunc Binary(t *testing.T) {}\nfunc Limits(t *testing.T) { t.Skip() }\nfunc Full(t *testing.T) { t.Skip() }\nfunc Memory(t *testing.T) bool { Limits(t); return true }\n",
	"ral/raltest/other/other.go":       "package other\nimport (\"small/ral/raltest/real\"; \"testing\")\nfunc Server(t *testing.T) { real.Boot(t) }\n",
	"booted/booted_test.go":            "package booted\nimport (\"small/ral/raltest/real\"; \"testing\")\nfunc TestBooted(t *testing.T) { real.Boot(t) }\n",
	"served/served_test.go":            "package served\nimport (\"small/ral/raltest/other\"; \"testing\")\nfunc TestServed(t *testing.T) { other.Server(t) }\n",
	"rooted/rooted_test.go":            "package rooted\nimport (\"os\"; \"testing\")\nfunc TestRooted(t *testing.T) { if os.Getuid() == 0 { t.Log() } }\n",
	"gates/gates_test.go":              "package gates\nimport (\"small/ral/raltest/real\"; \"testing\")\nfunc TestLimit(t *testing.T) {\n\tt.Parallel()\n\treal.Limits(t)\n\treal.Full(t)\n}\nfunc TestLimitMemory(t *testing.T) {\n\tif !real.Memory(t) { return }\n}\nfunc TestLate(t *testing.T) {\n\treal.Binary(t)\n\treal.Full(t)\n}\n",
}

func written(t *testing.T) (top string) {
	t.Helper()
	top = t.TempDir()
	for name, text := range module {
		path := filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return top
}

func TestRead(t *testing.T) {
	all, err := read(written(t), "")
	if err != nil {
		t.Fatal(err)
	}
	want := []Package{
		{Path: "small/booted", Tests: []Test{{Name: "TestBooted"}}, Privileged: true},
		{Path: "small/busy", Tests: []Test{{Name: "TestOut"}}, Concurrent: true},
		{Path: "small/gates", Tests: []Test{{Name: "TestLimit", Gates: Gates{Limit: true, Full: true}}, {Name: "TestLimitMemory", Gates: Gates{Limit: true}}, {Name: "TestLate"}}},
		{Path: "small/group", Tests: []Test{{Name: "TestGroup"}}, Concurrent: true},
		{Path: "small/plain", Tests: []Test{{Name: "TestOne"}, {Name: "FuzzTwo"}, {Name: "BenchmarkThree", Benchmark: true}}},
		{Path: "small/rooted", Tests: []Test{{Name: "TestRooted"}}, Privileged: true},
		{Path: "small/served", Tests: []Test{{Name: "TestServed"}}, Privileged: true},
		{Path: "small/ui/tui/screens/list", Tests: []Test{{Name: "TestList"}}, Concurrent: true},
	}
	if d := cmp.Diff(want, all, cmpopts.IgnoreUnexported(Package{})); d != "" {
		t.Error(d)
	}
}

// TestCommand checks which packages a stage runs, in which order.
func TestCommand(t *testing.T) {
	all, err := read(written(t), "")
	if err != nil {
		t.Fatal(err)
	}
	s := Stage{Name: "few", Settings: []string{"A=1"}, Flags: []string{"-race"}, First: []string{"small/served"}, Selects: func(p Package) bool { return p.Privileged }}
	if got, want := strings.Join(s.Command(all), " "), "env A=1 go test -json -count=1 -vet=off -race small/served small/booted small/rooted"; got != want {
		t.Errorf("the command is\n%s, want\n%s", got, want)
	}
	full := Stage{Settings: []string{"RALSH_LIMITS=1", "RALSH_FULL=1"}}
	some := Stage{Settings: []string{"RALSH_LIMITS=1"}}
	for _, c := range []struct {
		stage Stage
		want  string
	}{{full, "TestLimit TestLimitMemory"}, {some, "TestLimitMemory"}, {Stage{}, "TestLate"}} {
		var names []string
		for _, p := range all {
			for _, one := range p.Tests {
				if p.Path == "small/gates" && c.stage.Runs(p, one) {
					names = append(names, one.Name)
				}
			}
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("with %v run %q, want %q", c.stage.Settings, got, c.want)
		}
	}
}

func TestJudge(t *testing.T) {
	all := []Package{{Path: "p", Tests: []Test{{Name: "TestA"}, {Name: "TestB"}, {Name: "TestOnlyFull", Gates: Gates{Full: true}}}}}
	const passed = `{"Action":"pass","Package":"p","Test":"TestB"}` + "\n"
	for _, c := range []struct{ name, output, want string }{
		{"all passed", passed + `{"Action":"pass","Package":"p","Test":"TestA"}`, ""},
		{"skipped once", passed + `{"Action":"skip","Package":"p","Test":"TestA"}{"Action":"pass","Package":"p","Test":"TestA"}`, ""},
		{"not run", passed, "p TestA: no stage ran it"},
		{"only skipped", passed + `{"Action":"skip","Package":"p","Test":"TestA"}`, "p TestA: skipped by each stage"},
		{"a part only skipped", passed + `{"Action":"pass","Package":"p","Test":"TestA"}{"Action":"skip","Package":"p","Test":"TestA/root"}`, "p TestA/root: skipped by each stage"},
		{"failed once", passed + `{"Action":"pass","Package":"p","Test":"TestA"}{"Action":"fail","Package":"p","Test":"TestA"}`, "p TestA: failed"},
		{"begun only", passed + `{"Action":"run","Package":"p","Test":"TestA"}`, "p TestA: skipped by each stage"},
		{"of the other tier", passed + `{"Action":"pass","Package":"p","Test":"TestA"}{"Action":"skip","Package":"p","Test":"TestOnlyFull"}`, ""},
		{"not in a file", passed + `{"Action":"pass","Package":"p","Test":"TestA"}{"Action":"pass","Package":"p","Test":"TestC"}`, "p TestC: no source file has it"},
	} {
		results := make(Results)
		if err := results.Add(strings.NewReader(c.output)); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(Judge(Quick, all, results), "; "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	took := make(Results)
	if err := took.Add(strings.NewReader(`{"Action":"pass","Package":"p","Test":"TestA","Elapsed":1}{"Action":"pass","Package":"p","Test":"TestB","Elapsed":106.5}{"Action":"pass","Package":"p","Test":"TestB/part","Elapsed":3}`)); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(took.Slowest(9), "\n"); got != "   106.5 s  p TestB\n     1.0 s  p TestA" {
		t.Errorf("the slowest tests are\n%s", got)
	}
	if err := make(Results).Add(strings.NewReader("no JSON")); err == nil {
		t.Error("what is not JSON was read")
	}
	if !slices.Contains(Judge(Complete, all, Results{}), "p TestA: no stage ran it") {
		t.Error("no fault without results")
	}
}
