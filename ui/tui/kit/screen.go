package kit

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/model/basket"
	"ralsh/model/draft"
	"ralsh/model/fleet"
	"ralsh/model/listings"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/sessionlog"
)

// Shared is the state that all screens share. The root owns it.
type Shared struct {
	Ctx      context.Context // ends with the program
	Session  *model.Session
	Mode     frame.Mode
	Keys     keys.Table
	Now      func() time.Time
	Width    int                                  // of the terminal; 0 until it is known
	After    func(time.Duration, tea.Msg) tea.Cmd // nil means tea.Tick; tests do not wait
	Basket   *basket.Basket                       // the staged drafts
	Listings *listings.Cache                      // one listing for each type
	Log      *sessionlog.Log
	Recent   Recent
	undoing  atomic.Bool // an undo is being planned
	Places   Places
	Rests    []tea.Cmd // commands to start that do not delay keys, such as waiting for the cursor to rest
	Makers   map[RouteKind]Maker
	Named    []RouteKind // the kinds of screens that open without arguments
	// the screen of the running apply; nil without an apply
	Applying Runner
	// lends the terminal to another program; nil means tea.Exec
	Lend         func(tea.ExecCommand, tea.ExecCallback) tea.Cmd
	LendTerminal func() (back func()) // Options.Lend
	Reach        fleet.Reach          // how other hosts are reached
	Welcome      Lessons
	// the start reported which parts of the modules are unusable
	ModulesReported bool
	// printed once the screens have released the terminal
	Parting []safe.Text
	undrawn safe.Text // the last message about a screen that could not be drawn
	// AnyApplied means that an apply ran, and AllApplied that the last apply
	// finished all changes.
	AnyApplied, AllApplied bool
	// Work counts the running applies. Run waits for them before it returns,
	// because the end of the program would end their commands.
	Work sync.WaitGroup
}

// NewShared returns the shared state for a session, with the makers of the
// screens of routes.
func NewShared(ctx context.Context, session *model.Session, table keys.Table, makers map[RouteKind]Maker) *Shared {
	return &Shared{
		Ctx: ctx, Session: session, Keys: table, Now: time.Now, Makers: makers,
		Basket: basket.New(session), Listings: listings.New(), Log: &sessionlog.Log{}, Places: make(Places),
	}
}

// Wait sends a message after a delay.
func (sh *Shared) Wait(d time.Duration, msg tea.Msg) tea.Cmd {
	if sh.After != nil {
		return sh.After(d, msg)
	}
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}

// Screen is one screen on the stack. All its methods are called from the
// goroutine of Bubble Tea. Work that takes time is a tea.Cmd, whose message
// contains what the screen needs to decide whether it is still needed.
type Screen interface {
	// Crumb returns the screen's part of the breadcrumb.
	Crumb() safe.Text
	// Where reports which keys work here. The root adds keys.Typing while
	// Typing returns true.
	Where() keys.Where
	// Start is called once, when the screen is put on the stack.
	Start() tea.Cmd
	// Update is called with every message that is not a key. A screen ignores
	// messages for other screens.
	Update(msg tea.Msg) tea.Cmd
	// Actions returns the actions that the screen offers now.
	Actions() Actions
	// Do performs an intent that a part of the screen handles, like a list or a
	// filter. If handled is false, the actions handle it, and then the root.
	Do(in keys.Intent) (cmd tea.Cmd, handled bool)
	// Typing reports whether keys edit a field; they are then passed to Press.
	Typing() bool
	// Press edits the field by a key.
	Press(key tea.KeyPressMsg) tea.Cmd
	// View returns Body, Foot, Message and Keys for a size. The root adds the
	// top line.
	View(width, height int) frame.Content
	// Chip returns the filter for the top line, or "".
	Chip() safe.Text
	// Close stops all work of the screen.
	Close()
}

