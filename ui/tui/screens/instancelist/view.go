package instancelist

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
)

// columns returns columns that are as wide as their content. If there is not
// enough room, the name is shortened first, as long as names stay
// distinguishable.
func (s *Screen) columns(width int, rooms frame.Layout) []frame.Column {
	title := func(i int) safe.Text { return safe.Clean(s.typ.Columns[i]) }
	two := s.typ.Columns[1] != ""
	columns := []frame.Column{
		{Title: "name", Min: 8, Ideal: max(10, min(s.name, 28))},
		{Title: title(0), Min: s.least(0), Ideal: max(11, min(s.widest[0], 40)), Right: s.numbers(0)},
		{Title: "provider", Min: 8, Ideal: 12, Drop: 2},
	}
	if two {
		columns[1].Ideal = max(s.least(0), min(s.widest[0], 40))
		second := frame.Column{Title: title(1), Min: s.least(1), Ideal: max(11, min(s.widest[1], 40)), Drop: 1, Right: s.numbers(1)}
		columns = append(columns[:2], second, columns[2])
	}
	if rooms.Split && len(s.listing.Sources) == 1 {
		columns = columns[:len(columns)-1] // the ruler names it
	}
	last := &columns[len(columns)-1]
	if !last.Right {
		last.Grow = 1
	}
	// The width of omitted columns is given to the others.
	slots := frame.Columns(columns, width, rooms.Columns)
	rest := width - frame.Margin
	for i, c := range columns[1:] {
		if !slots[i+1].Hidden() {
			rest -= c.Ideal + 2
		}
	}
	need := min(columns[0].Ideal, max(8, s.name))
	for i := len(columns) - 1; i > 0 && rest < need; i-- {
		if slots[i].Hidden() {
			continue
		}
		c, least := &columns[i], columns[i].Min
		if i <= len(s.widest) && c != last {
			least = max(least, min(s.widest[i-1], c.Ideal))
		}
		less := min(c.Ideal-least, need-rest)
		c.Ideal, rest = c.Ideal-less, rest+less
	}
	// One very wide value gets only the width that the names leave.
	least := max(8, min(s.name, columns[0].Ideal, (width-frame.Margin)*2/5))
	columns[0].Ideal = max(least, min(columns[0].Ideal, rest))
	return columns
}

// least returns the minimum width of a display column: ten cells, or that of
// its widest value.
func (s *Screen) least(i int) int {
	return max(len(s.typ.Columns[i]), min(10, s.widest[i]))
}

// numbers reports whether all values of a display column are numbers, which are
// right-aligned.
func (s *Screen) numbers(i int) bool { return s.widest[i] > 0 && !s.words[i] }

// measure records the widths of the names and of the display columns of
// entries.
func (s *Screen) measure(entries []listings.Entry) {
	for _, e := range entries {
		s.name = max(s.name, safe.Clean(e.Instance.Name).Width())
		for i, column := range s.typ.Columns {
			if column != "" {
				is := s.value(e.Instance, column)
				s.widest[i] = max(s.widest[i], safe.Clean(is).Width())
				s.words[i] = s.words[i] || strings.Trim(is, "0123456789") != ""
			}
		}
	}
}

func (s *Screen) View(width, height int) frame.Content {
	s.restage()
	foot := s.foot(width, height)
	rooms := frame.Arrange(width, height, foot)
	now := s.sh.Now()
	s.width = width
	if s.narrow = !rooms.Split; s.narrow && s.page {
		return s.alone(width, height)
	}
	if rooms.Split && !s.zoom {
		return s.miller(width, height, now)
	}
	top := s.sources(width, rooms, now)
	if rooms.Body < 10 {
		top = nil // the list takes precedence over the sources
	}
	s.list.Height(max(1, rooms.TableRows()-frame.PaneRows(top, false)))
	foot = s.foot(width, height)
	body := []frame.Block{frame.One(s.rows(width, rooms))}
	if len(top) > 0 {
		body = append([]frame.Block{frame.One(top)}, body...)
	}
	return frame.Content{
		Body: body, Foot: foot, Message: s.message(width, now),
		Keys: s.listKeys(rooms),
	}
}

