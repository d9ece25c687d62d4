package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
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

func (a *app) frame() frame.Frame { return frame.Draw(a.sh.mode, a.width, a.height, a.content()) }

// content is what the screen shows now.
func (a *app) content() frame.Content {
	// Where nothing is drawn a screen is not asked, and scrolls nowhere.
	var c frame.Content
	if !a.small() {
		c = a.draw(a.top(), a.width, a.height)
	}
	c.Top = a.line1(len(a.stack))
	if a.overlaid = overlays(c); a.overlaid {
		c.Base = a.beneath()
	}
	if m, ok := a.said(c.Message); ok {
		if m.Evidence == "" && frame.Margin+m.Text.Width()+c.Message.Evidence.Width()+4 < a.width {
			m.Evidence = c.Message.Evidence
		}
		c.Message = m
	}
	c.Keys = a.keyLine(c.Keys)
	c.BusyPulse = a.busyPulse
	c.Kept = a.kept()
	c.Quit = safe.Clean(a.sh.keys.Key(keys.Quit))
	c.Running = a.running()
	if run := a.sh.applying; run != nil && a.small() {
		c.Running += "  " + widget.Took(a.sh.now().Sub(run.begun()))
		c.WayOut = run.wayOutSmall()
	}
	if a.small() && a.top().typing() {
		c.Quit = "ctrl+c twice"
	}
	if a.small() && a.notes.shown {
		c.KeyReply = wrapped(a.notes.info.Text, a.width)
	}
	return c
}

// line1 is the first line of so many screens of the stack.
func (a *app) line1(depth int) frame.Top {
	s := a.stack[depth-1].screen
	return frame.Top{Crumbs: a.crumbs(depth), Chip: s.chip(), Typed: s.typing(), Right: a.right(s)}
}

// said is what stands in the place of the top screen's own message.
func (a *app) said(own frame.Message) (frame.Message, bool) {
	if m, ok := a.notes.message(a.sh, a.top()); ok {
		return m, true
	}
	if a.overlaid {
		return frame.Message{}, false
	}
	return a.sh.welcome.message(a.sh, own)
}

func (a *app) kept() safe.Text {
	if said := draftCount(a.sh.basket); said != "" {
		return said + " kept"
	}
	return ""
}

// keyLine ends with help, and begins with "typing:" where keys are text: those
// of a filter, unless the screen has a field of its own.
func (a *app) keyLine(k frame.Keys) frame.Keys {
	if a.top().typing() {
		if k.Prefix == "" {
			k = keyedTyping(a.sh, "open keeps the filter|back clears it|previous-value/next-value row|clear clear")
		}
		k.Last = frame.Key{Name: safe.Clean(a.sh.keys.KeyTyping(keys.Help)), What: "help", Tag: string(keys.Help)}
		return k
	}
	if k.Last == (frame.Key{}) && a.top().where()&(keys.OnHelp|keys.OnMenu) == 0 {
		k.Last = frame.Key{Name: safe.Clean(a.sh.keys.Key(keys.Help)), What: "help", Tag: string(keys.Help)}
	}
	return k
}

func (a *app) crumbs(depth int) []safe.Text {
	from := 0
	for i, s := range a.stack[:depth] {
		if l, ok := s.screen.(rootScreen); ok && l.alone() {
			from = i
		}
	}
	crumbs := make([]safe.Text, 0, depth)
	for _, s := range a.stack[from:depth] {
		crumbs = append(crumbs, s.crumb())
	}
	return crumbs
}

func (a *app) title() string {
	parts := make([]string, 0, len(a.stack))
	for _, c := range a.crumbs(len(a.stack)) {
		parts = append(parts, string(c))
	}
	return strings.Join(parts, " > ")
}

// right says on which host, as whom, and how much is staged.
func (a *app) right(top screen) []frame.Span {
	s := a.sh.session
	var spans []frame.Span
	if k, ok := top.(autoRefresher); ok && k.keeps() {
		spans = append(spans, frame.Span{Text: "keep reading 5 s", Style: theme.BadgeInfo})
	}
	if s.Root() == "/" {
		spans = append(spans, frame.Span{Text: safe.Clean(s.HostName()), Style: theme.Strong, Tag: string(keys.Facts)})
		if s.IsRoot() {
			spans = append(spans, frame.Span{Text: "root", Style: theme.BadgeNeutral})
		} else {
			spans = append(spans, frame.Span{Text: safe.Clean(s.User()) + ", not root", Style: theme.BadgeChange})
		}
	} else {
		name := frame.Span{Text: safe.Clean(a.opt.Name), Style: theme.Info, Tag: string(keys.Facts)}
		if name.Text == "" {
			name.Text, name.Joined = "below", true
		}
		const folder = 10 // the least cells that still say something of it
		spans = append(spans, name, frame.Span{Text: safe.Clean(s.Root()), Style: theme.BadgeInfo, MinWidth: folder, Tag: string(keys.Facts)})
	}
	if text := a.running(); text != "" {
		spans = append(spans, frame.Span{Text: text, Style: theme.BadgeInfo})
	} else if said := basketSize(a.sh.basket); said != "" {
		spans = append(spans, frame.Span{Text: said, Style: theme.BadgeChange, Tag: string(keys.Basket)})
	}
	return spans
}
