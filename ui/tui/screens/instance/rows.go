package instance

import (
	"slices"
	"strconv"
	"strings"

	"ralsh/model/basket"
	"ralsh/model/draft"
	"ralsh/model/listings"
	"ralsh/model/notation"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
)

const (
	moreID   = " more"  // prefix of the ids of folded attributes
	linkMark = " link " // prefix of the ids of links
)

func (s *Screen) columns() []frame.Column {
	return []frame.Column{
		{Title: "property", Min: 14, Ideal: s.longest()},
		{Title: "is", Min: 8, Grow: 1, Gap: 3},
		{Title: "read from", Min: 9, Ideal: s.longestSource(), Right: true, Drop: 1},
	}
}

// longest returns the width of the attribute names, within limits.
func (s *Screen) longest() int {
	const least, most = 18, 24
	n := least
	for _, a := range append(slices.Clone(s.typ.Properties()), s.typ.Params()...) {
		n = max(n, len(a.Name))
	}
	return min(n, most)
}

// longestSource returns the width of the sources, within limits.
func (s *resource) longestSource() int {
	const least, most = 9, 18
	n := least
	for _, a := range s.typ.Properties() {
		switch {
		case s.found == nil:
		case s.found.Get(a.Name).IsUnknown():
			n = most // the column can show why the value cannot be read
		default:
			n = max(n, safe.Start(s.found.Source(a.Name), most).Width())
		}
	}
	return min(n, most)
}

// lines returns the whole page: properties, unsupported properties, parameters
// and, without a second pane, the links.
func (s *Screen) lines(slots []frame.Slot, width int, split bool) []kit.PageLine {
	if s.failed() != nil && s.found == nil {
		return s.failure(width)
	}
	var lines, cannot []kit.PageLine
	own := 0 // number of properties that the provider lacks
	findings := s.propertiesWithFindings()
	for _, a := range s.typ.Properties() {
		if lacks := s.lacks(a); len(lacks) > 0 {
			row := frame.Row{Sign: frame.SignCannot, Muted: true, Cells: []frame.Cell{
				{At: slots[0], Text: safe.Clean(a.Name)},
				{At: frame.Slot{Col: slots[1].Col}, Text: safe.Clean("needs " + strings.Join(lacks, ", ") + "; " + s.found.Provider.Name + " lacks it")},
			}}
			cannot = append(cannot, s.unfolded(a.Name, row, frame.Slot{Col: slots[1].Col}, width)...)
			own++
			continue
		}
		row := s.property(a, slots)
		if row.Sign == frame.NoSign && findings[a.Name] {
			row.Sign = frame.SignNeeds
		}
		lines = append(lines, s.unfolded(a.Name, row, slots[1], width)...)
		if s.zoom && s.found != nil && s.source(a) != row.Evidence {
			at := frame.Slot{Col: slots[1].Col, Width: width - slots[1].Col}
			lines = append(lines, moreRows(at, true, kit.Wrap("read from "+s.source(a), at.Width))...)
		}
	}
	lines = append(lines, s.folded(moreID, own, "property", "properties", cannot)...)
	lines = append(lines, s.textLines(width)...)
	lines = append(lines, s.params(width)...)
	if !split {
		if links := s.links(width); len(links) > 0 {
			lines = append(lines, kit.PlainLines(nil, frame.Title("relationships", s.sh.Spell("{open} follow"), false))...)
			lines = append(lines, links...)
		}
	}
	return s.filter.Kept(lines)
}

// folded returns the rows of the n attributes that the provider lacks, in a
// single row until the user opens it.
func (s *Screen) folded(id string, n int, one, many safe.Text, rows []kit.PageLine) []kit.PageLine {
	if n < 2 || s.all || s.filter.Filters() {
		return rows
	}
	row := frame.Text(kit.LackingCount(n, one, many, s.found.Provider))
	row.Sign, row.Muted, row.Evidence = frame.SignCannot, true, s.sh.Spell("{open} show all")
	return []kit.PageLine{{ID: id, Line: row}}
}

func (s *resource) lacks(a *ral.Attribute) []string {
	if s.found == nil || s.found.Provider == nil {
		return nil
	}
	return s.found.Provider.Lacks(a)
}

