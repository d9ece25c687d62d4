package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/host/ownfiles"
)

// MaxRun is the maximum number of bytes of a run's file that are read.
const MaxRun = 64 << 20

// ErrNoRun matches each NoRunError.
var ErrNoRun = errors.New("no such run")

// NoRunError reports that the journal does not contain a run.
type NoRunError struct {
	Run            int    // its number, 0 for the last run on Root
	Root           string // "" if Run is set
	Oldest, Newest int    // the runs of the journal, 0 if it is empty
}

// Error returns why the run is missing: the journal is empty, no run was on the root,
// the number is too high, or the retention removed the run.
func (e *NoRunError) Error() string {
	switch {
	case e.Newest == 0:
		return "no run is recorded yet: a command that fails before its first change is not recorded"
	case e.Run == 0:
		return fmt.Sprintf("no run on %s is recorded (run %d, the newest, was on a different root)", e.Root, e.Newest)
	case e.Run > e.Newest:
		return fmt.Sprintf("run %d does not exist: the newest run is %d", e.Run, e.Newest)
	case e.Run < e.Oldest:
		return fmt.Sprintf("run %d was removed from the history: the oldest run is %d", e.Run, e.Oldest)
	}
	return fmt.Sprintf("run %d was removed from the history", e.Run)
}

// Is reports whether target is ErrNoRun.
func (e *NoRunError) Is(target error) bool { return target == ErrNoRun }

// noRun returns the NoRunError for the last run on a root, or for a number.
func noRun(state *ownfiles.State, n int, root string) error {
	list, err := numbers(state)
	if err != nil {
		return err
	}
	e := &NoRunError{Run: n, Root: root}
	if len(list) > 0 {
		e.Oldest, e.Newest = list[0], list[len(list)-1]
	}
	return e
}

// Read returns a run. It skips and counts malformed lines.
func Read(state *ownfiles.State, n int) (*Record, error) {
	data, size, err := state.ReadPart(fileName(n), 0, MaxRun)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, noRun(state, n, "")
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read run %d: %w", n, host.Plain(err))
	}
	rec := Parse(data)
	if !rec.opened {
		rec.Status = Lost
	}
	rec.Number, rec.Clipped = n, size > MaxRun
	return rec, running(state, rec)
}

// running distinguishes a running from an interrupted run: the newest run is running if
// the lock is held.
func running(state *ownfiles.State, rec *Record) error {
	if rec.closed || !rec.opened {
		return nil
	}
	list, err := numbers(state)
	if err != nil || len(list) == 0 || list[len(list)-1] != rec.Number {
		return err
	}
	holder, held, err := state.Held(lockName)
	if held {
		rec.Status, rec.Holder = Running, holder
	}
	return err
}

// Parse parses the lines of a run. It accepts any data.
func Parse(data []byte) *Record {
	rec := &Record{Closing: Closing{Status: CutOff}}
	for len(data) > 0 {
		text, rest, whole := bytes.Cut(data, []byte("\n"))
		data = rest
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		l := readLine(text)
		switch {
		case l != nil && rec.take(l):
		case !whole:
			rec.Torn = true
		default:
			rec.Malformed++
		}
	}
	return rec
}

// take adds a line and reports whether it is valid.
func (rec *Record) take(l line) bool {
	at := l.head().At
	if rec.Began.IsZero() {
		rec.Began = at
	}
	if !l.addTo(rec) {
		return false
	}
	rec.Ended = at
	return true
}

func (l *openingLine) addTo(rec *Record) bool {
	rec.Opening, rec.opened = l.Opening, true
	return true
}

func (l *plannedLine) addTo(rec *Record) bool {
	rec.Planned = append(rec.Planned, l.Planned)
	return true
}

func (l *closingLine) addTo(rec *Record) bool {
	rec.Closing, rec.closed = l.Closing, true
	return true
}

func (l *stepLine) addTo(rec *Record) bool {
	s := l.Step
	s.N, s.Began, s.Status = l.lineHead.N, l.At, CutOff
	rec.Steps = append(rec.Steps, s)
	return true
}

