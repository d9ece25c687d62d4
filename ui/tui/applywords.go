package tui

import (
	"strings"

	"ralsh/ral/transaction"
)

// notKnown names what was stopped in the middle of a step, and what is not known
// because of that: " service slow: not known: systemctl was stopped; it may
// still be starting. Read again: ensure is stopped, as before."
func notKnown(report *transaction.Report) string {
	if report == nil {
		return ""
	}
	var b strings.Builder
	for _, s := range report.Steps {
		d := failing(s)
		if s.Status != transaction.Failed || d == nil {
			continue
		}
		tool, exit := ending(d)
		if d.Err == nil && !strings.HasPrefix(string(exit), "killed") {
			continue
		}
		b.WriteString(" " + string(stepName(s)) + ": not known: " + string(tool) + " was stopped; it may still be " + doing(s) + ".")
		b.WriteString(readAgain(s))
	}
	return b.String()
}

// readAgain is what the properties of a step are that did not become what they
// should be.
func readAgain(s *transaction.Step) string {
	var now []string
	for _, ch := range s.Changes {
		if s.Now != nil && !ch.Part && !taken(s, ch) {
			now = append(now, string(nowWords(s, ch)))
		}
	}
	if len(now) == 0 {
		return ""
	}
	return " Read again: " + strings.Join(now, "; ") + "."
}

// doing is what a step was about when it was stopped.
func doing(s *transaction.Step) string {
	ensure := s.Resource.Get("ensure")
	switch {
	case ensure.IsSym("running"):
		return "starting"
	case ensure.IsSym("stopped"):
		return "stopping"
	}
	return "at work"
}