func (s *Screen) property(a *ral.Attribute, slots []frame.Slot) frame.Row {
	row := frame.Row{}
	name := safe.Clean(a.Name)
	if s.found == nil {
		row.Sign = frame.SignWorks
		row.Cells = frame.Cells(slots, name)
		return row
	}
	is := s.found.Get(a.Name)
	text := safe.Clean(notation.ShowFound(a, s.found))
	if s.about != nil {
		text = safe.Clean(notation.ShowFoundOf(s.about.resource, a, s.found))
	}
	from := s.source(a)
	first := kit.SameCause(s.found, a)
	switch {
	case first != nil:
		row.Sign, text, from = frame.SignUnknown, kit.AsAbove(first), ""
	case is.IsUnknown():
		row.Sign = frame.SignNeeds
	case s.drifted(a):
		row.Sign = frame.SignMoved
	}
	var desired []frame.Span
	if d := s.sh.Basket.Find(s.typ, s.title, s.found.Provider); d != nil {
		if should, ok := d.Text(a.Name); ok && should != notation.Typed(a, is) {
			row.Sign, desired = kit.EffectSign(basket.EffectIfReady(d)), s.desired(d, a)
			if kit.Invalid(s.sh, d, a) {
				row.Sign = frame.SignNeeds
			}
		}
	}
	row.Cells = frame.Cells(slots, name, text, "")
	if len(row.Cells) > 1 && len(desired) > 0 {
		row.Cells[1].More = desired
	} else if len(row.Cells) > 1 && (text == "-" || first != nil) {
		row.Cells[1].Style = theme.Dim
	}
	if !slots[2].Hidden() {
		// The source also takes the cells that the value leaves free.
		room := slots[2].Width
		if len(row.Cells) > 1 {
			room += max(0, slots[1].Width-row.Cells[1].Width())
		}
		row.Evidence = from.Shorten(room, s.sh.Mode.Ellipsis())
	}
	s.cut = s.cut || row.Evidence != from
	if row.Muted = s.outdated(); row.Muted {
		row.Sign = frame.Strongest(row.Sign, frame.SignUnknown)
	}
	return row
}

// source returns where a property was read.
func (s *resource) source(a *ral.Attribute) safe.Text {
	switch is := s.found.Get(a.Name); {
	case is.IsUnknown() && !s.sh.Session.User.IsRoot() && strings.Contains(is.Reason(), "permission denied"):
		return "needs root to read"
	case !s.found.Known(a.Name):
		return ""
	}
	return safe.Clean(s.found.Source(a.Name))
}

// drifted reports whether a property has changed.
func (s *resource) drifted(a *ral.Attribute) bool {
	i := slices.Index(s.typ.Properties(), a)
	return i >= 0 && s.before != nil && s.found != nil && listings.Drifted(s.before, s.found, i)
}

// desired formats the desired value, to be shown after the current value.
func (s *resource) desired(d *draft.Draft, a *ral.Attribute) []frame.Span {
	should := safe.Start(s.sh.Session.Drafts.ShowTyped(s.sh.Ctx, d, a), 400)
	return []frame.Span{{Text: " " + safe.Clean(s.sh.Mode.Glyphs().Arrow) + " ", Style: theme.Muted}, {Text: should, Style: theme.Change}}
}

// params returns the parameters, each with its value or default.
func (s *Screen) params(width int) []kit.PageLine {
	list := s.typ.Params()
	if len(list) == 0 || s.about == nil {
		return nil
	}
	columns := []frame.Column{{Title: "parameter", Min: 14, Ideal: s.longest()}, {Title: "value", Min: 8, Grow: 1, Gap: 3}}
	slots := frame.Columns(columns, width, 0)
	head := frame.Titles(columns, slots, false)
	head.Last = "from"
	lines := kit.PlainLines(nil, head)
	var cannot []kit.PageLine
	own := 0
	for _, a := range list {
		row := frame.Row{Cells: frame.Cells(slots, safe.Clean(a.Name), "")}
		v := s.about.resource.Get(a.Name)
		lacks := s.lacks(a)
		switch {
		case len(lacks) > 0:
			row.Sign, row.Muted = frame.SignCannot, true
			row.Cells = frame.Cells(slots, safe.Clean(a.Name), safe.Clean("needs "+strings.Join(lacks, ", ")+"; "+s.found.Provider.Name+" lacks it"))
			own, cannot = own+1, append(cannot, s.unfolded(a.Name, row, slots[1], width)...)
			continue
		case v.IsNil():
			row.Cells = frame.Cells(slots, safe.Clean(a.Name), "-")
		default:
			row.Cells = frame.Cells(slots, safe.Clean(a.Name), safe.Clean(notation.ShowIs(a, v)))
			if s.about.resource.IsDefault(a.Name) {
				row.Evidence = "default"
			}
		}
		lines = append(lines, s.unfolded(a.Name, row, slots[1], width)...)
	}
	return append(lines, s.folded(moreID+" parameters", own, "parameter", "parameters", cannot)...)
}

func (s *Screen) failure(width int) []kit.PageLine {
	var lines []kit.PageLine
	for i, t := range kit.Wrap(safe.Clean(s.failed().Error()), width-frame.Margin) {
		row := frame.Text(t)
		if i == 0 {
			row.Sign = frame.SignNeeds
		}
		lines = append(lines, kit.PageLine{ID: "failed" + strconv.Itoa(i), Line: row})
	}
	return lines
}
