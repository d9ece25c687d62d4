package change

import (
	"strings"

	"ralsh/ral/transaction"
	"ralsh/ui/tui/plantext"
	"ralsh/ui/words"
)

// leftWords describes the failed steps of an apply whose result was not seen,
// including stopped steps with an unknown state: " service slow: not known:
// systemctl was killed; it may still be starting. Read again: ensure is
// stopped, as before." stopped means that the current command was requested to
// end.
func leftWords(report *transaction.Report, stopped bool) string {
	if report == nil {
		return ""
	}
	var b strings.Builder
	for _, s := range report.Steps {
		if !s.Status.OK() && s.Status != transaction.NotBegun && s.Status != transaction.Skipped {
			b.WriteString(" " + string(words.Step(s)) + ": " + wentWrong(s, stopped) + readAgain(s))
		}
	}
	return b.String()
}

// wentWrong describes how a step failed.
func wentWrong(s *transaction.Step, stopped bool) string {
	d := s.FailedCommand()
	switch {
	case s.Status == transaction.Failed && d != nil && (stopped && d.Err != nil || d.Killed()):
		return "unknown: " + d.Tool() + " was killed; it may still be " + doing(s) + "."
	case s.Err != nil:
		return string(words.Status(s.Status)) + ": " + words.FirstLine(s.Err.Error()) + "."
	}
	for _, ch := range s.Changes {
		if ch.Err != nil {
			return string(words.Status(s.Status)) + ": " + words.FirstLine(ch.Err.Error()) + "."
		}
	}
	return string(words.Status(s.Status)) + "."
}

// readAgain returns the current values of the properties that were not changed
// as desired.
func readAgain(s *transaction.Step) string {
	var now []string
	for _, ch := range s.Changes {
		if s.Now != nil && !ch.Part && !plantext.Taken(s, ch) {
			now = append(now, string(plantext.NowWords(s, ch)))
		}
	}
	if len(now) == 0 {
		return ""
	}
	return " Read again: " + strings.Join(now, "; ") + "."
}

// doing describes the activity of a step when it was stopped.
func doing(s *transaction.Step) string {
	ensure := s.Resource.Get("ensure")
	switch {
	case ensure.IsSym("running"):
		return "starting"
	case ensure.IsSym("stopped"):
		return "stopping"
	}
	return "running"
}
