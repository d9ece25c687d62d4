package modules

import (
	"path"
	"strings"
)

// places lists the directories of plugins, the longest of each kind first. deep
// means that subdirectories are part of the name.
var places = [...]struct {
	dir, ext string
	kind     Kind
	deep     bool
}{
	{"lib/ral/type/", ".star", Type, false},
	{"lib/ral/provider/", ".star", Provider, true},
	{"lib/ral/fact/", ".star", Fact, false},
	{"lib/ral/feature/", ".star", Feature, false},
	{"lib/ral/function/", ".star", Function, true},
	{"lib/ral/", ".star", Library, true},
	{"lib/puppet/type/", ".rb", RubyType, false},
	{"lib/puppet/provider/", ".rb", RubyProvider, true},
	{"lib/puppet/feature/", ".rb", RubyFeature, false},
	{"lib/puppet/functions/", ".rb", RubyFunction, true},
	{"lib/puppet/parser/functions/", ".rb", RubyFunction, true},
	{"lib/facter/", ".rb", RubyFact, true},
	{"lib/puppet/", ".rb", RubyCode, true},
	{"lib/puppet_x/", ".rb", RubyCode, true},
	{"lib/augeas/lenses/", ".aug", Lens, false},
	{"functions/", ".pp", PuppetFunction, true},
	{"facts.d/", "", ExternalFact, false},
}

// classify returns the kind and name of a file of a module, "" if it is not a
// plugin. rel is its path in the module.
func classify(rel string) (Kind, string) {
	for _, p := range places {
		name, inside := strings.CutPrefix(rel, p.dir)
		if !inside {
			continue
		}
		if p.ext != "" && path.Ext(name) != p.ext || !p.deep && strings.Contains(name, "/") {
			return "", ""
		}
		name = strings.TrimSuffix(name, p.ext)
		switch p.kind {
		case Function, RubyFunction:
			name = strings.ReplaceAll(name, "/", "::")
		case Provider:
			if strings.Count(name, "/") != 1 {
				return "", ""
			}
		}
		return p.kind, name
	}
	return "", ""
}
