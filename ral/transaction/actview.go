package transaction

import (
	"path"

	"ralsh/ral"
	"ralsh/ral/host"
)

// ActKind is what an act does.
type ActKind = host.ActKind

// The kinds that a face distinguishes.
const (
	ActRun   = host.ActRun
	ActWrite = host.ActWrite
)

// ActView is an act in the data that a face shows: what it does, to what, and how sure
// it is. A face has no way to the host, and takes nothing from a sentence.
type ActView struct {
	Kind      ActKind
	Verb      string   // the kind in a word, as in JSON
	Path      string   // of the file, or of the command
	Argv      []string // of a command, from the path on; nil of one with a secret in it
	Before    []byte   // of a write, when the file was there
	After     []byte   // of a write
	Secret    bool     // what is read and written is not shown, nor what is printed
	Certainty ral.Certainty

	act host.Act
}

// View is the act as a face shows it, of a step that is so sure.
func (d *ActResult) View(sure ral.Certainty) ActView {
	v := ActView{Kind: d.Act.Kind, Verb: d.Act.Kind.String(), Path: d.Act.Path, Secret: d.Act.Secret, Certainty: sure, act: d.Act}
	if !d.Act.Secret {
		v.Before, v.After = d.Act.Before, d.Act.After
	}
	if d.IsCommand() && d.Act.Told == "" {
		v.Argv = append([]string{d.Act.Path}, d.Act.Args...)
	}
	return v
}

// ActViews are the acts of a step, in order.
func (s *Step) ActViews() []ActView {
	sure, views := s.Certainty(), make([]ActView, len(s.Results))
	for i := range s.Results {
		views[i] = s.Results[i].View(sure)
	}
	return views
}

// Words are the mark of a command or the verb, which a request has none of, and the
// rest of the act. Sizes are written by a function, which is given one of them, or those
// before and after.
func (v ActView) Words(sizes func(...int) string) (verb, rest string) { return v.act.Words(sizes) }

// IsCommand reports whether the act is a command that runs.
func (d *ActResult) IsCommand() bool { return d.Act.Kind == ActRun }

// Tool is the name of the program of a command.
func (d *ActResult) Tool() string { return path.Base(d.Act.Path) }

// Commands are the commands among the acts of a step.
func (s *Step) Commands() (runs []*ActResult) {
	for i := range s.Results {
		if s.Results[i].IsCommand() {
			runs = append(runs, &s.Results[i])
		}
	}
	return runs
}

// FailedCommand is the last command of a step that did not end well, nil for none.
func (s *Step) FailedCommand() (failed *ActResult) {
	for _, d := range s.Commands() {
		if d.Err != nil || d.Result.Exit != 0 || d.Result.Signal != "" {
			failed = d
		}
	}
	return failed
}

// CommandOf is the command that was about the i-th change of a step, nil where that is
// not certain: acts say what they did, not for which property.
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
