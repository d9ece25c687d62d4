package journal

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"

	"ralsh/ral/journal/stored"
	"ralsh/ral/transaction/catalog"
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
	lineLeft     = "left"     // at the end of the run: changes by later steps
	lineLeftover = "leftover" // before a file of an interrupted run is removed
	lineClosed   = "closed"
)

// line is a line of a run's file. It has the fields of a lineHead and of its subject.
type line interface {
	head() *lineHead
	// addTo adds the line to the run that is read. It reports whether it is valid.
	addTo(rec *Record) bool
}

// lineHead begins each line.
type lineHead struct {
	Kind string    `json:"t"`
	At   time.Time `json:"at"`
	N    int       `json:"n,omitempty"` // of the step
}

func (h *lineHead) head() *lineHead { return h }

type (
	openingLine struct {
		lineHead
		Opening
	}
	plannedLine struct {
		lineHead
		Planned
	}
	stepLine struct {
		lineHead
		Step
	}
	stepEndLine struct {
		lineHead
		Step
	}
	closingLine struct {
		lineHead
		Closing
	}
	// partLine is about a part of a step, or a leftover.
	partLine struct {
		lineHead
		PID      int       `json:"pid,omitempty"`
		Act      *Act      `json:"act,omitempty"`
		Change   *Change   `json:"change,omitempty"`
		Now      []Prop    `json:"now,omitempty"`
		Leftover *Leftover `json:"leftover,omitempty"`
	}
)

// readLine returns a line, or nil if it is malformed.
func readLine(text []byte) line {
	var kind string
	if rest, found := bytes.CutPrefix(text, []byte(`{"t":"`)); found { // as ralsh writes it
		name, _, _ := bytes.Cut(rest, []byte(`"`))
		kind = string(name)
	} else {
		var head lineHead
		if json.Unmarshal(text, &head) != nil {
			return nil
		}
		kind = head.Kind
	}
	var l line
	switch kind {
	case lineOpened:
		l = &openingLine{}
	case linePlanned:
		l = &plannedLine{}
	case lineStep:
		l = &stepLine{}
	case lineStepDone:
		l = &stepEndLine{}
	case lineClosed:
		l = &closingLine{}
	default:
		l = &partLine{}
	}
	if json.Unmarshal(text, l) != nil {
		return nil
	}
	return l
}

// Along is a resource that was removed together with a resource, with its state, or
// that was going to be created together with it, with its planned state.
type Along struct {
	Type     string              `json:"type"`
	Title    string              `json:"title"`
	Provider string              `json:"provider,omitempty"`
	Attrs    []Prop              `json:"attrs"`
	Inherits []catalog.Inherited `json:"inherits,omitempty"` // of a source
}

// Prop is an attribute with its value.
type Prop struct {
	Name  string       `json:"name"`
	Value stored.Value `json:"value"`
}

// Act is an action, finished or about to start.
type Act struct {
	Seq       int        `json:"seq"` // counted from 1 within the step
	Kind      string     `json:"kind,omitempty"`
	Text      string     `json:"text,omitempty"` // as in the plan
	Path      string     `json:"path,omitempty"`
	Real      string     `json:"real,omitempty"`     // Path with its links resolved, "" without links
	Stage     string     `json:"stage,omitempty"`    // directory where a write is validated, "" for that of Path
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
	Stopped   bool       `json:"stopped,omitempty"` // of a command: the user stopped it before its end
	ElapsedMS float64    `json:"elapsed_ms,omitempty"`
	Began     time.Time  `json:"-"`
	PID       int        `json:"-"`
	Done      bool       `json:"-"` // false: whether it ended is unknown
	clears    bool       // the file contains no secret after it
}

// Command returns the command without its mark.
func (a Act) Command() string { return strings.TrimPrefix(a.Text, "$ ") }

// Change is a property that was changed, or planned to change.
type Change struct {
	Property string       `json:"property"`
	Is       stored.Value `json:"is"`
	Should   stored.Value `json:"should"`
	Status   string       `json:"status"`
	Text     string       `json:"text,omitempty"`
	Error    string       `json:"error,omitempty"`
	Part     bool         `json:"part,omitempty"` // set by the creation of the resource
}
