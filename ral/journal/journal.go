package journal

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/redact"
	"ralsh/ral/transaction"
)

const (
	dirName  = "runs"
	keptDir  = "kept"
	lockName = "lock"
	suffix   = ".jsonl"
	version  = 2 // of the lines, see convert
)

// Meta describes a run when it is opened.
type Meta struct {
	Host string
	User string
	Origin
	Root      string // directory used as /
	Version   string // of ralsh
	Now       time.Time
	Planned   []*transaction.Step
	Initial   map[string]*ral.Instance // state before the run, by reference, where that of the plan differs
	Secrets   *redact.Redactor         // of the plan
	UndoOf    int                      // number of the run that this run undoes, or 0
	From      string                   // how it was started: "ralsh apply", "screens"
	Retention Retention                // applied to older runs at the end
	// Stop is called when the journal cannot be written: the run must not start further
	// changes. It may be called more than once. It may be nil.
	Stop func()
}

func fileName(n int) string { return fmt.Sprintf("%s/%06d%s", dirName, n, suffix) }

// numbers returns the runs in the state directory, ascending. Other files are
// skipped.
func numbers(state *ownfiles.State) ([]int, error) {
	names, err := state.List(dirName)
	if err != nil {
		return nil, fmt.Errorf("cannot read the journal: %w", host.Plain(err))
	}
	var list []int
	for _, name := range names {
		digits, ok := strings.CutSuffix(name, suffix)
		n, err := strconv.Atoi(digits)
		if ok && err == nil && n > 0 && fileName(n) == dirName+"/"+name {
			list = append(list, n)
		}
	}
	return list, nil
}

// BusyError reports that a run was rejected because a run is active.
type BusyError struct{ Holder string }

// Error names the holder.
func (e *BusyError) Error() string {
	holder := e.Holder
	if holder == "" {
		holder = "a process that has just started"
	}
	return "a run is active: " + holder
}

// what describes a run in a few words: "User[deploy] and 2 more".
func (m Meta) what() string {
	text := "nothing"
	if n := len(m.Planned); n > 0 {
		text = m.Planned[0].Ref()
		if n > 1 {
			text += fmt.Sprintf(" and %d more", n-1)
		}
	}
	if m.UndoOf > 0 {
		text = fmt.Sprintf("undo of run %d: %s", m.UndoOf, text)
	}
	return strings.Join(strings.Fields(text), " ")
}

// holder returns the text that a run writes into the lock.
func holder(pid int, m Meta) string {
	return fmt.Sprintf("process %d of %s, since %s, %s", pid, m.User, m.Now.Local().Format("2006-01-02 15:04:05"), m.what())
}
