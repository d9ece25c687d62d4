package modules

import (
	"path"
	"slices"
)

// lensDir is where Puppet's pluginsync has lenses.
const lensDir = "lib/augeas/lenses"

// LensDirs returns the directories of lenses for the load path of Augeas, in order
// of precedence.
func (e *Environment) LensDirs() []string {
	var dirs []string
	for _, m := range e.Modules {
		if slices.ContainsFunc(m.Plugins, func(p *Plugin) bool { return p.Kind == Lens && p.State == Loaded }) {
			dirs = append(dirs, path.Join(m.Path, lensDir))
		}
	}
	return dirs
}

// lenses fails all lenses of a module if one must not be loaded, because Augeas gets the
// directory and loads all of its files.
func (m *Module) lenses() {
	i := slices.IndexFunc(m.Plugins, func(p *Plugin) bool { return p.Kind == Lens && p.State == Failed })
	if i < 0 {
		return
	}
	for _, p := range m.Plugins {
		if p.Kind == Lens {
			p.fail(consequent(p.File+":1:1", m.Plugins[i], "not loaded: %s in the same directory was rejected", path.Base(m.Plugins[i].File)))
		}
	}
}
