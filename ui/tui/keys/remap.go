package keys

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Remap is the table with other keys for some intents, all of whose old keys
// are free then. The error names each unknown intent, and for each key that
// would mean two things on one screen both of them. Interrupt and Type stay as
// they are: the way out and the text must not be lost.
func (t Table) Remap(to map[Intent][]string) (Table, error) {
	out := Table{bindings: slices.Clone(t.bindings)}
	var problems []error
	for _, intent := range slices.Sorted(maps.Keys(to)) {
		i := slices.IndexFunc(out.bindings, func(b Binding) bool { return b.Intent == intent })
		switch {
		case i < 0:
			problems = append(problems, fmt.Errorf("keys: there is no intent %q", intent))
		case intent == Interrupt || intent == Type:
			problems = append(problems, fmt.Errorf("keys: %s cannot be remapped", intent))
		case len(to[intent]) == 0:
			problems = append(problems, fmt.Errorf("keys: %s has no key", intent))
		default:
			names := make([]string, len(to[intent]))
			for n, key := range to[intent] {
				names[n] = named(key)
			}
			out.bindings[i].Keys = names
		}
	}
	problems = append(problems, out.conflicts()...)
	if len(problems) > 0 {
		return Table{}, errors.Join(problems...)
	}
	return out, nil
}

func (t Table) conflicts() []error {
	var found []error
	for i, a := range t.bindings {
		for _, key := range a.Keys {
			// F1 is why help may have the ? as well: one key must be left
			// that works while typing.
			if a.Where&Typing != 0 && !slices.ContainsFunc(a.Keys, func(k string) bool { return !isText(k) }) {
				found = append(found, fmt.Errorf("keys: %q would be both %s and %s", Shown(key), a.Intent, Type))
			}
			for _, b := range t.bindings[i+1:] {
				if a.Where&b.Where != 0 && slices.Contains(b.Keys, key) {
					found = append(found, fmt.Errorf("keys: %q would be both %s and %s on %s", Shown(key), a.Intent, b.Intent, a.Where&b.Where))
				}
			}
		}
	}
	return found
}

// named gives a key the name that Bubble Tea has for it.
func named(key string) string {
	if len(key) == 1 && key != " " {
		return key
	}
	switch low := strings.ToLower(key); low {
	case " ":
		return "space"
	case "pgdn":
		return "pgdown"
	case "escape":
		return "esc"
	case "return":
		return "enter"
	default:
		return low
	}
}

// Shown is a key as people write it: F1 for f1.
func Shown(key string) string {
	if len(key) > 1 && key[0] == 'f' && strings.Trim(key[1:], "0123456789") == "" {
		return "F" + key[1:]
	}
	return key
}
