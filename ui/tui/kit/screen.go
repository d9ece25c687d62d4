package kit

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"
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

// Shared is what every screen has at hand. The root owns it.
type Shared struct {
	Ctx      context.Context // ends with the program
	Session  *model.Session
	Mode     frame.Mode
	Keys     keys.Table
	Now      func() time.Time
	Width    int                                  // of the terminal, 0 before it is known
	After    func(time.Duration, tea.Msg) tea.Cmd // nil is tea.Tick; tests keep no real time
	Basket   *basket.Basket                       // what is staged
	Listings *listings.Cache                      // what was listed, one listing per type
	Log      *EventLog
	Recent   Recent
	Places   Places
	Rests    []tea.Cmd // what keys do not wait for and was not begun yet, such as that a cursor rests
	Makers   map[RouteKind]Maker
	Named    []RouteKind // the screens that stand for themselves
	// Applying is the screen of the apply that runs, nil when none does.
	Applying Runner
	// Lend lends the terminal to another program; nil is tea.Exec.
	Lend         func(tea.ExecCommand, tea.ExecCallback) tea.Cmd
	LendTerminal func() (back func()) // Options.Lend
	Welcome      Lessons
	// ToldModules: what of the modules cannot be used was said at the start.
	ToldModules bool
	// Parting is said once the screens have let go of the terminal.
	Parting []safe.Text
	undrawn safe.Text // what was last said of a screen that could not be drawn
	// Work counts the applies under way. Run waits for them before it returns:
	// a program that ends would take its commands with it.
	Work sync.WaitGroup
}

// NewShared is what the screens have at hand that drive a session, with the screens
// to which their routes lead.
func NewShared(ctx context.Context, session *model.Session, table keys.Table, makers map[RouteKind]Maker) *Shared {
	return &Shared{
		Ctx: ctx, Session: session, Keys: table, Now: time.Now, Makers: makers,
		Basket: basket.New(session), Listings: listings.New(), Log: &EventLog{}, Places: make(Places),
	}
}

// Wait sends a message after a while.
func (sh *Shared) Wait(d time.Duration, msg tea.Msg) tea.Cmd {
	if sh.After != nil {
		return sh.After(d, msg)
	}
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}

// Screen is one screen on the stack. All its methods are called from the
// program's own goroutine; what takes time is a tea.Cmd, whose message carries
// whatever the screen needs to know that it is still wanted.
type Screen interface {
	// Crumb is the screen's part of the breadcrumb.
	Crumb() safe.Text
	// Where reports which keys work here; keys.Typing is added by the root while
	// Typing returns true.
	Where() keys.Where
	// Start is run once, when the screen is put on the stack.
	Start() tea.Cmd
	// Update is given every message that is not a key. A screen ignores what is
	// not its own.
	Update(msg tea.Msg) tea.Cmd
	// Do carries out an intent; handled is false to leave it to the root.
	Do(in keys.Intent) (cmd tea.Cmd, handled bool)
	// Typing reports whether keys edit a field; Press is given those.
	Typing() bool
	// Press edits the field by a key.
	Press(key tea.KeyPressMsg) tea.Cmd
	// View fills in Body, Foot, Message and Keys for a size; the root fills in
	// the top line.
	View(width, height int) frame.Content
	// Chip is the filter chip of the top line, "" for none.
	Chip() safe.Text
	// DisabledReason says why an intent does not work here now, "" when it does.
	DisabledReason(in keys.Intent) string
	// Close ends whatever still runs for the screen.
	Close()
}

// What a screen may have besides; the root asks for it.
type (
	// BusyScreen is a screen for which something may be under way: while busy the
	// working sign swells and times go on, by a TickMsg twice a second.
	BusyScreen interface{ Busy() bool }
	// Runner is a screen that changes the host.
	Runner interface {
		Screen
		// Running is what line 1 says of it on all other screens, "applying 3 of 6";
		// "" when it does not change the host any more.
		Running() safe.Text
		// InHand names the command that runs, or the step.
		InHand() string
		// Begun is when it began.
		Begun() time.Time
		// WayOutSmall is what ctrl+c does now, for a terminal that has no room for more.
		WayOutSmall() safe.Text
		// Stopping reports whether the current command is being stopped; StopNow does.
		Stopping() bool
		StopNow()
		// Carried is the plan that was carried out, nil while it still is.
		Carried() *transaction.Plan
		// Summary is how that ended, in a sentence, and whether someone has to see it.
		Summary() (said string, needs bool)
		// Unseen is what is said of it where the program was left before it had ended,
		// "" where it was seen.
		Unseen() string
	}
	// ErrorLister is a screen that shows all errors that were not dismissed: none
	// replaces its own message.
	ErrorLister interface{ ListsErrors() }
	// AutoRefresher is a screen that can read again by itself; line 1 says so.
	AutoRefresher interface{ Keeps() bool }
	// Speaker is a screen whose own sentence comes before an error that came up
	// elsewhere, while Speaks holds; the error is in the log.
	Speaker interface{ Speaks() bool }
	// TextTaker is a screen that asks for a name: a text that begins it is typed into its
	// field, though the field has not the focus.
	TextTaker interface{ Takes(text string) bool }
	// RootScreen is a screen whose breadcrumb begins with itself.
	RootScreen interface{ Alone() bool }
)

