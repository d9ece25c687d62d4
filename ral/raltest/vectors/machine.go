package vectors

import (
	"context"
	"encoding/json"
	"net/url"
	"path"
	"strings"
	"sync"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

// scratch is the directory for <TMP>.
const scratch = "/scratch"

// The directories of the memory providers' store and of the features for confines.
const (
	storeDir   = "/store"
	featureDir = "/features"
)

// Call is one call of a provider or type in the form of the vectors: the call, the
// resource's title or the provider's name, and arguments.
type Call []any

// Machine is the host of a case: files, facts, and the store of its memory providers.
// The store is in files too, so that a plan leaves it unchanged. A Machine records
// every call.
type Machine struct {
	Fake *fakehost.Host
	// ByEngine makes providers of the hash style only list and flush, as in ral; the
	// engine matches, reads and collects. Otherwise they do all that, as Puppet's do,
	// and record each step. Set it before Register.
	ByEngine bool

	language bool
	facts    Params
	faults   []FaultDef
	mu       sync.Mutex
	calls    []Call
}

// NewMachine returns the host of a case.
func NewMachine(g *Given) *Machine {
	var opts []fakehost.Option
	if g.Path != nil {
		opts = append(opts, fakehost.WithEnv("PATH", inScratch(strings.Join(g.Path, ":"))))
	}
	m := &Machine{Fake: fakehost.New(nil, opts...), faults: g.Faults, language: g.language}
	m.facts = append(append(m.facts, g.Settings...), g.Facts...)
	m.Fake.Dir(storeDir, 0o755)
	m.Fake.Dir(featureDir, 0o755)
	m.Fake.Dir(scratch, 0o755)
	m.AddFiles(g.Files)
	for name, there := range g.Features.There {
		m.setFeature(name, there)
	}
	for provider, all := range g.Store {
		m.Fake.Dir(path.Join(storeDir, provider), 0o755)
		for name, props := range all {
			m.Fake.Put(storePath(provider, name), string(packed(props)), 0o644)
		}
	}
	return m
}

// inScratch replaces <TMP> with the scratch directory.
func inScratch(text string) string { return strings.ReplaceAll(text, "<TMP>", scratch) }

// OutOfScratch reverses inScratch.
func OutOfScratch(text string) string { return strings.ReplaceAll(text, scratch, "<TMP>") }

// AddFiles creates files and directories.
func (m *Machine) AddFiles(files []FileDef) { addFiles(m.Fake, scratch, files) }

// addFiles creates files and directories; tmp is the directory for <TMP>.
func addFiles(fake *fakehost.Host, tmp string, files []FileDef) {
	for _, f := range files {
		name := strings.ReplaceAll(f.Path, "<TMP>", tmp)
		if !path.IsAbs(name) {
			name = path.Join(tmp, name)
		}
		switch {
		case f.Dir:
			fake.Dir(name, 0o755)
		case f.Executable:
			fake.Put(name, f.Content, 0o755)
		default:
			fake.Put(name, f.Content, 0o644)
		}
	}
}

// setFeature sets whether the machine has a feature.
func (m *Machine) setFeature(name string, there bool) {
	if there {
		m.Fake.Put(path.Join(featureDir, name), "", 0o644)
	}
}

// Fact returns a fact of the case. A setting takes precedence over a fact of the same
// name (semantics.md S8), and feature.NAME is a feature (P21).
func (m *Machine) Fact(ctx context.Context, name string) (value.Value, error) {
	if feature, ok := strings.CutPrefix(name, "feature."); ok {
		there, err := m.Fake.Reader().Exists(ctx, path.Join(featureDir, feature))
		return value.Bool(there), err
	}
	first, rest, _ := strings.Cut(name, ".")
	v, known := m.facts.Get(first)
	if !known && name == "environment" {
		return value.Str("production"), nil
	}
	return dig(v.Value, rest), nil
}

// Log records a call.
func (m *Machine) Log(call, about string, args ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls = append(m.calls, append(Call{call, about}, args...))
}

// Calls returns the calls so far, in order.
func (m *Machine) Calls() []Call {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.calls
}

// Forget drops the recorded calls.
func (m *Machine) Forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls = nil
}

// fault returns the error that a call must raise, nil for none.
func (m *Machine) fault(call, title string) error {
	for _, f := range m.faults {
		if f.Call == call && (f.Title == "" || f.Title == title) {
			return f.Raise.thrown()
		}
	}
	return nil
}

// Store returns the content of the memory providers: provider, name, property.
func (m *Machine) Store(ctx context.Context) map[string]map[string]Params {
	all := map[string]map[string]Params{}
	rd := m.Fake.Reader()
	providers, _ := rd.ReadDir(ctx, storeDir)
	for _, p := range providers {
		all[p] = map[string]Params{}
		files, _ := rd.ReadDir(ctx, path.Join(storeDir, p))
		for _, file := range files {
			name, _ := url.PathUnescape(file)
			all[p][name], _ = load(ctx, rd, p, name)
		}
	}
	return all
}

// Env returns a registry on the machine.
func (m *Machine) Env(reg *ral.Registry) *onhost.Env { return onhost.NewEnv(reg, m.Fake.Reader(), m) }

func storePath(provider, name string) string {
	return path.Join(storeDir, provider, url.PathEscape(name))
}

func packed(props Params) []byte {
	pairs := make([][2]any, len(props))
	for i, p := range props {
		pairs[i] = [2]any{p.Name, p.Value}
	}
	data, _ := json.Marshal(pairs)
	return data
}

// load reads the stored properties of a name, and whether there are any.
func load(ctx context.Context, rd host.Reader, provider, name string) (Params, bool) {
	data, err := rd.ReadFile(ctx, storePath(provider, name))
	if err != nil {
		return nil, false
	}
	var props Params
	_ = json.Unmarshal(data, &props)
	return props, true
}
