package keys

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"ralsh/ral"
)

// Setting assigns other keys to an intent. At and the At of each key are
// positions like "config.yaml:3:5", with which errors begin.
type Setting struct {
	At     string
	Intent Intent
	Keys   []Name
}

// Name is a key as the user wrote it.
type Name struct{ At, Key string }

// Remap returns the table with other keys for some intents, whose old keys
// become free. The error lists each unknown intent and key with the nearest
// name, and each key with two meanings. A key has the same meaning on every
// screen, except while the user types. Interrupt and Type cannot be remapped,
// because without them the user could not quit or type.
func (t Table) Remap(to []Setting) (Table, error) {
	out := Table{bindings: slices.Clone(t.bindings)}
	var errs []error
	set := make(map[Intent]Setting)
	for _, s := range to {
		i := slices.IndexFunc(out.bindings, func(b Binding) bool { return b.Intent == s.Intent })
		switch {
		case i < 0:
			errs = append(errs, wrong(s.At, "unknown intent %q%s", s.Intent, near(string(s.Intent), t.names())))
			continue
		case s.Intent == Interrupt || s.Intent == Type:
			errs = append(errs, wrong(s.At, "%s cannot be remapped", s.Intent))
			continue
		case len(s.Keys) == 0:
			errs = append(errs, wrong(s.At, "%s needs at least 1 key", s.Intent))
			continue
		}
		set[s.Intent] = s
		var bound []string
		for _, name := range s.Keys {
			key, known := keyName(name.Key)
			if !known {
				errs = append(errs, wrong(name.At, "%s: unknown key %q%s", s.Intent, name.Key, near(name.Key, keyNames())))
			} else if !slices.Contains(bound, key) {
				bound = append(bound, key)
			}
		}
		out.bindings[i].SetKeys(bound...)
	}
	if errs = append(errs, out.conflicts(set)...); len(errs) > 0 {
		return Table{}, errors.Join(errs...)
	}
	return out, nil
}

func (t Table) names() []string {
	var names []string
	for _, b := range t.bindings {
		names = append(names, string(b.Intent))
	}
	return names
}

// conflicts reports each key with two meanings. set are the requested settings.
func (t Table) conflicts(set map[Intent]Setting) []error {
	var found []error
	for i, a := range t.bindings {
		if at := set[a.Intent]; a.Where&Typing != 0 && len(a.Keys()) > 0 && !slices.ContainsFunc(a.Keys(), func(k string) bool { return !isText(k) }) {
			found = append(found, wrong(at.place(a.Keys()[0]), "%q would be both %s and %s: %s works while typing, so it needs a key that types no character",
				Shown(a.Keys()[0]), a.Intent, Type, a.Intent))
		}
		for _, key := range a.Keys() {
			for _, b := range t.bindings[i+1:] {
				if slices.Contains(b.Keys(), key) && a.Where.together(b.Where) {
					at := cmp.Or(set[b.Intent].place(key), set[a.Intent].place(key))
					found = append(found, wrong(at, "%q would be both %s and %s", Shown(key), a.Intent, b.Intent))
				}
			}
		}
	}
	return found
}

// together reports whether one key must not have two meanings in two places. A
// key has a single meaning in all places, and may have a second meaning while
// typing.
func (w Where) together(other Where) bool {
	return w&other&Typing != 0 || w&^Typing != 0 && other&^Typing != 0
}

// place returns where a key was written, or "" if it was not.
func (s Setting) place(key string) string {
	for _, n := range s.Keys {
		if k, _ := keyName(n.Key); k == key {
			return cmp.Or(n.At, s.At)
		}
	}
	return ""
}

func wrong(at, format string, args ...any) error {
	err := fmt.Errorf("keys: "+format, args...)
	if at != "" {
		err = fmt.Errorf("%s: %w", at, err)
	}
	return err
}

func near(name string, among []string) string {
	if found := ral.Nearest(name, among); found != "" {
		return " (did you mean " + strconv.Quote(found) + "?)"
	}
	return ""
}