// miller returns the list between the types and the details.
func (s *Screen) miller(width, height int, now time.Time) frame.Content {
	m := kit.MillerOf(width, s.shift)
	foot := frame.Foot{}
	if m.Middle == 0 {
		foot = s.foot(width, height)
	}
	rooms := frame.Arrange(width, height, foot)
	top := s.sources(frame.BoxWidth(width), rooms, now)
	inside := rooms.Body - 2
	if len(top) > 0 {
		inside -= frame.PaneRows(top, true)
	}
	const least = 4 // the list takes precedence over the sources
	if inside < least {
		top, inside = nil, rooms.Body-2
	}
	types := kit.TypesBeside(s.sh, s.typ, inside-1)
	body := []frame.Block{nil}
	switch {
	case s.empty():
		s.beside.Focus = false
		room := frame.BoxWidth(m.Middle + m.Rest)
		body[0] = frame.Two(m.Types, types, s.emptyRows(room, inside))
	case m.Middle > 0:
		room := frame.BoxWidth(m.Middle)
		below := kit.TypeFoot(s.sh, s.listing, room)
		if inside < leastWithFoot {
			below = nil
		}
		s.list.Height(max(1, inside-1-len(below)))
		list := s.rows(room, rooms)
		if len(below) > 0 {
			for len(list) < inside-len(below) {
				list = append(list, nil)
			}
			list = append(list, below...)
		}
		body[0] = m.Block(types, list, s.beside.Window(s.preview(frame.BoxWidth(m.Rest), inside), inside))
	default:
		s.beside.Focus = false
		s.list.Height(max(1, inside-1))
		foot = s.foot(width, height)
		body[0] = frame.Two(m.Types, types, s.rows(frame.BoxWidth(m.Rest), rooms))
	}
	if len(top) > 0 {
		body = append([]frame.Block{frame.One(top)}, body...)
	}
	return frame.Content{Body: body, Foot: foot, Message: s.message(width, now), Keys: s.listKeys(rooms)}
}

// leastWithFoot is the minimum height of the middle column that shows the
// default provider below the list.
const leastWithFoot = 24

// alone returns the details as a page, if there is no room for them next to the
// list.
func (s *Screen) alone(width, height int) frame.Content {
	lines := s.preview(width, frame.Arrange(width, height, frame.Foot{}).Body)
	if len(lines) == 0 {
		lines = []frame.Line{frame.Text("no row is under the cursor")}
	}
	if head, ok := lines[0].(frame.Ruler); ok {
		head.Focus = true
		lines[0] = head
	}
	return frame.Content{
		Body: []frame.Block{frame.One(lines)}, Message: s.message(width, s.sh.Now()),
		Keys: s.actions().Only(keys.Open, keys.Edit, keys.Back, keys.MoveUp, keys.SideBySide, keys.Why).Keys(s.sh),
	}
}

// empty reports whether the listing is complete and has no instances.
func (s *Screen) empty() bool {
	return s.list.Total() == 0 && s.nothing() != ""
}

// emptyRows returns, instead of a list, that there are no instances and where
// was searched.
func (s *Screen) emptyRows(width, height int) []frame.Line {
	head := frame.Title(safe.Clean(s.typ.Name), "0", true)
	head.Sub = "instances"
	said := append([]safe.Text{s.nothing()}, kit.WhereLooked(s.listing)...)
	said = append(said, "", s.sh.Spell("{refresh} reads again   {why} says who was asked"))
	return append([]frame.Line{head}, kit.EmptyRows(s.sh, width, height-1, said...)...)
}

func (s *Screen) listKeys(rooms frame.Layout) frame.Keys {
	if _, ok := s.list.Cursor(); !ok {
		if s.search.Text() == "" {
			return s.actions().Working().Only(keys.New, keys.Why, keys.Refresh, keys.Basket).Keys(s.sh)
		}
		return s.actions().Working().Only(keys.Back, keys.New, keys.Filter, keys.Why, keys.Refresh, keys.Basket).Keys(s.sh)
	}
	if s.search.Text() != "" && !rooms.Split {
		return s.actions().Only(keys.Open, keys.Edit, keys.Back, keys.New, keys.Why).Keys(s.sh)
	}
	return s.actions().Only(keys.Open, keys.Edit, keys.New, keys.Filter, keys.Select, keys.Why, keys.Refresh, keys.Basket).Keys(s.sh)
}

