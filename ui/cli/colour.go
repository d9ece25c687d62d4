package cli

import (
	"errors"
	"io"
	"strings"

	"github.com/charmbracelet/colorprofile"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
)

// forceColour is the variable that enables colours without a terminal
// (bixense.com/clicolors).
const forceColour = "CLICOLOR_FORCE"

// whenColour is the value of --color: auto, always or never.
type whenColour string

// Set also accepts the values of Puppet: true, ansi and false.
func (w *whenColour) Set(text string) error {
	switch text {
	case "auto", "always", "never":
		*w = whenColour(text)
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
func (w *whenColour) String() string { return string(*w) }

// Type returns the name of the value, for pflag.
func (*whenColour) Type() string { return "WHEN" }

// theme returns the theme for output to w, or nil without colours. Without --color, a terminal
// has colours, and any output with CLICOLOR_FORCE, but never with NO_COLOR.
func (a *printer) theme(w io.Writer) *theme.Theme {
	switch {
	case a.color == "never", w == a.Err && a.log != nil:
		return nil
	case a.color == "auto" && (!a.takesColour(w) || a.Getenv("NO_COLOR") != ""):
		return nil
	}
	if a.colours == nil {
		a.colours = theme.New(a.themeOptions())
	}
	if a.colours.Options().Profile < colorprofile.ANSI {
		return nil
	}
	return a.colours
}

// takesColour reports whether an output is a terminal, or to be treated as one.
func (a *printer) takesColour(w io.Writer) bool {
	force := a.Getenv(forceColour)
	return w == a.Out && a.OutTerminal || w == a.Err && a.ErrTerminal || force != "" && force != "0"
}

// themeOptions returns the colours of the configuration. Unless it names a
// background, ralsh uses the 16 colours of the terminal, which suit any
// background.
func (a *printer) themeOptions() theme.Options {
	profile := colorprofile.Env([]string{"TERM=" + a.Getenv("TERM"), "COLORTERM=" + a.Getenv("COLORTERM")})
	if a.color == "always" {
		profile = max(profile, colorprofile.ANSI)
	}
	choice, err := theme.Named(a.configured.Name)
	for _, own := range a.configured.Colours {
		err = errors.Join(err, choice.Colour(own.Token, own.Colour))
	}
	if err != nil || !choice.Fixed {
		profile = min(profile, colorprofile.ANSI)
	}
	return choice.Options(theme.Options{Profile: profile})
}

// painted is text with the codes of its colour, and cleaned.
type painted string

func paint(t *theme.Theme, tok theme.Token, text string) painted {
	clean := string(safe.Clean(text))
	if t == nil || clean == "" {
		return painted(clean)
	}
	ink := t.Ink(tok, theme.Plain)
	return painted(ink.Open + clean + ink.Close)
}

// paint returns text for the output in the colour of a token.
func (a *printer) paint(tok theme.Token, text string) painted {
	return paint(a.theme(a.Out), tok, text)
}

// sign returns a sign for the output in its colour.
func (a *printer) sign(sign frame.Sign) painted {
	return a.paint(sign.Token(true), string(rune(sign)))
}

// ref returns a reference for the output, with its type in colour.
func (a *printer) ref(ref string) painted {
	typ, rest, ok := strings.Cut(ref, "[")
	if ok {
		rest = "[" + rest
	}
	return a.paint(theme.Accent, typ) + painted(safe.Clean(rest))
}

// signed returns a line of the output with the sign in colour that its format
// begins with: "  ! %s".
func (a *printer) signed(format, line string) string {
	at := len(format) - len(strings.TrimLeft(format, " "))
	if at+1 >= len(format) || format[at+1] != ' ' || !strings.Contains("!x?", format[at:at+1]) {
		return line
	}
	return line[:at] + string(a.sign(frame.Sign(format[at]))) + line[at+1:]
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
