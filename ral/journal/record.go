package journal

import (
	"path"
	"slices"
	"strings"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
)

// The statuses of a run that its report does not give.
const (
	CutOff   = "cut off"   // it ended without a word: killed, or the machine went down
	Running  = "running"   // it is at work
	NotBegun = "not begun" // it was refused before the first resource
	Stopped  = "stopped"   // a person ended it between two changes; nothing failed
	Lost     = "not known" // how it began cannot be read, and so nothing about it
)

// Record is one run as the journal has it.
type Record struct {
	Number  int
	Began   time.Time
	Ended   time.Time // of a run that was cut off: the last that is known of it
	Host    string
	User    string
	Root    string
	Version string
	PID     int
	UndoOf  int
	What    string // in a few words: "User[deploy] and 2 more"
	From    string // how it was begun: "ralsh apply", "screens"
	Status  string // of the report, or CutOff, Running, NotBegun
	Holder  string // of a run that is at work: how it signed the lock
	Changed int    // properties; of a run without its end those of the steps that ended
	Failed  int    // resources that failed, were stopped or did not take; likewise
	Summary string
	Error   string

	Planned []Planned // what was to be changed, in the order of the run
	Steps   []Step    // what was begun, or passed over

	// Leftovers are the temporary files of earlier runs that this one removed.
	Leftovers []Leftover

	Torn    bool // the last line was not written to its end
	Damaged int  // lines that cannot be read
	Clipped bool // the file is larger than is read

	salt   []byte
	opened bool
	closed bool
}

// Planned is a resource that was to be changed, as it was declared.
type Planned struct {
	Type, Title, Provider string
	Attrs                 []Prop
	Takes                 []Along  // what goes along
	Brings                []Along  // what comes along
	Lasting               []string // what undoing the change does not take back, as an earlier ralsh noted it
	Losses                []Loss   // the same, as it is noted now
	// LeftOut is why the run left it out: it could not be planned, or needs what
	// could not. "" for what it was to work on.
	LeftOut string
}

// Ref names the resource.
func (p Planned) Ref() string { return ral.Decl{Type: p.Type, Title: p.Title}.Ref() }

// Step is what a run did about one resource.
type Step struct {
	N                     int
	Type, Title, Provider string
	Began, Ended          time.Time
	Status                string // CutOff when the run ended in it
	Error                 string
	Was, Now              []Prop // as read before the first change, and read again
	Initial               []Prop // as the plan read it, where an earlier step may have changed it
	AtEnd                 []Prop // at the end of the run, where a later step may have changed it
	Changes               []Change
	Acts                  []Act
	With                  int // the step whose acts wrote this one too, 0 for none
	Refresh               []string
	Done                  bool // false: the run ended in this step
	Elapsed               time.Duration
}

// Ref names the step's resource.
func (s *Step) Ref() string { return ral.Decl{Type: s.Type, Title: s.Title}.Ref() }

// initialWas are the properties before the run.
func (s *Step) initialWas() []Prop {
	was := slices.Clone(s.Was)
	for i, p := range was {
		if v, ok := prop(s.Initial, p.Name); ok {
			was[i].Value = v
		}
	}
	return was
}

// final are the properties as the run left them.
func (s *Step) final() []Prop {
	if s.AtEnd != nil {
		return s.AtEnd
	}
	return s.Now
}

// Unknown says what is not known of a step in which the run was cut off.
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
	return append(list, "what it is now: it was not read again")
}

// Left says what a property is now that did not become what it should:
// "shell is '/bin/sh', as before". It is "" for a change that took effect, for what came along
// with another, and where nothing was read again.
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

// leaves names what a write that was cut off may have left beside its file.
func (a Act) leaves() string {
	if a.Kind != host.ActWrite.String() {
		return ""
	}
	return "; a file " + path.Join(path.Dir(a.Path), "."+path.Base(a.Path)+".ralsh-*") + " may be left of it"
}

// InHand is the step in which a run that was cut off ended, nil when it was
// between two or before the first. Of several that were written at once it is
// the first.
func (rec *Record) InHand() *Step {
	for i := range rec.Steps {
		if !rec.Steps[i].Done {
			return &rec.Steps[i]
		}
	}
	return nil
}

// Untouched are the planned resources that a run never came to. Where lines of it
// cannot be read that is not known, and there are none.
func (rec *Record) Untouched() []string {
	if rec.closed && rec.Status != NotBegun || rec.Damaged > 0 || rec.Clipped {
		return nil
	}
	begun := make(map[string]bool)
	for i := range rec.Steps {
		begun[rec.Steps[i].Ref()] = true
	}
	var refs []string
	for _, p := range rec.Planned {
		if !begun[p.Ref()] && p.LeftOut == "" {
			refs = append(refs, p.Ref())
		}
	}
	return refs
}

// prop finds a property by name.
func prop(list []Prop, name string) (Val, bool) {
	for _, p := range list {
		if p.Name == name {
			return p.Value, true
		}
	}
	return Val{}, false
}

// Interrupted names the command of a failed step that a person stopped before its
// end: "usermod". What that left is not known by its exit. It is "" for none.
func (s *Step) Interrupted() string {
	if s.Status != "failed" {
		return ""
	}
	for _, a := range s.Acts {
		words := strings.Fields(a.Text)
		if a.Kind == host.ActRun.String() && len(words) > 1 && strings.Contains(a.Error, ": "+host.BeforeItsEnd) {
			return path.Base(words[1])
		}
	}
	return ""
}
