package repository

import (
	"cmp"
	"encoding/json"
	"errors"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// pkg is the output of go list for one package.
type pkg struct {
	ImportPath string
	Imports    []string
	GoFiles    []string
	Dir        string
}

func packages(t *testing.T) []pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,GoFiles,Dir", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// doors are the packages that give access to the machine.
var doors = []string{
	"os", "os/exec", "os/user", "os/signal", "syscall", "net", "net/http", "crypto/tls", "golang.org/x/sys", "github.com/godbus",
	"github.com/coreos/go-systemd", "github.com/gofrs/flock", "github.com/pkg/xattr",
	"github.com/opencontainers/selinux", "github.com/miekg/dns", "github.com/nats-io",
}

// mayOpen lists the packages that may import a door, with the reason.
var mayOpen = map[string]string{
	"ralsh":                                "main ends the process with its status",
	"ralsh/ui/terminal":                    "the process's own streams, terminal and signals",
	"ralsh/ui/early":                       "it guards the environment while packages are initialised",
	"ralsh/ral/raltest/real":               "tests only: it starts the real systems",
	"ralsh/ral/raltest/proof":              "tests only: it lists the packages",
	"ralsh/model/modeltest":                "tests only: it writes the files of a host",
	"ralsh/ui/tui/kittest":                 "tests only: it holds screens against drawings",
	"ralsh/ral/host":                       "it words the errors of connections",
	"ralsh/ral/host/attached":              "it starts programs with streams of the caller",
	"ralsh/ral/host/confined":              "it reads the overlays of confined processes",
	"ralsh/ral/host/dnswire":               "it connects to name servers",
	"ralsh/ral/host/internal/atomicfile":   "it replaces files",
	"ralsh/ral/host/internal/processgroup": "it stops processes",
	"ralsh/ral/host/local":                 "it is the machine",
	"ralsh/ral/host/ownfiles":              "it has the files of ralsh",
	"ralsh/ral/host/sandbox":               "it starts confined processes",
	"ralsh/ral/host/tree":                  "it answers with the errors of the kernel",
	"ralsh/ral/modules/pluginsync":         "it fetches from a Puppet server, with TLS certificates of its own choice",
	"ralsh/ui/agent":                       "a program of its own: its status",
	"ralsh/ui/agent/command":               "the program's own streams and signals",
	"ralsh/ui/agent/daemon":                "it has a connection to a NATS server",
	"ralsh/ui/agent/operator":              "it has a connection to a NATS server",
	"ralsh/ui/agent/connect":               "it connects to a NATS server, with TLS",
	"ralsh/ui/agent/setup":                 "it makes keys for a NATS server",
}

func TestOneDoor(t *testing.T) {
	inTop(t)
	for _, p := range packages(t) {
		if mayOpen[p.ImportPath] != "" {
			continue
		}
		for _, imp := range p.Imports {
			if slices.ContainsFunc(doors, func(d string) bool { return imp == d || strings.HasPrefix(imp, d+"/") && d != "os" && d != "net" }) {
				t.Errorf("%s imports %s; only packages of ral/host reach the machine", p.ImportPath, imp)
			}
		}
	}
}

// row is a row of the table of packages in ARCHITECTURE.md. A name x/... is x and the
// packages below it.
type row struct {
	name string
	may  []string
}

var (
	packageRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| [^|]+ \\| (no package|tests only|`.*`) \\|$")
	codeSpan   = regexp.MustCompile("`([^`]+)`")
)

func packageRows(t *testing.T) (rows []row) {
	t.Helper()
	for _, m := range packageRow.FindAllStringSubmatch(read(t, "ARCHITECTURE.md"), -1) {
		r := row{name: m[1]}
		for _, name := range codeSpan.FindAllStringSubmatch(m[2], -1) {
			r.may = append(r.may, name[1])
		}
		rows = append(rows, r)
	}
	return rows
}

// covers reports whether a name of the table means a package.
func covers(name, pkg string) bool {
	if tree, ok := strings.CutSuffix(name, "/..."); ok {
		return within(pkg, tree)
	}
	return pkg == name
}

// TestImportsRunDownward checks the imports of each package with the table of packages
// in ARCHITECTURE.md, and that a package uses each permission of a row.
func TestImportsRunDownward(t *testing.T) {
	inTop(t)
	rows := packageRows(t)
	used := make(map[[2]string]bool) // the name of a row and a permission
	var paths []string
	for _, p := range packages(t) {
		path := cmp.Or(strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, "ralsh"), "/"), ".")
		if within(path, ".ci") {
			continue
		}
		var own row
		for _, r := range rows {
			if covers(r.name, path) && len(r.name) > len(own.name) {
				own = r
			}
		}
		if paths = append(paths, path); own.name == "" {
			t.Errorf("the table of packages lacks %s", path)
			continue
		}
		for _, imp := range p.Imports {
			imp, ours := strings.CutPrefix(imp, "ralsh/")
			if !ours || covers(own.name, imp) {
				continue
			}
			i := slices.IndexFunc(own.may, func(name string) bool { return covers(name, imp) })
			if i < 0 {
				t.Errorf("%s imports %s, which the table of packages does not allow", path, imp)
				continue
			}
			used[[2]string{own.name, own.may[i]}] = true
		}
	}
	for _, r := range rows {
		for _, name := range append(r.may, r.name) {
			if !slices.ContainsFunc(paths, func(path string) bool { return covers(name, path) }) {
				t.Errorf("there is no package %s, which the table of packages has", name)
			}
		}
		for _, name := range r.may {
			if !used[[2]string{r.name, name}] {
				t.Errorf("%s does not import %s, which the table of packages allows", r.name, name)
			}
		}
	}
}

