package laws

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// The types hold the events of docs/jsonl.md, as far as the laws need them.
type (
	change struct {
		Property, Status, Message, Certainty string
		Part                                 bool
	}
	act struct {
		Kind, Text, Error string
	}
	event struct {
		Event, Resource, Status, Message, Kind, Text, Error, With, Property string
		Changes                                                             json.RawMessage
		Acts                                                                []act
		Counts                                                              map[string]int
		ExitStatus                                                          int      `json:"exit_status"`
		RefreshedBy                                                         []string `json:"refreshed_by"`
		LeftOut                                                             []string `json:"left_out"`
		Failed                                                              []string
		Step, Until                                                         int
	}
	// step is one resource with its plan and its result.
	step struct {
		resource, with      string
		planned, plannedWhy string
		changes             []change
		refreshed           []string
		acts                []act
		status, message     string
		failures            []string
		done                []act
		needs               []string
		until               int // step after which a resource in sync may no longer be
		inRun, inPlan       bool
	}
	// told is what one run of ralsh reported.
	told struct {
		steps    []*step
		by       map[string]*step
		acts     []act // in order of execution
		status   string
		message  string
		exit     int
		changes  int
		finished bool
	}
)

func listen(stream string) (*told, error) {
	all := &told{by: map[string]*step{}}
	of := func(ref string) *step {
		if all.by[ref] == nil {
			all.by[ref] = &step{resource: ref}
			all.steps = append(all.steps, all.by[ref])
		}
		return all.by[ref]
	}
	for line := range strings.Lines(stream) {
		var e event
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			return nil, fmt.Errorf("%w in %q", err, line)
		}
		switch e.Event {
		case "planned":
			s := of(e.Resource)
			s.inPlan, s.planned, s.plannedWhy, s.acts, s.with, s.refreshed, s.until = true, e.Status, e.Message, e.Acts, e.With, e.RefreshedBy, e.Until
			if err := json.Unmarshal(e.Changes, &s.changes); err != nil {
				return nil, err
			}
		case "plan_finished":
			all.status = e.Status
			if err := json.Unmarshal(e.Changes, &all.changes); err != nil {
				return nil, err
			}
		case "act_finished":
			a := act{Kind: e.Kind, Text: e.Text, Error: e.Error}
			of(e.Resource).done = append(of(e.Resource).done, a)
			all.acts = append(all.acts, a)
		case "property_done":
			if e.Status == "failed" {
				of(e.Resource).failures = append(of(e.Resource).failures, e.Property+": "+e.Message)
			}
		case "passed_over":
			of(e.Resource).needs = append(of(e.Resource).needs, e.Failed...)
		case "troubled", "refreshed":
			if e.Message != "" {
				of(e.Resource).failures = append(of(e.Resource).failures, e.Message)
			}
		case "step_finished":
			s := of(e.Resource)
			s.inRun, s.status, s.message = true, e.Status, e.Message
		case "report":
			all.finished, all.status, all.exit, all.message = true, e.Status, e.ExitStatus, e.Message
		}
	}
	if !all.finished {
		return nil, fmt.Errorf("the stream has no report at its end")
	}
	return all, nil
}

var (
	writeAct = regexp.MustCompile(`^write (.+?), (?:new, |\d+ -> \d+ bytes?|\d+ bytes? in place of |content )`)
	mkdirAct = regexp.MustCompile(`^mkdir (.+), mode \d+$`)
	chmodAct = regexp.MustCompile(`^chmod \d+ (.+)$`)
	chownAct = regexp.MustCompile(`^chown \S+ (.+)$`)
	linkAct  = regexp.MustCompile(`^symlink (.+?) -> `)
)

// path returns the file of an act, "" for a command.
func (a act) path() (name string, below bool) {
	text := a.Text
	if a.Kind == "remove" {
		text, below = strings.CutSuffix(text, " and all below it")
		text = strings.TrimPrefix(text, "remove ")
	} else {
		for kind, re := range map[string]*regexp.Regexp{"write": writeAct, "mkdir": mkdirAct, "chmod": chmodAct, "chown": chownAct, "symlink": linkAct} {
			if m := re.FindStringSubmatch(text); kind == a.Kind && m != nil {
				text = m[1]
			}
		}
	}
	if a.Kind == "run" || a.Kind == "request" {
		return "", false
	}
	if i := strings.LastIndex(text, " (named "); i > 0 && strings.HasSuffix(text, ")") {
		text = text[:i]
	}
	return text, below
}

var behind = regexp.MustCompile(`^( < (\d+ bytes|\[redacted\]))?(, as [-:\d]+)?(, in .*)?$`)

// isCommand reports whether the act is this command, as written for a shell.
func (a act) isCommand(command string) bool {
	rest, is := strings.CutPrefix(a.Text, "$ "+command)
	return is && behind.MatchString(rest)
}
