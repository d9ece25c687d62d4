package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// View draws the top screen.
func (a *app) View() tea.View {
	if a.width == 0 || len(a.stack) == 0 {
		return tea.View{AltScreen: true}
	}
	f := a.frame()
	v := tea.NewView(f.String())
	v.AltScreen = true
	v.WindowTitle = "ralsh: " + a.title()
	if a.mouse.on {
		v.MouseMode = tea.MouseModeCellMotion
	}
	v.Cursor = tea.NewCursor(f.CursorX, f.CursorY)
	v.Cursor.Blink = false
	return v
}

func (a *app) frame() frame.Frame { return frame.Draw(a.sh.Mode, a.width, a.height, a.content()) }

func (a *app) content() frame.Content {
	// In a very small terminal the screen is not drawn, so that it does not
	// scroll.
	var c frame.Content
	if !a.small() {
		c = a.draw(a.top(), a.width, a.height)
	}
	c.Top = a.line1(len(a.stack))
	if a.overlaid = overlays(c); a.overlaid {
		c.Base = a.beneath()
	}
	if m, ok := a.replacement(c.Message); ok {
		if m.Evidence == "" && frame.Margin+m.Text.Width()+c.Message.Evidence.Width()+4 < a.width {
			m.Evidence = c.Message.Evidence
		}
		c.Message = m
	}
	c.Keys = a.keyLine(c.Keys)
	c.BusyPulse = a.busyPulse
	c.Kept = a.kept()
	c.Quit = safe.Clean(a.sh.Keys.Key(keys.Quit))
	c.Running = a.running()
	if run := a.sh.Applying; run != nil && a.small() {
		c.Running += "  " + words.Took(a.sh.Now().Sub(run.Begun()))
		const most = 28
		c.WayOut = kit.Wrap(run.WayOutSmall(), min(a.width, most))
	}
	if a.small() && a.top().Typing() {
		c.Quit = "ctrl+c twice"
	}
	if a.small() && a.notes.shown {
		c.KeyReply = kit.Wrap(a.notes.info.Text, a.width)
	}
	return c
}

func (a *app) line1(depth int) frame.Top {
	s := a.stack[depth-1].Screen
	return frame.Top{Crumbs: a.crumbs(depth), Chip: s.Chip(), Typed: s.Typing(), Right: a.right(s)}
}

// replacement returns the message that replaces the message of the top screen.
func (a *app) replacement(own frame.Message) (frame.Message, bool) {
	if m, ok := a.notes.message(a.sh, a.top()); ok {
		return m, true
	}
	if a.overlaid {
		return frame.Message{}, false
	}
	return a.sh.Welcome.Message(a.sh, own)
}

func (a *screens) kept() safe.Text { return kit.DraftCount(a.sh.Basket) }

// keyLine adds help to the line of keys. While the user types in a filter, it
// returns the keys of the filter, unless the screen sets them.
func (a *screens) keyLine(k frame.Keys) frame.Keys {
	if a.top().Typing() && k.Prefix == "" {
		k = kit.Actions{
			{In: keys.Open, Hint: "keep the filter"},
			{In: keys.Back, Hint: "clear it"},
			{In: keys.NextValue, Before: keys.PreviousValue, Hint: "move"},
			{In: keys.Clear, Hint: "clear"},
		}.TypingKeys(a.sh, kit.TypingPrefix)
	}
	return kit.WithHelp(a.sh, a.top(), k)
}

func (a *screens) crumbs(depth int) []safe.Text {
	from := 0
	for i, s := range a.stack[:depth] {
		if l, ok := s.Screen.(kit.RootScreen); ok && l.Alone() {
			from = i
		}
	}
	crumbs := make([]safe.Text, 0, depth)
	for _, s := range a.stack[from:depth] {
		crumbs = append(crumbs, s.Crumb())
	}
	return crumbs
}

func (a *screens) title() string {
	parts := make([]string, 0, len(a.stack))
	for _, c := range a.crumbs(len(a.stack)) {
		parts = append(parts, string(c))
	}
	return strings.Join(parts, " > ")
}

// right returns the right part of line 1: the host, the user, and the size of
// the basket.
func (a *app) right(top kit.Screen) []frame.Span {
	s := a.sh.Session
	var spans []frame.Span
	if k, ok := top.(kit.AutoRefresher); ok && k.Keeps() {
		spans = append(spans, frame.Span{Text: "auto-refresh 5 s", Style: theme.BadgeInfo})
	}
	if s.Root() == "/" {
		spans = append(spans, frame.Span{Text: safe.Clean(s.HostName()), Style: theme.Strong, Tag: string(keys.Facts)})
	} else {
		name := frame.Span{Text: safe.Clean(a.opt.Name), Style: theme.Info, Tag: string(keys.Facts)}
		if name.Text == "" {
			name.Text, name.Joined = "below", true
		}
		const dirCells = 10 // the minimum width of a directory that is still useful
		spans = append(spans, name, frame.Span{Text: safe.Clean(s.Root()), Style: theme.BadgeInfo, MinWidth: dirCells, Tag: string(keys.Facts)})
	}
	user := frame.Span{Text: "root", Style: theme.BadgeNeutral, Spare: s.Root() != "/"}
	if !s.User.IsRoot() {
		user.Text, user.Style = safe.Clean(s.User.Name)+", not root", theme.BadgeChange
	}
	spans = append(spans, user)
	if text := a.running(); text != "" {
		spans = append(spans, frame.Span{Text: text, Style: theme.BadgeInfo})
	} else if text := kit.BasketSize(a.sh.Basket); text != "" {
		spans = append(spans, frame.Span{Text: text, Style: theme.BadgeChange, Tag: string(keys.Basket)})
	}
	return spans
}

// under is the screen below a layer, in faint ink. It is reused while the layer
// is open, so that a key in the layer redraws only the layer.
type under struct {
	base          *frame.Base
	depth         int // of the stack below the layer
	width, height int
	theme         *theme.Theme
}

// beneath returns the screen below the top layer.
func (a *app) beneath() *frame.Base {
	now := under{depth: len(a.stack) - 1, width: a.width, height: a.height, theme: a.sh.Mode.Theme}
	if now.base = a.under.base; now.base == nil || now != a.under {
		now.base = frame.Dim(a.drawn(now.depth))
		a.under = now
	}
	return a.under.base
}

// drawn draws the stack up to a depth as a frame.
func (a *app) drawn(depth int) frame.Frame {
	var c frame.Content
	if depth > 0 {
		c = a.draw(a.stack[depth-1].Screen, a.width, a.height)
		c.Top = a.line1(depth)
	}
	if overlays(c) {
		c.Base = frame.Dim(a.drawn(depth - 1))
	}
	return frame.Draw(a.sh.Mode, a.width, a.height, c)
}

// overlays reports whether a screen is only a layer.
func overlays(c frame.Content) bool { return c.Layer != nil && len(c.Body) == 0 }

// forLayer reports whether a message only changes a layer: typing in the layer,
// and results for it.
func forLayer(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg, tea.MouseMsg:
		return true
	case kit.LayerMsg:
		return msg.ForLayer()
	}
	return false
}
