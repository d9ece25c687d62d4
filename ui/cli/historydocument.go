package cli

import (
	"fmt"
	"strings"
	"time"

	"ralsh/ral/journal"
	"ralsh/ui/words"
)

type historyDocument struct {
	Schema int        `json:"schema"`
	Runs   []runItem  `json:"runs"`
	Stored storedItem `json:"stored"`
}

// storedItem is the size of the journal and its limits; 0 means no limit.
type storedItem struct {
	Runs     int   `json:"runs"`
	Contents int   `json:"contents"`
	Bytes    int64 `json:"bytes"`
	MaxRuns  int   `json:"max_runs"`
	MaxBytes int64 `json:"max_bytes"`
}

func storedOf(s journal.Usage, k journal.Retention) storedItem {
	return storedItem{s.Runs, s.Contents, s.Bytes, k.Runs, k.Bytes}
}

type runItem struct {
	Run       int       `json:"run"`
	Began     time.Time `json:"began"`
	Ended     time.Time `json:"ended"`
	User      string    `json:"user"`
	Login     string    `json:"login,omitempty"` // who logged in, if not the user
	Terminal  string    `json:"terminal,omitempty"`
	Client    string    `json:"client,omitempty"`    // address of an ssh connection
	Said      string    `json:"said,omitempty"`      // who is said to have sent the command line
	Principal string    `json:"principal,omitempty"` // whose key signed the order
	Host      string    `json:"host"`
	Root      string    `json:"root"`
	Version   string    `json:"version"`
	UndoOf    int       `json:"undo_of,omitempty"`
	UndoneBy  int       `json:"undone_by,omitempty"`
	What      string    `json:"what"`
	From      string    `json:"from,omitempty"`
	Status    string    `json:"status"`
	Holder    string    `json:"holder,omitempty"`
	Changes   int       `json:"changes"`
	Failed    int       `json:"failed"`
	Stopped   int       `json:"stopped,omitempty"` // of those
	Message   string    `json:"message,omitempty"`
}

type pastRunDocument struct {
	Schema int `json:"schema"`
	runItem
	Summary string `json:"summary,omitempty"`
	// Leftovers are the temporary files of earlier runs that this one removed.
	Leftovers []journal.Leftover `json:"leftovers,omitempty"`
	Steps     []pastStep         `json:"steps"`
	NotBegun  []string           `json:"not_begun"`
	LeftOut   []leftItem         `json:"left_out"`
	Torn      bool               `json:"torn"`
	Damaged   int                `json:"damaged_lines"`
	Clipped   bool               `json:"clipped"`
}

// leftItem is a resource that a run omitted, and the reason.
type leftItem struct {
	Resource string `json:"resource"`
	Reason   string `json:"reason"`
}

type pastStep struct {
	Step     int          `json:"step"`
	Resource string       `json:"resource"`
	Provider string       `json:"provider"`
	Status   string       `json:"status"`
	Message  string       `json:"message,omitempty"`
	With     int          `json:"with,omitempty"` // the step whose acts wrote this one too
	Changes  []pastChange `json:"changes"`
	Acts     []pastAct    `json:"acts"`
	NotKnown []string     `json:"not_known"`
	// RefreshedBy are the resources whose changes refresh this one, and Refreshes
	// is the number of their events.
	RefreshedBy []string      `json:"refreshed_by,omitempty"`
	Refreshes   int           `json:"refreshes,omitempty"`
	Messages    []messageItem `json:"messages,omitempty"`
}

type pastChange struct {
	Property string `json:"property"`
	Is       any    `json:"is"`
	Should   any    `json:"should"`
	Status   string `json:"status"`
	Message  string `json:"message"`
}

type pastAct struct {
	Kind      string    `json:"kind"`
	Text      string    `json:"text"`
	Began     time.Time `json:"began"`
	Finished  bool      `json:"finished"`
	PID       int       `json:"pid,omitempty"`
	Exit      *int      `json:"exit,omitempty"`
	ElapsedMS float64   `json:"elapsed_ms"`
	Error     string    `json:"error,omitempty"`
	Kept      string    `json:"kept,omitempty"`
}

func runOf(rec *journal.Record) runItem {
	return runItem{
		Run: rec.Number, Began: rec.Began, Ended: rec.Ended, User: rec.User, Login: rec.Login, Terminal: rec.Terminal, Client: rec.Client, Said: rec.Said, Principal: rec.Principal, Host: rec.Host, Root: rec.Root,
		Version: rec.Version, UndoOf: rec.UndoOf, UndoneBy: rec.UndoneBy, What: rec.What, From: rec.From, Status: underscored(rec.Status),
		Holder: rec.Holder, Changes: rec.Changed, Failed: rec.Failed, Stopped: rec.Stopped, Message: rec.Error,
	}
}

func recordDocument(rec *journal.Record) pastRunDocument {
	doc := pastRunDocument{
		Schema: Schema, runItem: runOf(rec), Summary: rec.Summary, Steps: []pastStep{},
		NotBegun: append([]string{}, rec.Untouched()...), LeftOut: []leftItem{}, Torn: rec.Torn, Leftovers: rec.Leftovers, Damaged: rec.Damaged, Clipped: rec.Clipped,
	}
	for _, p := range rec.Planned {
		if p.LeftOut != "" {
			doc.LeftOut = append(doc.LeftOut, leftItem{p.Ref(), p.LeftOut})
		}
	}
	for i := range rec.Steps {
		doc.Steps = append(doc.Steps, pastStepOf(&rec.Steps[i]))
	}
	return doc
}

func pastStepOf(st *journal.Step) pastStep {
	it := pastStep{
		Step: st.N, Resource: st.Ref(), Provider: st.Provider, Status: underscored(st.Status), Message: st.Error, With: st.With,
		Changes: []pastChange{}, Acts: []pastAct{}, NotKnown: append([]string{}, st.Unknown()...),
		RefreshedBy: st.Refresh, Refreshes: st.Refreshes, Messages: messageDocuments(st.Messages),
	}
	for _, c := range st.Changes {
		text := c.Text
		if c.Error != "" {
			text = c.Error
		}
		it.Changes = append(it.Changes, pastChange{c.Property, c.Is.Plain(), c.Should.Plain(), c.Status, text})
	}
	for _, a := range st.Acts {
		kept := a.Kept
		if a.Hidden {
			kept = "" // a checksum identifies short secrets
		}
		it.Acts = append(it.Acts, pastAct{a.Kind, a.Text, a.Began, a.Done, a.PID, a.Exit, a.ElapsedMS, a.Error, kept})
	}
	return it
}

func underscored(status string) string { return strings.ReplaceAll(status, " ", "_") }

// actLine formats an act and how it ended.
func actLine(act journal.Act) string {
	end, _ := words.PastEnd(act)
	switch {
	case act.Error != "":
		return "! " + act.Text + "  " + act.Error
	case act.Exit != nil:
		took := time.Duration(act.ElapsedMS * float64(time.Millisecond))
		return fmt.Sprintf("%s  exit %d, %s", act.Text, *act.Exit, words.Took(took))
	case !act.Done && end != "":
		return act.Text + "  " + string(end)
	}
	return act.Text
}
