package command

import (
	"ralsh/model"
	"ralsh/ral/modules"
)

// Opened is the session that finds the faces of a command line, or the error of
// opening it.
type Opened struct {
	Session *model.Session
	Err     error
	Root    string
	Chosen  model.ModuleChoice
}

// Modules returns the loaded modules, or nil.
func (o *Opened) Modules() *modules.Environment {
	if o == nil || o.Err != nil {
		return nil
	}
	return o.Session.Modules.Loaded()
}

// of reports whether it was opened for a choice.
func (o *Opened) of(root string, chosen model.ModuleChoice) bool {
	return o != nil && o.Root == root && o.Chosen.Path == chosen.Path && o.Chosen.Environment == chosen.Environment
}
