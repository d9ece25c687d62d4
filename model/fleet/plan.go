package fleet

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// event contains the used fields of a line of -o jsonl.
type event struct {
	Event    string          `json:"event"`
	Resource string          `json:"resource"`
	Status   string          `json:"status"`
	Message  string          `json:"message"`
	Digest   string          `json:"digest"`
	Changes  json.RawMessage `json:"changes"` // a list in planned, and otherwise a number
	Lines    []string        `json:"lines"`
	Number   int             `json:"number"`
}

// events calls take with each line of -o jsonl. Each line is known to be JSON; a line of a
// different form is an error.
func (a *Answer) events(take func(event) error) error {
	dec := json.NewDecoder(a.Reader())
	for {
		var ev event
		switch err := dec.Decode(&ev); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("the output is not from ralsh: %w", err)
		}
		if err := take(ev); err != nil {
			return err
		}
	}
}

// Shown calls take with the lines of a plan as a terminal on the host would show them: the
// lines of each resource, and the lines at the end. They are foreign.
func (a *Answer) Shown(take func(lines []string)) error {
	return a.events(func(ev event) error {
		switch {
		case ev.Event != "planned" && ev.Event != "plan_finished":
		case ev.Event == "planned" && len(ev.Lines) == 0 && ev.Status != "in_sync" && ev.Status != "skipped":
			return fmt.Errorf("the plan has no text for %s", ev.Resource)
		default:
			take(ev.Lines)
		}
		return nil
	})
}

// Plan is a plan of a host.
type Plan struct {
	*Answer
	Kind   PlanKind
	Digest string
}

// PlanKind is the kind of a plan.
type PlanKind string

// The kinds of plans. A plan that is partly blocked changes nothing on the host.
const (
	Changes    PlanKind = "changes"
	Nothing    PlanKind = "nothing"
	Blocked    PlanKind = "blocked"
	CannotPlan PlanKind = "cannot"
)

// ReadPlan reads the end of a plan, which --noop -o jsonl printed.
func ReadPlan(a *Answer) Plan {
	p := Plan{Answer: a, Kind: CannotPlan}
	if !a.answered() {
		return p
	}
	status := ""
	err := a.events(func(ev event) error {
		switch ev.Event {
		case "plan_finished":
			status, p.Digest = ev.Status, ev.Digest
		case "report":
			a.Reason = cmp.Or(strings.ReplaceAll(ev.Message, "\n", "; "), a.Reason)
		}
		return nil
	})
	if err == nil {
		err = a.Shown(func([]string) {}) // a plan that cannot be shown is not applied
	}
	switch {
	case err != nil:
		a.Outcome, a.Reason = Broken, err.Error()
	case status == "planned" && isDigest(p.Digest): // of an undo also if a part is not undone
		p.Kind = Changes
	case status == "unchanged" && a.Outcome == Done:
		p.Kind = Nothing
	case status == "blocked":
		p.Kind = Blocked
		a.Outcome, a.Reason = Failed, "a resource cannot be planned"
	default:
		a.Outcome, a.Reason = Failed, cmp.Or(a.Reason, "the host printed no plan")
	}
	return p
}

// isDigest reports whether a text is exactly a digest.
func isDigest(text string) bool {
	return len(text) == hex.EncodedLen(sha256.Size) && strings.Trim(text, "0123456789abcdef") == ""
}

// PlanGroup is hosts with the same plan.
type PlanGroup struct {
	Group
	Kind PlanKind
}

// GroupPlans groups equal plans: plans with changes first, the largest group first.
func GroupPlans(plans []Plan) []PlanGroup {
	var all []PlanGroup
	for _, kind := range []PlanKind{Changes, Nothing, Blocked, CannotPlan} {
		var answers []*Answer
		for _, p := range plans {
			if p.Kind == kind {
				answers = append(answers, p.Answer)
			}
		}
		for _, g := range groupBy(answers, func(a *Answer) (string, bool) {
			switch kind {
			case Changes, Blocked:
				return a.key, true
			case Nothing:
				return "", true
			}
			return string(a.Outcome) + a.Reason, true
		}) {
			all = append(all, PlanGroup{g, kind})
		}
	}
	return all
}

// Result is the result of a change on a host.
type Result struct {
	Status  string // of the report: changed, failed and so on; "" without a report
	Changes int
	Number  int // of the run in the history of the host, or 0
}

// ReadResult reads the report of a change. A host without a report is broken.
func ReadResult(a *Answer) Result {
	var res Result
	failure := ""
	err := a.events(func(ev event) error {
		if ev.Event == "property_done" && ev.Status == "failed" || ev.Event == "troubled" {
			failure = cmp.Or(failure, ev.Resource+": "+ev.Message)
		}
		if ev.Event != "report" {
			return nil
		}
		if failure != "" && a.Outcome == Failed {
			a.Reason = failure
		}
		res.Status, res.Number = ev.Status, max(0, ev.Number)
		if ev.Message != "" {
			a.Reason = ev.Message
		}
		return json.Unmarshal(ev.Changes, &res.Changes)
	})
	switch {
	case err != nil && a.answered():
		a.Outcome, a.Reason = Broken, err.Error()
	case res.Status == "" && a.Outcome == Done:
		a.Outcome, a.Reason = Broken, "the host printed no report"
	}
	return res
}

// GroupResults groups hosts with the same result.
func GroupResults(answers []*Answer, results map[*Answer]Result) []Group {
	return groupBy(answers, func(a *Answer) (string, bool) {
		res := results[a]
		return fmt.Sprint(a.Outcome, a.Exit, res.Status, res.Changes, a.Reason), a.answered()
	})
}
