package kit

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
)

// Browser is a screen with a list and details about the row under the cursor,
// which are next to the list on a wide screen and below it otherwise. A screen
// embeds a Browser and sets its functions.
type Browser[T any] struct {
	Basic
	Sh     *Shared
	List   *widget.List[T]
	Search Search
	Pane   ScrolledPane // the details, on a screen where they can have the focus
	Wide   bool         // the details are next to the list
	Shift  int          // user's shift of the border between them
	Divide int          // width of the list, on a screen of 120 cells

	// Own returns the actions of the screen. Browser adds the actions of all
	// lists.
	Own func() Actions
	// Table returns the head of the list, and Row a row below it.
	Table func(width int, rooms frame.Layout) Table
	Row   func(row widget.Shown[T], slots []frame.Slot) frame.Row
	// Nothing returns why the list is empty.
	Nothing func() safe.Text
	Message func() frame.Message
	// Flagged reports whether a row stays while only rows with a sign are shown.
	Flagged func(T) bool

	// The following are optional.

	// Detail describes the row under the cursor next to the list, and Foot below it.
	Detail func(at T, width, height int) []frame.Line
	Foot   func(at T, width, height int) []frame.Line
	// Empty returns a page that replaces the list, unless said is empty.
	Empty func() (head frame.Ruler, text []safe.Text)
	// Shown reports whether a row is shown at all.
	Shown func(T) bool
	// Keys returns the line of keys. Nil means all actions.
	Keys func() frame.Keys
}

// Table is the head of a list, and its columns.
type Table struct {
	Title, Sub safe.Text
	Position   safe.Text // "" means that of the cursor
	Columns    []frame.Column
	Last       safe.Text // the title of the evidence at the right end of the rows
	Room       int       // width of that evidence
}

// NewBrowser returns a browser without functions.
func NewBrowser[T any](sh *Shared, list *widget.List[T]) Browser[T] {
	return Browser[T]{Sh: sh, List: list, Search: NewSearch(list.Filter)}
}

func (b *Browser[T]) Typing() bool                      { return b.Search.Typing() }
func (b *Browser[T]) Press(key tea.KeyPressMsg) tea.Cmd { return b.Search.Press(key) }

func (b *Browser[T]) Update(msg tea.Msg) tea.Cmd {
	b.Search.Paste(msg)
	return nil
}

func (b *Browser[T]) Chip() safe.Text {
	_, _, n := b.List.Rows()
	return b.Search.Chip(n, b.List.Total())
}

// Narrow hides the rows that are not to be shown.
func (b *Browser[T]) Narrow() {
	if b.Shown == nil && !b.Search.Only {
		b.List.Only(nil)
		return
	}
	b.List.Only(func(item T) bool {
		return (b.Shown == nil || b.Shown(item)) && (!b.Search.Only || b.Flagged(item))
	})
}

// Actions returns the actions of the screen, then the actions of all lists.
func (b *Browser[T]) Actions() Actions {
	border := Unless(b.Wide, MissingReason(keys.PaneWider))
	return append(b.Own(),
		Action{In: keys.MoveLeft, Do: Back},
		Action{In: keys.OnlyFindings},
		Action{In: keys.PaneNarrower, Disabled: border, Do: Shifts(&b.Shift, -2)},
		Action{In: keys.PaneWider, Disabled: border, Do: Shifts(&b.Shift, 2)},
	)
}

// Do performs an intent of the list, the filter or the actions.
func (b *Browser[T]) Do(in keys.Intent) (tea.Cmd, bool) {
	switch {
	case b.Pane.Focus && b.Pane.Do(in), MoveList(b.List, in):
		return nil, true
	case b.Pane.Focus && !b.Search.Typing() && (in == keys.Back || in == keys.MoveLeft):
		b.Pane.Focus = false
		return nil, true
	case b.Search.Do(in):
		return nil, true
	case in == keys.OnlyFindings:
		b.Search.Only = !b.Search.Only
		b.Narrow()
		return nil, true
	case in == keys.Back && b.List.Unselect():
		return nil, true
	}
	return b.Actions().Do(in)
}

func (b *Browser[T]) View(width, height int) frame.Content {
	rooms := frame.Arrange(width, height, frame.Foot{})
	at, ok := b.List.Cursor()
	if b.Wide = rooms.Split && b.Detail != nil; b.Empty != nil {
		if head, text := b.Empty(); len(text) > 0 {
			b.Wide = false
			c := b.Content(frame.One(append([]frame.Line{head}, EmptyRows(b.Sh, width, rooms.Body-1, text...)...)))
			c.Keys = b.Own().Working().Keys(b.Sh)
			return c
		}
	}
	if b.Wide {
		split := rooms.Divide(b.Divide, b.Shift)
		b.List.Height(rooms.Body - 3)
		list, detail := b.Rows(frame.BoxWidth(split), rooms), []frame.Line{frame.Title("no results", "", false)}
		if ok {
			detail = b.Detail(at, frame.BoxWidth(width-split), rooms.Body-2)
		}
		return b.Content(frame.Two(split, list, detail))
	}
	var foot frame.Foot
	if ok && b.Foot != nil {
		foot.Lines = b.Foot(at, width, height)
	}
	rooms = frame.Arrange(width, height, foot)
	b.List.Height(rooms.TableRows())
	c := b.Content(frame.One(b.Rows(width, rooms)))
	c.Foot = foot
	return c
}

// Content returns a body with the message and the line of keys. Without rows
// the line has only the keys that work.
func (b *Browser[T]) Content(body ...frame.Block) frame.Content {
	c := frame.Content{Body: body, Message: b.Message()}
	switch _, ok := b.List.Cursor(); {
	case b.Keys != nil:
		c.Keys = b.Keys()
	case ok:
		c.Keys = b.Own().Keys(b.Sh)
	default:
		c.Keys = b.Own().Working().Keys(b.Sh)
	}
	return c
}

// Rows returns the visible rows below the heads of the columns, or why the list
// is empty.
func (b *Browser[T]) Rows(width int, rooms frame.Layout) []frame.Line {
	t := b.Table(width, rooms)
	slots := frame.Columns(t.Columns, width-t.Room, rooms.Columns)
	head := frame.Titles(t.Columns, slots, !b.Pane.Focus).Named(t.Title, t.Position).Scrolled(frame.Rows(b.List.Rows()))
	if head.Sub, head.Last = t.Sub, t.Last; t.Position == "" {
		head.Evidence = Position(b.List)
	}
	lines := []frame.Line{head}
	for _, shown := range b.List.Window() {
		lines = append(lines, b.Row(shown, slots))
	}
	if len(lines) == 1 {
		const most = 6
		lines = append(lines, RowsOf(b.Nothing(), width, most)...)
	}
	return lines
}