// TestWalks checks that each file in a table of ARCHITECTURE.md has the functions in its
// row.
func TestWalks(t *testing.T) {
	inTop(t)
	checked := 0
	for _, m := range regexp.MustCompile("(?m)^\\| (`[^|]+\\.go`) \\| ([^|]+) \\|").FindAllStringSubmatch(read(t, "ARCHITECTURE.md"), -1) {
		code := ""
		for _, file := range codeSpan.FindAllStringSubmatch(m[1], -1) {
			code += read(t, file[1])
		}
		for _, name := range codeSpan.FindAllStringSubmatch(m[2], -1) {
			if checked++; !regexp.MustCompile(`(?m)^func (\([^)]*\) )?` + name[1] + `[(\[]`).MatchString(code) {
				t.Errorf("%s has no function %s", m[1], name[1])
			}
		}
	}
	if checked < 20 {
		t.Errorf("only %d functions", checked)
	}
}

// TestNoScreenKnowsAnother checks that screens do not import each other, and that
// only the route table of the root imports them. A new screen takes a directory and a
// line there.
func TestNoScreenKnowsAnother(t *testing.T) {
	inTop(t)
	const screens = "ralsh/ui/tui/screens"
	for _, p := range packages(t) {
		for _, file := range p.GoFiles {
			table := p.ImportPath == "ralsh/ui/tui" && file == "routes.go"
			parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, file), nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, imp := range parsed.Imports {
				if path := strings.Trim(imp.Path.Value, `"`); within(path, screens) && !table {
					t.Errorf("%s imports %s; only ui/tui/routes.go does", filepath.Join(p.ImportPath, file), path)
				}
			}
		}
	}
}

// TestProductHasNoTests checks that packages only for tests are below ral/raltest,
// and that the product does not import them.
func TestProductHasNoTests(t *testing.T) {
	inTop(t)
	const tests = "ralsh/ral/raltest"
	for _, p := range packages(t) {
		for _, imp := range p.Imports {
			if within(imp, tests) && !within(p.ImportPath, tests) {
				t.Errorf("%s imports %s", p.ImportPath, imp)
			}
		}
	}
}

// TestFacesDoNotReachTheHost checks that the user interface does not import the host, nor a
// package below it except the writers for output. The agent is a program of its own.
func TestFacesDoNotReachTheHost(t *testing.T) {
	inTop(t)
	for _, p := range packages(t) {
		if !within(p.ImportPath, "ralsh/ui") || within(p.ImportPath, "ralsh/ui/agent") || p.ImportPath == "ralsh/ui/tui/kittest" {
			continue
		}
		for _, imp := range p.Imports {
			if within(imp, "ralsh/ral/host") && imp != "ralsh/ral/host/stream" {
				t.Errorf("%s imports %s", p.ImportPath, imp)
			}
		}
	}
}

// TestProvidersGetTheirHost checks that providers import no package below ral/host that opens a
// host or has the files of ralsh.
func TestProvidersGetTheirHost(t *testing.T) {
	inTop(t)
	may := []string{"ralsh/ral/host", "ralsh/ral/host/dnswire", "ralsh/ral/host/stream"}
	for _, p := range packages(t) {
		for _, imp := range p.Imports {
			if within(p.ImportPath, "ralsh/providers") && within(imp, "ralsh/ral/host") && !slices.Contains(may, imp) {
				t.Errorf("%s imports %s", p.ImportPath, imp)
			}
		}
	}
}

// TestNoBroker checks that ralsh has no library for NATS, nor a package of its agent: only a
// program of its own has. The same question finds it there.
func TestNoBroker(t *testing.T) {
	inTop(t)
	for pkg, wanted := range map[string]bool{".": false, "./ui/agent": true} {
		out, err := exec.Command("go", "list", "-deps", pkg).Output()
		if err != nil {
			t.Fatal(err)
		}
		has := slices.ContainsFunc(strings.Fields(string(out)), func(dep string) bool {
			return strings.HasPrefix(dep, "github.com/nats-io/") || within(dep, "ralsh/ui/agent")
		})
		if has != wanted {
			t.Errorf("%s has packages of NATS or of the agent: %t", pkg, has)
		}
	}
}

// TestOtherSystems checks that a build on another system fails with one line that
// says that ralsh is for Linux. The only file of the program there imports nothing;
// otherwise `go build` would first compile the runtime for each system.
func TestOtherSystems(t *testing.T) {
	inTop(t)
	for _, system := range []string{"darwin", "freebsd", "windows"} {
		run := func(args ...string) (string, error) {
			cmd := exec.Command("go", args...)
			cmd.Env = append(cmd.Environ(), "GOOS="+system, "CGO_ENABLED=0", "GOFLAGS=") // the race detector needs cgo
			out, err := cmd.CombinedOutput()
			return strings.TrimSpace(string(out)), err
		}
		if out, err := run("list", "-f", "{{.GoFiles}} {{.Imports}}", "."); err != nil || out != "[other.go] []" {
			t.Errorf("%s: the program is made of %s, %v", system, out, err)
		}
		out, err := run("tool", "compile", "-p", "main", "-o", filepath.Join(t.TempDir(), "ralsh.o"), "other.go")
		if err == nil || !strings.Contains(out, "ralsh_is_for_Linux_only") || strings.Contains(out, "\n") {
			t.Errorf("%s: %v\n%s", system, err, out)
		}
	}
}

func within(path, prefix string) bool {
	return path == prefix || strings.HasPrefix(path, prefix+"/")
}
