package change

import (
	"slices"
	"time"

	"ralsh/ral"
	"ralsh/ral/journal"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
	"ralsh/ui/cli/output"
	"ralsh/ui/words"
)

type runDocument struct {
	runHead
	Resources []stepItem `json:"resources"`
	runEnd
}

// runHead and runEnd enclose the resources.
type runHead struct {
	Schema int    `json:"schema"`
	Run    string `json:"run"`
	Status string `json:"status"`
}

type runEnd struct {
	// If Status is refused, Findings are the diagnostics of the declarations, or
	// Message is the reason.
	Findings []findingItem `json:"findings,omitempty"`
	Message  string        `json:"message,omitempty"`
	Digest   string        `json:"digest,omitempty"` // of a plan, for --if-plan
	Timing   *timingItem   `json:"timing,omitempty"`
}

// stepItem is a resource of a plan, of a run or of a past run. Step is its number in a
// stream and in a past run; only a stream contains After, By and Lines.
type stepItem struct {
	Step     int    `json:"step,omitempty"`
	Resource string `json:"resource"`
	Provider string `json:"provider"`
	Status   string `json:"status"`
	Message  string `json:"message,omitempty"`
	After    int    `json:"after,omitempty"` // the step that it follows
	By       string `json:"by,omitempty"`
	Until    int    `json:"until,omitempty"` // of a plan: the step after which the resource may be out of sync
	// With is the resource whose actions also write this resource, or in a past run
	// the number of its step.
	With     any          `json:"with,omitempty"`
	Changes  []changeItem `json:"changes"`
	Acts     []actItem    `json:"acts"`
	NotKnown []string     `json:"not_known,omitzero"` // of a past run
	Losses   []string     `json:"losses,omitempty"`   // of a plan: changes that undo cannot revert
	Dropped  []string     `json:"dropped,omitempty"`  // attributes that are passed over, with the reasons
	// Messages are the messages of the provider.
	Messages []messageItem `json:"messages,omitempty"`
	// RefreshedBy are the resources whose changes refresh this resource, and
	// Refreshes is the number of their events, after an apply.
	RefreshedBy []string `json:"refreshed_by,omitempty"`
	Refreshes   int      `json:"refreshes,omitempty"`
	Lines       []string `json:"lines,omitempty"` // the lines of a terminal, empty if the terminal shows only a count
}

type messageItem struct {
	Level   string `json:"level"` // notice, warning or err
	Message string `json:"message"`
}

// changeItem is a property. Unknown contains the reasons why is or should
// cannot be read, Redacted the names of secret values.
type changeItem struct {
	Property  string            `json:"property"`
	Is        any               `json:"is"`
	Should    any               `json:"should"`
	Status    string            `json:"status"`
	Message   string            `json:"message"`
	Certainty string            `json:"certainty,omitempty"` // not of a past run
	Until     int               `json:"until,omitempty"`
	By        string            `json:"by,omitempty"`
	Note      string            `json:"note,omitempty"`
	Also      []string          `json:"also,omitempty"`
	Part      bool              `json:"part,omitempty"`
	Unknown   map[string]string `json:"unknown,omitempty"`
	Redacted  []string          `json:"redacted,omitempty"`
	// Corrective means that it reverts a change from outside of ralsh.
	Corrective bool `json:"corrective,omitempty"`
}

// actItem is an action. Only past runs have Began, Finished, PID and Kept.
type actItem struct {
	Kind      string     `json:"kind"`
	Text      string     `json:"text"`
	Began     *time.Time `json:"began,omitempty"`
	Finished  *bool      `json:"finished,omitempty"`
	PID       int        `json:"pid,omitempty"`
	Exit      *int       `json:"exit,omitempty"`
	ElapsedMS float64    `json:"elapsed_ms"`
	Error     string     `json:"error,omitempty"`
	Kept      string     `json:"kept,omitempty"` // the checksum of the previous content
}

// runDocument prints the document of a plan or a run, resource by resource.
func (a *runner) runDocument(run, status string, steps []*transaction.Step, end runEnd) error {
	head := runHead{Schema: output.Schema, Run: run, Status: status}
	end.Timing = a.timingDocument()
	if a.Format == "yaml" {
		doc := runDocument{runHead: head, Resources: []stepItem{}, runEnd: end}
		for _, s := range steps {
			doc.Resources = append(doc.Resources, stepDocument(s))
		}
		return a.Document(doc)
	}
	doc := a.StartList(head, "resources")
	for _, s := range steps {
		doc.Add(stepDocument(s))
	}
	return doc.End(end)
}

func stepDocument(s *transaction.Step) stepItem {
	it := stepItem{Resource: s.Ref(), Status: s.Status.String(), Until: s.Until, Changes: []changeItem{}, Acts: []actItem{}, RefreshedBy: s.Refresh, Refreshes: s.Restarted}
	if s.Resource.Provider != nil {
		it.Provider = s.Resource.Provider.Name
	}
	if s.BatchLeader != nil {
		it.With = s.BatchLeader.Ref()
	}
	switch {
	case s.Err != nil:
		it.Message = s.Err.Error()
	case s.Drift != "":
		it.Message = s.Drift
	case s.NotGenerated() != nil:
		it.Message = s.NotGenerated().Error()
	default:
		it.Message = string(words.Skipped(s))
	}
	for _, c := range s.Changes {
		it.Changes = append(it.Changes, changeDocument(c))
	}
	for _, d := range s.Results {
		it.Acts = append(it.Acts, actDocument(d))
	}
	for _, d := range s.Dropped {
		it.Dropped = append(it.Dropped, d.Message)
	}
	it.Messages = messageDocuments(s.Messages)
	for _, loss := range journal.Losses(s) {
		it.Losses = append(it.Losses, loss.Text)
	}
	return it
}

func messageDocuments(messages []ral.Message) (list []messageItem) {
	for _, m := range messages {
		list = append(list, messageItem{m.Level, m.Text})
	}
	return list
}

func changeDocument(c transaction.Change) changeItem {
	it := changeItem{
		Property: c.Attr.Name, Is: c.Is.Plain(), Should: c.Should.Plain(),
		Status: c.Status.String(), Message: c.Text, Certainty: c.Certainty.String(),
		Until: c.Until, By: c.By, Note: c.Note, Also: c.Also, Part: c.Part,
		Corrective: c.Corrective,
	}
	if c.Err != nil {
		it.Message = c.Err.Error()
	}
	it.Unknown, it.Redacted = hiddenIn(map[string]value.Value{"is": c.Is, "should": c.Should})
	return it
}

// hiddenIn returns the names of values that are null because they cannot be
// read, with the reasons, and the names of secret values.
func hiddenIn(values map[string]value.Value) (unknown map[string]string, redacted []string) {
	for name, v := range values {
		switch {
		case v.IsUnknown():
			unknown = map[string]string{name: v.Reason()}
		case v.IsSecret():
			redacted = append(redacted, name)
		}
	}
	slices.Sort(redacted)
	return unknown, redacted
}

func actDocument(d transaction.ActResult) actItem {
	it := actItem{Kind: d.Act.Kind.String(), Text: d.Act.String(), ElapsedMS: output.Millis(d.Elapsed)}
	if d.Result.PID > 0 {
		it.Exit = &d.Result.Exit
	}
	if d.Err != nil {
		it.Error = d.Err.Error()
	}
	return it
}
