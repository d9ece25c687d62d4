package service

import (
	"context"
	"sync"

	"ralsh/ral"
	"ralsh/ral/host"
)

// units holds prefetched units, by the names of the resources.
type units struct {
	mu    sync.Mutex
	known map[string]unit
}

// Prefetch reads the units of all resources with a single command, because the
// bus needs two calls for each. On errors, each resource reads its unit.
func (s *systemd) Prefetch(ctx context.Context, rd host.Reader, all []*ral.Resource) error {
	if len(all) < 2 {
		return nil
	}
	names := make([]string, len(all))
	for i, r := range all {
		names[i] = unitName(r.Name())
	}
	// systemctl show returns the units in the order of the names, for an alias
	// its target (systemctl(1)).
	list, err := showUnits(ctx, rd, names...)
	if err != nil || len(list) != len(names) {
		return nil
	}
	s.ahead.mu.Lock()
	defer s.ahead.mu.Unlock()
	s.ahead.known = make(map[string]unit, len(list))
	for i, u := range list {
		s.ahead.known[names[i]] = u
	}
	return nil
}

func (s *systemd) Forget() {
	s.ahead.mu.Lock()
	defer s.ahead.mu.Unlock()
	s.ahead.known = nil
}

func (a *units) get(name string) (unit, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	u, ok := a.known[unitName(name)]
	return u, ok
}

func (a *units) unit(ctx context.Context, rd host.Reader, name string) (unit, error) {
	if u, ok := a.get(name); ok {
		return u, nil
	}
	return readUnit(ctx, rd, name)
}

func (a *units) needsReload(ctx context.Context, rd host.Reader, name string) bool {
	if u, ok := a.get(name); ok {
		return u.stale
	}
	return needsReload(ctx, rd, name)
}
