package pkg

import (
	"context"
	"sync"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// have is an installed package.
type have struct {
	name, version string
	beside        []string // other versions that are installed too
	held          bool
	from          string // where it was read
}

// inventory reads what a package manager lists in one go: the reading half of those
// that take as long for one package as for all. What it read ahead it keeps until
// the host is changed.
type inventory struct {
	// all are the installed packages. command is the tool that the resource
	// names, "" for the usual one.
	all func(ctx context.Context, rd host.Reader, command string) ([]have, error)
	// provider is the installed package that provides a virtual name, nil where
	// the tool has none such.
	provider func(ctx context.Context, rd host.Reader, name string) (have, bool, error)

	// fold makes one word of the spellings of a name; nil where there is but one.
	fold     func(name string) string
	upgrades upgrades

	mu    sync.Mutex
	ahead map[string]map[string]have // by command and name
}

// List yields all of them.
func (l *inventory) List(ctx context.Context, in *ral.Listing) error {
	list, err := l.all(ctx, in.Reader, "")
	if err != nil {
		return err
	}
	for _, h := range list {
		in.Yield(h.fill(in.NewInstance(h.name), in.Provider))
	}
	return nil
}

// Prefetch reads all packages for all resources.
func (l *inventory) Prefetch(ctx context.Context, rd host.Reader, all []*ral.Resource) error {
	for _, r := range all {
		if _, err := l.known(ctx, rd, commandOf(r)); err != nil {
			return err
		}
	}
	return nil
}

// Forget drops what was read.
func (l *inventory) Forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ahead = nil
	l.upgrades.forget()
}

func (l *inventory) folded(name string) string {
	if l.fold == nil {
		return name
	}
	return l.fold(name)
}

// InSync answers for latest.
func (l *inventory) InSync(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, is, should value.Value) (insync, known bool, err error) {
	if attr != "ensure" || !should.IsSym("latest") || !installed(is) {
		return false, false, nil
	}
	_, old, err := l.upgrades.of(ctx, rd, commandOf(r), l.folded(r.Name()))
	return err == nil && !old, true, err
}

func (l *inventory) known(ctx context.Context, rd host.Reader, command string) (map[string]have, error) {
	l.mu.Lock()
	known, ok := l.ahead[command]
	l.mu.Unlock()
	if ok {
		return known, nil
	}
	list, err := l.all(ctx, rd, command)
	if err != nil {
		return nil, err
	}
	known = make(map[string]have, len(list))
	for _, h := range list {
		known[l.folded(h.name)] = h
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ahead == nil {
		l.ahead = make(map[string]map[string]have)
	}
	l.ahead[command] = known
	return known, nil
}

// Retrieve finds one package, or one that provides the name where that is
// allowed.
func (l *inventory) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	known, err := l.known(ctx, rd, commandOf(r))
	if err != nil {
		return nil, err
	}
	h, ok := known[l.folded(r.Name())]
	if !ok && l.provider != nil && r.True("allow_virtual") && !r.Removing() {
		h, ok, err = l.provider(ctx, rd, r.Name())
	}
	if err != nil {
		return nil, err
	}
	if ok {
		return h.fill(ral.NewInstance(r.Type, r.Name()), r.Provider), nil
	}
	absent := ral.AbsentInstance(r.Type, r.Name())
	if r.Provider.HasFeature("purgeable") {
		absent.Set("ensure", value.Sym("purged"))
	}
	if r.Provider.HasFeature("holdable") {
		absent.Set("mark", value.Sym("none"))
	}
	return absent, nil
}

func (h have) fill(inst *ral.Instance, p *ral.Provider) *ral.Instance {
	inst.From = h.from
	if p.HasFeature("holdable") {
		mark := value.Sym("none")
		if h.held {
			mark = value.Sym("hold")
		}
		inst.Set("mark", mark)
	}
	return inst.Set("ensure", value.Str(h.version))
}

// commandOf is the tool that a resource names, "" for the usual one.
func commandOf(r *ral.Resource) string {
	if command := r.Get("command").Text(); command != "default" {
		return command
	}
	return ""
}
