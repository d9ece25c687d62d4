package words

import (
	"fmt"
	"strconv"
	"strings"

	"ralsh/ral"
	"ralsh/ral/journal"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
)

func itoa(n int) string { return strconv.Itoa(n) }

// resource names a resource: "user deploy".
func resource(typ, title string) safe.Text { return safe.Clean(typ + " " + title) }

// Step names the resource of a step.
func Step(s *transaction.Step) safe.Text { return resource(s.Decl.Type, s.Decl.Title) }

// PastStep names the resource of a step of a past run.
func PastStep(st *journal.Step) safe.Text { return resource(st.Type, st.Title) }

// Status names a status as counts do: "did not take".
func Status(s transaction.Status) safe.Text { return Word(s.String()) }

// Word returns the words of a status that is written as in the journal and in
// JSON.
func Word(status string) safe.Text {
	if status == transaction.NotBegun.String() {
		return "not started"
	}
	return safe.Clean(strings.ReplaceAll(status, "_", " "))
}

// RunState is the state of a past run. The journal calls a run without a beginning "not known".
func RunState(rec *journal.Record) string {
	if rec.Status == journal.Lost {
		return "unknown"
	}
	return rec.State()
}

// PastStatus reports how a step of a past run ended, or that it is running.
func PastStatus(st *journal.Step, running bool) safe.Text {
	if tool := st.Interrupted(); tool != "" {
		return "unknown: " + safe.Clean(tool) + " was killed"
	}
	if running && !st.Done {
		return "running"
	}
	return Word(st.Status)
}

// Place reports why a step, the i-th of its plan, has its place.
func Place(s *transaction.Step, i int) safe.Text {
	switch {
	case s.Why.After > 0:
		return safe.Clean(fmt.Sprintf("after %d: %s", s.Why.After, s.Why.By))
	case i == 0:
		return "first, as staged"
	}
	return "as staged"
}

// Sure reports the certainty of a planned change, and whether it reverts a
// change of a different program: "exact, corrective".
func Sure(c transaction.Change) safe.Text { return certainty(c) + corrective(c) }

// SureBy is Sure with the source of the certainty: "simulated by apt-get -s".
func SureBy(c transaction.Change) safe.Text {
	if c.By == "" || c.Status == transaction.Noop || c.Certainty == ral.UnknownUntil {
		return Sure(c)
	}
	return certainty(c) + " by " + safe.Clean(c.By) + corrective(c)
}

func certainty(c transaction.Change) safe.Text {
	switch {
	case c.Status == transaction.Noop:
		return "noop: not done"
	case c.Certainty == ral.UnknownUntil && c.Until == 0:
		return "unknown until applied"
	case c.Certainty == ral.UnknownUntil:
		return safe.Clean(fmt.Sprintf("unknown until %d", c.Until))
	}
	return safe.Clean(c.Certainty.String())
}

func corrective(c transaction.Change) safe.Text {
	if c.Corrective {
		return ", corrective"
	}
	return ""
}

// PastChangeEnd reports how a property of a past run ended if it was not both
// changed and read again: "did not take", "not read again".
func PastChangeEnd(st *journal.Step, c journal.Change) safe.Text {
	switch {
	case c.Status != transaction.Changed.String():
		return Word(c.Status)
	case !st.Done:
		return "not read again"
	}
	return ""
}
