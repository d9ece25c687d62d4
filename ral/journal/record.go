package journal

import (
	"path"
	"slices"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/journal/stored"
	"ralsh/ral/transaction/catalog"
)

// The statuses of a run that are not in its report.
const (
	CutOff   = "cut off"   // ended without a record: killed, or the machine went down
	Running  = "running"   // is running
	NotBegun = "not begun" // rejected before the first resource
	Stopped  = "stopped"   // the user stopped it between two changes, without a failure
	Lost     = "not known" // its beginning cannot be read, so its changes are unknown
)

// Record is a run as recorded in the journal.
type Record struct {
	Number int
	Began  time.Time
	Ended  time.Time // of an interrupted run: time of the last line
	Opening
	Closing
	// UndoneBy is the run that undid this run, or 0. The newest undo that restored
	// something and was not undone decides. All, Last and Find set it, because it depends
	// on later runs.
	UndoneBy int
	// PartlyBy is the run that undid a part of this run, 0 if there is no such run or
	// if UndoneBy is set. It is set together with UndoneBy.
	PartlyBy int
	Holder   string // of a running run: its text in the lock

	Planned []Planned // resources to change, in the order of the run
	Steps   []Step    // resources that were started or skipped

	// Leftovers are the temporary files of earlier runs that this run removed.
	Leftovers []Leftover

	Torn      bool // the last line is truncated
	Malformed int  // number of malformed lines
	Clipped   bool // the file exceeds MaxRun

	opened   bool
	closed   bool
	finished bool // see FinishUndos
}

// Opening is the first line of a run.
type Opening struct {
	Format int    `json:"format"`
	Run    int    `json:"run"`
	Host   string `json:"host,omitempty"`
	User   string `json:"user,omitempty"`
	Origin
	Root    string `json:"root,omitempty"`
	Version string `json:"version,omitempty"`
	Salt    []byte `json:"salt,omitempty"` // of fingerprints
	UndoOf  int    `json:"undo_of,omitempty"`
	What    string `json:"what,omitempty"` // a few words: "User[deploy] and 2 more"
	From    string `json:"from,omitempty"` // how it was started: "ralsh apply", "screens"
	PID     int    `json:"pid,omitempty"`
}

// Closing is the last line of a run. Without it, Changed, Failed and Stopped are
// counted from the finished steps.
type Closing struct {
	Status     string  `json:"status,omitempty"` // of the report, or CutOff, Running, NotBegun
	Error      string  `json:"error,omitempty"`
	ElapsedMS  float64 `json:"elapsed_ms,omitempty"`
	Changed    int     `json:"changed,omitempty"` // number of properties
	Failed     int     `json:"failed,omitempty"`  // number of resources that failed, were stopped or had no effect
	Stopped    int     `json:"stopped,omitempty"` // of those, left unchanged because the host changed after the plan
	Summary    string  `json:"summary,omitempty"`
	Incomplete bool    `json:"incomplete,omitempty"` // an undo that did not restore all that it promised
}

// Planned is a resource that was to be changed, as declared.
type Planned struct {
	Type     string `json:"type,omitempty"`
	Title    string `json:"title,omitempty"`
	Provider string `json:"provider,omitempty"`
	Attrs    []Prop `json:"attrs,omitempty"`
	Elected  bool   `json:"elected,omitempty"` // the provider was not declared
	// By is the declared resource that generated it, "" if it was declared, and Source
	// the declaration of By, unless it is recorded already.
	By      string   `json:"by,omitempty"`
	Source  *Along   `json:"source,omitempty"`
	Takes   []Along  `json:"takes,omitempty"`   // also removed
	Brings  []Along  `json:"brings,omitempty"`  // also created
	Lasting []string `json:"lasting,omitempty"` // losses of an undo, as recorded by an earlier ralsh
	Losses  []Loss   `json:"losses,omitempty"`  // losses of an undo
	// LeftOut is why the run omitted it: it, or a dependency, could not be
	// planned. It is "" if it was to be changed.
	LeftOut string `json:"error,omitempty"`
	// Skip is why it was skipped on request, as in transaction.Skip; "" if it was
	// not.
	Skip     string              `json:"skip,omitempty"`
	Inherits []catalog.Inherited `json:"inherits,omitempty"` // relationships through containers
	Peers    []Along             `json:"peers,omitempty"`    // resources of the run that its provider requested, as declared
}

// State returns the status, but Stopped for a failed run whose resources were only
// stopped.
func (rec *Record) State() string {
	if rec.Status == "failed" && rec.Stopped > 0 && rec.Stopped == rec.Failed {
		return Stopped
	}
	return rec.Status
}

// Ref returns the reference to the resource.
func (p Planned) Ref() string { return ral.Decl{Type: p.Type, Title: p.Title}.Ref() }

