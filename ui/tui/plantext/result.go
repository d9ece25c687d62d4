package plantext

import (
	"strings"
	"time"

	"ralsh/model/notation"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
)

// fact is a part of the state of a step, with the sign of how it came about.
type fact struct {
	sign frame.Sign
	text safe.Text
	took time.Duration
}

// stepFacts returns the current state of a finished step. If no change
// describes it, the step as a whole does.
func stepFacts(s *transaction.Step, killed bool) (list []fact) {
	switch {
	case s.Status == transaction.Stopped:
		return []fact{{frame.SignMoved, "stopped: changed after the plan", s.Elapsed}}
	case s.Status == transaction.Skipped:
		return []fact{{frame.SignCannot, "skipped: " + words.Skipped(s), 0}}
	case s.Status == transaction.NotBegun && len(s.Changes) == 0:
		return []fact{{frame.SignCannot, "not started: stopped by ctrl+c", 0}}
	}
	for i, ch := range s.Changes {
		if sign, t := ChangeNow(s, i, killed); t != "" {
			list = append(list, fact{sign, t, changeTook(s, ch)})
		}
	}
	for _, r := range words.Finished(s) {
		if r.Kind == words.Explained || r.Kind == words.Wrong && s.Err == nil {
			list = append(list, fact{frame.Sign(r.Kind), r.Text, 0})
		}
	}
	if len(list) == 0 || s.Err != nil && !ShowsErr(s) {
		sign, t := stepNow(s, killed)
		list = append(list, fact{sign, t, s.Elapsed})
	}
	return list
}

// Ended returns the rows of a finished step: the current state and, if full,
// why it is not as desired.
func (c Columns) Ended(s *transaction.Step, name safe.Text, full, killed bool) []frame.Line {
	label := Numbered(s.N, name)
	var lines []frame.Line
	for _, f := range stepFacts(s, killed) {
		if full && s.Status == transaction.Stopped {
			f.text += ", not applied"
		}
		var took safe.Text
		if f.took > 0 {
			took = c.Margin(words.Took(f.took))
		}
		lines = append(lines, c.Step(f.sign, label, f.text, took)...)
		label = ""
	}
	switch {
	case !full || s.Status == transaction.Skipped:
	case s.Status == transaction.Stopped:
		lines = append(lines, c.below(safe.Clean(s.Drift))...)
		lines = append(lines, c.below(c.Sh.Spell("press {difference} to plan again from the current state"))...)
	case s.Status != transaction.NotBegun || len(s.Changes) > 0:
		lines = append(lines, c.trouble(s)...)
	}
	return lines
}

// Taken reports whether a change was made. A property that still has its
// previous value in a failed step was not changed, because its write failed.
func Taken(s *transaction.Step, ch transaction.Change) bool {
	if ch.Status != transaction.Changed {
		return false
	}
	return s.Status != transaction.Failed || ch.Now.IsNil() || !ch.Now.Equal(ch.Is)
}

// ShowsErr reports whether the error of a step is shown with its changes.
func ShowsErr(s *transaction.Step) bool {
	for _, ch := range s.Changes {
		if failed := ch.Status == transaction.Failed && ch.Err == nil; failed || ch.Status == transaction.Changed && !Taken(s, ch) {
			return true
		}
		if ch.Err != nil && ch.Err.Error() == s.Err.Error() {
			return true
		}
	}
	return false
}

// changeTook returns the duration of a change. Parts of a change have no
// duration.
func changeTook(s *transaction.Step, ch transaction.Change) time.Duration {
	if ch.Part {
		return 0
	}
	for _, other := range s.Changes {
		if !other.Part && other.Attr != ch.Attr {
			return ch.Elapsed
		}
	}
	return s.Elapsed // including the writes after all properties are set
}

