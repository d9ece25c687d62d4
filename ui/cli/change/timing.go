package change

import (
	"fmt"
	"strings"
	"time"

	"ralsh/model"
	"ralsh/ui/cli/output"
	"ralsh/ui/safe"
	"ralsh/ui/words"
)

// timingItem is where the time of a command went: each list has the longest first.
type timingItem struct {
	ElapsedMS float64       `json:"elapsed_ms"`
	Providers []timedWork   `json:"providers"`
	Commands  []timedRun    `json:"commands"`
	Files     []timedAccess `json:"files"`
	Calls     []timedCall   `json:"calls"`
}

type timedWork struct {
	Provider  string  `json:"provider"`
	Work      string  `json:"work"`
	Count     int     `json:"count"`
	ElapsedMS float64 `json:"elapsed_ms"`
	LongestMS float64 `json:"longest_ms"`
}

type timedRun struct {
	Command   string  `json:"command"`
	ReadOnly  bool    `json:"read_only"`
	Count     int     `json:"count"`
	ElapsedMS float64 `json:"elapsed_ms"`
	LongestMS float64 `json:"longest_ms"`
}

type timedAccess struct {
	Kind      string  `json:"kind"`
	Count     int     `json:"count"`
	Bytes     int64   `json:"bytes"`
	ElapsedMS float64 `json:"elapsed_ms"`
	LongestMS float64 `json:"longest_ms"`
	Longest   string  `json:"longest"`
}

type timedCall struct {
	Call      string  `json:"call"`
	Count     int     `json:"count"`
	ElapsedMS float64 `json:"elapsed_ms"`
	LongestMS float64 `json:"longest_ms"`
}

// timingDocument returns the measurements so far, or nil without --timing.
func (a *runner) timingDocument() *timingItem {
	t := a.measured
	if t == nil {
		return nil
	}
	a.reported = true
	return &timingItem{
		ElapsedMS: output.Millis(t.Elapsed()),
		Providers: timed(t, model.TimedProviders, func(p model.TimedPart) timedWork {
			return timedWork{p.Name, p.Work, p.Count, output.Millis(p.Elapsed), output.Millis(p.Longest)}
		}),
		Commands: timed(t, model.TimedCommands, func(p model.TimedPart) timedRun {
			return timedRun{p.Name, p.ReadOnly, p.Count, output.Millis(p.Elapsed), output.Millis(p.Longest)}
		}),
		Files: timed(t, model.TimedFiles, func(p model.TimedPart) timedAccess {
			return timedAccess{p.Name, p.Count, p.Bytes, output.Millis(p.Elapsed), output.Millis(p.Longest), p.At}
		}),
		Calls: timed(t, model.TimedCalls, func(p model.TimedPart) timedCall {
			return timedCall{p.Name, p.Count, output.Millis(p.Elapsed), output.Millis(p.Longest)}
		}),
	}
}

// timed returns the parts of a kind as items of a document.
func timed[T any](t *model.Timing, kind model.TimedKind, item func(model.TimedPart) T) []T {
	list := []T{}
	for _, p := range t.Parts(kind) {
		list = append(list, item(p))
	}
	return list
}

// The limits of the text for a kind. The last row sums up the rest.
const (
	timingRows  = 20
	timingLeast = 100 * time.Microsecond // the first row can be shorter
)

// reportTiming prints the measurements to standard error, unless a document
// contains them.
func (a *runner) reportTiming() {
	if a.measured == nil || a.reported {
		return
	}
	a.Say("timing: %s in all", words.Took(a.measured.Elapsed()))
	for kind, name := range []string{"provider", "command", "file access", "call"} {
		list := a.measured.Parts(model.TimedKind(kind))
		if len(list) == 0 {
			continue
		}
		a.Say("timing by %s, the longest first:", name)
		for i, p := range list {
			if i == timingRows || i > 0 && p.Elapsed < timingLeast {
				a.timingRest(list[i:])
				break
			}
			a.Say("%s", timingLine(p))
		}
	}
}

// timingLine returns the row of a part: its time, count and name.
func timingLine(p model.TimedPart) safe.Text {
	what := strings.TrimSpace(p.Name + " " + p.Work)
	if p.Bytes > 0 {
		what += ", " + words.Sizes(int(p.Bytes))
	}
	if p.At != "" && p.Count > 1 {
		what += fmt.Sprintf(" (longest: %s, %s)", p.At, words.Took(p.Longest))
	}
	return safe.Clean(fmt.Sprintf("  %9s %7s x  %s", words.Took(p.Elapsed), words.Count(p.Count), what))
}

// timingRest prints the sum of the shorter parts.
func (a *runner) timingRest(list []model.TimedPart) {
	rest := model.TimedPart{Name: fmt.Sprintf("(%d more)", len(list))}
	for _, p := range list {
		rest.Elapsed += p.Elapsed
		rest.Count += p.Count
	}
	a.Say("%s", timingLine(rest))
}