// Step is the part of a run that concerns a resource. It has a line before its first
// change and a line at its end.
type Step struct {
	N            int           `json:"-"`
	Type         string        `json:"type,omitempty"`
	Title        string        `json:"title,omitempty"`
	Provider     string        `json:"provider,omitempty"`
	Began, Ended time.Time     `json:"-"`
	Status       string        `json:"status,omitempty"` // CutOff if the run was interrupted in it
	Error        string        `json:"error,omitempty"`
	Was          []Prop        `json:"was,omitempty"`     // as read before the first change
	Initial      []Prop        `json:"initial,omitempty"` // as read by the plan, if an earlier step may have changed it
	Now          []Prop        `json:"now,omitempty"`     // as read afterwards
	AtEnd        []Prop        `json:"-"`                 // at the end of the run, if a later step may have changed it
	Changes      []Change      `json:"changes,omitempty"`
	Acts         []Act         `json:"-"`
	With         int           `json:"with,omitempty"`      // the step whose acts also wrote this step, or 0
	Refresh      []string      `json:"refresh,omitempty"`   // the resources with changes that refresh it
	Refreshes    int           `json:"refreshes,omitempty"` // number of events that it was refreshed for
	Messages     []ral.Message `json:"messages,omitempty"`
	ElapsedMS    float64       `json:"elapsed_ms,omitempty"`
	Done         bool          `json:"-"` // false: the run ended in this step
}

// Elapsed returns how long the step took.
func (s *Step) Elapsed() time.Duration { return time.Duration(s.ElapsedMS * float64(time.Millisecond)) }

// Ref returns the reference to the resource.
func (s *Step) Ref() string { return ral.Decl{Type: s.Type, Title: s.Title}.Ref() }

// initialWas returns the properties before the run.
func (s *Step) initialWas() []Prop {
	was := slices.Clone(s.Was)
	for i, p := range was {
		if v, ok := prop(s.Initial, p.Name); ok {
			was[i].Value = v
		}
	}
	return was
}

// final returns the properties after the run.
func (s *Step) final() []Prop {
	if s.AtEnd != nil {
		return s.AtEnd
	}
	return s.Now
}

// Unknown lists the unknown facts about an interrupted step.
func (s *Step) Unknown() []string {
	var list []string
	for _, a := range s.Acts {
		if !a.Done {
			list = append(list, "whether this was done: "+a.Text+a.leaves())
		}
	}
	if s.Done {
		return list
	}
	return append(list, "its current state (ralsh did not read it again)")
}

// Left returns the value of a property that did not get its desired value: "shell is
// '/bin/sh', as before". It returns "" for a successful change, for a part of a change,
// and if the resource was not read again.
func (s *Step) Left(c Change) string {
	now, known := prop(s.Now, c.Property)
	if !known || c.Part || c.Status != "failed" && c.Status != "did_not_take" {
		return ""
	}
	text := c.Property + " is " + now.Text()
	if now.Same(c.Is) {
		text += ", as before"
	}
	return text
}

// leaves names the temporary file that an interrupted write may have left.
func (a Act) leaves() string {
	if a.Kind != host.ActWrite.String() {
		return ""
	}
	return "; its temporary file " + path.Join(path.Dir(a.Path), "."+path.Base(a.Path)+".ralsh-*") + " may remain"
}

// InHand returns the step in which a run was interrupted, nil if it was before
// the first or between two. In a batch it is the first.
func (rec *Record) InHand() *Step {
	for i := range rec.Steps {
		if !rec.Steps[i].Done {
			return &rec.Steps[i]
		}
	}
	return nil
}

// Untouched returns the planned resources that a run did not reach, or nil if lines are
// malformed, because then they are unknown.
func (rec *Record) Untouched() []string {
	if rec.closed && rec.Status != NotBegun || rec.Malformed > 0 || rec.Clipped {
		return nil
	}
	begun := make(map[string]bool)
	for i := range rec.Steps {
		begun[rec.Steps[i].Ref()] = true
	}
	var refs []string
	for _, p := range rec.Planned {
		if !begun[p.Ref()] && p.LeftOut == "" && p.Skip == "" {
			refs = append(refs, p.Ref())
		}
	}
	return refs
}

// prop returns the value of a property by name.
func prop(list []Prop, name string) (stored.Value, bool) {
	for _, p := range list {
		if p.Name == name {
			return p.Value, true
		}
	}
	return stored.Value{}, false
}

// Interrupted returns the command of a failed step that the user stopped, for example
// "usermod", or "". Its exit status does not show its effects.
func (s *Step) Interrupted() string {
	if s.Status != "failed" {
		return ""
	}
	for _, a := range s.Acts {
		if a.Kind == host.ActRun.String() && a.Stopped {
			return path.Base(a.Path)
		}
	}
	return ""
}
