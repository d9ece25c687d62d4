package kittest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
)

// Stage plays the root for a stack of screens: it passes keys and messages to
// them, runs commands concurrently and does not wait for real time.
type Stage struct {
	T        *testing.T
	Sh       *kit.Shared
	Stack    []kit.Screen
	W, H     int
	Messages []kit.SayMsg
	Copied   []kit.CopyMsg
	Changed  int
	open     int
	Quit     bool
	msgs     chan tea.Msg
	Waiting  []tea.Msg // messages of timers that have not expired
}

// NewStage puts a screen on a stage of 120x36.
func NewStage(t *testing.T, sh *kit.Shared, s kit.Screen) *Stage {
	t.Helper()
	st := &Stage{T: t, Sh: sh, W: 120, H: 36, msgs: make(chan tea.Msg, 1024)}
	sh.After = func(_ time.Duration, msg tea.Msg) tea.Cmd {
		return func() tea.Msg { return later{msg} }
	}
	st.Push(s)
	return st
}

// later is the message of a timer.
type later struct{ msg tea.Msg }

// Push puts a screen on top.
func (st *Stage) Push(s kit.Screen) {
	st.Stack = append(st.Stack, s)
	st.Run(s.Start())
}

// screen returns the screen of a route, or a stand-in if the test has no maker
// for it.
func (st *Stage) screen(r kit.Route) kit.Screen {
	r = st.Sh.Settle(r)
	if st.Sh.Makers[r.Kind] == nil {
		return &StandIn{Route: r}
	}
	return st.Sh.Make(r)
}

// StandIn is a screen that shows its route.
type StandIn struct {
	kit.Basic
	Route kit.Route
	Name  safe.Text // its part of the breadcrumb
}

func (s *StandIn) Crumb() safe.Text     { return s.Name }
func (s *StandIn) Where() keys.Where    { return keys.OnMenu }
func (s *StandIn) Actions() kit.Actions { return nil }
func (s *StandIn) View(width, _ int) frame.Content {
	r := s.Route
	said := fmt.Sprintf("leads to %s %s %s %s", r.Kind, r.Typ, r.Name, r.Provider)
	if r.Proposal != nil {
		for _, d := range r.Proposal.Decls {
			said += " " + d.Type + " " + d.Title
			for _, a := range d.Attrs {
				said += " " + a.Name + " " + a.Value.Text()
			}
		}
	}
	text := safe.Clean(strings.Join(strings.Fields(said), " "))
	return frame.Content{Body: []frame.Block{frame.One(kit.ProseRows(text, width))}}
}

// Top returns the top screen.
func (st *Stage) Top() kit.Screen { return st.Stack[len(st.Stack)-1] }

// Run starts a command.
func (st *Stage) Run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	st.open++
	go func() { st.msgs <- cmd() }()
}

// Until handles messages until the condition holds; nil waits until no command
// is running.
func (st *Stage) Until(done func() bool) {
	st.T.Helper()
	for done == nil || !done() {
		if st.open == 0 {
			if done != nil {
				st.T.Fatalf("nothing runs any more, and the condition does not hold:\n%s", st.Text())
			}
			return
		}
		msg := <-st.msgs
		st.open--
		st.Take(msg)
	}
}

// Take handles a message as the root would.
func (st *Stage) Take(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
	case tea.QuitMsg:
		st.Quit = true
	case tea.BatchMsg:
		for _, cmd := range msg {
			st.Run(cmd)
		}
	case later:
		st.Waiting = append(st.Waiting, msg.msg)
	case kit.PushMsg:
		st.Push(st.screen(msg.Route))
	case kit.MenuMsg:
		st.Push(msg.Menu)
	case kit.ReplaceMsg:
		st.Top().Close()
		st.Stack = st.Stack[:len(st.Stack)-1]
		st.Push(st.screen(msg.Route))
	case kit.PopMsg:
		for range min(msg.N, len(st.Stack)-1) {
			st.Top().Close()
			st.Stack = st.Stack[:len(st.Stack)-1]
		}
	case kit.SayMsg:
		st.Messages = append(st.Messages, msg)
	case kit.CopyMsg:
		st.Copied = append(st.Copied, msg)
	default:
		if _, ok := msg.(kit.ChangedMsg); ok {
			st.Changed++
		}
		for _, s := range st.Stack {
			st.Run(s.Update(msg))
		}
	}
}

// Keys presses keys by their names, and waits for the result of each.
func (st *Stage) Keys(names ...string) {
	st.T.Helper()
	for _, name := range names {
		st.Press(name)
		st.Until(nil)
	}
}

// TypeText types a text, character by character.
func (st *Stage) TypeText(text string) {
	st.T.Helper()
	for _, r := range text {
		st.Keys(string(r))
	}
}

func (st *Stage) Press(name string) {
	st.T.Helper()
	s := st.Top()
	where := s.Where()
	if s.Typing() {
		where |= keys.Typing
	}
	in, ok := st.Sh.Keys.Lookup(where, name)
	if !ok {
		return
	}
	if kit.EditsField(in) {
		st.Run(s.Press(kit.FieldKey(in, Key(name))))
		return
	}
	if why := st.Sh.DisabledReason(s, in); why != "" && !(in == keys.Open && s.Typing()) {
		st.Run(kit.SayUnavailable(safe.Clean(st.Sh.Keys.Key(in) + ": " + why)))
		return
	}
	cmd, handled := kit.Do(s, in)
	if !handled && in == keys.Back {
		st.Take(kit.PopMsg{N: 1})
	}
	st.Run(cmd)
}

// Key returns the key press with a name.
func Key(name string) tea.KeyPressMsg {
	for key, code := range map[string]rune{
		"left": tea.KeyLeft, "right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd,
		"backspace": tea.KeyBackspace, "delete": tea.KeyDelete,
	} {
		if name == key {
			return tea.KeyPressMsg{Code: code}
		}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}
