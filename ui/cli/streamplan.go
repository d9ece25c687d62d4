package cli

import "ralsh/ral/transaction"

// streamPlanned is one resource of the plan; After is the step it follows.
type streamPlanned struct {
	streamHead
	Provider    string        `json:"provider"`
	Status      string        `json:"status"`
	Message     string        `json:"message,omitempty"`
	After       int           `json:"after,omitempty"`
	By          string        `json:"by,omitempty"`
	Until       int           `json:"until,omitempty"`
	With        string        `json:"with,omitempty"`
	Changes     []changeItem  `json:"changes"`
	Acts        []actItem     `json:"acts"`
	Losses      []string      `json:"losses,omitempty"`
	Dropped     []string      `json:"dropped,omitempty"`
	Messages    []messageItem `json:"messages,omitempty"`
	RefreshedBy []string      `json:"refreshed_by,omitempty"`
	Lines       []string      `json:"lines,omitempty"` // the lines of a terminal, none if that passes it over
}

// streamPlan ends the plan.
type streamPlan struct {
	streamHead
	Status    string         `json:"status"`
	Resources int            `json:"resources"`
	Changes   int            `json:"changes"`
	MayChange int            `json:"may_change,omitempty"`
	Counts    map[string]int `json:"counts"`
	ElapsedMS float64        `json:"elapsed_ms"`
	Digest    string         `json:"digest"`          // for --if-plan
	Lines     []string       `json:"lines,omitempty"` // the lines of a terminal about resources that may change
}

// planned returns the document of a step. many is that of planText.
func (s *stream) planned(step *transaction.Step, many bool) streamPlanned {
	it := stepDocument(step)
	h := s.head("planned")
	h.Step, h.Resource = step.N, it.Resource
	var lines []string
	if !many || !untold(step) {
		lines = linesOf(func(a *runner) { a.stepText(step, many) })
	}
	return streamPlanned{
		streamHead: h, Provider: it.Provider, Status: it.Status, Message: it.Message,
		After: step.Why.After, By: step.Why.By, Until: it.Until, With: it.With, Changes: it.Changes, Acts: it.Acts, Losses: it.Losses, Dropped: it.Dropped, Messages: it.Messages, RefreshedBy: step.Refresh,
		Lines: lines,
	}
}
