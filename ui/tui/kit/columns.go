package kit

import (
	"slices"
	"strings"

	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
)

// Miller holds the widths of the columns of types, instances and detail on a
// wide screen. From 100 to 119 cells it has two columns: the types, and the
// subject of the screen.
type Miller struct {
	Types, Middle int // in cells; Middle is 0 if there are two columns
	Rest          int
}

// MillerWidth is the minimum width for three columns.
const MillerWidth = 120

// MillerOf divides a width into columns. shift moves the border.
func MillerOf(width, shift int) Miller {
	m := Miller{Types: 34}
	switch {
	case width >= 150:
		m.Types, m.Middle = 32, 46
	case width >= MillerWidth:
		m.Types, m.Middle = 30, 40
	}
	const least = 24
	if m.Middle > 0 {
		m.Middle = max(least, min(m.Middle+shift, width-m.Types-2*least))
	} else {
		m.Types = max(least, min(m.Types+shift, width-2*least))
	}
	m.Rest = width - m.Types - m.Middle
	return m
}

// Block puts the columns side by side. It omits the middle column if Middle is
// 0.
func (m Miller) Block(types, middle, rest []frame.Line) frame.Block {
	if m.Middle == 0 {
		return frame.Two(m.Types, types, rest)
	}
	return frame.Block{{Lines: types, Width: m.Types}, {Lines: middle, Width: m.Middle}, {Lines: rest}}
}

// TypesHead returns the head of the column of types next to other columns.
func TypesHead(position safe.Text, focus bool) frame.Ruler {
	return frame.Ruler{Title: "types", Evidence: position, Focus: focus, Columns: []frame.Cell{{At: frame.At(frame.Margin), Text: "type"}}, Last: "instances"}
}

// TypeRow returns the row of a type, with the number of its instances.
func TypeRow(l *listings.Listing, cursor bool) frame.Row {
	row := frame.Text(safe.Clean(l.Type.Name))
	row.Tag = l.Type.Name
	row.Cursor, row.Sign, row.Muted = cursor, TypeSign(l), l.Unsuitable() && !l.Type.OnlyDeclared()
	row.Evidence, row.Sure = InstancesCount(l), theme.Name
	if !strings.ContainsAny(string(row.Evidence), "0123456789") {
		row.Sure = theme.Dim
	}
	return row
}

// TypesColumn returns the column of types for a screen about a type.
func TypesColumn(sh *Shared, at *ral.Type, rows int) []frame.Line {
	all := slices.Clone(sh.Session.Types())
	slices.SortFunc(all, func(a, b *ral.Type) int { return widget.CompareNames(a.Name, b.Name) })
	here := slices.Index(all, at)
	first := max(0, min(here-rows/2, len(all)-rows))
	seen := all[first:min(len(all), first+rows)]
	head := TypesHead(words.Count(here+1)+" of "+words.Count(len(all)), false)
	lines := []frame.Line{head.Scrolled(frame.Scroll{First: first, Seen: len(seen), Of: len(all)})}
	for _, t := range seen {
		lines = append(lines, TypeRow(sh.Listings.Of(t), t == at))
	}
	return lines
}

// InstancesColumn is the column of instances next to the types. It shows as
// many as fit, and the future position of the cursor.
type InstancesColumn struct {
	of    *listings.Listing
	rows  int
	first []listings.Entry // the first entries by name
	begin *listings.Entry  // identifies the slice of entries that was read
	seen  int              // number of entries that were read
}

// Lines returns the lines of the column.
func (b *InstancesColumn) Lines(sh *Shared, l *listings.Listing, width, rows int) []frame.Line {
	typ := l.Type
	name := safe.Clean(typ.Name)
	if text := Without(l); text != "" {
		return append([]frame.Line{frame.Ruler{Title: name, Sub: "instances"}, nil}, MutedRows(text, width)...)
	}
	b.take(l, rows)
	at := slices.IndexFunc(b.first, func(e listings.Entry) bool { return e.ID() == sh.Places[typ.Name].cursor })
	columns, text := b.columns(typ, len(l.Sources) > 1)
	slots := frame.Columns(columns, width, 0)
	head := frame.Titles(columns, slots, false).Named(name, words.Count(len(l.Entries))).Scrolled(frame.Scroll{Seen: len(b.first), Of: len(l.Entries)})
	head.Sub = "instances"
	lines := []frame.Line{head}
	for i, e := range b.first {
		row := frame.Row{Cursor: i == max(0, at), Cells: frame.Cells(slots, text[i]...), Muted: Unasked(e), Sign: EffectSign(sh.Basket.Effect(typ, e.Instance.Name, e.Instance.Provider))}
		if e.HasFindings() {
			row.Sign = frame.SignNeeds
		}
		lines = append(lines, row)
	}
	return lines
}

