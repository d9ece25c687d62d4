package tui

import (
	"context"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/model/basket"
	"ralsh/model/listings"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

// shared is what every screen has at hand. The root owns it.
type shared struct {
	ctx      context.Context // ends with the program
	session  *model.Session
	mode     frame.Mode
	keys     keys.Table
	now      func() time.Time
	width    int                                  // of the terminal, 0 before it is known
	after    func(time.Duration, tea.Msg) tea.Cmd // nil is tea.Tick; tests keep no real time
	basket   *basket.Basket                       // what is staged
	listings *listings.Cache                      // what was listed, one listing per type
	log      *eventLog
	recent   recent
	places   places
	rests    []tea.Cmd // what keys do not wait for and was not begun yet, such as that a cursor stands still
	makers   map[routeKind]maker
	// applying is the screen of the apply that runs, nil when none does.
	applying runner
	// lend lends the terminal to another program; nil is tea.Exec.
	lend         func(tea.ExecCommand, tea.ExecCallback) tea.Cmd
	lendTerminal func() (back func()) // Options.Lend
	welcome      lessons
	// toldModules: what of the modules cannot be used was said at the start.
	toldModules bool
	// parting is said once the screens have let go of the terminal.
	parting []safe.Text
	undrawn safe.Text // what was last said of a screen that could not be drawn
	// work counts the applies under way. Run waits for them before it returns:
	// a program that ends would take its commands with it.
	work sync.WaitGroup
}

// newShared is what the screens have at hand that drive a session, with the screens
// to which their routes lead.
func newShared(ctx context.Context, session *model.Session, table keys.Table, makers map[routeKind]maker) *shared {
	return &shared{
		ctx: ctx, session: session, keys: table, now: time.Now, makers: makers,
		basket: basket.New(session), listings: listings.New(), log: &eventLog{}, places: make(places),
	}
}

// wait sends a message after a while.
func (sh *shared) wait(d time.Duration, msg tea.Msg) tea.Cmd {
	if sh.after != nil {
		return sh.after(d, msg)
	}
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}

// screen is one screen on the stack. All its methods are called from the
// program's own goroutine; what takes time is a tea.Cmd, whose message carries
// whatever the screen needs to know that it is still wanted.
type screen interface {
	// crumb is the screen's part of the breadcrumb.
	crumb() safe.Text
	// where tells which keys work here; keys.Typing is added by the root while
	// typing returns true.
	where() keys.Where
	// start is run once, when the screen is put on the stack.
	start() tea.Cmd
	// update is given every message that is not a key. A screen ignores what is
	// not its own.
	update(msg tea.Msg) tea.Cmd
	// do carries out an intent; handled is false to leave it to the root.
	do(in keys.Intent) (cmd tea.Cmd, handled bool)
	// typing reports whether keys edit a field; press is given those.
	typing() bool
	press(key tea.KeyPressMsg) tea.Cmd
	// view fills in Body, Foot, Message and Keys for a size; the root fills in
	// the top line.
	view(width, height int) frame.Content
	// chip is the filter chip of the top line, "" for none.
	chip() safe.Text
	// disabled says why an intent does not work here now, "" when it does.
	disabled(in keys.Intent) string
	// close ends whatever still runs for the screen.
	close()
}

// What a screen may have besides; the root asks for it.
type (
	// busyScreen is a screen for which something may be under way: while busy the
	// working sign swells and times go on, by a tickMsg twice a second.
	busyScreen interface{ busy() bool }
	// runner is a screen that changes the host.
	runner interface {
		screen
		// running is what line 1 says of it on all other screens, "applying 3 of 6";
		// "" when it does not change the host any more.
		running() safe.Text
		// inHand names the command that runs, or the step.
		inHand() string
		begun() time.Time
		// wayOutSmall is what ctrl+c does now, for a terminal that has no room for more.
		wayOutSmall() safe.Text
		// stopping reports whether the command in hand is being stopped; stopNow does.
		stopping() bool
		stopNow()
		// carried is the plan that was carried out, nil while it still is.
		carried() *transaction.Plan
		// summary is how that ended, in a sentence, and whether somebody has to see it.
		summary() (said string, needs bool)
		// unseen is what is said of it where the program was left before it had ended,
		// "" where it was seen.
		unseen() string
	}
	// errorLister is a screen that shows all errors that were not dismissed: none
	// stands in the place of its own message.
	errorLister interface{ listsErrors() }
	// autoRefresher is a screen that can read again by itself; line 1 says so.
	autoRefresher interface{ keeps() bool }
	// speaker is a screen whose own sentence comes before an error that came up
	// elsewhere, while speaks holds; the error is in the log.
	speaker interface{ speaks() bool }
	// textTaker is a screen that asks for a name: a text that begins it is typed into its
	// field, though the field has not the focus.
	textTaker interface{ takes(text string) bool }
	// rootScreen is a screen whose breadcrumb begins with itself.
	rootScreen interface{ alone() bool }
)

// Messages by which a screen asks the root for something.
type (
	// sayMsg shows a message; info fades after 5 s, errors stay until x.
	sayMsg struct {
		text safe.Text
		bad  bool
		// about names what an error is about, "" nothing: a later one about it
		// stands in its place, and success takes it back.
		about string
		sign  frame.Sign // of info: SignCannot says that something does not work here
		took  safe.Text
		// all are the several things that an error is about, for its why and the log.
		all []safe.Text
	}
	// settledMsg takes back the error about something that is good now.
	settledMsg struct{ about string }
	// copyMsg sends text to the terminal's clipboard and says so.
	copyMsg struct{ text, what string }
	// appliedMsg is the end of an apply.
	appliedMsg struct {
		screen runner
		report *transaction.Report
		err    error
		run    int         // its number in the journal, 0 where none is kept
		cannot []safe.Text // of an undo: what was not undone
	}
	// changedMsg tells every screen that the host was changed.
	changedMsg struct{}
	// seenMsg tells a screen that it is on top again.
	seenMsg struct{}
	// draftedMsg tells every screen that drafts are not as they were.
	draftedMsg struct{}
	// everyMsg tells a screen that it is time to read again.
	everyMsg struct{ screen screen }
	// tickMsg comes twice a second while a screen is busy.
	tickMsg struct{}
)

// readsEvery is how often a screen reads again that keeps reading.
const readsEvery = 5 * time.Second

func say(text safe.Text) tea.Cmd { return func() tea.Msg { return sayMsg{text: text} } }

func sayUnavailable(text safe.Text) tea.Cmd {
	return func() tea.Msg { return sayMsg{text: text, sign: frame.SignCannot} }
}

func sayError(text safe.Text) tea.Cmd { return func() tea.Msg { return sayMsg{text: text, bad: true} } }

// noRow is said by what is about a row, where there is none.
const noRow = "no row is under the cursor"

// oneField says what a screen lacks that is one field to type in.
func oneField(in keys.Intent) string {
	switch in {
	case keys.NextPane, keys.PreviousPane, keys.NextValue, keys.PreviousValue:
		return "there is one field here"
	}
	return ""
}

// missing says what a screen lacks that has nothing for an intent.
func missing(in keys.Intent) string {
	switch in {
	case keys.NextPane, keys.PreviousPane, keys.Zoom, keys.PaneNarrower, keys.PaneWider:
		return "there is one pane here"
	case keys.ShowCommand:
		return "no command does the same as this screen"
	case keys.Copy:
		return "there is nothing to copy here"
	case keys.Why:
		return "there is nothing to explain here"
	case keys.Filter, keys.OnlyFindings:
		return "there is no list here"
	case keys.Refresh:
		return "there is nothing to read again here"
	case keys.MoveLeft, keys.MoveRight:
		return "there is no column beside this one"
	case keys.Open:
		return "there is nothing to go into here"
	}
	return ""
}
