package keys

import (
	"slices"
	"strings"
)

// Row is a line of help: keys and their meaning. A pair of intents shares a
// row, and Open on the row does the first.
type Row struct {
	Keys    string
	What    string
	Intents []Intent
}

// Section is a group of the help screen.
type Section struct {
	Group Group
	Rows  []Row
}

// Help lists the keys of a screen by group, without empty groups. It lists
// exactly the keys that Lookup finds on that screen.
func (t Table) Help(where Where) []Section {
	if where&Typing != 0 {
		where = Typing
	}
	var sections []Section
	for _, group := range []Group{Move, Take, Look, Change, Screens, Field} {
		if rows := t.rows(where, group); len(rows) > 0 {
			sections = append(sections, Section{Group: group, Rows: rows})
		}
	}
	return sections
}

func (t Table) rows(where Where, group Group) []Row {
	var rows []Row
	for i := 0; i < len(t.bindings); i++ {
		b := t.bindings[i]
		if b.Group != group || b.Where&where == 0 {
			continue
		}
		row := Row{Keys: label(b.usable(where), nil), What: b.Help().Desc, Intents: []Intent{b.Intent}}
		if b.Pair && i+1 < len(t.bindings) {
			next := t.bindings[i+1]
			row.Keys = label(b.usable(where), next.usable(where))
			row.Intents = append(row.Intents, next.Intent)
			i++
		}
		rows = append(rows, row)
	}
	return rows
}

// usable returns the keys of the binding that work on a screen. While typing,
// keys that type a character do not.
func (b Binding) usable(where Where) []string {
	if where&Typing == 0 {
		return b.Keys()
	}
	return slices.DeleteFunc(slices.Clone(b.Keys()), isText)
}

// label formats the keys of a binding, or of a pair: "up down k j".
func label(keys, pair []string) string {
	var parts []string
	for i := range max(len(keys), len(pair)) {
		var both []string
		if i < len(keys) {
			both = append(both, Shown(keys[i]))
		}
		if i < len(pair) {
			both = append(both, Shown(pair[i]))
		}
		parts = append(parts, strings.Join(both, " "))
	}
	return strings.Join(parts, "  ")
}

// Markdown formats the table for docs/keys.md.
func (t Table) Markdown() string {
	var b strings.Builder
	b.WriteString("| key | effect | where | intent |\n|---|---|---|---|\n")
	for _, row := range t.bindings {
		for i, key := range row.Keys() {
			if i == 0 {
				b.WriteString("|")
			}
			b.WriteString(" `" + Shown(key) + "`")
		}
		where := row.Where.String()
		if row.Wide {
			where = "100 columns and more"
		}
		b.WriteString(" | " + row.What + " | " + where + " | `" + string(row.Intent) + "` |\n")
	}
	return b.String()
}