// columns returns columns that are as wide as their content: names, display
// columns, and the provider if the type has several. text is their content, row
// by row.
func (b *InstancesColumn) columns(typ *ral.Type, several bool) (columns []frame.Column, text [][]safe.Text) {
	const widest = 28
	put := func(title safe.Text, drop int, of func(listings.Entry) safe.Text) {
		c := frame.Column{Title: title, Min: 8, Drop: drop, Right: drop > 0 && len(b.first) > 0}
		for i, e := range b.first {
			t := of(e)
			text[i] = append(text[i], t)
			c.Ideal = max(c.Ideal, min(widest, t.Width()))
			c.Right = c.Right && strings.Trim(string(t), "0123456789") == ""
		}
		if c.Right {
			c.Min = max(title.Width(), c.Ideal)
		}
		columns = append(columns, c)
	}
	text = make([][]safe.Text, len(b.first))
	put("name", 0, func(e listings.Entry) safe.Text { return safe.Clean(e.Instance.Name) })
	for i, column := range typ.Columns {
		if column != "" {
			put(safe.Clean(column), 3-i, func(e listings.Entry) safe.Text { return safe.Clean(ShownValue(e.Instance, column)) })
		}
	}
	if several {
		put("provider", 1, func(e listings.Entry) safe.Text {
			if e.Instance.Provider == nil {
				return ""
			}
			return safe.Clean(e.Instance.Provider.Name)
		})
	}
	return columns, text
}

// Without returns why a type shows no instances, or "" if it shows instances.
func Without(l *listings.Listing) safe.Text {
	switch {
	case l.Type.OnlyDeclared():
		return "A declared type: hosts do not list its resources."
	case l.Unsuitable():
		return "ralsh cannot list this type: no provider is suitable on this host."
	case l.Type.NotListable != "":
		return "ralsh reads each " + safe.Clean(l.Type.Name) + " " + safe.Clean(l.Type.NotListable) + " and cannot list all."
	case len(l.Entries) > 0:
		return ""
	case l.Busy() || l.Stage == listings.StageWaiting:
		return "being read"
	}
	return "No instances."
}

// take computes the first entries by name. While the listing only grows, it
// reads only the new entries.
func (b *InstancesColumn) take(l *listings.Listing, rows int) {
	grew := b.of == l && b.rows == rows && b.seen > 0 && len(l.Entries) >= b.seen && &l.Entries[0] == b.begin
	if !grew {
		*b = InstancesColumn{of: l, rows: rows}
	}
	for _, e := range l.Entries[b.seen:] {
		if len(b.first) == rows && EntriesByName(e, b.first[rows-1]) >= 0 {
			continue
		}
		i, _ := slices.BinarySearchFunc(b.first, e, EntriesByName)
		b.first = slices.Insert(b.first, i, e)
		b.first = b.first[:min(len(b.first), rows)]
	}
	if b.seen = len(l.Entries); b.seen > 0 {
		b.begin = &l.Entries[0]
	}
}

// TypeFoot returns rows with the summary and the default provider of a type, shown
// below the instances.
func TypeFoot(sh *Shared, l *listings.Listing, width int) []frame.Line {
	if l.Choice == nil || l.Choice.Election.Winner == nil {
		return nil
	}
	w := l.Choice.Election.Winner
	lines := []frame.Line{nil, frame.Title(safe.Clean(l.Type.Name), sh.Spell("{why} explain"), false)}
	lines = append(lines, ProseRows(safe.Clean(l.Type.Summary)+".", width)...)
	text := "default, " + words.Count(l.Choice.Election.SuitableCount()) + " of " + words.Count(len(l.Choice.All)) + " suitable"
	return append(lines, BadgeRows(safe.Clean(w.Name), theme.BadgeAccent, text, width)...)
}