func (s *Screen) rows(split int, rooms frame.Layout) []frame.Line {
	columns := s.columns(split, rooms)
	slots := frame.Columns(columns, split, rooms.Columns)
	head := frame.Titles(columns, slots, !s.beside.Focus).Named(safe.Clean(s.typ.Name), s.position()).Scrolled(frame.Rows(s.list.Rows()))
	head.Sub = s.readBy(split)
	if s.empty() {
		return s.emptyRows(split, rooms.Body)
	}
	lines := []frame.Line{head}
	for _, row := range s.list.Window() {
		inst := row.Item.Instance
		texts := []safe.Text{safe.Clean(inst.Name), safe.Clean(s.value(inst, s.typ.Columns[0]))}
		if s.typ.Columns[1] != "" {
			texts = append(texts, safe.Clean(s.value(inst, s.typ.Columns[1])))
		}
		if inst.Name == "" {
			texts[0] = `""`
		}
		var provider safe.Text
		if inst.Provider != nil {
			provider = safe.Clean(inst.Provider.Name)
		}
		lines = append(lines, frame.Row{
			Cursor: row.Cursor, Selected: row.Selected, Sign: s.sign(row.Item), Muted: kit.Unasked(row.Item),
			Cells: frame.Cells(slots, append(texts, provider)...),
		})
	}
	if len(lines) == 1 {
		for _, t := range kit.Wrap(s.nothing(), split-frame.Margin) {
			lines = append(lines, frame.Text(t))
		}
	}
	return lines
}

// position returns the position of the cursor, and the number of selected rows.
func (s *Screen) position() safe.Text {
	at := kit.Position(s.list)
	if n := len(s.list.Selected()); n > 0 {
		at += ", " + widget.Count(n) + " selected"
	}
	return at
}

// nothing returns why there are no rows.
func (s *Screen) nothing() safe.Text {
	name := safe.Clean(s.typ.Name)
	l := s.listing
	switch {
	case s.list.Total() > 0:
		var names []string
		for _, e := range l.Entries[:min(len(l.Entries), 2000)] {
			names = append(names, e.Instance.Name)
		}
		return s.search.Hides(s.sh, name, "a sign", ral.Nearest(s.search.Text(), names))
	case l.Busy() || l.Stage == listings.StageWaiting:
		return ""
	case l.Choice != nil && l.Choice.Election.Winner == nil:
		return safe.Clean(kit.UnsuitableReason(l)) + s.sh.Spell("  {why} why")
	case len(l.Sources) == 0:
		return "no provider of " + name + " can list"
	case len(l.Failed()) == len(l.Sources):
		return ""
	}
	return "no instances of " + name + s.sh.Spell(". {new} makes one")
}

// detailed reports whether the details are shown next to the list.
func (s *Screen) detailed() bool { return s.width >= kit.MillerWidth && !s.zoom }

// roomy reports whether the details have room for history and documentation.
func (s *Screen) roomy() bool {
	return s.detailed() && frame.BoxWidth(kit.MillerOf(s.width, s.shift).Rest) >= moreWidth
}

// plainList reports whether no details are shown, so that none need to be
// computed.
func (s *Screen) plainList() bool { return !s.detailed() && !s.page }

// nextPane moves the focus to the next column: types, instances, detail. The
// types are a separate screen.
func (s *Screen) nextPane(by int) tea.Cmd {
	switch {
	case s.narrow:
		s.page = !s.page
	case s.beside.Focus && by < 0:
		s.beside.Focus = false
	case !s.beside.Focus && by > 0 && s.detailed():
		s.beside.Focus = true
	default:
		return kit.Pop(1)
	}
	return nil
}