// Optional interfaces of a screen, which the root checks for.
type (
	// BusyScreen is a screen with work that may be running. While busy, it
	// receives a TickMsg twice a second, which animates the running sign and
	// the times.
	BusyScreen interface{ Busy() bool }
	// NamingScreen is a screen that names the current effect of an intent, or
	// returns "" for the effect in the key table. Help shows the names while
	// the user types.
	NamingScreen interface {
		Name(in keys.Intent) safe.Text
	}
	// Runner is a screen that changes the host.
	Runner interface {
		Screen
		// Running returns the text for line 1 on all other screens, "applying 3
		// of 6", or "" if it no longer changes the host.
		Running() safe.Text
		// InHand names the running command or step.
		InHand() string
		// Begun returns when it began.
		Begun() time.Time
		// WayOutSmall returns the current effect of ctrl+c, for a very small
		// terminal.
		WayOutSmall() safe.Text
		// Stopping reports whether the current command is being stopped.
		// StopNow stops it.
		Stopping() bool
		StopNow()
		// Carried returns the applied plan, or nil while it is being applied.
		Carried() *transaction.Plan
		// Summary returns the result in a sentence, and whether it needs
		// attention.
		Summary() (text string, needs bool)
		// Unseen returns the text to print if the user quit before they saw the
		// result, or "".
		Unseen() string
	}
	// ErrorLister is a screen that shows all errors that were not dismissed. No
	// error replaces its message.
	ErrorLister interface{ ListsErrors() }
	// AutoRefresher is a screen that can read again periodically, which line 1
	// shows.
	AutoRefresher interface{ Keeps() bool }
	// Speaker is a screen with a message that precedes errors of other screens
	// while Speaks returns true. These errors are in the log.
	Speaker interface{ Speaks() bool }
	// TextTaker is a screen that requires a name. Text that begins a name is
	// typed into its field even if the field does not have the focus.
	TextTaker interface{ Takes(text string) bool }
	// RootScreen is a screen that begins the breadcrumb.
	RootScreen interface{ Alone() bool }
)

// Messages with which a screen requests something from the root.
type (
	// SayMsg shows a message. Info fades after 5 s; errors stay until x.
	SayMsg struct {
		Text safe.Text
		Bad  bool
		// the subject of an error; can be "". A later error about it replaces
		// this error, and success removes it
		About string
		Sign  frame.Sign // of info: SignCannot means that something does not work here
		Took  safe.Text
		// the details of an error, for its why and the log
		All []safe.Text
	}
	// SettledMsg removes the error about a subject that is good now.
	SettledMsg struct{ About string }
	// CopyMsg copies text to the terminal's clipboard and reports it.
	CopyMsg struct{ Text, What string }
	// AppliedMsg reports the end of an apply.
	AppliedMsg struct {
		Screen Runner
		Report *transaction.Report
		Err    error
		Run    int         // its number in the journal; 0 without a journal
		Cannot []safe.Text // for an undo, what was not undone
	}
	// ChangedMsg informs every screen that the host was changed.
	ChangedMsg struct{}
	// SeenMsg informs a screen that it is on top again.
	SeenMsg struct{}
	// DraftedMsg informs every screen that the drafts changed.
	DraftedMsg struct{}
	// EveryMsg informs a screen that it is time to read again.
	EveryMsg struct{ Screen Screen }
	// TickMsg is sent twice a second while a screen is busy.
	TickMsg struct{}
)

// ReadsEvery is the interval of auto-refresh.
const ReadsEvery = 5 * time.Second

// Say shows a text in the message line.
func Say(text safe.Text) tea.Cmd { return func() tea.Msg { return SayMsg{Text: text} } }

// SayUnavailable reports that something does not work here.
func SayUnavailable(text safe.Text) tea.Cmd {
	return func() tea.Msg { return SayMsg{Text: text, Sign: frame.SignCannot} }
}

// SayError shows an error, which stays until it is dismissed.
func SayError(text safe.Text) tea.Cmd { return func() tea.Msg { return SayMsg{Text: text, Bad: true} } }

// NoRow is why an intent that needs a row is unavailable.
const NoRow = "no row is under the cursor"

// MissingReason returns why a screen has no action for an intent.
func MissingReason(in keys.Intent) string {
	switch in {
	case keys.NextPane, keys.PreviousPane:
		return "this screen has only 1 pane"
	case keys.Zoom, keys.PaneNarrower, keys.PaneWider:
		return "this screen has a fixed width"
	case keys.ShowCommand:
		return "this screen has no equivalent command"
	case keys.Copy:
		return "this screen has no text to copy"
	case keys.Why:
		return "this screen has no explanation"
	case keys.Filter, keys.OnlyFindings:
		return "this screen has no list"
	case keys.Refresh, keys.ReadTypes:
		return "this screen cannot be refreshed"
	case keys.MoveLeft, keys.MoveRight:
		return "this screen has only 1 column"
	case keys.Open:
		return "no row can be opened here"
	}
	return ""
}

