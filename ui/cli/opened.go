package cli

import (
	"ralsh/model"
	"ralsh/ral/modules"
)

// opened is the session that finds the faces of a command line, or the error of
// opening it.
type opened struct {
	session *model.Session
	err     error
	root    string
	chosen  model.ModuleChoice
}

// modules returns the loaded modules, or nil.
func (o *opened) modules() *modules.Environment {
	if o == nil || o.err != nil {
		return nil
	}
	return o.session.Modules.Loaded()
}

// of reports whether it was opened for a choice.
func (o *opened) of(root string, chosen model.ModuleChoice) bool {
	return o != nil && o.root == root && o.chosen.Path == chosen.Path && o.chosen.Environment == chosen.Environment
}
