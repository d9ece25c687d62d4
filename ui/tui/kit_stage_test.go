package tui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

// kitStage plays the root for a stack of screens: it hands on keys and messages,
// runs commands side by side and keeps no real time.
type kitStage struct {
	t       *testing.T
	sh      *shared
	stack   []screen
	w, h    int
	said    []sayMsg
	copied  []copyMsg
	changed int
	open    int
	quit    bool
	msgs    chan tea.Msg
	waiting []tea.Msg // for time to pass
}

func kitOn(t *testing.T, sh *shared, s screen) *kitStage {
	t.Helper()
	st := &kitStage{t: t, sh: sh, w: 120, h: 36, msgs: make(chan tea.Msg, 1024)}
	sh.after = func(_ time.Duration, msg tea.Msg) tea.Cmd {
		return func() tea.Msg { return kitLater{msg} }
	}
	st.push(s)
	return st
}

// kitLater is a message that waits for time to pass.
type kitLater struct{ msg tea.Msg }

func (st *kitStage) push(s screen) {
	st.stack = append(st.stack, s)
	st.run(s.start())
}

// screen is that of a route, or a stand-in where its maker is not among those of the
// test.
func (st *kitStage) screen(r route) screen {
	r = st.sh.settle(r)
	if st.sh.makers[r.kind] == nil {
		return &standIn{route: r}
	}
	return st.sh.screen(r)
}

// standIn is a screen that says to which route it stands.
type standIn struct {
	basic
	route route
	name  safe.Text // its part of the breadcrumb
}

func (s *standIn) crumb() safe.Text               { return s.name }
func (s *standIn) where() keys.Where              { return keys.OnMenu }
func (s *standIn) disabled(keys.Intent) string    { return "" }
func (s *standIn) do(keys.Intent) (tea.Cmd, bool) { return nil, false }
func (s *standIn) view(width, _ int) frame.Content {
	r := s.route
	said := fmt.Sprintf("leads to %s %s %s %s", r.kind, r.typ, r.name, r.provider)
	if r.proposal != nil {
		for _, d := range r.proposal.decls {
			said += " " + d.Type + " " + d.Title
			for _, a := range d.Attrs {
				said += " " + a.Name + " " + a.Value.Text()
			}
		}
	}
	text := safe.Clean(strings.Join(strings.Fields(said), " "))
	return frame.Content{Body: []frame.Block{frame.One(proseRows(text, width))}}
}

func (st *kitStage) top() screen { return st.stack[len(st.stack)-1] }

func (st *kitStage) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	st.open++
	go func() { st.msgs <- cmd() }()
}

// until takes messages in until the condition holds; nil is until no command
// runs any more.
func (st *kitStage) until(done func() bool) {
	st.t.Helper()
	for done == nil || !done() {
		if st.open == 0 {
			if done != nil {
				st.t.Fatalf("nothing runs any more, and the condition does not hold:\n%s", st.text())
			}
			return
		}
		msg := <-st.msgs
		st.open--
		st.take(msg)
	}
}

func (st *kitStage) take(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
	case tea.QuitMsg:
		st.quit = true
	case tea.BatchMsg:
		for _, cmd := range msg {
			st.run(cmd)
		}
	case kitLater:
		st.waiting = append(st.waiting, msg.msg)
	case pushMsg:
		st.push(st.screen(msg.route))
	case menuMsg:
		st.push(msg.menu)
	case replaceMsg:
		st.top().close()
		st.stack = st.stack[:len(st.stack)-1]
		st.push(st.screen(msg.route))
	case popMsg:
		for range min(msg.n, len(st.stack)-1) {
			st.top().close()
			st.stack = st.stack[:len(st.stack)-1]
		}
	case sayMsg:
		st.said = append(st.said, msg)
	case copyMsg:
		st.copied = append(st.copied, msg)
	default:
		if _, ok := msg.(changedMsg); ok {
			st.changed++
		}
		for _, s := range st.stack {
			st.run(s.update(msg))
		}
	}
}

// keys presses keys by their names, and waits for what comes of each.
func (st *kitStage) keys(names ...string) {
	st.t.Helper()
	for _, name := range names {
		st.press(name)
		st.until(nil)
	}
}

// typeText types a text, character by character.
func (st *kitStage) typeText(text string) {
	st.t.Helper()
	for _, r := range text {
		st.keys(string(r))
	}
}

func (st *kitStage) press(name string) {
	st.t.Helper()
	s := st.top()
	where := s.where()
	if s.typing() {
		where |= keys.Typing
	}
	in, ok := st.sh.keys.Lookup(where, name)
	if !ok {
		return
	}
	if edits(in) {
		st.run(s.press(fieldKey(in, kitKey(name))))
		return
	}
	cmd, handled := s.do(in)
	if !handled && in == keys.Back {
		st.take(popMsg{1})
	}
	st.run(cmd)
}

func kitKey(name string) tea.KeyPressMsg {
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
