package tui

import (
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/words"
)

// logged notes each act of an apply when it ended, with what it printed, and each
// step that is not as it should be.
func (a *apply) logged(report *transaction.Report) {
	if report == nil {
		return
	}
	ended := report.Began
	for _, s := range report.Steps {
		for i := range s.Results {
			d := &s.Results[i]
			ended = d.Ended
			e := logEntry{when: ended, sign: frame.SignChanges, about: words.Step(s), took: d.Elapsed, timed: true, run: a.result.run}
			e.acted = true
			e.what = "changed: " + words.Bare(d.View(0))
			if d.IsCommand() {
				_, exit := words.Ended(d)
				e.what += ", " + exit
			}
			if d.Err != nil || d.Result.Exit != 0 {
				e.sign = frame.SignNeeds
			}
			if !d.Act.Secret {
				for _, line := range d.Result.Tail(maxOutputLines) {
					e.lines = append(e.lines, safe.Clean(line))
				}
			}
			a.sh.log.add(e)
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
			a.sh.log.add(logEntry{when: ended, sign: sign, about: words.Step(s), what: words.Status(s.Status), took: s.Elapsed, timed: true, run: a.result.run})
		}
	}
}

// logged notes a plan.
func (d *difference) logged() {
	e := logEntry{when: d.sh.now(), about: "plan"}
	if d.err != nil {
		e.sign, e.what, e.lines = frame.SignNeeds, "no plan: "+errText(d.err), safe.Lines(d.err.Error())
	} else {
		e.what = planTitle(d.plan)
		e.took, e.timed = d.plan.Elapsed, true
	}
	d.sh.log.add(e)
}
