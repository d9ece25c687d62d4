package modules

import (
	"slices"

	"ralsh/ral/modules/star/face"
)

// faces reports missing documentation of a module's faces.
func (c *checker) faces(e *Environment, m *Module) {
	for _, f := range e.Faces {
		if !slices.ContainsFunc(m.Plugins, func(p *Plugin) bool { return p.File == f.Origin.File }) {
			continue
		}
		if f.Doc == "" {
			c.remark(f.Origin.Pos, "the doc of face %s is missing", f.Name)
		}
		for _, act := range f.Actions {
			if act.Doc == "" {
				c.remark(act.Pos, "the doc of action %s is missing", act.Name)
			}
			c.undocumented(act, "argument", act.Args)
			c.undocumented(act, "option", act.Options)
		}
	}
}

func (c *checker) undocumented(act *face.Action, what string, list []*face.Argument) {
	for _, a := range list {
		if a.Doc == "" {
			c.remark(act.Pos, "the doc of %s %s of action %s is missing", what, a.Name, act.Name)
		}
	}
}
