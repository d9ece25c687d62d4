package jump

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/notation"
	"ralsh/ral"
	"ralsh/ral/value"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
)

// mostValues is the maximum number of matches in values that are kept; all are
// counted.
const mostValues = 100

// valuesAfter is the pause in typing before the values are searched, which
// takes as long as several keys.
const valuesAfter = 60 * time.Millisecond

// valuesDueMsg is sent valuesAfter after the names were found.
type valuesDueMsg struct {
	screen *Screen
	number int
}

func (valuesDueMsg) ForLayer() bool { return true }

// askValues searches all listed values after a pause in typing. If enter was
// pressed already, it does so immediately.
func (j *Screen) askValues() tea.Cmd {
	switch {
	case j.field.Value() == "":
		return nil
	case j.entered:
		return j.searchValues()
	}
	return j.sh.Wait(valuesAfter, valuesDueMsg{j, j.number})
}

// searchValues searches the values until the text changes.
func (j *Screen) searchValues() tea.Cmd {
	text, places, leaves, facts := j.field.Value(), j.places, j.leaves, j.facts
	return j.searches.Start(j.sh, func(ctx context.Context) valueSearch {
		l := valueSearch{most: mostValues}
		l.search(ctx, text, places.all, keptGroup(leaves), keptGroup(facts))
		return l
	})
}

type valueSearch struct {
	kind, text        string // in lower case; "" as kind means any
	rows              []valueRow
	most              int
	matched, searched int
}

// valueRow is a value that contains the text. A lower rank is better.
type valueRow struct {
	place     jumpTarget
	attr      string // "" for a fact
	text      string
	rank, hit int
}

// search searches the values of listed instances and of facts. It returns false
// if it was cancelled. It skips secrets, and a single character matches only a
// whole value.
func (l *valueSearch) search(ctx context.Context, text string, groups ...placeGroup) bool {
	l.text = strings.ToLower(strings.TrimSpace(text))
	if kind, rest, two := strings.Cut(l.text, " "); two && anyOfKind(kind, groups) {
		l.kind, l.text = kind, strings.TrimSpace(rest)
	}
	if l.text == "" {
		return true
	}
	const often = 512 // number of targets between checks for cancellation
	seen := 0
	for _, all := range groups {
		for j := range all {
			if seen++; seen%often == 0 && ctx.Err() != nil {
				return false
			}
			if l.kind == "" || j.kind == l.kind {
				l.searchIn(j)
			}
		}
	}
	return true
}

func (l *valueSearch) searchIn(j *jumpTarget) {
	switch {
	case j.instance != nil:
		j.instance.Each(func(a *ral.Attribute, is value.Value) bool {
			if !a.Sensitive && !is.IsSecret() && !is.IsUnknown() && !is.IsAbsent() {
				l.put(j, a.Name, notation.ShowIs(a, is))
			}
			return true
		})
	case j.kind == "fact" && j.state != "" && j.state != value.Redacted:
		l.put(j, "", j.state)
	}
}

// put adds a value that contains the text: a whole value first, then at the
// beginning of a word, then anywhere.
func (l *valueSearch) put(j *jumpTarget, attr, text string) {
	l.searched++
	lower := strings.ToLower(text)
	hit := strings.Index(lower, l.text)
	if hit < 0 || len(l.text) == 1 && lower != l.text {
		return
	}
	l.matched++
	row := valueRow{place: *j, attr: attr, text: text, hit: hit, rank: 2}
	switch {
	case len(lower) == len(l.text):
		row.rank = 0
	case hit == 0 || !wordByte(lower[hit-1]):
		row.rank = 1
	}
	at := len(l.rows)
	for at > 0 && row.rank < l.rows[at-1].rank {
		at--
	}
	if at < l.most {
		l.rows = slices.Insert(l.rows, at, row)
		l.rows = l.rows[:min(len(l.rows), l.most)]
	}
}

func wordByte(b byte) bool { return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 0x80 }

func (l *valueSearch) found() []match {
	list := make([]match, len(l.rows))
	for i, r := range l.rows {
		m := match{jumpTarget: r.place, attr: r.attr, value: r.text, hit: r.hit, long: len(l.text), source: r.place.from}
		if m.instance != nil {
			m.source = m.instance.Source(r.attr)
		}
		list[i] = m
	}
	return list
}

func (m match) valueRow(slots []frame.Slot, cursor bool, ellipsis string) frame.Line {
	r := frame.Row{Cursor: cursor, Sign: m.sign}
	for i, text := range []safe.Text{safe.Clean(m.kind), safe.Clean(m.name), safe.Clean(cmp.Or(m.attr, "value")), "", safe.Clean(m.source)} {
		if slots[i].Hidden() {
			continue
		}
		cell := frame.Cell{At: slots[i], Text: text, Style: theme.Muted}
		switch i {
		case 1:
			cell.Style = theme.Text
			if cursor {
				cell.Style = theme.Name
			}
		case 3:
			cell.Style, cell.More = theme.Text, m.marked(slots[i].Width, ellipsis)
		}
		r.Cells = append(r.Cells, cell)
	}
	return r
}

// marked returns the value with the marked match, cut on the left if needed to
// keep the match visible.
func (m match) marked(width int, ellipsis string) []frame.Span {
	if m.hit+m.long > len(m.value) {
		return []frame.Span{{Text: safe.Clean(m.value)}} // the value in lower case has another length
	}
	before, hit := safe.Clean(m.value[:m.hit]), safe.Clean(m.value[m.hit:m.hit+m.long])
	after := safe.Clean(m.value[m.hit+m.long:])
	if rest := after.Width(); before.Width()+hit.Width()+min(rest, 1) > width {
		room := max(0, width-hit.Width()-min(rest, 1)-1)
		for before.Width() > room {
			before = safe.Join(before.Graphemes()[1:], "")
		}
		before = safe.Clean(ellipsis) + before
	}
	return []frame.Span{{Text: before}, {Text: hit, Style: theme.Match}, {Text: after}}
}
