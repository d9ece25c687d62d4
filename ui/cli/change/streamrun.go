package change

import (
	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
	"ralsh/ui/cli/output"
)

// The documents of the events of a run, with the name of each event.
type (
	streamCount struct { // run_started
		streamHead
		Resources int `json:"resources"`
	}
	streamTogether struct { // together
		streamHead
		Resources []string `json:"resources"`
	}
	streamAct struct { // act_started
		streamHead
		Command string `json:"command"`
		PID     int    `json:"pid"`
	}
	streamLine struct { // act_output
		streamHead
		Line string `json:"line"`
	}
	streamWait struct { // act_waits
		streamHead
		For      string  `json:"for"`
		WaitedMS float64 `json:"waited_ms"`
	}
	streamDone struct { // act_finished
		streamHead
		actItem
	}
	streamChange struct { // property_done
		streamHead
		changeItem
	}
	streamRecorded struct { // recorded
		streamHead
		Property string `json:"property"`
		Is       string `json:"is"`
	}
	streamPassed struct { // passed_over
		streamHead
		Why    string   `json:"why"`
		Failed []string `json:"failed"`
	}
	streamTrouble struct { // troubled
		streamHead
		Kind    string `json:"kind"`
		Message string `json:"message"`
	}
	streamRefreshed struct { // refreshed
		streamHead
		Events      int      `json:"events"`
		RefreshedBy []string `json:"refreshed_by"`
		Noop        bool     `json:"noop"`
		After       bool     `json:"after"`
		Message     string   `json:"message,omitempty"`
	}
	streamProvider struct { // prefetched, provider_finished
		streamHead
		Type      string `json:"type"`
		Provider  string `json:"provider"`
		Resources int    `json:"resources,omitempty"`
		Message   string `json:"message,omitempty"`
	}
	streamType struct { // unprovided
		streamHead
		Type string `json:"type"`
	}
	streamStep struct { // step_finished
		streamHead
		Provider  string    `json:"provider"`
		Status    string    `json:"status"`
		Message   string    `json:"message,omitempty"`
		Changes   []nowItem `json:"changes"`
		ElapsedMS float64   `json:"elapsed_ms"`
		// RefreshedBy are the resources whose changes refresh this resource, and
		// Refreshes is the number of their events.
		RefreshedBy []string      `json:"refreshed_by,omitempty"`
		Refreshes   int           `json:"refreshes,omitempty"`
		Messages    []messageItem `json:"messages,omitempty"`
	}
)

// nowItem is the value of a property as read after its change.
type nowItem struct {
	Property string            `json:"property"`
	Status   string            `json:"status"`
	Now      any               `json:"now"`
	Unknown  map[string]string `json:"unknown,omitempty"`
	Redacted []string          `json:"redacted,omitempty"`
}

// emit writes an event of the run as it happens.
func (s *stream) emit(ev transaction.Event) {
	if doc := s.document(ev); doc != nil {
		s.write(doc)
	}
}

// document returns the document of an event. It is nil for the end of a run,
// because the report is written after the journal is closed.
func (s *stream) document(ev transaction.Event) any {
	switch ev := ev.(type) {
	case transaction.RunStarted:
		for _, step := range ev.Steps {
			s.steps[step.N] = step
		}
		return streamCount{s.head("run_started"), len(ev.Steps)}
	case transaction.StepAdded:
		s.steps[ev.Step.N] = ev.Step
		return s.about("step_added", ev.Step.N)
	case transaction.StepStarted:
		return s.about("step_started", ev.N)
	case transaction.Together:
		return streamTogether{s.about("together", ev.Steps[0].N), refs(ev.Steps)}
	case transaction.StepResumed:
		return s.about("step_resumed", ev.N)
	case transaction.ActStarted:
		return streamAct{s.about("act_started", ev.N), ev.Command, ev.PID}
	case transaction.ActOutput:
		return streamLine{s.about("act_output", ev.N), ev.Line}
	case transaction.ActWaits:
		return streamWait{s.about("act_waits", ev.N), ev.For, output.Millis(ev.Waited)}
	case transaction.ActFinished:
		return streamDone{s.about("act_finished", ev.N), actDocument(ev.Done)}
	case transaction.PropertyDone:
		return streamChange{s.about("property_done", ev.N), changeDocument(ev.Change)}
	case transaction.Recorded:
		return streamRecorded{s.about("recorded", ev.N), ev.Attr.Name, ev.Is}
	case transaction.PassedOver:
		return streamPassed{s.about("passed_over", ev.N), ev.Why.String(), refs(ev.Failed)}
	case transaction.Troubled:
		return streamTrouble{s.of("troubled", ev.Step), ev.Trouble.Kind.String(), message(ev.Trouble.Err)}
	case transaction.Refreshed:
		return streamRefreshed{s.of("refreshed", ev.Step), ev.Events, append([]string{}, ev.By...), ev.Noop, ev.After, message(ev.Err)}
	case transaction.Prefetched:
		return s.provider("prefetched", ev.Provider, ev.Resources, ev.Err)
	case transaction.Unprovided:
		return streamType{s.head("unprovided"), ev.Type.Name}
	case transaction.Finished:
		return s.provider("provider_finished", ev.Provider, 0, ev.Err)
	case transaction.StepFinished:
		return s.finished(&ev.Step)
	}
	return nil
}

// of returns the head of an event about a resource or a container.
func (s *stream) of(event string, step *transaction.Step) streamHead {
	h := s.head(event)
	h.Step, h.Resource = step.N, step.Ref()
	return h
}

func (s *stream) provider(event string, p *ral.Provider, n int, err error) streamProvider {
	return streamProvider{s.head(event), p.TypeOf().Name, p.Name, n, message(err)}
}

func (s *stream) finished(step *transaction.Step) streamStep {
	it := stepDocument(step)
	doc := streamStep{
		streamHead: s.about("step_finished", step.N), Provider: it.Provider, Status: it.Status, Message: it.Message,
		Changes: []nowItem{}, ElapsedMS: output.Millis(step.Elapsed),
		RefreshedBy: it.RefreshedBy, Refreshes: it.Refreshes, Messages: it.Messages,
	}
	for _, c := range step.Changes {
		now := nowItem{Property: c.Attr.Name, Status: c.Status.String(), Now: c.Now.Plain()}
		now.Unknown, now.Redacted = hiddenIn(map[string]value.Value{"now": c.Now})
		doc.Changes = append(doc.Changes, now)
	}
	return doc
}

func refs(steps []*transaction.Step) []string {
	list := make([]string, len(steps))
	for i, step := range steps {
		list[i] = step.Ref()
	}
	return list
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