// Messages by which a screen asks the root for something.
type (
	// SayMsg shows a message; info fades after 5 s, errors stay until x.
	SayMsg struct {
		Text safe.Text
		Bad  bool
		// About names what an error is about, "" nothing: a later one about it
		// replaces it, and success removes it.
		About string
		Sign  frame.Sign // of info: SignCannot says that something does not work here
		Took  safe.Text
		// All are the several things that an error is about, for its why and the log.
		All []safe.Text
	}
	// SettledMsg removes the error about something that is good now.
	SettledMsg struct{ About string }
	// CopyMsg sends text to the terminal's clipboard and says so.
	CopyMsg struct{ Text, What string }
	// AppliedMsg is the end of an apply.
	AppliedMsg struct {
		Screen Runner
		Report *transaction.Report
		Err    error
		Run    int         // its number in the journal, 0 where none is kept
		Cannot []safe.Text // of an undo: what was not undone
	}
	// ChangedMsg informs every screen that the host was changed.
	ChangedMsg struct{}
	// SeenMsg informs a screen that it is on top again.
	SeenMsg struct{}
	// DraftedMsg informs every screen that drafts are not as they were.
	DraftedMsg struct{}
	// EveryMsg informs a screen that it is time to read again.
	EveryMsg struct{ Screen Screen }
	// TickMsg comes twice a second while a screen is busy.
	TickMsg struct{}
)

// ReadsEvery is how often a screen reads again that keeps reading.
const ReadsEvery = 5 * time.Second

// Say shows a text in the message line.
func Say(text safe.Text) tea.Cmd { return func() tea.Msg { return SayMsg{Text: text} } }

// SayUnavailable says that something does not work here.
func SayUnavailable(text safe.Text) tea.Cmd {
	return func() tea.Msg { return SayMsg{Text: text, Sign: frame.SignCannot} }
}

// SayError shows an error, which stays until it is dismissed.
func SayError(text safe.Text) tea.Cmd { return func() tea.Msg { return SayMsg{Text: text, Bad: true} } }

// NoRow is said by what is about a row, where there is none.
const NoRow = "no row is under the cursor"

// MissingReason says what a screen lacks that has nothing for an intent.
func MissingReason(in keys.Intent) string {
	switch in {
	case keys.NextPane, keys.PreviousPane:
		return "there is one pane here"
	case keys.Zoom, keys.PaneNarrower, keys.PaneWider:
		return "what is shown here has a fixed width"
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

// Basic is what a screen without a filter, a field or work of its own has.
type Basic struct{}

func (Basic) Start() tea.Cmd                { return nil }
func (Basic) Update(tea.Msg) tea.Cmd        { return nil }
func (Basic) Typing() bool                  { return false }
func (Basic) Press(tea.KeyPressMsg) tea.Cmd { return nil }
func (Basic) Chip() safe.Text               { return "" }
func (Basic) Close()                        {}

// StillRuns is said to whoever would leave.
const StillRuns = "an apply is running; ctrl+c stops it after this step"

// EditsField are the intents that belong to the field that is typed in.
func EditsField(in keys.Intent) bool {
	switch in {
	case keys.Type, keys.Clear, keys.DeleteWord:
		return true
	}
	return false
}

// FieldKey is the key by which a field knows an intent, whatever was pressed.
func FieldKey(in keys.Intent, key tea.KeyPressMsg) tea.KeyPressMsg {
	switch in {
	case keys.Clear:
		return tea.KeyPressMsg{Code: 'u', Mod: tea.ModCtrl}
	case keys.DeleteWord:
		return tea.KeyPressMsg{Code: 'w', Mod: tea.ModCtrl}
	}
	return key
}

// IntentMsg asks the root to do what a key would.
type IntentMsg struct{ Intent keys.Intent }

// What a screen may have for the mouse besides.
type (
	// Shower is a screen with a pane that shows what another screen is about: enter
	// goes there.
	Shower interface{ Shows(pane int) bool }
	// Asker is a layer with a question that only an answer closes.
	Asker interface{ Confirms() bool }
)

// FadeAfter is how long info stays.
const FadeAfter = 5 * time.Second

// Textual is a screen whose drafts can be edited as text: the drafts, none of
// them begun by asking, and whether they stand on what there is.
type Textual interface {
	AsText() (drafts []*model.Draft, asIs bool)
}

// fallen are the calls that led to a panic, the last first.
func fallen() []safe.Text {
	_, calls, _ := strings.Cut(string(debug.Stack()), "\npanic(")
	var list []safe.Text
	for _, line := range strings.Split(calls, "\n")[1:] {
		list = append(list, safe.Clean(strings.ReplaceAll(line, "\t", "  ")))
	}
	const most = 12
	return list[:min(len(list), most)]
}

// Guarded draws a screen. A mistake of ours in one costs that screen alone: the
// program goes on, and what is typed, staged or at work is there as before.
func (sh *Shared) Guarded(s Screen, width, height int) (c frame.Content) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		text := safe.Clean(fmt.Sprintf("cannot draw this screen (a bug in ralsh): %v", p))
		if sh.undrawn != text {
			sh.undrawn = text
			sh.Log.Add(LogEntry{When: sh.Now(), About: "ralsh", Sign: frame.SignNeeds, What: text, Lines: fallen()})
		}
		body := []frame.Line{frame.Title("not drawn", "", true)}
		for i, part := range Wrap(text, width-frame.Margin) {
			row := frame.Text(part)
			if i == 0 {
				row = SignedRow(frame.SignNeeds, part)
			}
			body = append(body, row)
		}
		c = frame.Content{
			Body:    []frame.Block{frame.One(body)},
			Message: frame.Message{Sign: frame.SignNeeds, Text: sh.Spell("{log} has where it happened; {back} leaves, nothing is lost")},
		}
	}()
	return s.View(width, height)
}
