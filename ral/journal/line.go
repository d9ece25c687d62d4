package journal

import (
	"strings"
	"time"
)

// The kinds of lines, the values of "t".
const (
	lineOpened   = "opened"
	linePlanned  = "planned"
	lineStep     = "step"     // before the first change of a step
	lineAct      = "act"      // before an act
	lineProcess  = "process"  // the process of a command was started
	lineActDone  = "act_done" // after an act
	lineProperty = "property"
	lineStepDone = "step_done"
	lineLeft     = "left"     // at the end of the run: what a later step changed since
	lineLeftover = "leftover" // before a file of an interrupted run is removed
	lineClosed   = "closed"
)

// line is one line of a run's file: its kind, its time, and the fields of its
// kind.
type line struct {
	Kind string    `json:"t"`
	At   time.Time `json:"at"`

	// opened
	Format    int    `json:"format,omitempty"`
	Run       int    `json:"run,omitempty"`
	Host      string `json:"host,omitempty"`
	User      string `json:"user,omitempty"`
	Login     string `json:"login,omitempty"`
	Terminal  string `json:"terminal,omitempty"`
	Client    string `json:"client,omitempty"`
	Said      string `json:"said,omitempty"`
	Principal string `json:"principal,omitempty"`
	Root      string `json:"root,omitempty"`
	Version   string `json:"version,omitempty"`
	Salt      []byte `json:"salt,omitempty"`
	UndoOf    int    `json:"undo_of,omitempty"`
	What      string `json:"what,omitempty"`
	From      string `json:"from,omitempty"`

	PID int `json:"pid,omitempty"` // of opened and process

	// planned, step
	N        int         `json:"n,omitempty"`
	Type     string      `json:"type,omitempty"`
	Title    string      `json:"title,omitempty"`
	Provider string      `json:"provider,omitempty"`
	Attrs    []Prop      `json:"attrs,omitempty"`
	Elected  bool        `json:"elected,omitempty"`  // of planned: the provider was not declared
	By       string      `json:"by,omitempty"`       // of planned: the declared resource that generated it
	Source   *Along      `json:"source,omitempty"`   // of planned: the declaration of By, if it has no line of its own yet
	Takes    []Along     `json:"takes,omitempty"`    // of planned: also removed
	Brings   []Along     `json:"brings,omitempty"`   // of planned: also created
	Lasting  []string    `json:"lasting,omitempty"`  // of planned, by an earlier ralsh: what an undo does not restore
	Losses   []Loss      `json:"losses,omitempty"`   // of planned: what an undo does not restore
	Skip     string      `json:"skip,omitempty"`     // of planned: why it is skipped on request
	Inherits []Inherited `json:"inherits,omitempty"` // of planned: relationships through containers
	Peers    []Along     `json:"peers,omitempty"`    // of planned: resources that its provider asked for
	Was      []Prop      `json:"was,omitempty"`
	Initial  []Prop      `json:"initial,omitempty"` // of step: values that differed in the plan
	With     int         `json:"with,omitempty"`    // of step_done: the step whose acts also write this one

	Leftover *Leftover `json:"leftover,omitempty"`

	Act    *Act    `json:"act,omitempty"`
	Change *Change `json:"change,omitempty"`

	// step_done, left, closed
	Status    string    `json:"status,omitempty"`
	Error     string    `json:"error,omitempty"`
	Now       []Prop    `json:"now,omitempty"`
	Changes   []Change  `json:"changes,omitempty"`
	Refresh   []string  `json:"refresh,omitempty"`
	Refreshes int       `json:"refreshes,omitempty"`
	Messages  []Message `json:"messages,omitempty"` // what the provider said
	ElapsedMS float64   `json:"elapsed_ms,omitempty"`
	Changed   int       `json:"changed,omitempty"`
	Failed    int       `json:"failed,omitempty"`
	Stopped   int       `json:"stopped,omitempty"` // of those that failed
	Summary   string    `json:"summary,omitempty"`
	// of closed: an undo that left something that its run did
	Incomplete bool `json:"incomplete,omitempty"`
}

// Along is a resource that was removed along with another one, with its state,
// or was going to be created along, with its planned state.
type Along struct {
	Type     string      `json:"type"`
	Title    string      `json:"title"`
	Provider string      `json:"provider,omitempty"`
	Attrs    []Prop      `json:"attrs"`
	Inherits []Inherited `json:"inherits,omitempty"` // of a source
}

// Inherited is a relationship that a resource has through containers. From is nil
// if Count is too high.
type Inherited struct {
	Kind  string   `json:"kind"` // require or subscribe
	Of    string   `json:"of"`   // the container
	From  []string `json:"from,omitempty"`
	Count int      `json:"count"`
}

// Prop is one attribute with its value.
type Prop struct {
	Name  string `json:"name"`
	Value Val    `json:"value"`
}

// Message is what a provider said.
type Message struct {
	Level string `json:"level"`
	Text  string `json:"text"`
}

// Act is one action, done or about to be.
type Act struct {
	Seq       int        `json:"seq"` // counted from 1 within the step
	Kind      string     `json:"kind,omitempty"`
	Text      string     `json:"text,omitempty"` // as in the plan
	Path      string     `json:"path,omitempty"`
	Real      string     `json:"real,omitempty"`     // Path with its links resolved, "" if it has none
	Kept      string     `json:"kept,omitempty"`     // name of the previous content in the store: its SHA-256, sealed if the content is secret
	NotKept   string     `json:"not_kept,omitempty"` // why that is not saved
	Hidden    bool       `json:"hidden,omitempty"`   // the content contains a secret of an earlier run
	Left      string     `json:"left,omitempty"`     // SHA-256 of the written content
	Print     string     `json:"print,omitempty"`    // fingerprint of the written content, if it is hidden
	Prior     *PathState `json:"prior,omitempty"`    // state of Path before the act
	After     *PathState `json:"after,omitempty"`    // state after it
	Below     bool       `json:"below,omitempty"`    // a directory was removed with its contents
	Makes     []string   `json:"makes,omitempty"`    // paths that a command was going to create
	Tree      []Act      `json:"tree,omitempty"`     // paths that it removed, created or edited
	EditsOnly bool       `json:"edits,omitempty"`    // a command that changed only the contents of the files in Tree
	Exit      *int       `json:"exit,omitempty"`     // of a command that ran
	Signal    string     `json:"signal,omitempty"`
	Error     string     `json:"error,omitempty"`
	ElapsedMS float64    `json:"elapsed_ms,omitempty"`
	Began     time.Time  `json:"-"`
	PID       int        `json:"-"`
	Done      bool       `json:"-"` // false: whether it ended is unknown
	clears    bool       // the file contains no secret after it
}

// Command returns the command without its mark.
func (a Act) Command() string { return strings.TrimPrefix(a.Text, "$ ") }

// Change is one property that was, or was to be, changed.
type Change struct {
	Property string `json:"property"`
	Is       Val    `json:"is"`
	Should   Val    `json:"should"`
	Status   string `json:"status"`
	Text     string `json:"text,omitempty"`
	Error    string `json:"error,omitempty"`
	Part     bool   `json:"part,omitempty"` // set by the creation of the resource
}
