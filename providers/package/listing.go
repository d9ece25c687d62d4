package pkg

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// have is an installed package.
type have struct {
	name, version string
	others        []string // other installed versions
	listed        bool     // ensure is the list of all versions, also of one
	held          bool
	from          string // where it was read, such as "pip list"
}

// listing is the database of a manager whose tool lists all packages in a call,
// because this takes as long as listing a single package.
type listing struct{ b *behaviour }

// known returns the packages that tool lists, by folded name.
func (b *behaviour) known(ctx context.Context, rd host.Reader, tool string) (map[string]have, error) {
	return b.installed.of(tool, func() (map[string]have, error) {
		list, err := answer(ctx, rd, b, tool, b.m.list)
		known := make(map[string]have, len(list))
		for _, h := range list {
			known[b.m.folded(h.name)] = h
		}
		return known, err
	})
}

func (m *manager) folded(name string) string {
	if m.fold == nil {
		return name
	}
	return m.fold(name)
}

func (l listing) List(ctx context.Context, in *ral.Listing) error {
	list, err := answer(ctx, in.Reader, l.b, "", l.b.m.list)
	for _, h := range list {
		in.Yield(h.fill(in.NewInstance(h.name), in.Provider))
	}
	return err
}

// Prefetch lists the packages of each tool that the resources name.
func (l listing) Prefetch(ctx context.Context, rd host.Reader, all []*ral.Resource) error {
	for _, r := range all {
		if _, err := l.b.known(ctx, rd, commandOf(r)); err != nil {
			return err
		}
	}
	return nil
}

func (l listing) Forget() { l.b.installed.forget() }

// Retrieve finds a package, or a package that provides the name if the resource allows
// that.
func (l listing) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	m := l.b.m
	known, err := l.b.known(ctx, rd, commandOf(r))
	if err != nil {
		return nil, err
	}
	h, ok := known[m.folded(r.Name())]
	if !ok && m.provides != nil && r.True("allow_virtual") && !r.Removing() {
		h, ok, err = m.provides(ctx, rd, l.b, r.Name())
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
	ensure := value.Str(h.version)
	if h.listed {
		all := []value.Value{ensure}
		for _, v := range h.others {
			all = append(all, value.Str(v))
		}
		ensure = value.ListOf(all...)
	}
	return inst.Set("ensure", ensure)
}

// commandOf returns the tool that a resource names, "" for the default tool.
func commandOf(r *ral.Resource) string {
	if command := r.Get("command").Text(); command != "default" {
		return command
	}
	return ""
}

// kept caches answers of a run until the host is changed. It is safe for concurrent
// use.
type kept[T any] struct {
	mu    sync.Mutex
	known map[string]T
}

// of returns the value cached under key, or caches the result of a call.
func (k *kept[T]) of(key string, ask func() (T, error)) (T, error) {
	k.mu.Lock()
	known, ok := k.known[key]
	k.mu.Unlock()
	if ok {
		return known, nil
	}
	known, err := ask()
	if err == nil {
		k.set(key, known)
	}
	return known, err
}

func (k *kept[T]) set(key string, v T) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.known == nil {
		k.known = make(map[string]T)
	}
	k.known[key] = v
}

func (k *kept[T]) forget() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.known = nil
}

// parseRows parses each line and skips lines that parse rejects. Output without any
// valid line is an error, because an empty list would reinstall every package.
func parseRows(command, what, out string, parse func(line string) (have, bool)) ([]have, error) {
	var list []have
	n := 0
	for line := range strings.Lines(out) {
		n++
		if h, ok := parse(strings.TrimRight(line, "\r\n")); ok {
			h.from = fmt.Sprintf("%s, line %d", command, n)
			list = append(list, h)
		}
	}
	if len(list) == 0 && strings.TrimSpace(out) != "" {
		return nil, unexpected(command, what, out)
	}
	return list, nil
}

// versions returns the versions by name.
func versions(list []have) map[string]string {
	known := make(map[string]string, len(list))
	for _, h := range list {
		known[h.name] = h.version
	}
	return known
}

// checkName rejects a name that does not match pattern, or that ends in suffix like a
// file name.
func checkName(name string, pattern *lazyre.Regexp, what, suffix string) error {
	if pattern.MatchString(name) && (suffix == "" || !strings.HasSuffix(name, suffix)) {
		return nil
	}
	return fmt.Errorf("%q is not a valid %s", name, what)
}
