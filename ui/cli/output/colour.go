package output

import (
	"errors"
	"io"
	"strings"

	"github.com/charmbracelet/colorprofile"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
)

// ForceColour is the variable that enables colours without a terminal
// (bixense.com/clicolors).
const ForceColour = "CLICOLOR_FORCE"

// When is the value of --color: auto, always or never.
type When string

// Set also accepts the values of Puppet: true, ansi and false.
func (w *When) Set(text string) error {
	switch text {
	case "auto", "always", "never":
		*w = When(text)
	case "true", "ansi":
		*w = "always"
	case "false":
		*w = "never"
	default:
		return errors.New("it is auto, always or never")
	}
	return nil
}

// String returns the word.
func (w *When) String() string { return string(*w) }

// Type returns the name of the value, for pflag.
func (*When) Type() string { return "WHEN" }

// Theme returns the theme for output to w, or nil without colours. Without --color, a terminal
// has colours, and any output with CLICOLOR_FORCE, but never with NO_COLOR.
func (p *Printer) Theme(w io.Writer) *theme.Theme {
	switch {
	case p.Color == "never", w == p.Err && p.log != nil:
		return nil
	case p.Color == "auto" && (!p.takesColour(w) || p.Getenv("NO_COLOR") != ""):
		return nil
	}
	if p.colours == nil {
		p.colours = theme.New(p.themeOptions())
	}
	if p.colours.Options().Profile < colorprofile.ANSI {
		return nil
	}
	return p.colours
}

// takesColour reports whether an output is a terminal, or to be treated as one.
func (p *Printer) takesColour(w io.Writer) bool {
	force := p.Getenv(ForceColour)
	return w == p.Out && p.OutTerminal || w == p.Err && p.ErrTerminal || force != "" && force != "0"
}

// themeOptions returns the colours of the configuration. Unless it names a
// background, ralsh uses the 16 colours of the terminal, which suit any
// background.
func (p *Printer) themeOptions() theme.Options {
	profile := colorprofile.Env([]string{"TERM=" + p.Getenv("TERM"), "COLORTERM=" + p.Getenv("COLORTERM")})
	if p.Color == "always" {
		profile = max(profile, colorprofile.ANSI)
	}
	choice, err := theme.Named(p.configured.Name)
	for _, own := range p.configured.Colours {
		err = errors.Join(err, choice.Colour(own.Token, own.Colour))
	}
	if err != nil || !choice.Fixed {
		profile = min(profile, colorprofile.ANSI)
	}
	return choice.Options(theme.Options{Profile: profile})
}

// Painted is text with the codes of its colour, and cleaned.
type Painted string

// Paint returns text in the colour of a token, without colour if t is nil.
func Paint(t *theme.Theme, tok theme.Token, text string) Painted {
	clean := string(safe.Clean(text))
	if t == nil || clean == "" {
		return Painted(clean)
	}
	ink := t.Ink(tok, theme.Plain)
	return Painted(ink.Open + clean + ink.Close)
}

// Paint returns text for the output in the colour of a token.
func (p *Printer) Paint(tok theme.Token, text string) Painted {
	return Paint(p.Theme(p.Out), tok, text)
}

// Sign returns a sign for the output in its colour.
func (p *Printer) Sign(sign frame.Sign) Painted {
	return p.Paint(sign.Token(true), string(rune(sign)))
}

// Ref returns a reference for the output, with its type in colour.
func (p *Printer) Ref(ref string) Painted {
	typ, rest, ok := strings.Cut(ref, "[")
	if ok {
		rest = "[" + rest
	}
	return p.Paint(theme.Accent, typ) + Painted(safe.Clean(rest))
}

// signed returns a line of the output with the sign in colour that its format
// begins with: "  ! %s".
func (p *Printer) signed(format, line string) string {
	at := len(format) - len(strings.TrimLeft(format, " "))
	if at+1 >= len(format) || format[at+1] != ' ' || !strings.Contains("!x?", format[at:at+1]) {
		return line
	}
	return line[:at] + string(p.Sign(frame.Sign(format[at]))) + line[at+1:]
}

// codeLine returns a line of Puppet's code, as manifest writes it, with its type
// in colour.
func codeLine(t *theme.Theme, line string) string {
	ink := t.Ink(theme.Accent, theme.Plain)
	typ, rest, first := strings.Cut(line, " { ")
	switch {
	case first && !strings.ContainsAny(typ, " #"):
		return ink.Open + typ + ink.Close + " { " + rest
	case strings.HasPrefix(strings.TrimLeft(line, " "), "#"):
		ink = t.Ink(theme.Muted, theme.Plain)
		return ink.Open + line + ink.Close
	}
	return line
}
