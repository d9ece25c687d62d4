package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
)

// app is the root: it owns the size, the stack of screens, the message line and
// what outlives the screens.
type app struct {
	sh            *shared
	opt           Options
	stack         []layer
	width, height int
	notes         messages
	hold          keyQueue
	saver         saver
	ticking       bool
	busyPulse     bool
	stopped       []time.Time // when ctrl+c was pressed, the last two
	under         under
	mouse         mouse
	overlaid      bool // the top screen was drawn as a layer
	draw          func(s screen, width, height int) frame.Content
}

func newApp(sh *shared, opt Options) *app {
	a := &app{sh: sh, opt: opt, draw: screen.view}
	a.notes.hint = opt.Hint
	a.mouse.on = opt.Mouse
	return a
}

// Init puts the first screen on the stack, and takes up the basket that was kept.
func (a *app) Init() tea.Cmd {
	cmds := []tea.Cmd{a.push(route{kind: routeTypes}), a.loadBasket(), tea.RequestBackgroundColor}
	if a.sh.welcome.any() {
		cmds = append(cmds, a.push(route{kind: routeWelcome}))
	}
	return tea.Batch(cmds...)
}

// Update routes a message: keys become intents, answers go to the screens.
func (a *app) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := tea.Batch(a.route(msg), a.attend())
	if !forLayer(msg) {
		a.under = under{}
	}
	return a, tea.Batch(cmd, a.tick(), a.sh.takeRests(), a.save(), a.checkReadiness(), a.keepLog())
}

func (a *app) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return a.resize(msg.Width, msg.Height)
	case tea.BackgroundColorMsg:
		a.background(msg)
		return nil
	case tea.KeyPressMsg:
		return a.key(msg)
	case tea.PasteMsg:
		if a.small() {
			return a.tooSmall("paste")
		}
		return a.tell(msg)
	case queuedCmdMsg:
		return a.held(msg)
	case releaseMsg:
		return a.release(msg.number)
	case tea.MouseMsg:
		return a.mouseMsg(msg)
	case clickAgainMsg:
		if a.takesMouse() {
			return a.click(msg.x, msg.y)
		}
		return nil
	case pushMsg:
		return a.push(msg.route)
	case menuMsg:
		return a.menu(msg.menu)
	case popMsg:
		return a.pop(msg.n)
	case replaceMsg:
		return a.replace(msg.route)
	case navigateMsg:
		return a.lead(msg.route)
	case sayMsg:
		return a.say(msg)
	case settledMsg:
		a.notes.settle(msg.about)
		return nil
	case fadeMsg:
		a.notes.fade(msg)
		return nil
	case copyMsg:
		return a.copy(msg)
	case intentMsg:
		return a.do(msg.intent)
	case runEditorMsg:
		return msg.editor.lend()
	case editorExitedMsg:
		return msg.editor.left(msg.text, msg.err)
	case stoppedMsg:
		return a.untaken(msg)
	case editParsedMsg:
		return a.take(msg.edited)
	case tickMsg:
		a.ticking, a.busyPulse = false, !a.busyPulse
		return a.tell(msg)
	case basketLoadedMsg:
		return a.takeUp(msg)
	case basketSavedMsg:
		return a.saved(msg)
	case readinessMsg:
		a.sh.basket.EndCheck(msg.readiness)
		return nil
	case saveAgainMsg:
		a.saver.retrying = false
		a.sh.basket.Retry()
		return nil
	case logKeptMsg:
		a.logKept(msg)
		return nil
	case draftReadMsg:
		if msg.draft.Found == nil {
			msg.draft.Found = msg.found
		}
		return a.tell(msg)
	case appliedMsg:
		return tea.Batch(a.tell(msg), a.applied(msg.screen))
	case readingMsg:
		return a.listed(msg)
	case changedMsg:
		a.sh.session.Env.Invalidate()
		a.sh.listings.Changed()
		return a.tell(msg)
	}
	return a.tell(msg)
}

// resize takes the new size. What was drawn between the resize and this message can
// have set the margins for scrolling to the rows of before, which the renderer never
// sets again: the rest of the screen would scroll within them.
func (a *app) resize(width, height int) tea.Cmd {
	first := a.width == 0
	a.notes.shown = a.notes.shown && !a.small()
	a.width, a.height, a.sh.width = width, height, width
	told := a.tell(tea.WindowSizeMsg{Width: width, Height: height})
	if first {
		return told
	}
	return tea.Batch(told, tea.Sequence(tea.Raw(ansi.SetTopBottomMargins(0, 0)), tea.ClearScreen))
}

// background mixes the tints with the terminal's own background, and takes the theme
// for it where none is fixed. Nothing waits for that answer, which may never come.
func (a *app) background(msg tea.BackgroundColorMsg) {
	if msg.Color == nil {
		return
	}
	opt := theme.Options{Profile: a.opt.Profile, Light: !msg.IsDark(), Background: msg.Color}
	a.sh.mode = a.sh.mode.Themed(a.opt.choice.Options(opt))
}

// tell gives a message to every screen, the top one first.
func (a *app) tell(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for i := len(a.stack) - 1; i >= 0; i-- {
		cmds = append(cmds, a.stack[i].update(msg))
	}
	return tea.Batch(cmds...)
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
	if a.busyAt(len(a.stack)-1) || a.overlaid && a.busyAt(len(a.stack)-2) {
		return true
	}
	return a.running() != ""
}

// busyAt reports whether a screen of the stack is busy.
func (a *app) busyAt(i int) bool {
	if i < 0 {
		return false
	}
	w, ok := a.stack[i].screen.(busyScreen)
	return ok && w.busy()
}

func (a *app) running() safe.Text {
	for _, s := range a.stack {
		if r, ok := s.screen.(runner); ok {
			if text := r.running(); text != "" {
				return text
			}
		}
	}
	return ""
}
