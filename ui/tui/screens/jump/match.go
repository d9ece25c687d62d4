package jump

import (
	"cmp"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
)

// match is a target that matches the typed text: exactly, by prefix, by
// substring, or by letters in order.
type match struct {
	jumpTarget
	twin    bool // another match has this name
	rank    int
	letters []int // matched bytes of the name

	// for a match in a value: the property, its value, the matched position,
	// and the source
	attr, value, source string
	hit                 int
	long                int
}

// letterRank is the rank of a name that contains only the letters of a text, in
// order.
const letterRank = 4

// nearestPlaces returns the best targets for a text, the number of all matching
// targets, and the number of targets that match only by their letters. If the
// first word is a kind, only targets of that kind match. Equally good targets
// in lately come first, the newest before older targets.
func nearestPlaces(text string, most int, lately []jumpTarget, groups ...placeGroup) (found []match, full, loose int) {
	text = strings.ToLower(strings.TrimSpace(text))
	kind, rest, two := strings.Cut(text, " ")
	narrow := two && anyOfKind(kind, groups)
	if narrow {
		text = strings.TrimSpace(rest)
	}
	best := nearer{most: most, ordered: text != "", lately: lately}
	for _, all := range groups {
		for j := range all {
			if narrow && j.kind != kind || text == "" && !narrow && j.kind != "type" && j.kind != "screen" {
				continue
			}
			if rank, ok := j.fit(text); ok {
				best.put(j, rank)
			}
		}
	}
	found = make([]match, len(best.rows))
	for i, r := range best.rows {
		found[i] = match{jumpTarget: r.place, rank: r.rank, letters: letters(text, strings.ToLower(r.place.name))}
	}
	return found, best.full, best.loose
}

// nearer collects the best rows: by rank, then by the length of the name, then
// by preference, then in the order of arrival.
type nearer struct {
	rows    []ranked
	most    int
	full    int
	loose   int  // how many of full match only by their letters
	ordered bool // false keeps the first rows
	lately  []jumpTarget
}

type ranked struct {
	place jumpTarget
	rank  int
}

// preference compares equally good targets: first recently visited targets,
// then targets of a recently visited type, then users before their group.
func (n *nearer) preference(j *jumpTarget) int {
	visited := func(kind, name string) int {
		return slices.IndexFunc(n.lately, func(was jumpTarget) bool { return was.kind == kind && was.name == name })
	}
	all := len(n.lately)
	if at := visited(j.kind, j.name); at >= 0 {
		return at
	}
	if at := visited("type", j.kind); at >= 0 {
		return all + at
	}
	if j.kind == "group" {
		return 2*all + 1
	}
	return 2 * all
}

func (n *nearer) put(j *jumpTarget, rank int) {
	n.full++
	if rank >= letterRank {
		n.loose++
	}
	at := len(n.rows)
	if n.ordered {
		for at > 0 {
			before := &n.rows[at-1]
			by := cmp.Or(rank-before.rank, len(j.name)-len(before.place.name))
			if by > 0 || by == 0 && n.preference(j) >= n.preference(&before.place) {
				break
			}
			at--
		}
	}
	if at >= n.most {
		return
	}
	n.rows = slices.Insert(n.rows, at, ranked{*j, rank})
	n.rows = n.rows[:min(len(n.rows), n.most)]
}

// anyOfKind reports whether a word is the kind of any target.
func anyOfKind(kind string, groups []placeGroup) bool {
	for _, all := range groups {
		for j := range all {
			if j.kind == kind {
				return true
			}
		}
	}
	return false
}

// nearestName returns the name nearest to a text without a match. It ignores a
// kind before the name.
func nearestName(text string, groups ...placeGroup) string {
	text = strings.TrimSpace(text)
	words := strings.Fields(text)
	var names []string
	for _, all := range groups {
		for j := range all {
			if len(words) == 2 && j.kind == words[0] {
				text = words[1]
			}
			names = append(names, j.name)
		}
	}
	return ral.Nearest(text, names)
}