// Basic implements the methods of Screen for a screen without a list, a filter,
// a field or background work.
type Basic struct{}

func (Basic) Start() tea.Cmd                 { return nil }
func (Basic) Update(tea.Msg) tea.Cmd         { return nil }
func (Basic) Do(keys.Intent) (tea.Cmd, bool) { return nil, false }
func (Basic) Typing() bool                   { return false }
func (Basic) Press(tea.KeyPressMsg) tea.Cmd  { return nil }
func (Basic) Chip() safe.Text                { return "" }
func (Basic) Close()                         {}

// Do performs an intent on a screen. If handled is false, the root handles it.
func Do(s Screen, in keys.Intent) (cmd tea.Cmd, handled bool) {
	if cmd, handled = s.Do(in); handled {
		return cmd, true
	}
	return s.Actions().Do(in)
}

// DisabledReason returns why an intent does not work on a screen now, or "" if
// it works.
func (sh *Shared) DisabledReason(s Screen, in keys.Intent) string {
	if why := s.Actions().DisabledReason(in); why != "" {
		return why
	}
	if t, ok := s.(TextTaker); ok && t.Takes(sh.Keys.Key(in)) {
		return "letters are typed into the name field"
	}
	return ""
}

// StillRuns is shown if the user tries to quit during an apply.
const StillRuns = "an apply is running; ctrl+c stops it after the current step"

// EditsField reports whether an intent edits the field in which the user types.
func EditsField(in keys.Intent) bool {
	switch in {
	case keys.Type, keys.Clear, keys.DeleteWord:
		return true
	}
	return false
}

// FieldKey returns the key that a Field expects for an intent, regardless of
// the pressed key.
func FieldKey(in keys.Intent, key tea.KeyPressMsg) tea.KeyPressMsg {
	switch in {
	case keys.Clear:
		return tea.KeyPressMsg{Code: 'u', Mod: tea.ModCtrl}
	case keys.DeleteWord:
		return tea.KeyPressMsg{Code: 'w', Mod: tea.ModCtrl}
	}
	return key
}

// IntentMsg requests the effect of an intent.
type IntentMsg struct{ Intent keys.Intent }

// Optional interfaces of a screen for the mouse.
type (
	// Shower is a screen with a pane that shows the content of another screen.
	// A click on the pane opens that screen.
	Shower interface{ Shows(pane int) bool }
	// Asker is a layer with a question that only an answer closes.
	Asker interface{ Confirms() bool }
)

// FadeAfter is how long info is shown.
const FadeAfter = 5 * time.Second

// Textual is a screen whose drafts can be edited as text. It returns the drafts
// without creating any, and whether they are based on the current state.
type Textual interface {
	AsText() (drafts []*draft.Draft, asIs bool)
}

// panicCalls returns the calls that led to a panic, the last first.
func panicCalls() []safe.Text {
	_, calls, _ := strings.Cut(string(debug.Stack()), "\npanic(")
	var list []safe.Text
	for _, line := range strings.Split(calls, "\n")[1:] {
		list = append(list, safe.Clean(strings.ReplaceAll(line, "\t", "  ")))
	}
	const most = 12
	return list[:min(len(list), most)]
}

// Guarded draws a screen. If drawing panics, only that screen is not drawn: the
// program continues, and typed text, staged drafts and running work are not
// lost.
func (sh *Shared) Guarded(s Screen, width, height int) (c frame.Content) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		text := safe.Clean(fmt.Sprintf("cannot draw this screen (a bug in ralsh): %v", p))
		if sh.undrawn != text {
			sh.undrawn = text
			sh.Log.Add(sessionlog.Entry{When: sh.Now(), About: "ralsh", Sign: frame.SignNeeds, What: text, Lines: panicCalls()})
		}
		body := append([]frame.Line{frame.Title("display error", "", true)}, WholeRows(frame.SignNeeds, text, width)...)
		c = frame.Content{
			Body:    []frame.Block{frame.One(body)},
			Message: frame.Message{Sign: frame.SignNeeds, Text: sh.Spell("{log} shows the position in the code; {back} goes back without loss")},
		}
	}()
	return s.View(width, height)
}
