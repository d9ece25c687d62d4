package transaction

import (
	"path"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
)

// ActKind is the kind of an act.
type ActKind = host.ActKind

// The kinds that a front end distinguishes.
const (
	ActRun   = host.ActRun
	ActWrite = host.ActWrite
)

// Acted returns the acts of the step with their outcomes, in order.
func (s *Step) Acted() []*ActResult {
	acts := make([]*ActResult, len(s.Results))
	for i := range s.Results {
		acts[i] = &s.Results[i]
	}
	return acts
}

// Removes reports whether the act removes a file or a directory.
func (d *ActResult) Removes() bool { return d.Act.Kind == host.ActRemove }

// IsCommand reports whether the act is a command that runs.
func (d *ActResult) IsCommand() bool { return d.Act.Kind == ActRun }

// Tool returns the name of the program of a command.
func (d *ActResult) Tool() string { return path.Base(d.Act.Path) }

// Killed reports whether the act is a command that a signal ended. A nil act is not.
func (d *ActResult) Killed() bool { return d != nil && d.Result.Signal != "" }

// ExitFailed reports whether the act is a command that ended with a failure. A nil act
// is not.
func (d *ActResult) ExitFailed() bool { return d.Killed() || d != nil && d.Result.Exit != 0 }

// commands returns the commands among the acts of the step.
func (s *Step) commands() (runs []*ActResult) {
	for _, d := range s.Acted() {
		if d.IsCommand() {
			runs = append(runs, d)
		}
	}
	return runs
}

// FailedCommand returns the last command of the step that failed, or nil.
func (s *Step) FailedCommand() (failed *ActResult) {
	for _, d := range s.commands() {
		if d.Err != nil || d.ExitFailed() {
			failed = d
		}
	}
	return failed
}

// CommandOf returns the command that made the i-th change of the step, or nil
// if that is not certain: an act does not record its property.
func (s *Step) CommandOf(i int) *ActResult {
	runs := s.commands()
	place, tries := 0, 0
	for k, ch := range s.Changes {
		if ch.Part || ch.Status == Blocked {
			continue
		}
		if k < i {
			place++
		}
		tries++
	}
	switch failed := s.FailedCommand(); {
	case s.Changes[i].Status == Failed && failed != nil:
		return failed
	case len(runs) == tries && !s.Changes[i].Part:
		return runs[place]
	case len(runs) == 1:
		return runs[0]
	}
	return nil
}

// Output returns the output lines of the commands of a change, if the resource reports
// them: logoutput of exec is true, false or on_failure. For a command whose output is
// always hidden it returns a single line with this information. It omits the lines that
// the code of its provider said: Puppet's exec logs the output itself.
func Output(s *Step, c *Change) []string {
	switch s.Resource.Get("logoutput").Text() {
	case "true":
	case "on_failure":
		if c.Status != Failed {
			return nil
		}
	default:
		return nil
	}
	var list []string
	for _, d := range s.Results {
		for _, text := range [][]byte{d.Result.Stdout, d.Result.Stderr} {
			if trimmed := strings.TrimRight(string(text), "\n"); trimmed != "" {
				list = append(list, strings.Split(trimmed, "\n")...)
			}
		}
	}
	for _, name := range []string{"command", "onlyif", "unless"} {
		if s.Resource.IsSecret(name) {
			return []string{"[output redacted]"}
		}
	}
	return slices.DeleteFunc(list, func(line string) bool {
		return slices.ContainsFunc(s.Messages, func(m ral.Message) bool { return m.Text == line })
	})
}
