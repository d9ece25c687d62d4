package change

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"ralsh/model"
	"ralsh/ral/transaction"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
	"ralsh/ui/safe"
)

// stream writes the events of a command as JSON documents, each on a line and
// with a single write. The report is always last.
type stream struct {
	to    *runner
	now   func() time.Time
	steps map[int]*transaction.Step // of the run, by number
	noop  bool
	begun bool // a run was started
	last  streamReport
}

// eventHead begins every document.
type eventHead struct {
	Schema int    `json:"schema"`
	Event  string `json:"event"`
	Time   string `json:"time"`
}

// streamHead is an eventHead with the resource that the event is about.
type streamHead struct {
	eventHead
	Step     int    `json:"step,omitempty"`
	Resource string `json:"resource,omitempty"`
}

// streamReport ends the stream. Status is refused if no run started; Message is
// the reason, or the error of the journal.
type streamReport struct {
	streamHead
	Status     string         `json:"status"`
	ExitStatus int            `json:"exit_status"`
	Resources  int            `json:"resources"`
	Changes    int            `json:"changes"`
	Counts     map[string]int `json:"counts"`
	LeftOut    []string       `json:"left_out"`
	ElapsedMS  float64        `json:"elapsed_ms"`
	Number     int            `json:"number,omitempty"` // of the run in the history
	Message    string         `json:"message,omitempty"`
	Timing     *timingItem    `json:"timing,omitempty"`
}

// streamProgress is how far the reading of a large file came before the run.
type streamProgress struct {
	streamHead
	What string `json:"what"`
	Line string `json:"line"`
}

func newStream(a *runner, noop bool) *stream {
	s := &stream{to: a, now: time.Now, steps: make(map[int]*transaction.Step), noop: noop}
	s.last = streamReport{Status: "refused", Counts: map[string]int{}, LeftOut: []string{}}
	return s
}

// streamed runs a command and ends its stream with the exit status of the
// process. A run with changes continues even if the reader of the stream exits.
func (a *runner) streamed(ctx context.Context, f runFlags, do func() error) error {
	if a.Format != "jsonl" {
		return do()
	}
	if !f.noop {
		defer a.KeepWriting()()
	}
	a.stream = newStream(a, f.noop)
	err := do()
	status, text := a.Status(ctx, err)
	message := ""
	if text != nil {
		message = text.Error()
	}
	a.stream.close(status, message)
	if a.Sink.Err != nil && a.stream.begun {
		a.Say("the run finished after the reader of its output had exited (see ralsh history)")
	}
	return err
}

// announce begins the stream with the plan; many has the meaning of planText. It returns an
// error if the plan has changes and its digest is not in want, a list with commas.
func (a *runner) announce(ctx context.Context, s *model.Session, plan *transaction.Plan, want string, many bool) error {
	if a.Format != "text" || want != "" {
		a.digest = s.Digest(ctx, plan)
	}
	if a.stream != nil {
		a.stream.plan(plan, many)
	}
	inSync := plan.ChangeCount() == 0 && !blocked(plan) // since the plan with the digest was made
	if want == "" || inSync || slices.Contains(strings.Split(want, ","), a.digest) {
		return nil
	}
	return a.refusedDocument(fmt.Errorf("the plan differs from --if-plan: its digest is %s, not %s; no changes were made", a.digest, want))
}

func (s *stream) head(event string) streamHead {
	return streamHead{eventHead: eventHead{output.Schema, event, s.now().UTC().Format(time.RFC3339Nano)}}
}

// about returns the head of an event about a step.
func (s *stream) about(event string, n int) streamHead {
	h := s.head(event)
	h.Step = n
	if step := s.steps[n]; step != nil {
		h.Resource = step.Ref()
	}
	return h
}

func (s *stream) write(doc any) {
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(doc); err != nil {
		s.to.Sink.Fail(err)
		return
	}
	_, _ = s.to.Out.Write(safe.JSON(line.Bytes()))
}

// plan writes each planned resource, and then the totals.
func (s *stream) plan(p *transaction.Plan, many bool) {
	for _, step := range p.Steps {
		s.write(s.planned(step, many))
	}
	s.last.Status, s.last.Changes = planWord(p), p.ChangeCount()
	s.last.Resources, s.last.Counts = len(p.Steps), counts(p.Steps)
	s.last.ElapsedMS = output.Millis(p.Elapsed)
	may, _ := p.MayChange()
	s.write(streamPlan{
		s.head("plan_finished"), s.last.Status, s.last.Resources, s.last.Changes, may, s.last.Counts, s.last.ElapsedMS, s.to.digest,
		linesOf(func(a *runner) { a.mayChangeText(p) }),
	})
}

// ran records the result of the run for the report.
func (s *stream) ran(rep *transaction.Report, left []*transaction.Step) {
	s.begun, s.last.Status = true, rep.Status()
	for _, step := range left {
		s.last.Status = "failed"
		s.last.LeftOut = append(s.last.LeftOut, step.Ref())
	}
	s.last.Resources, s.last.Changes = len(rep.Steps)+len(left), rep.Changes()
	s.last.Counts, s.last.ElapsedMS = counts(append(rep.Steps, left...)), output.Millis(rep.Elapsed)
}

// close writes the report with the exit status of the process. Planned changes
// count only with --noop.
func (s *stream) close(status int, message string) {
	if !s.begun && message != "" {
		s.last.Status = "refused"
	}
	if !s.begun && !s.noop {
		s.last.Changes = 0
	}
	s.last.streamHead, s.last.ExitStatus, s.last.Message = s.head("report"), status, message
	s.last.Number = s.to.number
	s.last.Timing = s.to.timingDocument()
	s.write(s.last)
}

func counts(steps []*transaction.Step) map[string]int {
	n := make(map[string]int)
	for _, step := range steps {
		n[step.Status.String()]++
	}
	return n
}

// streamPlanned is a resource of the plan.
type streamPlanned struct {
	eventHead
	stepItem
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
	it.Step, it.After, it.By, it.Refreshes = step.N, step.Why.After, step.Why.By, 0
	if !many || !unexplained(step) {
		it.Lines = linesOf(func(a *runner) { a.stepText(step, many) })
	}
	return streamPlanned{s.head("planned").eventHead, it}
}

// linesOf returns the lines that show prints, without colours.
func linesOf(show func(*runner)) (lines []string) {
	var out bytes.Buffer
	plain := command.New(command.Env{}, output.Streams{Out: &out})
	plain.Color = "never"
	show(&runner{App: plain})
	for line := range strings.Lines(out.String()) {
		lines = append(lines, strings.TrimSuffix(line, "\n"))
	}
	return lines
}
