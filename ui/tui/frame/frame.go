package frame

import (
	"strings"

	"ralsh/ui/safe"
)

// Block is a part of the body: one pane, or two side by side if At is above 0,
// which is the column where the right one begins.
type Block struct {
	Left, Right []Line
	At          int
}

func (b Block) height() int { return max(len(b.Left), len(b.Right)) }

// Content is what a screen says.
type Content struct {
	Top       Top
	Body      []Block // from above; the last one gets the room that is left
	Foot      Foot
	Message   Message
	Keys      Keys
	BusyPulse bool        // the working sign is large now
	Quit      safe.Text   // the key that quits, "" is q
	Kept      safe.Text   // too small a terminal says that this is not lost: "1 draft kept"
	KeyReply  []safe.Text // or, line by line, what a key was answered
	WayOut    safe.Text   // or what leads out instead of Quit, in at most 28 cells
	Running   safe.Text   // and shows this in place of the breadcrumb: "applying 3 of 6  12.5 s"
}

// Frame is a screen as text with SGR sequences. There are exactly as many
// lines as the screen is high, and none is wider.
type Frame struct {
	Lines            []string
	CursorX, CursorY int // where to park the terminal's cursor
}

func (f Frame) String() string { return strings.Join(f.Lines, "\n") }

// Draw makes the frame.
func Draw(mode Mode, width, height int, c Content) Frame {
	p := &pen{mode: mode, busyPulse: c.BusyPulse && !mode.Plain, b: make([]byte, 0, 4*max(width, 64))}
	rooms := Arrange(width, height, c.Foot)
	if rooms.Small {
		return Frame{Lines: small(p, width, height, c)}
	}
	f := Frame{Lines: make([]string, 0, height), CursorX: -1, CursorY: -1}
	caret := c.Top.draw(p, width)
	f.Lines = append(f.Lines, p.line(width))
	bottom := 1 + rooms.Body
	for _, b := range c.Body {
		f.block(p, b, width, min(b.height(), bottom-len(f.Lines)))
	}
	for len(f.Lines) < bottom {
		f.Lines = append(f.Lines, "")
	}
	p.mode.NoColor = mode.NoColor || mode.Plain
	f.block(p, Block{Left: c.Foot.Lines}, width, rooms.Foot)
	p.mode = mode
	if height < EvidenceHeight {
		c.Message.Evidence = ""
	}
	c.Message.draw(p, width)
	f.Lines = append(f.Lines, p.line(width))
	c.Keys.draw(p, width)
	f.Lines = append(f.Lines, p.line(width))
	// Where no row has the cursor it stands in what is typed, else where the body
	// begins.
	switch {
	case f.CursorX >= 0:
	case caret >= 0:
		f.CursorX, f.CursorY = caret, 0
	default:
		f.CursorX, f.CursorY = 0, 1
	}
	return f
}

func (f *Frame) block(p *pen, b Block, width, height int) {
	left := span{to: width}
	right := span{from: b.At, to: width, right: true}
	split := b.At > 0 && b.At < width
	if split {
		left.to = b.At
	}
	for i := range height {
		f.line(p, b.Left, i, left)
		if split {
			f.line(p, b.Right, i, right)
		}
		f.Lines = append(f.Lines, p.line(width))
	}
}

func (f *Frame) line(p *pen, lines []Line, i int, pane span) {
	if i >= len(lines) || lines[i] == nil {
		return
	}
	lines[i].draw(p, pane)
	if row, ok := lines[i].(Row); ok && (row.Cursor || row.Caret > 0) {
		f.CursorX, f.CursorY = min(cursorColumn(pane), pane.to-1), len(f.Lines)
		if row.Caret > 0 {
			f.CursorX = min(pane.from+row.Caret, pane.to-1)
		}
	}
}
