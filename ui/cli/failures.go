package cli

import (
	"strings"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/modules"
)

// failures prints errors in modules, a line each, and each once.
func (a *app) failures(errs []error) {
	for _, err := range errs {
		if !a.told[err.Error()] {
			if a.told == nil {
				a.told = map[string]bool{}
			}
			a.told[err.Error()] = true
			a.sayError(err)
		}
	}
}

// failuresOf prints the errors in modules that matter to types, by name.
func (a *app) failuresOf(s *model.Session, types ...string) {
	if s.Modules.Loaded() != nil {
		for i, name := range types {
			types[i] = strings.ToLower(name)
		}
		a.failures(s.Modules.Loaded().TypeFailures(types...))
	}
}

// failuresOfTypes prints the errors in modules that matter to any type.
func (a *app) failuresOfTypes(s *model.Session) {
	if env := s.Modules.Loaded(); env != nil {
		a.failures(env.FailuresOf(modules.Type, modules.Provider, modules.Feature))
		a.failures(env.TypeFailures(s.Env.Registry.Names()...))
	}
}

// failuresOfFacts prints the errors in modules that may affect facts. The facts of a
// broken file are unknown.
func (a *app) failuresOfFacts(s *model.Session) {
	if env := s.Modules.Loaded(); env != nil {
		a.failures(env.FailuresOf(modules.Fact, modules.ExternalFact, modules.Feature))
	}
}

// failuresOfFunctions prints the errors of functions that Deferred values call, and
// that are missing for them.
func (a *app) failuresOfFunctions(s *model.Session, decls []ral.Decl) {
	env := s.Modules.Loaded()
	for i := range decls {
		if env == nil || decls[i].Deferred == nil {
			continue
		}
		if err := env.Space.Broken[s.Env.LackingFunction(decls[i])]; err != nil {
			a.failures([]error{err})
		}
	}
}
