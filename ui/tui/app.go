package tui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

// app is the root: it owns the size, the stack of screens, the message line and
// what outlives the screens.
type app struct {
	sh            *shared
	opt           Options
	stack         []screen
	width, height int
	notes         notes
	hold          hold
	ticking       bool
	swell         bool
	stopped       []time.Time // when ctrl+c was pressed, the last two
}

func newApp(sh *shared, opt Options) *app {
	a := &app{sh: sh, opt: opt}
	a.notes.hint = opt.Hint
	return a
}

// Init puts the first screen on the stack.
func (a *app) Init() tea.Cmd { return a.push(newTypes(a.sh)) }

// Update routes a message: keys become intents, answers go to the screens.
func (a *app) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := a.route(msg)
	return a, tea.Batch(cmd, a.tick())
}

func (a *app) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.width, a.height = msg.Width, msg.Height
		return nil
	case tea.KeyPressMsg:
		return a.key(msg)
	case heldMsg:
		return a.held(msg)
	case releaseMsg:
		return a.release(msg.number)
	case tea.MouseWheelMsg:
		return a.wheel(msg)
	case pushMsg:
		return a.push(msg.screen)
	case popMsg:
		return a.pop(msg.n)
	case replaceMsg:
		return a.replace(msg.screen)
	case goMsg:
		return a.lead(msg.screens)
	case sayMsg:
		return a.say(msg)
	case fadeMsg:
		a.notes.fade(msg)
		return nil
	case copyMsg:
		return a.copy(msg)
	case intentMsg:
		return a.do(msg.intent)
	case tickMsg:
		a.ticking, a.swell = false, !a.swell
		return a.tell(msg)
	case fedMsg[news]:
		return a.listed(msg)
	case changedMsg:
		a.sh.session.Env.Changed()
		a.sh.book.stale()
		return a.tell(msg)
	}
	return a.tell(msg)
}

// tell gives a message to every screen, the top one first.
func (a *app) tell(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for i := len(a.stack) - 1; i >= 0; i-- {
		cmds = append(cmds, a.stack[i].update(msg))
	}
	return tea.Batch(cmds...)
}

func (a *app) listed(msg fedMsg[news]) tea.Cmd {
	out, next, ok := a.sh.book.take(msg, a.sh.now())
	if !ok {
		return nil
	}
	if out.listing.stage == stageDone {
		a.sh.log.listed(out.listing, a.sh.now())
	}
	return tea.Batch(next, a.tell(out))
}

// tick keeps times and the working sign going, as long as something works.
func (a *app) tick() tea.Cmd {
	if a.ticking || len(a.stack) == 0 || !a.busy() {
		return nil
	}
	a.ticking = true
	return a.sh.wait(500*time.Millisecond, tickMsg{})
}

func (a *app) busy() bool {
	if w, ok := a.top().(worker); ok && w.busy() {
		return true
	}
	return a.running() != ""
}

func (a *app) running() safe.Text {
	for _, s := range a.stack {
		if r, ok := s.(runner); ok {
			if text := r.running(); text != "" {
				return text
			}
		}
	}
	return ""
}

// View draws the top screen.
func (a *app) View() tea.View {
	if a.width == 0 || len(a.stack) == 0 {
		return tea.View{AltScreen: true}
	}
	f := a.frame()
	v := tea.NewView(f.String())
	v.AltScreen = true
	v.WindowTitle = "ralsh: " + a.title()
	if a.opt.Mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	if f.CursorX >= 0 {
		v.Cursor = tea.NewCursor(f.CursorX, f.CursorY)
		v.Cursor.Blink = false
	}
	return v
}

func (a *app) frame() frame.Frame {
	c := a.top().view(a.width, a.height)
	c.Top = frame.Top{Crumbs: a.crumbs(), Chip: a.top().chip(), Right: a.right()}
	if m, ok := a.notes.message(a.top().typing()); ok {
		if m.Evidence == "" && frame.Margin+m.Text.Width()+c.Message.Evidence.Width()+4 < a.width {
			m.Evidence = c.Message.Evidence
		}
		c.Message = m
	}
	c.Keys = a.keyLine(c.Keys)
	c.Swell = a.swell
	c.Kept = a.kept()
	c.Running = a.running()
	return frame.Draw(a.sh.mode, a.width, a.height, c)
}

func (a *app) kept() safe.Text {
	if said := a.sh.drafts.said(); said != "" {
		return said + " kept"
	}
	return ""
}

// keyLine ends with help, and begins with "typing:" where keys are text: those
// of a filter, unless the screen has a field of its own.
func (a *app) keyLine(k frame.Keys) frame.Keys {
	if a.top().typing() {
		if k.Prefix == "" {
			k = keyed("enter keeps the filter|esc clears it|up down row|ctrl+u clear")
			k.Prefix = typingPrefix
		}
		k.Last = frame.Key{Name: "F1", What: "help"}
		return k
	}
	if k.Last == (frame.Key{}) && a.top().where()&keys.OnHelp == 0 {
		k.Last = frame.Key{Name: safe.Clean(a.sh.keys.Key(keys.Help)), What: "help"}
	}
	return k
}

func (a *app) crumbs() []safe.Text {
	from := 0
	for i, s := range a.stack {
		if l, ok := s.(loner); ok && l.alone() {
			from = i
		}
	}
	crumbs := make([]safe.Text, 0, len(a.stack))
	for _, s := range a.stack[from:] {
		crumbs = append(crumbs, s.crumb())
	}
	return crumbs
}

func (a *app) title() string {
	parts := make([]string, 0, len(a.stack))
	for _, c := range a.crumbs() {
		parts = append(parts, string(c))
	}
	return strings.Join(parts, " > ")
}

// right says on which host, as whom, and how much is staged.
func (a *app) right() []frame.Span {
	s := a.sh.session
	var spans []frame.Span
	if k, ok := a.top().(keeper); ok && k.keeps() {
		spans = append(spans, frame.Span{Text: "keep reading 5 s"})
	}
	if s.Root() == "/" {
		spans = append(spans, frame.Span{Text: safe.Clean(s.HostName())})
		if s.IsRoot() {
			spans = append(spans, frame.Span{Text: "root"})
		} else {
			spans = append(spans, frame.Span{Text: safe.Clean(s.User()) + ", not root", Look: frame.Yellow})
		}
	} else {
		name := a.opt.Name
		if name == "" {
			name = "below"
		}
		spans = append(spans, frame.Span{Text: safe.Clean(name), Look: frame.Cyan}, frame.Span{Text: safe.Clean(s.Root()), Look: frame.Cyan})
	}
	if text := a.running(); text != "" {
		spans = append(spans, frame.Span{Text: text, Look: frame.Cyan})
	} else if said := a.sh.drafts.said(); said != "" {
		spans = append(spans, frame.Span{Text: said})
	}
	return spans
}
