package safe

import (
	"bytes"
	"io"
	"strconv"

	"github.com/charmbracelet/x/ansi"

	"ralsh/ral/value"
)

// The bounds of a control sequence of a Screen.
const (
	maxSequenceData = 4 << 10
	maxParam        = 9999
	maxParams       = 32
	// maxClipboard is the size of a text that may be copied, in bytes of base64.
	maxClipboard = 100 << 10
)

// ScreenReset resets the state that a Screen can set: the alternate screen, the mouse,
// pasting, scroll margins, colours and the cursor.
const ScreenReset = "\x1b[?2026l\x1b[?1000;1002;1003;1006l\x1b[?1004l\x1b[?2004l\x1b[r\x1b[?1049l\x1b[0 q\x1b[?25h\x1b[?7h\x1b[m"

// Screen passes on the screens of a program on a remote host: text, colours, the cursor, erasing
// and scrolling, the alternate screen, the mouse and pasting. It writes each understood sequence
// again and drops all other sequences, in particular sequences that make a terminal answer, print,
// set its title or reset.
type Screen struct {
	to        io.Writer
	clipboard bool
	parser    *ansi.Parser
	out       bytes.Buffer
}

// NewScreen returns a Screen that writes to a terminal. clipboard lets the program set the
// clipboard, but not read it.
func NewScreen(to io.Writer, clipboard bool) *Screen {
	s := &Screen{to: to, clipboard: clipboard, parser: ansi.NewParser()}
	s.parser.SetParamsSize(2 * maxParams)
	s.parser.SetDataSize(maxSequenceData)
	if clipboard {
		s.parser.SetDataSize(maxClipboard + 64)
	}
	s.parser.SetHandler(ansi.Handler{Print: s.print, Execute: s.execute, HandleCsi: s.csi, HandleEsc: s.esc, HandleOsc: s.osc})
	return s
}

// Write passes on a part, which may end anywhere.
func (s *Screen) Write(p []byte) (int, error) {
	s.out.Reset()
	for _, b := range p {
		s.parser.Advance(b)
	}
	if _, err := s.to.Write(s.out.Bytes()); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (s *Screen) print(r rune) {
	if !value.Hidden(r) {
		s.out.WriteRune(r)
	}
}

func (s *Screen) execute(b byte) {
	switch b {
	case '\b', '\t', '\n', '\r':
		s.out.WriteByte(b)
	}
}

// esc are the sequences that are passed on: save and restore the cursor, and
// move up a line.
func (s *Screen) esc(cmd ansi.Cmd) {
	if cmd.Prefix() != 0 || cmd.Intermediate() != 0 {
		return
	}
	switch final := cmd.Final(); final {
	case '7', '8', 'M':
		s.out.WriteByte(ansi.ESC)
		s.out.WriteByte(final)
	}
}

// plainCSI are the sequences without a prefix that are passed on: they insert, move, erase,
// scroll, repeat a character, set colours and margins. The sequences h and l are handled
// separately.
const plainCSI = "@ABCDEFGHIJKLMPSTXZ`abdefmr"

// screenModes are the private modes that are passed on.
var screenModes = map[int]bool{
	7: true, 25: true, 1000: true, 1002: true, 1003: true, 1004: true, 1006: true, 1049: true, 2004: true, 2026: true,
}

func (s *Screen) csi(cmd ansi.Cmd, params ansi.Params) {
	final := cmd.Final()
	switch {
	case cmd.Prefix() == 0 && cmd.Intermediate() == 0 && bytes.IndexByte([]byte(plainCSI), final) >= 0:
		s.sequence("", params, final)
	case cmd.Prefix() == 0 && cmd.Intermediate() == ' ' && final == 'q' && len(params) <= 1: // the cursor's shape
		s.sequence("", params, ' ', final)
	case cmd.Prefix() != '?' || cmd.Intermediate() != 0:
	case final == 'h' || final == 'l':
		var known ansi.Params
		for _, p := range params {
			if screenModes[p.Param(0)] && !p.HasMore() {
				known = append(known, p)
			}
		}
		if len(known) > 0 {
			s.sequence("?", known, final)
		}
	case final == 'W' && len(params) == 1 && params[0].Param(0) == 5: // tab stops at every eighth column
		s.sequence("?", params, final)
	}
}

// sequence writes a control sequence, unless its numbers exceed the bounds.
func (s *Screen) sequence(prefix string, params ansi.Params, end ...byte) {
	if len(params) > maxParams {
		return
	}
	text := append([]byte("\x1b["), prefix...)
	for i, p := range params {
		n := p.Param(-1)
		if n > maxParam {
			return
		}
		if n >= 0 {
			text = strconv.AppendInt(text, int64(n), 10)
		}
		switch {
		case i == len(params)-1:
		case p.HasMore():
			text = append(text, ':')
		default:
			text = append(text, ';')
		}
	}
	s.out.Write(append(text, end...))
}

// osc passes on a text for the clipboard.
func (s *Screen) osc(cmd int, data []byte) {
	text, set := bytes.CutPrefix(data, []byte("52;c;"))
	if !s.clipboard || cmd != 52 || !set || len(text) > maxClipboard {
		return
	}
	for _, b := range text {
		if (b < 'a' || b > 'z') && (b < 'A' || b > 'Z') && (b < '0' || b > '9') && b != '+' && b != '/' && b != '=' {
			return
		}
	}
	s.out.WriteString("\x1b]52;c;")
	s.out.Write(text)
	s.out.WriteByte(ansi.BEL)
}
