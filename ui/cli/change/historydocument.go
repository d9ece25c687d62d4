package change

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"ralsh/ral/journal"
	"ralsh/ui/cli/output"
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
	Run   int       `json:"run"`
	Began time.Time `json:"began"`
	Ended time.Time `json:"ended"`
	User  string    `json:"user"`
	journal.Origin
	Host     string `json:"host"`
	Root     string `json:"root"`
	Version  string `json:"version"`
	UndoOf   int    `json:"undo_of,omitempty"`
	UndoneBy int    `json:"undone_by,omitempty"`
	What     string `json:"what"`
	From     string `json:"from,omitempty"`
	Status   string `json:"status"`
	Holder   string `json:"holder,omitempty"`
	Changes  int    `json:"changes"`
	Failed   int    `json:"failed"`
	Stopped  int    `json:"stopped,omitempty"` // of those
	Message  string `json:"message,omitempty"`
}

type pastRunDocument struct {
	Schema int `json:"schema"`
	runItem
	Summary string `json:"summary,omitempty"`
	// Leftovers are the temporary files of earlier runs that this run removed.
	Leftovers []journal.Leftover `json:"leftovers,omitempty"`
	Steps     []stepItem         `json:"steps"`
	NotBegun  []string           `json:"not_begun"`
	LeftOut   []leftItem         `json:"left_out"`
	Torn      bool               `json:"torn"`
	Malformed int                `json:"damaged_lines"`
	Clipped   bool               `json:"clipped"`
}

// leftItem is a resource that a run omitted, and the reason.
type leftItem struct {
	Resource string `json:"resource"`
	Reason   string `json:"reason"`
}

func runOf(rec *journal.Record) runItem {
	return runItem{
		Run: rec.Number, Began: rec.Began, Ended: rec.Ended, User: rec.User, Origin: rec.Origin, Host: rec.Host, Root: rec.Root,
		Version: rec.Version, UndoOf: rec.UndoOf, UndoneBy: rec.UndoneBy, What: rec.What, From: rec.From, Status: underscored(rec.Status),
		Holder: rec.Holder, Changes: rec.Changed, Failed: rec.Failed, Stopped: rec.Stopped, Message: rec.Error,
	}
}

func recordDocument(rec *journal.Record) pastRunDocument {
	doc := pastRunDocument{
		Schema: output.Schema, runItem: runOf(rec), Summary: rec.Summary, Steps: []stepItem{},
		NotBegun: append([]string{}, rec.Untouched()...), LeftOut: []leftItem{}, Torn: rec.Torn, Leftovers: rec.Leftovers, Malformed: rec.Malformed, Clipped: rec.Clipped,
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

func pastStepOf(st *journal.Step) stepItem {
	it := stepItem{
		Step: st.N, Resource: st.Ref(), Provider: st.Provider, Status: underscored(st.Status), Message: st.Error,
		Changes: []changeItem{}, Acts: []actItem{}, NotKnown: append([]string{}, st.Unknown()...),
		RefreshedBy: st.Refresh, Refreshes: st.Refreshes, Messages: messageDocuments(st.Messages),
	}
	if st.With > 0 {
		it.With = st.With
	}
	for _, c := range st.Changes {
		it.Changes = append(it.Changes, changeItem{
			Property: c.Property, Is: c.Is.Plain(), Should: c.Should.Plain(), Status: c.Status, Message: cmp.Or(c.Error, c.Text),
		})
	}
	for _, a := range st.Acts {
		if a.Hidden {
			a.Kept = "" // a checksum identifies short secrets
		}
		it.Acts = append(it.Acts, actItem{a.Kind, a.Text, &a.Began, &a.Done, a.PID, a.Exit, a.ElapsedMS, a.Error, a.Kept})
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
