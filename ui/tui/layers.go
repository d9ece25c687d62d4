package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
)

// box is the room for what lies over a screen: a layer, or the whole body where the
// terminal is too small for one.
type box struct {
	layer bool
	wide  int // with the border
	cells int // of a line
	rows  int // below the title, at most
}

// boxOf is the room for a layer that would like to be so wide.
func boxOf(sh *shared, width, height, ideal int) box {
	wide, high, ok := frame.LayerRoom(sh.mode, width, height)
	if !ok {
		return box{cells: width, rows: high - 1}
	}
	wide = min(wide, ideal)
	return box{layer: true, wide: wide, cells: frame.BoxWidth(wide), rows: frame.LayerRows(high)}
}

// content is a screen with lines in that room, the first of them the title.
func (b box) content(lines []frame.Line, foot safe.Text) frame.Content {
	if !b.layer {
		return frame.Content{Body: []frame.Block{frame.One(lines)}}
	}
	return frame.Content{Layer: &frame.Layer{Lines: lines, Width: b.wide, Foot: foot}}
}

// under is the screen that a layer lies over, in one faint ink. It is kept while the
// layer is open, so that a key in it costs the layer alone.
type under struct {
	base          *frame.Base
	depth         int // of the stack below the layer
	width, height int
	theme         *theme.Theme
}

// beneath is the screen below the layer on top.
func (a *app) beneath() *frame.Base {
	now := under{depth: len(a.stack) - 1, width: a.width, height: a.height, theme: a.sh.mode.Theme}
	if now.base = a.under.base; now.base == nil || now != a.under {
		now.base = frame.Dim(a.drawn(now.depth))
		a.under = now
	}
	return a.under.base
}

// drawn are so many screens of the stack as one frame.
func (a *app) drawn(depth int) frame.Frame {
	var c frame.Content
	if depth > 0 {
		c = a.draw(a.stack[depth-1].screen, a.width, a.height)
		c.Top = a.line1(depth)
	}
	if overlays(c) {
		c.Base = frame.Dim(a.drawn(depth - 1))
	}
	return frame.Draw(a.sh.mode, a.width, a.height, c)
}

// overlays reports whether a screen is nothing but a layer.
func overlays(c frame.Content) bool { return c.Layer != nil && len(c.Body) == 0 }

// forLayer reports whether a message changes nothing of what lies below a layer: what
// is typed in it, and what is found for it.
func forLayer(msg tea.Msg) bool {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg, tea.MouseMsg, layerMsg:
		return true
	}
	return false
}