// ChangeNow describes the current state of a property, with the sign of how it
// came about.
func ChangeNow(s *transaction.Step, i int, killed bool) (frame.Sign, safe.Text) {
	ch := s.Changes[i]
	name := safe.Clean(ch.Attr.Name) + " "
	if ch.Attr.Name == "ensure" {
		name = ""
	}
	if names := s.FaultOf(i); ch.Err != nil && names == nil {
		return frame.NoSign, "" // reported by the first change with this error
	} else if len(names) > 1 && !ch.Part {
		name = safe.Clean(strings.Join(names, ", ")) + " "
	}
	if ch.Status == transaction.NotBegun {
		return frame.SignCannot, name + "not started: stopped by ctrl+c"
	}
	if ch.Status == transaction.Changed && !Taken(s, ch) {
		ch.Status = transaction.Failed
	}
	if ch.Status == transaction.Failed && ch.Err == nil {
		ch.Err = s.Err
	}
	d := s.CommandOf(i)
	tool, exit := words.Ended(d)
	switch {
	case ch.Status == transaction.DidNotTake:
		is := name
		if is != "" {
			is += "is "
		}
		t := safe.Text("no effect: ")
		if tool != "" {
			t += tool + " ended with " + exit + ", read again: "
		}
		return frame.SignNeeds, t + is + nowText(s, ch)
	case ch.Part && s.Status != transaction.Changed:
		return frame.NoSign, ""
	case ch.Status == transaction.Failed && killed && d.Killed():
		return frame.SignUnknown, name + "unknown: " + tool + " was killed; read again: " + nowText(s, ch)
	case ch.Status == transaction.Failed && d.ExitFailed():
		return frame.SignNeeds, name + "failed: " + tool + " " + exit
	case ch.Status == transaction.Failed:
		return frame.SignNeeds, name + "failed: " + ErrText(ch.Err)
	case ch.Status == transaction.Blocked:
		return frame.SignUnknown, safe.Clean(ch.Attr.Name) + " is unknown: " + ErrText(ch.Err)
	}
	return frame.SignInSync, isNow(s, ch)
}

// isNow describes a property in sync: "shell is /bin/bash". For ensure it
// returns only the value, and where it was read.
func isNow(s *transaction.Step, ch transaction.Change) safe.Text {
	now := nowText(s, ch)
	if ch.Attr.Name != "ensure" || !ch.Now.IsSym("present") && !ch.Now.IsAbsent() {
		return safe.Clean(ch.Attr.Name) + " is " + now
	}
	if s.Now != nil && s.Now.From != "" && s.Now.Present() {
		return now + ": " + safe.Clean(s.Now.From)
	}
	return now
}

func nowText(s *transaction.Step, ch transaction.Change) safe.Text {
	switch {
	case ch.Now.IsNil():
		return "not read again"
	case ch.Now.IsUnknown():
		return "unknown: " + safe.Clean(ch.Now.Reason())
	case strings.Contains(ch.Now.Text(), "\n"):
		return words.CountOf(len(ch.Now.Text()), "byte") + ", " + words.CountOf(widget.Lines(ch.Now.Text()), "line")
	}
	return safe.Clean(notation.ShowIsOf(s.Resource, ch.Attr, ch.Now))
}

// stepNow describes the state of a step as a whole.
func stepNow(s *transaction.Step, killed bool) (frame.Sign, safe.Text) {
	switch {
	case s.Err == nil && s.Status == transaction.Changed:
		return frame.SignInSync, "refreshed"
	case s.Err == nil:
		return frame.SignInSync, "in sync"
	}
	d := s.FailedCommand()
	tool, exit := words.Ended(d)
	switch {
	case killed && d.Killed():
		return frame.SignUnknown, "unknown: " + tool + " was killed"
	case d.ExitFailed():
		return frame.SignNeeds, "failed: " + tool + " " + exit
	}
	return frame.SignNeeds, "failed: " + ErrText(s.Err)
}

// ErrText returns the first line of an error.
func ErrText(err error) safe.Text {
	if err == nil {
		return "no reason reported"
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	return safe.Clean(line)
}
