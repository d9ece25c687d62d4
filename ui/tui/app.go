package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"ralsh/model/listings"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
)

// app is the root model. It owns the size, the stack of screens, the message
// line and everything that outlives a screen.
type app struct {
	screens
	opt       Options
	notes     messages
	queue     keyQueue
	saver     saver
	ticking   bool
	busyPulse bool
	editing   bool        // an editor runs, or its text is read
	stopped   []time.Time // the times of the last presses of ctrl+c
	under     under
	mouse     mouse
	overlaid  bool // the top screen was drawn as a layer
	draw      func(s kit.Screen, width, height int) frame.Content
}

func newApp(sh *kit.Shared, opt Options) *app {
	a := &app{screens: screens{sh: sh}, opt: opt, saver: saver{sh: sh}, draw: kit.Screen.View}
	a.notes.hint = opt.Hint
	a.mouse.on = opt.Mouse
	return a
}

// Init puts the first screen on the stack, and loads the saved basket. Bubble Tea
// calls program.Init.
func (a *app) Init() tea.Cmd {
	cmds := []tea.Cmd{a.push(kit.Route{Kind: kit.RouteTypes}), a.saver.load()}
	if h := a.opt.Handover; h != nil {
		cmds = append(cmds, a.push(kit.Route{Kind: kit.RouteDifference, Proposal: &kit.Proposal{Decls: h.Decls, Handover: h}}))
	}
	if a.sh.Welcome.Any() {
		cmds = append(cmds, a.push(kit.Route{Kind: kit.RouteWelcome}))
	}
	return tea.Batch(cmds...)
}

// Update routes a message: keys become intents, results go to the screens.
func (a *app) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := tea.Batch(a.route(msg), a.checkLessons())
	if !forLayer(msg) {
		a.under = under{}
	}
	return a, tea.Batch(cmd, a.tick(), a.sh.TakeRests(), a.saver.save(), a.saver.checkReadiness(), a.keepLog())
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
		return a.broadcast(msg)
	case queuedCmdMsg:
		return a.queuedCmdDone(msg)
	case releaseMsg:
		return a.release(msg.number)
	case tea.MouseMsg:
		return pointer{a}.handle(msg)
	case clickAgainMsg:
		return pointer{a}.clickAgain(msg)
	case kit.PushMsg:
		return a.push(msg.Route)
	case kit.MenuMsg:
		return a.menu(msg.Menu)
	case kit.PopMsg:
		return a.leave(msg.N)
	case kit.ReplaceMsg:
		return a.replace(msg.Route)
	case kit.NavigateMsg:
		return a.navigate(msg.Route)
	case kit.SayMsg:
		return a.say(msg)
	case kit.SettledMsg:
		a.notes.settle(msg.About)
		return nil
	case fadeMsg:
		a.notes.fade(msg)
		return nil
	case kit.CopyMsg:
		return a.copy(msg)
	case kit.IntentMsg:
		return a.intend(msg.Intent)
	case runEditorMsg:
		a.editing = true
		return msg.editor.lend()
	case editorDoneMsg:
		a.editing = false
		return a.route(msg.result)
	case editorExitedMsg:
		return msg.editor.exited(msg.text, msg.err)
	case stoppedMsg:
		return a.textRejected(msg)
	case editParsedMsg:
		return a.applyText(msg.edited)
	case kit.TickMsg:
		a.ticking, a.busyPulse = false, !a.busyPulse
		return a.broadcast(msg)
	case basketLoadedMsg:
		return a.mergeBasket(msg)
	case basketSavedMsg:
		return a.saved(msg)
	case readinessMsg:
		a.sh.Basket.EndCheck(msg.readiness)
		return nil
	case saveAgainMsg:
		a.saver.retrying = false
		a.sh.Basket.Retry()
		return nil
	case logKeptMsg:
		a.logKept(msg)
		return nil
	case draftReadMsg:
		if msg.draft.Found == nil {
			msg.draft.Found = msg.found
		}
		return a.broadcast(msg)
	case kit.AppliedMsg:
		return tea.Batch(a.broadcast(msg), a.applied(msg.Screen))
	case kit.ReadingMsg:
		return a.listed(msg)
	case kit.ChangedMsg:
		a.sh.Session.Env.Invalidate()
		a.sh.Listings.Changed()
		return a.broadcast(msg)
	}
	return a.broadcast(msg)
}

// resize sets the new size. A frame that was drawn between the resize and this
// message can have set the scroll margins to the old number of rows. The
// renderer never resets them, and the rest of the screen would scroll within
// them.
func (a *app) resize(width, height int) tea.Cmd {
	first := a.width == 0
	a.notes.shown = a.notes.shown && !a.small()
	a.width, a.height, a.sh.Width = width, height, width
	text := a.broadcast(tea.WindowSizeMsg{Width: width, Height: height})
	if first {
		return text
	}
	return tea.Batch(text, tea.Sequence(tea.Raw(ansi.SetTopBottomMargins(0, 0)), tea.ClearScreen))
}

// background mixes the tints with the terminal's background, and selects the
// theme that fits it unless the theme is fixed. ralsh does not wait for this
// message, because a terminal may not send it.
func (a *app) background(msg tea.BackgroundColorMsg) {
	if msg.Color == nil {
		return
	}
	opt := theme.Options{Profile: a.opt.Profile, Light: !msg.IsDark(), Background: msg.Color}
	a.sh.Mode = a.sh.Mode.Themed(a.opt.choice.Options(opt))
}

// broadcast passes a message to every screen, the top screen first.
func (a *screens) broadcast(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for i := len(a.stack) - 1; i >= 0; i-- {
		cmds = append(cmds, a.stack[i].Update(msg))
	}
	return tea.Batch(cmds...)
}

// tick updates times and the running sign while anything is running.
func (a *app) tick() tea.Cmd {
	if a.ticking || len(a.stack) == 0 || !a.Busy() {
		return nil
	}
	a.ticking = true
	return a.sh.Wait(500*time.Millisecond, kit.TickMsg{})
}

func (a *app) Busy() bool {
	if a.busyAt(len(a.stack)-1) || a.overlaid && a.busyAt(len(a.stack)-2) {
		return true
	}
	return a.running() != ""
}

func (a *screens) busyAt(i int) bool {
	if i < 0 {
		return false
	}
	w, ok := a.stack[i].Screen.(kit.BusyScreen)
	return ok && w.Busy()
}

func (a *screens) running() safe.Text {
	for _, s := range a.stack {
		if r, ok := s.Screen.(kit.Runner); ok {
			if text := r.Running(); text != "" {
				return text
			}
		}
	}
	return ""
}

// listed passes the results of a reading to the screens. It drops the results
// of a cancelled reading.
func (a *app) listed(msg kit.ReadingMsg) tea.Cmd {
	out, ok := msg.Reading.Take(msg.Batch.Items, msg.Batch.Ended, a.sh.Now())
	if !ok {
		return nil
	}
	var next tea.Cmd
	if !msg.Batch.Ended {
		next = kit.NextOf(msg.Reading, msg.Batch.Feed)
	}
	if out.Listing.Stage == listings.StageDone {
		a.sh.Log.Listed(out.Listing)
		a.sh.Log.Moved(out.Listing, a.sh.Now())
	}
	return tea.Batch(next, a.broadcast(kit.ListedMsg(out)))
}