// fit reports how well a text in lower case matches a target; 0 is best.
func (j *jumpTarget) fit(text string) (rank int, ok bool) {
	name := strings.ToLower(j.name)
	switch at := strings.Index(name, text); {
	case name == text:
		return 0, true
	case at == 0:
		return 1, true
	case at > 0:
		return 2, true
	case j.also != "" && strings.Contains(j.also, text):
		return 3, true
	}
	n := 0
	for i := 0; i < len(name) && n < len(text); i++ {
		if name[i] == text[n] {
			n++
		}
	}
	return letterRank, n == len(text)
}

// letters returns the bytes of a name that match a text, both in lower case. It
// returns nil without a match.
func letters(text, name string) []int {
	var list []int
	if at := strings.Index(name, text); at >= 0 {
		for i := range len(text) {
			list = append(list, at+i)
		}
		return list
	}
	for i := 0; i < len(name) && len(list) < len(text); i++ {
		if name[i] == text[len(list)] {
			list = append(list, i)
		}
	}
	if len(list) < len(text) {
		return nil
	}
	return list
}

func (m match) row(slots []frame.Slot, cursor bool) frame.Line {
	r := frame.Row{Cursor: cursor, Sign: m.sign, Cells: frame.Cells(slots, safe.Clean(m.kind))}
	name := frame.Cell{At: slots[1], Text: safe.Clean(m.name)}
	// The positions of the matched letters are valid only for an unchanged
	// name.
	if clean := safe.Clean(m.name); string(clean) == m.name && clean.ASCII() {
		name.Text, name.More = "", lit(m.name, m.letters)
	}
	name.Style = theme.Text
	if cursor {
		name.Style = theme.Name
	}
	for i := range r.Cells {
		r.Cells[i].Style = theme.Muted
	}
	r.Cells = append(r.Cells, name)
	if text := m.note(); !slots[2].Hidden() && text != "" {
		r.Cells = append(r.Cells, frame.Cell{At: slots[2], Text: safe.Clean(text), Style: theme.Muted})
	}
	return r
}

// lit splits a name into matched and other parts.
func lit(name string, letters []int) []frame.Span {
	var spans []frame.Span
	for i := 0; i < len(name); {
		hit := slices.Contains(letters, i)
		end := i + 1
		for end < len(name) && slices.Contains(letters, end) == hit {
			end++
		}
		span := frame.Span{Text: safe.Clean(name[i:end])}
		if hit {
			span.Style = theme.Match
		}
		spans = append(spans, span)
		i = end
	}
	return spans
}

// searchPrompt is the kind of a resource that was typed and is not listed.
const searchPrompt = "look for"

// unknown returns a match for a typed type and name that may not be listed.
func (j *Screen) unknown() (match, bool) {
	kind, name, ok := strings.Cut(strings.TrimSpace(j.field.Value()), " ")
	t := j.sh.Session.Env.Registry.Type(kind)
	if !ok || t == nil || name == "" {
		return match{}, false
	}
	return match{jumpTarget: jumpTarget{kind: searchPrompt, name: kind + " " + name, to: new(kit.ToInstance(t, name, nil))}}, true
}

// atPath returns a match for the file of a typed path, which is shown below the
// values that contain the path.
func (j *Screen) atPath() (match, bool) {
	text := strings.TrimSpace(j.field.Value())
	t := j.sh.Session.Env.Registry.Type("file")
	listed := func(m match) bool { return m.kind == "file" && m.name == text }
	if t == nil || !strings.HasPrefix(text, "/") || slices.ContainsFunc(j.found, listed) {
		return match{}, false
	}
	place := jumpTarget{kind: searchPrompt, name: "file", to: new(kit.ToInstance(t, text, nil))}
	return match{jumpTarget: place, attr: "path", value: text, long: len(text)}, true
}

// offer adds a match for an unlisted resource: first if no listed name begins
// with it, otherwise last.
func (j *Screen) offer() {
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

// searchesLast reports whether the last match is an unlisted resource, which is
// always drawn below the visible matches.
func (j *Screen) searchesLast() bool {
	last := len(j.found) - 1
	return last > 0 && j.found[last].kind == searchPrompt
}
