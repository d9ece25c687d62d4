package theme

import (
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
)

// Glyphs are all characters that are drawn next to letters, markers and digits.
// Each takes a cell, except for Arrow in ASCII.
type Glyphs struct {
	Border, Focus   lipgloss.Border // of a pane, and of the focused pane
	Rule, FocusRule string          // over a pane without a border
	Cursor, Blurred string          // the bar of the row with the cursor, in the focused pane and in another pane
	Selected        string          // the bar of a selected row
	Thumb           string          // in the border: the visible part of a list
	Crumb           string          // between the parts of the breadcrumb
	Ellipsis        string
	Arrow           string // between the current and the desired value
	Open, Closed    string // of a branch
	To, From        string // a reference from a resource, and to a resource
	Guide           string // the depth of a tree
	Done, Left      string // of a progress bar
	LineEnd, Tab    string // of content
	Blank           string // a blank at the end of a line of content
	Spinner         [4]string
	Before, Joined  string // a step, and a step that waits for the step above
}

// GlyphsOf returns the glyphs of a terminal with colours.
func GlyphsOf(ascii bool) *Glyphs {
	g := glyphs(Options{ASCII: ascii, Profile: colorprofile.ANSI256})
	return &g
}

func glyphs(opt Options) Glyphs {
	if opt.ASCII {
		focus := lipgloss.ASCIIBorder()
		focus.Top, focus.Bottom = "=", "="
		return Glyphs{
			Border: lipgloss.ASCIIBorder(), Focus: focus, Rule: "-", FocusRule: "=",
			Cursor: ">", Blurred: " ", Selected: "|", Thumb: "#", Crumb: ">", Ellipsis: ">", Arrow: "->",
			Open: "v", Closed: ">", To: "->", From: "<-", Guide: "|", Done: "#", Left: "-",
			LineEnd: "$", Tab: ">", Blank: ".", Spinner: [4]string{"|", "/", "-", `\`}, Before: "|-", Joined: "`-",
		}
	}
	g := Glyphs{
		Border: lipgloss.RoundedBorder(), Focus: lipgloss.RoundedBorder(), Rule: "─", FocusRule: "─",
		Cursor: "▌", Blurred: "▏", Selected: "▎", Thumb: "┃", Crumb: "›", Ellipsis: "…", Arrow: "→",
		Open: "▾", Closed: "▸", To: "→", From: "←", Guide: "│", Done: "━", Left: "─",
		LineEnd: "¶", Tab: "→", Blank: "·", Spinner: [4]string{"▖", "▘", "▝", "▗"}, Before: "├─", Joined: "└─",
	}
	if opt.Profile < colorprofile.ANSI {
		g.Focus, g.FocusRule, g.Cursor = lipgloss.ThickBorder(), "━", ">"
	}
	return g
}
