package change

import (
	"time"

	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/plantext"
	"ralsh/ui/tui/sessionlog"
	"ralsh/ui/words"
)

// runStep is the state of a step of a running apply.
type runStep struct {
	n       int
	name    safe.Text
	typ     string
	title   string
	after   int
	planned []safe.Text // its changes, in words
	done    []transaction.Change
	working bool
	ended   *transaction.Step
	began   time.Time

	command  safe.Text
	tool     safe.Text // the name of its program
	pid      int
	cmdBegan time.Time
	limit    time.Duration // time limit of the command; 0 means none
	lastOut  time.Time
	// the holder of a lock, and the time since which the step waits for it
	waitsFor   safe.Text
	waitsSince time.Time
	out        []safe.Text
	// rows of a finished step, computed for the width rowsWide
	rows     []frame.Line
	rowsWide int
}

// happened handles an event.
func (a *Apply) happened(ev transaction.Event) {
	switch ev := ev.(type) {
	case transaction.RunStarted:
		a.begin(ev.Steps)
	case transaction.StepStarted:
		a.now = ev.N - 1
		s := a.steps[a.now]
		s.working, s.began = true, a.sh.Now()
		if a.follow {
			a.at = a.now
		}
	case transaction.StepResumed:
		a.now = ev.N - 1
		if a.follow {
			a.at = a.now
		}
	case transaction.ActStarted:
		s := a.steps[ev.N-1]
		s.command, s.tool, s.pid, s.out = safe.Clean(ev.Command), safe.Clean(ev.Tool), ev.PID, nil
		s.cmdBegan, s.lastOut, s.limit, s.waitsFor = a.sh.Now(), time.Time{}, ev.Limit, ""
	case transaction.ActWaits:
		s := a.steps[ev.N-1]
		if s.waitsFor == "" {
			s.waitsSince = a.sh.Now().Add(-ev.Waited)
		}
		s.waitsFor = safe.Clean(ev.For)
	case transaction.ActOutput:
		s := a.steps[ev.N-1]
		if len(s.out) == plantext.MaxOutputLines {
			s.out = s.out[1:]
		}
		s.out, s.lastOut = append(s.out, safe.Clean(ev.Line)), a.sh.Now()
	case transaction.ActFinished:
		a.steps[ev.N-1].pid, a.steps[ev.N-1].waitsFor = 0, ""
	case transaction.PropertyDone:
		s := a.steps[ev.N-1]
		s.done = append(s.done, ev.Change)
	case transaction.StepFinished:
		s := a.steps[ev.Step.N-1]
		s.ended, s.working, a.now = &ev.Step, false, -1
	}
}

// begin lists the steps. It reads only the fields that the run does not modify.
func (a *Apply) begin(steps []*transaction.Step) {
	for _, s := range steps {
		r := &runStep{n: s.N, name: words.Step(s), typ: s.Decl.Type, title: s.Decl.Title, after: s.Why.After}
		for _, p := range a.plan.Steps {
			if p.Ref() == s.Ref() {
				r.planned = plannedWords(p)
			}
		}
		a.steps = append(a.steps, r)
	}
}

// plannedWords formats the changes of a step: "shell /bin/sh → /bin/bash".
func plannedWords(s *transaction.Step) []safe.Text {
	var list []safe.Text
	for _, c := range s.Changes {
		if c.Part {
			continue
		}
		if _, _, long := words.Contents(s, c); long {
			list = append(list, safe.Clean(c.Attr.Name))
			continue
		}
		list = append(list, safe.Clean(c.Attr.Name)+" "+plantext.WasText(s.Resource, c)+safe.Arrow+plantext.ShouldText(s.Resource, c))
	}
	return list
}

// counts returns the number of successful steps, and the finished steps by
// status.
func (a *Apply) counts() (done int, by map[transaction.Status]int) {
	by = make(map[transaction.Status]int)
	for _, s := range a.steps {
		if s.ended == nil {
			continue
		}
		by[s.ended.Status]++
		if s.ended.Status.OK() {
			done++
		}
	}
	return done, by
}

// logged logs each act of an apply when it ended, with its output, and each
// step that failed.
func (a *Apply) logged(report *transaction.Report) {
	if report == nil {
		return
	}
	ended := report.Began
	for _, s := range report.Steps {
		for i := range s.Results {
			d := &s.Results[i]
			ended = d.Ended
			e := sessionlog.Entry{When: ended, Sign: frame.SignChanges, About: words.Step(s), Took: d.Elapsed, Timed: true, Run: a.result.run}
			e.Acted = true
			e.What = "changed: " + words.Bare(d)
			if d.IsCommand() {
				_, exit := words.Ended(d)
				e.What += ", " + exit
			}
			if d.Err != nil || d.Result.Exit != 0 {
				e.Sign = frame.SignNeeds
			}
			if !d.Act.Secret {
				for _, line := range d.Result.Tail(plantext.MaxOutputLines) {
					e.Lines = append(e.Lines, safe.Clean(line))
				}
			}
			a.sh.Log.Add(e)
		}
		if !s.Ended.IsZero() {
			ended = s.Ended
		}
		if !s.Status.OK() {
			sign := frame.SignNeeds
			switch s.Status {
			case transaction.Stopped:
				sign = frame.SignMoved
			case transaction.Skipped, transaction.NotBegun:
				sign = frame.SignCannot
			}
			a.sh.Log.Add(sessionlog.Entry{When: ended, Sign: sign, About: words.Step(s), What: words.Status(s.Status), Took: s.Elapsed, Timed: true, Run: a.result.run})
		}
	}
}

func (d *Difference) logged() {
	e := sessionlog.Entry{When: d.sh.Now(), About: "plan"}
	if d.err != nil {
		e.Sign, e.What, e.Lines = frame.SignNeeds, "no plan: "+plantext.ErrText(d.err), safe.Lines(d.err.Error())
	} else {
		e.What = plantext.Title(d.plan)
		e.Took, e.Timed = d.plan.Elapsed, true
	}
	d.sh.Log.Add(e)
}
