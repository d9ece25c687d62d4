package tui

import (
	"slices"
	"strings"
)

// lookFor is the kind of what was named and not yet listed.
const lookFor = "look for"

// unknown is a resource that was named by type and name, and not yet listed.
func (j *jump) unknown() (match, bool) {
	kind, name, ok := strings.Cut(strings.TrimSpace(j.field.Value()), " ")
	t := j.sh.session.Env.Registry.Type(kind)
	if !ok || t == nil || name == "" {
		return match{}, false
	}
	return match{jumpTarget: jumpTarget{kind: lookFor, name: kind + " " + name, to: new(toInstance(t, name, nil))}}, true
}

// offer puts the look for a name that is not listed among the matches: first
// where nothing listed begins with it, else last.
func (j *jump) offer() {
	look, ok := j.unknown()
	if !ok {
		return
	}
	listed := func(m match) bool { return m.instance != nil && m.kind+" "+m.name == look.name }
	typed := strings.ToLower(look.name)
	begins := func(m match) bool {
		return m.instance != nil && strings.HasPrefix(strings.ToLower(m.kind+" "+m.name), typed)
	}
	switch {
	case slices.ContainsFunc(j.found, listed):
	case slices.ContainsFunc(j.found, begins):
		j.found = append(j.found, look)
	default:
		j.found = slices.Insert(j.found, 0, look)
	}
}

// looksLast reports whether the last match is the look for a name, which is
// drawn below the matches that have room.
func (j *jump) looksLast() bool {
	last := len(j.found) - 1
	return last > 0 && j.found[last].kind == lookFor
}
