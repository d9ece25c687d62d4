package journal

import (
	"strings"
	"time"
)

// The lines of a run, by their "t".
const (
	lineOpened   = "opened"
	linePlanned  = "planned"
	lineStep     = "step"     // the first change of a step is about to be made
	lineAct      = "act"      // an act is about to be done
	lineProcess  = "process"  // its command has a process
	lineActDone  = "act_done" // it ended
	lineProperty = "property"
	lineStepDone = "step_done"
	lineLeft     = "left"     // at the end of the run: what a later step changed since
	lineLeftover = "leftover" // a file of a run that was cut off is about to be removed
	lineClosed   = "closed"
)

// line is one line of a run's file: its kind, its time, and the fields of its
// kind.
type line struct {
	Kind string    `json:"t"`
	At   time.Time `json:"at"`

	// opened
	Format  int    `json:"format,omitempty"`
	Run     int    `json:"run,omitempty"`
	Host    string `json:"host,omitempty"`
	User    string `json:"user,omitempty"`
	Root    string `json:"root,omitempty"`
	Version string `json:"version,omitempty"`
	Salt    []byte `json:"salt,omitempty"`
	UndoOf  int    `json:"undo_of,omitempty"`
	What    string `json:"what,omitempty"`
	From    string `json:"from,omitempty"`

	PID int `json:"pid,omitempty"` // of opened and of process

	// planned, step
	N        int      `json:"n,omitempty"`
	Type     string   `json:"type,omitempty"`
	Title    string   `json:"title,omitempty"`
	Provider string   `json:"provider,omitempty"`
	Attrs    []Prop   `json:"attrs,omitempty"`
	Takes    []Along  `json:"takes,omitempty"`   // of planned: what goes along
	Brings   []Along  `json:"brings,omitempty"`  // of planned: what comes along
	Lasting  []string `json:"lasting,omitempty"` // of planned, by an earlier ralsh: what an undo will not take back
	Losses   []Loss   `json:"losses,omitempty"`  // of planned: what an undo will not bring back
	Was      []Prop   `json:"was,omitempty"`
	Initial  []Prop   `json:"initial,omitempty"` // of step: what the plan had read otherwise
	With     int      `json:"with,omitempty"`    // of step_done: the step whose acts write this one too

	Leftover *Leftover `json:"leftover,omitempty"`

	Act    *Act    `json:"act,omitempty"`
	Change *Change `json:"change,omitempty"`

	// step_done, left, closed
	Status    string   `json:"status,omitempty"`
	Error     string   `json:"error,omitempty"`
	Now       []Prop   `json:"now,omitempty"`
	Changes   []Change `json:"changes,omitempty"`
	Refresh   []string `json:"refresh,omitempty"`
	ElapsedMS float64  `json:"elapsed_ms,omitempty"`
	Changed   int      `json:"changed,omitempty"`
	Failed    int      `json:"failed,omitempty"`
	Summary   string   `json:"summary,omitempty"`
}

// Along is a resource that went along with another one, as it was, or that came along,
// as it was to be.
type Along struct {
	Type     string `json:"type"`
	Title    string `json:"title"`
	Provider string `json:"provider,omitempty"`
	Attrs    []Prop `json:"attrs"`
}

// Prop is one attribute with its value.
type Prop struct {
	Name  string `json:"name"`
	Value Val    `json:"value"`
}

// Act is one thing that was done, or was about to be.
type Act struct {
	Seq       int        `json:"seq"` // counts from 1 within the step
	Kind      string     `json:"kind,omitempty"`
	Text      string     `json:"text,omitempty"` // as a plan shows it
	Path      string     `json:"path,omitempty"`
	Real      string     `json:"real,omitempty"`     // where the links in Path led, "" without any
	Kept      string     `json:"kept,omitempty"`     // what the file held before, by its SHA-256
	NotKept   string     `json:"not_kept,omitempty"` // why that is not kept
	Hidden    bool       `json:"hidden,omitempty"`   // that holds a secret of an earlier run
	Left      string     `json:"left,omitempty"`     // what a write left in it, by its SHA-256
	Prior     *PathState `json:"prior,omitempty"`    // what lay at Path before
	After     *PathState `json:"after,omitempty"`    // and after the act
	Below     bool       `json:"below,omitempty"`    // a folder was removed with all in it
	Makes     []string   `json:"makes,omitempty"`    // what a command was to make
	Tree      []Act      `json:"tree,omitempty"`     // what it removed, made or edited, path by path
	EditsOnly bool       `json:"edits,omitempty"`    // a command that changed the content of files, those of Tree, and nothing else
	Exit      *int       `json:"exit,omitempty"`     // of a command that ran
	Signal    string     `json:"signal,omitempty"`
	Error     string     `json:"error,omitempty"`
	ElapsedMS float64    `json:"elapsed_ms,omitempty"`
	Began     time.Time  `json:"-"`
	PID       int        `json:"-"`
	Done      bool       `json:"-"` // false: it is not known whether it ended
	clears    bool       // no secret is in the file after it
}

// Command is a command without the mark that it is written down with.
func (a Act) Command() string { return strings.TrimPrefix(a.Text, "$ ") }

// Change is one property that was brought, or was to be brought, to what it
// should be.
type Change struct {
	Property string `json:"property"`
	Is       Val    `json:"is"`
	Should   Val    `json:"should"`
	Status   string `json:"status"`
	Text     string `json:"text,omitempty"`
	Error    string `json:"error,omitempty"`
	Part     bool   `json:"part,omitempty"` // set by the creation of the resource
}
