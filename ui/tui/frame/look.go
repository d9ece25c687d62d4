package frame

// Style is how text looks: any of these bits together.
type Style uint16

// Rule is the faint of rules, the one that a light background keeps. Colours
// are the ANSI numbers 1, 2, 3 and 6; there are no others and no backgrounds.
const (
	Bold Style = 1 << iota
	Faint
	Underline
	Reverse
	Rule
	Red
	Green
	Yellow
	Cyan

	// Changed marks characters that are new or gone.
	Changed = Bold | Underline
)

const reset = "\x1b[m"

// sgr appends the sequence that begins the look, which effective has been at;
// nothing if it is the default.
func (s Style) sgr(b []byte) []byte {
	if s == 0 {
		return b
	}
	b = append(b, "\x1b["...)
	for _, code := range [...]struct {
		bit  Style
		code string
	}{
		{Bold, "1"},
		{Faint, "2"},
		{Underline, "4"},
		{Reverse, "7"},
		{Red, "31"},
		{Green, "32"},
		{Yellow, "33"},
		{Cyan, "36"},
	} {
		if s&code.bit != 0 {
			b = append(b, code.code...)
			b = append(b, ';')
		}
	}
	b[len(b)-1] = 'm'
	return b
}

// effective is the look that this mode leaves of l.
func (m Mode) effective(s Style) Style {
	if m.Light {
		s &^= Faint
		if s&Yellow != 0 {
			s |= Bold
		}
	}
	if s&Rule != 0 {
		s = s&^Rule | Faint
	}
	if m.NoColor {
		s &^= Red | Green | Yellow | Cyan
	}
	return s
}
