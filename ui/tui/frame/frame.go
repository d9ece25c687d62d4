package frame

import (
	"slices"
	"strings"

	"ralsh/ui/safe"
)

// Block is a part of the body: panes side by side.
type Block []Pane

// Pane holds the lines of a pane and its width. The last pane of a block takes
// the remaining width.
type Pane struct {
	Lines []Line
	Width int
	Under []Line // another pane below it, which takes the remaining height
}

// Heads returns a ruler of column heads in the middle of a pane.
func Heads(words ...Cell) Ruler { return Ruler{Columns: words} }

// One returns a block with a single pane.
func One(lines []Line) Block { return Block{{Lines: lines}} }

// Two returns a block with two panes. The right pane begins at column at. With
// at 0 the block has only the left pane.
func Two(at int, left, right []Line) Block {
	if at <= 0 {
		return One(left)
	}
	return Block{{Lines: left, Width: at}, {Lines: right}}
}

// leastPane is the minimum width of a pane that is drawn.
const leastPane = 10

// panes returns the panes of the block, on a screen of this width.
func (b Block) panes(width int, boxed bool) []pane {
	var panes []pane
	for from, i := 0, 0; i < len(b) && from < width; i++ {
		to := from + b[i].Width
		if i == len(b)-1 || to > width {
			to = width
		}
		if to-from >= leastPane {
			at := span{from: from, to: to}
			p := paneOf(b[i].Lines, at, boxed)
			if len(b[i].Under) > 0 {
				under := paneOf(b[i].Under, at, boxed)
				p.under = &under
			}
			panes = append(panes, p)
		}
		from = to
	}
	return panes
}

// Content is the content of a screen.
type Content struct {
	Top       Top
	Body      []Block // from top to bottom; the last block takes the remaining height
	Foot      Foot
	Message   Message
	Keys      Keys
	BusyPulse bool        // the running sign is large in this frame
	Quit      safe.Text   // the key that quits; "" means q
	Kept      safe.Text   // on a too small terminal, what is not lost: "1 draft"
	KeyReply  []safe.Text // on a too small terminal, the reply to a key, in lines
	WayOut    []safe.Text // on a too small terminal, how to quit instead of Quit, in lines
	Running   safe.Text   // on a too small terminal, instead of the breadcrumb: "applying 3 of 6  12.5 s"
	Layer     *Layer      // drawn over the body; nil for none
	Base      *Base       // drawn below the layer, instead of line 1, body and foot
}

// Boxed reports whether the panes of a body have borders: if panes are side by
// side, or above each other on a wide screen. A single pane has no border, so
// that its text can be selected completely.
func Boxed(body []Block, width int) bool {
	return len(body) > 1 && width >= SplitWidth || slices.ContainsFunc(body, func(b Block) bool { return len(b) > 1 })
}

// Frame is a screen as text with SGR sequences. It has exactly as many lines as
// the screen, and no line is wider.
type Frame struct {
	Lines            []string
	CursorX, CursorY int  // position of the terminal's cursor
	Layer            Rect // the part that a layer covers
	cursorPane       span // the inside of the pane with the cursor
	panes            int  // number of drawn panes
}

// Rect is a part of the screen, in cells.
type Rect struct{ X, Y, Width, Height int }

// Has reports whether the rectangle contains a cell.
func (r Rect) Has(x, y int) bool {
	return x >= r.X && x < r.X+r.Width && y >= r.Y && y < r.Y+r.Height
}

func (f Frame) String() string { return strings.Join(f.Lines, "\n") }

// Draw draws the frame.
func Draw(mode Mode, width, height int, c Content) Frame { return draw(mode, width, height, c, nil) }

func draw(mode Mode, width, height int, c Content, spots *[]Spot) Frame {
	mode = mode.complete()
	p := &pen{mode: mode, spots: spots, busyPulse: c.BusyPulse && !mode.Plain, b: make([]byte, 0, 8*max(width, 64))}
	rooms := Arrange(width, height, c.Foot)
	if rooms.Small {
		return Frame{Lines: small(p, width, height, c)}
	}
	f := Frame{Lines: make([]string, 0, height), CursorX: -1, CursorY: -1}
	caret := -1
	if c.Base != nil {
		f.Lines = append(f.Lines, c.Base.dimmed(p.mode, height-bottomRows)...)
	} else {
		caret = f.screen(p, width, rooms, c)
	}
	if height < EvidenceHeight {
		c.Message.Evidence = ""
	}
	c.Message.draw(p, width)
	f.Lines = append(f.Lines, p.line(width))
	p.y = height - 1
	c.Keys.draw(p, width)
	f.Lines = append(f.Lines, p.line(width))
	// If no row has the cursor, it is in the field on line 1, or at the
	// beginning of the body.
	switch {
	case f.CursorX >= 0:
	case caret >= 0:
		f.CursorX, f.CursorY = caret, 0
	default:
		f.CursorX, f.CursorY = 0, rooms.Top
	}
	if c.Layer != nil {
		c.Layer.over(&f, p, rooms)
	}
	return f
}

// screen draws line 1, the body and the foot. It returns the column of the
// terminal's cursor on line 1, or -1 if it is elsewhere.
func (f *Frame) screen(p *pen, width int, rooms Layout, c Content) (caret int) {
	caret = c.Top.draw(p, width)
	f.Lines = append(f.Lines, p.line(width))
	for len(f.Lines) < rooms.Top {
		f.Lines = append(f.Lines, "")
	}
	bottom := rooms.Top + rooms.Body
	boxed := Boxed(c.Body, width)
	for i, b := range c.Body {
		f.block(p, b.panes(width, boxed), width, bottom-len(f.Lines), i == len(c.Body)-1)
	}
	for len(f.Lines) < bottom {
		f.Lines = append(f.Lines, "")
	}
	f.block(p, One(c.Foot.Lines).panes(width, false), width, rooms.Foot, true)
	for len(f.Lines) < bottom+rooms.Foot {
		f.Lines = append(f.Lines, "")
	}
	return caret
}

// Lines draws lines without a screen around them.
func Lines(mode Mode, width int, lines []Line) []string {
	p := &pen{mode: mode.complete()}
	drawn := make([]string, len(lines))
	for i, line := range lines {
		if line != nil {
			line.draw(p, span{to: width})
		}
		drawn[i] = p.line(width)
	}
	return drawn
}

// EvidenceHeight is the minimum height of a screen that shows the evidence of a
// message.
const EvidenceHeight = 16

// number numbers a pane and the panes below it.
func (f *Frame) number(b *pane) {
	b.id = f.panes
	f.panes++
	if b.under != nil {
		f.number(b.under)
	}
}

// block draws panes side by side in at most room rows. The last block takes all
// rows if its panes have borders.
func (f *Frame) block(p *pen, panes []pane, width, room int, last bool) {
	height, focused := 0, false
	for i := range panes {
		f.number(&panes[i])
		panes[i].fit(room)
		height = max(height, panes[i].rows())
		focused = focused || panes[i].focused()
	}
	if last && len(panes) > 0 && panes[0].boxed || height > room {
		height = max(0, room)
	}
	for row := range height {
		for _, b := range panes {
			b, line := b.drawStacked(p, row, height)
			p.noteRow(b, line, 0, len(f.Lines), false)
			r, ok := line.(Row)
			if !ok || !r.Cursor && r.Caret == 0 || focused && !b.span.focus {
				continue
			}
			in := b.inside()
			f.CursorX, f.CursorY, f.cursorPane = min(in.from+r.Caret, in.to-1), len(f.Lines), in
		}
		f.Lines = append(f.Lines, p.line(width))
	}
}
