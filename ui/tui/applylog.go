package tui

import (
	"strings"

	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
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
			n := logEntry{when: ended, sign: frame.SignChanges, about: stepName(s), took: d.Elapsed, timed: true, run: a.result.run}
			n.what = "changed: " + safe.Clean(strings.TrimPrefix(string(actWords(d)), "$ "))
			if d.Act.Kind.String() == "run" {
				_, exit := ending(d)
				n.what += ", " + exit
			}
			if d.Err != nil || d.Result.Exit != 0 {
				n.sign = frame.SignNeeds
			}
			if !d.Act.Secret {
				for _, line := range d.Result.Tail(maxOutputLines) {
					n.lines = append(n.lines, safe.Clean(line))
				}
			}
			a.sh.log.add(n)
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
			a.sh.log.add(logEntry{when: ended, sign: sign, about: stepName(s), what: statusWord(s.Status), took: s.Elapsed, timed: true, run: a.result.run})
		}
	}
}

// logged notes a plan.
func (d *difference) logged() {
	n := logEntry{when: d.sh.now(), about: "plan"}
	if d.err != nil {
		n.sign, n.what, n.lines = frame.SignNeeds, "no plan: "+errText(d.err), safe.Lines(d.err.Error())
	} else {
		n.what = planTitle(d.plan)
		n.took, n.timed = d.plan.Elapsed, true
	}
	d.sh.log.add(n)
}
