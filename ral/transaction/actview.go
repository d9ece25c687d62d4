package transaction

import (
	"path"

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

// ActView is an act as a front end shows it: its kind, its target and its
// certainty. It gives no access to the host, and its fields are typed so that a
// front end need not parse a sentence.
type ActView struct {
	Kind      ActKind
	Verb      string   // kind in one word, as in JSON
	Path      string   // of the file, or of the command
	Argv      []string // of a command, beginning with its path; nil if it contains a secret
	Before    []byte   // of a write, if the file existed
	After     []byte   // of a write
	Copied    bool     // of a write: the content was copied without being held, and Before and After are not known
	Secret    bool     // content and output are not shown
	Certainty ral.Certainty

	act host.Act
}

// View returns the act as a front end shows it, with the certainty of its step.
func (d *ActResult) View(sure ral.Certainty) ActView {
	v := ActView{Kind: d.Act.Kind, Verb: d.Act.Kind.String(), Path: d.Act.Path, Secret: d.Act.Secret, Copied: d.Act.Copied != nil, Certainty: sure, act: d.Act}
	if !d.Act.Secret {
		v.Before, v.After = d.Act.Before, d.Act.After
	}
	if d.IsCommand() && d.Act.Told == "" {
		v.Argv = append([]string{d.Act.Path}, d.Act.Args...)
	}
	return v
}

// ActViews returns the acts of the step, in order.
func (s *Step) ActViews() []ActView {
	sure, views := s.Certainty(), make([]ActView, len(s.Results))
	for i := range s.Results {
		views[i] = s.Results[i].View(sure)
	}
	return views
}

// Words returns the mark of a command or the verb of the act, and the rest of
// the act. The verb of a request is empty. sizes formats one size, or the sizes
// before and after.
func (v ActView) Words(sizes func(...int) string) (verb, rest string) { return v.act.Words(sizes) }

// Removes reports whether the act removes a file or a directory.
func (v ActView) Removes() bool { return v.Kind == host.ActRemove }

// IsCommand reports whether the act is a command that runs.
func (d *ActResult) IsCommand() bool { return d.Act.Kind == ActRun }

// Tool returns the name of the program of a command.
func (d *ActResult) Tool() string { return path.Base(d.Act.Path) }

// Killed reports whether the act is a command that a signal ended. A nil act is none.
func (d *ActResult) Killed() bool { return d != nil && d.Result.Signal != "" }

// ExitFailed reports whether the act is a command that ended with a failure. A nil act
// is none.
func (d *ActResult) ExitFailed() bool { return d.Killed() || d != nil && d.Result.Exit != 0 }

// Commands returns the commands among the acts of the step.
func (s *Step) Commands() (runs []*ActResult) {
	for i := range s.Results {
		if s.Results[i].IsCommand() {
			runs = append(runs, &s.Results[i])
		}
	}
	return runs
}

// FailedCommand returns the last command of the step that failed, or nil.
func (s *Step) FailedCommand() (failed *ActResult) {
	for _, d := range s.Commands() {
		if d.Err != nil || d.ExitFailed() {
			failed = d
		}
	}
	return failed
}

// CommandOf returns the command that made the i-th change of the step, or nil
// if that is not certain: an act does not record its property.
func (s *Step) CommandOf(i int) *ActResult {
	runs := s.Commands()
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