// addTo ends a step. The end names a step that was added during the run, and contains
// the first state of a step that was read late.
func (l *stepEndLine) addTo(rec *Record) bool {
	s, end := rec.step(l.lineHead.N), l.Step
	if s == nil {
		return false
	}
	if end.Type == "" {
		end.Type, end.Title, end.Provider = s.Type, s.Title, s.Provider
	}
	if end.Was == nil {
		end.Was = s.Was
	}
	if end.Changes == nil {
		end.Changes = s.Changes
	}
	end.N, end.Began, end.Initial, end.Acts, end.AtEnd = s.N, s.Began, s.Initial, s.Acts, s.AtEnd
	end.Done, end.Ended = true, l.At
	*s = end
	rec.Changed += s.changed()
	if s.Status == "failed" || s.Status == "stopped" || s.Status == "did_not_take" {
		rec.Failed++
	}
	if s.Status == "stopped" {
		rec.Stopped++
	}
	return true
}

// step finds a step, searching from the end, because it is the last step except in a
// batch.
func (rec *Record) step(n int) *Step {
	for i := range slices.Backward(rec.Steps) {
		if rec.Steps[i].N == n {
			return &rec.Steps[i]
		}
	}
	return nil
}

func (l *partLine) addTo(rec *Record) bool {
	if l.Kind == lineLeftover && l.Leftover != nil {
		rec.Leftovers = append(rec.Leftovers, *l.Leftover)
		return true
	}
	s := rec.step(l.N)
	if s == nil {
		return false
	}
	if l.Act != nil && rec.Format < version {
		l.Act.convert()
	}
	switch {
	case l.Kind == lineAct && l.Act != nil:
		act := *l.Act
		act.Began = l.At
		s.Acts = append(s.Acts, act)
	case l.Kind == lineProcess:
		if n := len(s.Acts); n > 0 {
			s.Acts[n-1].PID = l.PID
		}
	case l.Kind == lineActDone && l.Act != nil:
		s.ended(*l.Act)
	case l.Kind == lineProperty && l.Change != nil:
		s.Changes = append(s.Changes, *l.Change)
	case l.Kind == lineLeft && l.Act != nil:
		for i := range s.Acts {
			if s.Acts[i].Seq == l.Act.Seq {
				if l.Act.EditsOnly {
					s.Acts[i].edited(l.Act.Tree)
					continue
				}
				if l.Act.Tree != nil || !s.Acts[i].isOnFile() { // the command may have created nothing
					s.Acts[i].Tree, s.Acts[i].Makes = append(s.Acts[i].Tree, l.Act.Tree...), nil
					continue
				}
				s.Acts[i].After, s.Acts[i].Left, s.Acts[i].Print = l.Act.After, l.Act.Left, l.Act.Print
			}
		}
	case l.Kind == lineLeft:
		s.AtEnd = l.Now
	default:
		return false
	}
	return true
}

// edited adds the contents of the files that a command edited.
func (a *Act) edited(left []Act) {
	for _, l := range left {
		for i := range a.Tree {
			if a.Tree[i].Path == l.Path {
				a.Tree[i].After, a.Tree[i].Left = l.After, l.Left
			}
		}
	}
}

// changed counts the changed properties as in a report: a creation counts once.
func (s *Step) changed() int {
	n := 0
	for _, c := range s.Changes {
		if c.Status == "changed" && !c.Part {
			n++
		}
	}
	if s.Status == "changed" && len(s.Changes) == 0 {
		n++
	}
	return n
}

func (s *Step) ended(end Act) {
	i := slices.IndexFunc(s.Acts, func(a Act) bool { return a.Seq == end.Seq })
	if i < 0 {
		s.Acts = append(s.Acts, end)
		i = len(s.Acts) - 1
	}
	a := &s.Acts[i]
	a.Done, a.Exit, a.Signal, a.Error, a.Stopped, a.ElapsedMS = true, end.Exit, end.Signal, end.Error, end.Stopped, end.ElapsedMS
}

// convert sets the fields of an act that an earlier ralsh wrote only in its text. In
// format 1, the text of a command may be its only name, and its error shows that the
// user stopped it.
func (a *Act) convert() {
	if words := strings.Fields(a.Text); a.Path == "" && a.Kind == host.ActRun.String() && len(words) > 1 {
		a.Path = words[1]
	}
	a.Stopped = a.Stopped || strings.Contains(a.Error, ": "+host.BeforeItsEnd)
}
