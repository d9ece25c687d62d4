package repository

import (
	"encoding/json"
	"errors"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
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

// doors are the packages that give access to the machine without ral/host.
var doors = []string{
	"os", "os/exec", "os/user", "os/signal", "syscall", "net", "net/http", "crypto/tls", "golang.org/x/sys", "github.com/godbus",
	"github.com/coreos/go-systemd", "github.com/gofrs/flock", "github.com/pkg/xattr",
	"github.com/opencontainers/selinux", "github.com/miekg/dns", "github.com/nats-io",
}

// mayOpen lists the packages other than ral/host that may import a door, with the
// reason.
var mayOpen = map[string]string{
	"ralsh":                        "main ends the process with its status",
	"ralsh/ui/terminal":            "the process's own streams, terminal and signals",
	"ralsh/ui/early":               "it guards the environment while packages are initialised",
	"ralsh/ral/raltest/real":       "tests only: it starts the real systems",
	"ralsh/ral/raltest/proof":      "tests only: it lists the packages",
	"ralsh/ui/tui/kittest":         "tests only: it holds screens against drawings",
	"ralsh/ral/host/sandbox":       "it starts confined processes",
	"ralsh/ral/modules/pluginsync": "it fetches from a Puppet server, with TLS certificates of its own choice",
	"ralsh/ui/agent":               "a program of its own: its status",
	"ralsh/ui/agent/command":       "the program's own streams and signals",
	"ralsh/ui/agent/serve":         "it has a connection to a NATS server",
	"ralsh/ui/agent/ask":           "it has a connection to a NATS server",
	"ralsh/ui/agent/connect":       "it connects to a NATS server, with TLS",
	"ralsh/ui/agent/setup":         "it makes keys for a NATS server",
}

func TestOneDoor(t *testing.T) {
	inTop(t)
	for _, p := range packages(t) {
		if p.ImportPath == "ralsh/ral/host" || mayOpen[p.ImportPath] != "" {
			continue
		}
		for _, imp := range p.Imports {
			if slices.ContainsFunc(doors, func(d string) bool { return imp == d || strings.HasPrefix(imp, d+"/") && d != "os" && d != "net" }) {
				t.Errorf("%s imports %s; only ral/host reaches the machine", p.ImportPath, imp)
			}
		}
	}
}

// layers lists what packages may import, by prefix; the first matching row counts. A
// package may always import packages with its own prefix.
var layers = []struct {
	prefix string
	may    []string
}{
	{"ralsh/ral/value", nil},
	{"ralsh/ral/lazyre", nil},
	{"ralsh/ral/noise", []string{"ralsh/ral/lazyre"}},
	{"ralsh/ral/nearest", nil},
	{"ralsh/ral/yaml", nil},
	{"ralsh/ral/hashindex", nil},
	{"ralsh/ral/host/stream", nil},
	{"ralsh/ral/host/sandbox", []string{"ralsh/ral/host/stream"}},
	{"ralsh/ral/host", []string{"ralsh/ral/value"}},
	{"ralsh/ral/redact", []string{"ralsh/ral/host", "ralsh/ral/value"}},
	{"ralsh/ral/raltest/dnstest", []string{"ralsh/ral", "ralsh/providers/dns"}},
	{"ralsh/ral/raltest/vectors", []string{"ralsh/ral", "ralsh/providers/resources", "ralsh/providers/schedule"}},
	{"ralsh/ral/raltest", []string{"ralsh/ral"}},
	{"ralsh/ral/modules/star", []string{"ralsh/ral", "ralsh/ral/host", "ralsh/ral/value", "ralsh/ral/lazyre", "ralsh/ral/manifest"}},
	{"ralsh/ral/modules/pluginsync", []string{"ralsh/ral/host"}},
	{"ralsh/ral/modules/ruby", []string{"ralsh/ral", "ralsh/ral/host", "ralsh/ral/value", "ralsh/ral/lazyre"}},
	{"ralsh/ral/modules", []string{"ralsh/ral", "ralsh/ral/host", "ralsh/ral/value"}},
	{"ralsh/ral", []string{"ralsh/ral"}},
	{"ralsh/facts", []string{"ralsh/ral/noise", "ralsh/ral/host", "ralsh/ral/value", "ralsh/ral/lazyre", "ralsh/ral/nearest", "ralsh/ral/yaml"}},
	{"ralsh/providers", []string{"ralsh/ral", "ralsh/providers"}},
	{"ralsh/model/basket", []string{"ralsh/ral", "ralsh/model"}},
	{"ralsh/model/snapshot", []string{"ralsh/ral", "ralsh/facts", "ralsh/model"}},
	{"ralsh/model/listings", []string{"ralsh/ral", "ralsh/model"}},
	{"ralsh/model/wire", nil},
	{"ralsh/model/where", []string{"ralsh/ral/nearest"}},
	{"ralsh/model/order", []string{"ralsh/ral/host"}},
	{"ralsh/model", []string{"ralsh/ral", "ralsh/facts", "ralsh/model"}},
	{"ralsh/ui/safe", []string{"ralsh/ral/value"}},
	{"ralsh/ui/cli", []string{"ralsh/ral", "ralsh/facts", "ralsh/model", "ralsh/ui"}},
	{"ralsh/ui/early", nil},
	{"ralsh/ui/version", nil},
	{"ralsh/ui/agent", []string{"ralsh/ral/host", "ralsh/model/wire", "ralsh/model/where", "ralsh/model/order", "ralsh/model/fleet", "ralsh/ui/safe", "ralsh/ui/version"}},
	{"ralsh/ui/words", []string{"ralsh/ral", "ralsh/model", "ralsh/ui/safe"}},
	{"ralsh/ui/tui/theme", []string{"ralsh/ral/nearest"}},
	{"ralsh/ui/tui/frame", []string{"ralsh/ui/safe", "ralsh/ui/tui/theme"}},
	{"ralsh/ui/tui/keys", []string{"ralsh/ral"}},
	{"ralsh/ui/tui/widget", []string{"ralsh/ui/safe", "ralsh/ui/words", "ralsh/ui/tui/frame", "ralsh/ui/tui/theme"}},
	{"ralsh/ui/tui/kit", sharedByScreens()},
	{"ralsh/ui/tui/plantext", append(sharedByScreens(), "ralsh/ui/tui/kit")},
	{"ralsh/ui/tui/kittest", []string{"ralsh/ral", "ralsh/model", "ralsh/ui/safe", "ralsh/ui/tui/frame", "ralsh/ui/tui/keys", "ralsh/ui/tui/theme", "ralsh/ui/tui/kit"}},
	{"ralsh/ui/tui/screens", append(sharedByScreens(), "ralsh/facts", "ralsh/ui/tui/kit", "ralsh/ui/tui/plantext")},
	{"ralsh/ui/tui", []string{"ralsh/ral", "ralsh/facts", "ralsh/model", "ralsh/ui"}},
}

// sharedByScreens returns the packages that every screen may import.
func sharedByScreens() []string {
	return []string{
		"ralsh/ral", "ralsh/model", "ralsh/ui/safe", "ralsh/ui/words",
		"ralsh/ui/tui/frame", "ralsh/ui/tui/keys", "ralsh/ui/tui/theme", "ralsh/ui/tui/widget",
	}
}

func TestImportsRunDownward(t *testing.T) {
	inTop(t)
	for _, p := range packages(t) {
		for _, layer := range layers {
			if !within(p.ImportPath, layer.prefix) {
				continue
			}
			for _, imp := range p.Imports {
				own := within(imp, layer.prefix)
				if within(imp, "ralsh") && !own && !slices.ContainsFunc(layer.may, func(m string) bool { return within(imp, m) }) {
					t.Errorf("%s imports %s, which is not below it", p.ImportPath, imp)
				}
			}
			break
		}
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

// TestFacesDoNotReachTheHost checks that the user interface does not import the host. The
// agent is a program of its own.
func TestFacesDoNotReachTheHost(t *testing.T) {
	inTop(t)
	for _, p := range packages(t) {
		if within(p.ImportPath, "ralsh/ui") && !within(p.ImportPath, "ralsh/ui/agent") && p.ImportPath != "ralsh/ui/tui/kittest" && slices.Contains(p.Imports, "ralsh/ral/host") {
			t.Errorf("%s imports ralsh/ral/host", p.ImportPath)
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
