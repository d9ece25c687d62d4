package suite

import (
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"ralsh/ral/host"
	"ralsh/ral/onhost"
)

// hidesNothing checks that an unreadable file or directory does not hide other sources:
// the listing must contain the instances from other files, and the instances that it
// contains if the file does not exist. An error must report missing instances, and name the
// path once. An instance that exists must not read as absent. Real hosts would take too long.
func (s Suite) hidesNothing(t T) {
	t.Helper()
	h := s.Host(t)
	l := newLifeOn(t, s, Case{}, h)
	l.law = lawHidden
	var mu sync.Mutex
	paths := make(map[string]bool)
	whole, _ := l.listOn(host.FaultyReads(h, func(path string) error {
		mu.Lock()
		defer mu.Unlock()
		paths[path] = true
		return nil
	}))
	few := slices.DeleteFunc(slices.Sorted(maps.Keys(whole)), func(name string) bool { return l.absentOn(h, name) })
	few = few[:min(len(few), 2)]
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		at := func(err error) host.Host {
			return host.FaultyReads(h, func(file string) error {
				if file == path {
					return err
				}
				return nil
			})
		}
		broken, err := l.listOn(at(fs.ErrPermission))
		if len(broken) < len(whole) && err == nil {
			l.t.Errorf("the listing contains %d of %d instances if %s cannot be read, without an error", len(broken), len(whole), path)
		}
		if err != nil && strings.Count(err.Error(), path+": ") > 1 {
			l.t.Errorf("the error names %s twice: %v", path, err)
		}
		for _, name := range few {
			if l.absentOn(at(fs.ErrPermission), name) {
				l.t.Errorf("%s reads as absent if %s cannot be read", name, path)
			}
		}
		if slices.Contains(s.Needed, path) {
			continue
		}
		expected, _ := l.listOn(at(fs.ErrNotExist))
		for name, from := range whole {
			if strings.HasPrefix(from, "/") && !strings.HasPrefix(from, path) && !strings.HasPrefix(path, from+"/") {
				expected[name] = from
			}
		}
		for _, name := range slices.Sorted(maps.Keys(expected)) {
			if _, ok := broken[name]; !ok {
				l.t.Errorf("the listing does not contain %s (from %q) if %s cannot be read: %v", name, expected[name], path, err)
			}
		}
	}
}

// absentOn reports whether a resource is absent on a different host. An error means that its
// state is unknown.
func (l *life) absentOn(h host.Host, name string) bool {
	env := onhost.NewEnv(l.env.Registry, h.Reader(), l.s.Facts)
	return slices.ContainsFunc(env.FindUnmarked(l.t.Context(), l.typ, name), func(seen onhost.FindResult) bool {
		return seen.Provider == l.p && seen.Err == nil && !seen.Found.Present()
	})
}

// listOn lists on a different host, and returns the source of each instance.
func (l *life) listOn(h host.Host) (from map[string]string, err error) {
	from = make(map[string]string)
	env := onhost.NewEnv(l.env.Registry, h.Reader(), l.s.Facts)
	env.ListBy(l.t.Context(), l.p, func(ev onhost.ListEvent) {
		for _, inst := range ev.Found {
			from[inst.Name] = inst.From
		}
		if ev.Done {
			err = ev.Err
		}
	})
	return from, err
}
