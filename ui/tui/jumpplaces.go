package tui

import (
	"cmp"
	"slices"
	"strings"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

// known is what the names are gathered from, away from the screens: what they
// change is copied here, and what a listing has is only added to.
type known struct {
	sh     *shared
	types  []knownType
	drafts map[string][]knownDraft // by type and name
	others []place
}

type knownType struct {
	typ     *ral.Type
	entries []entry
}

type knownDraft struct {
	provider *ral.Provider
	sign     frame.Sign
}

func knownNow(sh *shared) known {
	k := known{sh: sh, drafts: make(map[string][]knownDraft)}
	for _, d := range sh.drafts.unsaved() {
		k.drafts[d.Ref()] = append(k.drafts[d.Ref()], knownDraft{d.Provider, draftSign(d)})
	}
	for _, t := range sh.session.Types() {
		l := sh.book.of(t)
		k.types = append(k.types, knownType{t, l.entries})
		k.others = append(k.others, place{kind: "type", name: t.Name, state: t.Summary, sign: typeSign(l), lead: func() []screen {
			if l.choice != nil && l.choice.Election.Winner == nil {
				return []screen{newWhy(sh, t)}
			}
			if t.Listless != "" {
				return []screen{newAsk(sh, t)}
			}
			return []screen{newInstances(sh, t)}
		}})
	}
	k.others = append(k.others, ownScreens(sh)...)
	return k
}

// ownScreens are the screens that have a name.
func ownScreens(sh *shared) []place {
	var list []place
	for _, s := range []struct {
		name string
		make func() screen
	}{
		{"facts", func() screen { return newFacts(sh) }},
		{"history", func() screen { return newPastRuns(sh) }},
		{"log", func() screen { return newLog(sh) }},
		{"basket", func() screen { return newBasket(sh) }},
	} {
		list = append(list, place{kind: "screen", name: s.name, lead: func() []screen { return []screen{s.make()} }})
	}
	if sh.welcome.said() {
		list = append(list, place{kind: "screen", name: "welcome", lead: func() []screen {
			sh.welcome.shown = true
			return nil
		}})
	}
	return list
}

// places are all that can be gone to.
func (k known) places() []place {
	sh, many := k.sh, len(k.others)
	for _, t := range k.types {
		many += len(t.entries)
	}
	list := append(make([]place, 0, many+64), k.others...) // and the facts
	if sh.session.Facts != nil {
		for _, name := range sh.session.Facts.Known() {
			list = append(list, place{kind: "fact", name: name, lead: func() []screen { return []screen{newFactsAt(sh, name)} }})
		}
	}
	for _, t := range k.types {
		for _, e := range t.entries {
			p := place{kind: t.typ.Name, name: e.found.Name, typ: t.typ, instance: e.found}
			p.sign = k.drafted(e.found)
			list = append(list, p)
		}
	}
	return list
}

// drafted is the sign of what is staged for an instance.
func (k known) drafted(f *ral.Found) frame.Sign {
	if len(k.drafts) == 0 {
		return frame.NoSign
	}
	for _, d := range k.drafts[(&model.Draft{Type: f.Type, Title: f.Name}).Ref()] {
		if d.provider == nil || f.Provider == nil || d.provider == f.Provider {
			return d.sign
		}
	}
	return frame.NoSign
}

// says is what stands beside the name; of a twin, who knows it too.
func (m match) says() string {
	text := m.place.says()
	if !m.twin || m.instance.Provider == nil {
		return text
	}
	if text == "" {
		return m.instance.Provider.Name
	}
	return m.instance.Provider.Name + ", " + text
}

// says is what stands beside the name.
func (p place) says() string {
	if p.instance != nil && p.typ.Columns[0] != "" {
		return p.typ.Columns[0] + " " + shown(p.instance, p.typ.Columns[0])
	}
	return p.state
}

// instanceAt is an instance, with the list of its type below it.
func instanceAt(sh *shared, t *ral.Type, name string, found *ral.Found) []screen {
	one := newInstance(sh, t, name, found)
	if t.Listless != "" {
		return []screen{one}
	}
	list := newInstances(sh, t)
	if found != nil {
		list.list.Go(instanceID(found))
	}
	return []screen{list, one}
}

// twins marks the instances among matches that have a name in common: what tells
// one from the other is who knows it.
func twins(found []match) {
	first := make(map[[2]string]int)
	for i, m := range found {
		if m.instance == nil {
			continue
		}
		id := [2]string{m.kind, m.name}
		if other, ok := first[id]; ok {
			found[i].twin, found[other].twin = true, true
		} else {
			first[id] = i
		}
	}
}

// match is a place that fits what was typed: exact, then prefix, then part,
// then letters in order.
type match struct {
	place
	twin    bool // another match has this name
	rank    int
	letters []int // bytes of the name that were matched
}

// nearestPlaces finds the best places for a text, and says how many fit at all. A
// first word that is a kind narrows to that.
func nearestPlaces(text string, most int, groups ...[]place) ([]match, int) {
	text = strings.ToLower(strings.TrimSpace(text))
	kind, rest, two := strings.Cut(text, " ")
	narrow := two && slices.ContainsFunc(groups, func(all []place) bool {
		return slices.ContainsFunc(all, func(p place) bool { return p.kind == kind })
	})
	if narrow {
		text = strings.TrimSpace(rest)
	}
	best := nearer{most: most, ordered: text != ""}
	for _, all := range groups {
		for i := range all {
			p := &all[i]
			if narrow && p.kind != kind || text == "" && !narrow && p.kind != "type" && p.kind != "screen" {
				continue
			}
			if rank, ok := p.fit(text); ok {
				best.put(p, rank)
			}
		}
	}
	found := make([]match, len(best.rows))
	for i, r := range best.rows {
		found[i] = match{place: *r.place, rank: r.rank, letters: letters(text, strings.ToLower(r.place.name))}
	}
	return found, best.full
}

// nearer keeps the best of many rows: by rank, then the shortest name, then as
// they came.
type nearer struct {
	rows    []ranked
	most    int
	full    int
	ordered bool // false keeps the first ones
}

type ranked struct {
	place *place
	rank  int
}

func (n *nearer) put(p *place, rank int) {
	n.full++
	row := ranked{p, rank}
	at := len(n.rows)
	if n.ordered {
		for at > 0 && row.before(n.rows[at-1]) {
			at--
		}
	}
	if at >= n.most {
		return
	}
	n.rows = slices.Insert(n.rows, at, row)
	n.rows = n.rows[:min(len(n.rows), n.most)]
}

func (r ranked) before(other ranked) bool {
	return cmp.Or(r.rank-other.rank, len(r.place.name)-len(other.place.name)) < 0
}

// nearestName is the name that was meant by a text like which there is none; a
// kind before it is left out.
func nearestName(text string, groups ...[]place) string {
	text = strings.TrimSpace(text)
	words := strings.Fields(text)
	var names []string
	for _, all := range groups {
		for _, p := range all {
			if len(words) == 2 && p.kind == words[0] {
				text = words[1]
			}
			names = append(names, p.name)
		}
	}
	return ral.Nearest(text, names)
}

// fit says how a text, in lower case, fits a place; 0 is best.
func (p *place) fit(text string) (rank int, ok bool) {
	name := strings.ToLower(p.name)
	switch at := strings.Index(name, text); {
	case name == text:
		return 0, true
	case at == 0:
		return 1, true
	case at > 0:
		return 2, true
	case p.also != "" && strings.Contains(p.also, text):
		return 3, true
	}
	n := 0
	for i := 0; i < len(name) && n < len(text); i++ {
		if name[i] == text[n] {
			n++
		}
	}
	return 4, n == len(text)
}

// letters are the bytes of a name by which a text fits, both in lower case; none
// where it fits something else of the place.
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
	r := frame.Row{Sign: m.sign, Cells: frame.Cells(slots, safe.Clean(m.kind))}
	name := frame.Cell{At: slots[1], Text: safe.Clean(m.name)}
	// Only where cleaning has changed nothing do the matched letters still
	// stand where they were.
	if clean := safe.Clean(m.name); string(clean) == m.name && clean.ASCII() {
		name.Text, name.More = "", lit(m.name, m.letters)
	}
	if cursor {
		name.Look = frame.Reverse
		for i := range name.More {
			name.More[i].Look |= frame.Reverse
		}
	}
	r.Cells = append(r.Cells, name)
	if says := m.says(); !slots[2].Hidden() && says != "" {
		r.Cells = append(r.Cells, frame.Cell{At: slots[2], Text: safe.Clean(says)})
	}
	return r
}

// lit cuts a name into parts that were matched and parts that were not.
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
			span.Look = frame.Changed
		}
		spans = append(spans, span)
		i = end
	}
	return spans
}
