package instancelist

import (
	"slices"
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
	"ralsh/ui/words"
)

// columns returns columns that are as wide as their content. If they do not
// fit, the name is shortened first, as long as names stay distinguishable.
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
	// The other columns get the width of omitted columns.
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
	// A very wide value gets only the width that the names leave.
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
	now := s.Sh.Now()
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
	s.List.Height(max(1, rooms.TableRows()-frame.PaneRows(top, false)))
	c := s.Content(frame.One(s.rows(width, rooms)))
	if c.Foot = foot; len(top) > 0 {
		c.Body = append([]frame.Block{frame.One(top)}, c.Body...)
	}
	return c
}

// miller returns the list between the types and the details.
func (s *Screen) miller(width, height int, now time.Time) frame.Content {
	m := kit.MillerOf(width, s.Shift)
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
	types := kit.TypesColumn(s.Sh, s.typ, inside-1)
	body := []frame.Block{nil}
	switch {
	case s.empty():
		s.Pane.Focus = false
		room := frame.BoxWidth(m.Middle + m.Rest)
		body[0] = frame.Two(m.Types, types, s.emptyRows(room, inside))
	case m.Middle > 0:
		room := frame.BoxWidth(m.Middle)
		below := kit.TypeFoot(s.Sh, s.listing, room)
		if inside < leastWithFoot {
			below = nil
		}
		s.List.Height(max(1, inside-1-len(below)))
		list := s.rows(room, rooms)
		if len(below) > 0 {
			for len(list) < inside-len(below) {
				list = append(list, nil)
			}
			list = append(list, below...)
		}
		body[0] = m.Block(types, list, s.Pane.Window(s.preview(frame.BoxWidth(m.Rest), inside), inside))
	default:
		s.Pane.Focus = false
		s.List.Height(inside - 1)
		body[0] = frame.Two(m.Types, types, s.rows(frame.BoxWidth(m.Rest), rooms))
	}
	if len(top) > 0 {
		body = append([]frame.Block{frame.One(top)}, body...)
	}
	c := s.Content(body...)
	c.Foot = foot
	return c
}

// leastWithFoot is the minimum height of the middle column that shows the
// default provider below the list.
const leastWithFoot = 24

// alone returns the details as a page, if they do not fit next to the list.
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
		Body: []frame.Block{frame.One(lines)}, Message: s.message(),
		Keys: s.actions().Only(keys.Open, keys.Edit, keys.Back, keys.MoveUp, keys.SideBySide, keys.Why).Keys(s.Sh),
	}
}

// empty reports whether the complete listing has no instances.
func (s *Screen) empty() bool {
	return s.List.Total() == 0 && s.nothing() != ""
}

// emptyRows returns the reason for an empty list, and the searched places.
func (s *Screen) emptyRows(width, height int) []frame.Line {
	head := frame.Title(safe.Clean(s.typ.Name), "0", true)
	head.Sub = "instances"
	text := append([]safe.Text{s.nothing()}, kit.WhereRead(s.listing)...)
	text = append(text, "", s.Sh.Spell("{refresh} reads again   {why} shows the sources"))
	return append([]frame.Line{head}, kit.EmptyRows(s.Sh, width, height-1, text...)...)
}

func (s *Screen) keys() frame.Keys {
	if _, ok := s.List.Cursor(); !ok {
		if s.Search.Text() == "" {
			return s.actions().Working().Only(keys.New, keys.Why, keys.Refresh, keys.Basket).Keys(s.Sh)
		}
		return s.actions().Working().Only(keys.Back, keys.New, keys.Filter, keys.Why, keys.Refresh, keys.Basket).Keys(s.Sh)
	}
	if s.Search.Text() != "" && s.narrow {
		return s.actions().Only(keys.Open, keys.Edit, keys.Back, keys.New, keys.Why).Keys(s.Sh)
	}
	return s.actions().Only(keys.Open, keys.Edit, keys.New, keys.Filter, keys.Select, keys.Why, keys.Refresh, keys.Basket).Keys(s.Sh)
}

func (s *Screen) rows(width int, rooms frame.Layout) []frame.Line {
	if s.empty() {
		return s.emptyRows(width, rooms.Body)
	}
	return s.Rows(width, rooms)
}

func (s *Screen) table(width int, rooms frame.Layout) kit.Table {
	sub := s.readBy(width)
	if len(s.listing.Failed()) > 0 && slices.ContainsFunc(s.listing.Entries, s.outdated) {
		sub = "old rows"
	}
	return kit.Table{Title: safe.Clean(s.typ.Name), Sub: sub, Position: s.position(), Columns: s.columns(width, rooms)}
}

func (s *Screen) row(shown widget.Shown[listings.Entry], slots []frame.Slot) frame.Row {
	inst := shown.Item.Instance
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
	return frame.Row{
		Cursor: shown.Cursor, Selected: shown.Selected, Sign: s.sign(shown.Item), Muted: kit.Unasked(shown.Item) || s.outdated(shown.Item),
		Cells: frame.Cells(slots, append(texts, provider)...),
	}
}

// position returns the position of the cursor, and the number of selected rows.
func (s *Screen) position() safe.Text {
	at := kit.Position(s.List)
	if n := len(s.List.Selected()); n > 0 {
		if at != "" {
			at += ", "
		}
		at += words.Count(n) + " selected"
	}
	return at
}

// nothing returns why the list is empty.
func (s *Screen) nothing() safe.Text {
	name := safe.Clean(s.typ.Name)
	l := s.listing
	switch {
	case s.List.Total() > 0:
		var names []string
		for _, e := range l.Entries[:min(len(l.Entries), 2000)] {
			names = append(names, e.Instance.Name)
		}
		return s.Search.Hides(s.Sh, name, "a sign", ral.Nearest(s.Search.Text(), names))
	case l.Busy() || l.Stage == listings.StageWaiting:
		return ""
	case l.Choice != nil && l.Choice.Election.Winner == nil:
		return safe.Clean(kit.UnsuitableReason(l)) + s.Sh.Spell("  {why} explain")
	case len(l.Sources) == 0:
		return "no provider of " + name + " can list instances"
	case len(l.Failed()) == len(l.Sources):
		return ""
	}
	return "no instances of " + name + s.Sh.Spell(". {new} creates one")
}

// detailed reports whether the details are shown next to the list.
func (s *Screen) detailed() bool { return s.width >= kit.MillerWidth && !s.zoom }

// roomy reports whether the details have room for history and documentation.
func (s *Screen) roomy() bool {
	return s.detailed() && frame.BoxWidth(kit.MillerOf(s.width, s.Shift).Rest) >= moreWidth
}

// plainList reports whether no details are shown, so that they need not be
// computed.
func (s *Screen) plainList() bool { return !s.detailed() && !s.page }

// nextPane moves the focus to the next column: types, instances, detail. The
// types are a separate screen.
func (s *Screen) nextPane(by int) tea.Cmd {
	switch {
	case s.narrow:
		s.page = !s.page
	case s.Pane.Focus && by < 0:
		s.Pane.Focus = false
	case !s.Pane.Focus && by > 0 && s.detailed():
		s.Pane.Focus = true
	default:
		return kit.Pop(1)
	}
	return nil
}
