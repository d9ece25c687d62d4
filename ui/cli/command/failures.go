package command

import (
	"errors"
	"io/fs"
	"strings"

	"ralsh/model"
	"ralsh/ral/modules"
	"ralsh/ral/modules/ruby"
)

// SayFailures prints errors in modules, a line each, and each once.
func (a *App) SayFailures(errs []error) {
	for _, err := range errs {
		if !a.reported[err.Error()] {
			if a.reported == nil {
				a.reported = map[string]bool{}
			}
			a.reported[err.Error()] = true
			a.SayError(err)
		}
	}
}

// SayFailuresOf prints the errors in modules that matter to types, by name.
func (a *App) SayFailuresOf(s *model.Session, types ...string) {
	if s.Modules.Loaded() != nil {
		for i, name := range types {
			types[i] = strings.ToLower(name)
		}
		a.SayFailures(s.Modules.Loaded().TypeFailures(types...))
	}
}

// SayTypeFailures prints the errors in modules that matter to any type.
func (a *App) SayTypeFailures(s *model.Session) {
	if env := s.Modules.Loaded(); env != nil {
		a.SayFailures(env.FailuresOf(modules.Type, modules.Provider, modules.Feature))
		a.SayFailures(env.TypeFailures(s.Env.Registry.Names()...))
	}
}

// SayFactFailures prints the errors in modules that may affect facts. The facts of a
// broken file are unknown.
func (a *App) SayFactFailures(s *model.Session) {
	if env := s.Modules.Loaded(); env != nil {
		a.SayFailures(env.FailuresOf(modules.Fact, modules.ExternalFact, modules.Feature))
	}
}

// Cause returns the reason of an error of a file that the message names.
func Cause(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err
	}
	return err
}

// SayNotes prints the messages of Puppet.
func (a *App) SayNotes(notes []ruby.Note) {
	for _, n := range notes {
		text := n.Message
		if n.Source != "" && n.Source != "Puppet" {
			text = n.Source + ": " + text
		}
		if n.File != "" && n.Level != "notice" {
			text += " (" + n.Pos() + ")"
		}
		a.Say("%s: %s", n.Level, text)
	}
}
