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
	{"lib/ral/face/", ".star", Face, false},
	{"lib/ral/", ".star", Library, true},
	{"lib/puppet/type/", ".rb", RubyType, false},
	{"lib/puppet/provider/", ".rb", RubyProvider, true},
	{"lib/puppet/feature/", ".rb", RubyFeature, false},
	{"lib/puppet/functions/", ".rb", RubyFunction, true},
	{"lib/puppet/parser/functions/", ".rb", RubyFunction, true},
	{"lib/puppet/face/", ".rb", RubyFace, true},
	{"lib/puppet/application/", ".rb", RubyApplication, true},
	{"lib/puppet/reports/", ".rb", RubyReport, true},
	{"lib/puppet/indirector/", ".rb", RubyTerminus, true},
	{"lib/puppet/datatypes/", ".rb", RubyDataType, true},
	{"lib/puppet/", ".rb", RubyCode, true},
	{"lib/puppet_x/", ".rb", RubyCode, true},
	{"lib/facter/", ".rb", RubyFact, false},
	{"lib/hiera/backend/", ".rb", HieraBackend, false},
	{"lib/augeas/lenses/", ".aug", Lens, false},
	{"lib/", ".rb", RubyCode, true},
	{"functions/", ".pp", PuppetFunction, true},
	{"facts.d/", "", ExternalFact, false},
	{"manifests/", ".pp", Manifest, true},
	{"types/", ".pp", PuppetDataType, true},
	{"plans/", ".pp .yaml .yml", Plan, true},
	{"tasks/", "", Task, false},
	{"templates/", "", Template, true},
	{"data/", ".yaml .yml .json .conf .eyaml", HieraData, true},
	{"hiera.yaml", "", HieraData, false},
	{"locales/", ".po .pot", Translation, true},
}

// classify returns the kind and name of a file of a module. It returns "" if the file is
// not a plugin: documentation (README, spec, examples), sources (files), or a file in a
// different place. rel is its path in the module.
func classify(rel string) (Kind, string) {
	for _, p := range places {
		name, inside := strings.CutPrefix(rel, p.dir)
		if !inside {
			continue
		}
		ext := path.Ext(name)
		if p.ext != "" && (ext == "" || !strings.Contains(p.ext+" ", ext+" ")) || !p.deep && strings.Contains(name, "/") {
			if p.kind.native() {
				return "", ""
			}
			continue
		}
		if p.ext != "" {
			name = strings.TrimSuffix(name, ext)
		}
		switch p.kind {
		case Function, RubyFunction, PuppetDataType, Plan:
			name = strings.ReplaceAll(name, "/", "::")
		case Provider, RubyProvider:
			if strings.Count(name, "/") != 1 {
				if p.kind.native() {
					return "", ""
				}
				continue
			}
		case Task:
			if ext == ".json" || ext == ".md" { // the description and parameters of a task
				continue
			}
			name = strings.TrimSuffix(name, ext)
		case HieraData:
			if name = path.Base(rel); p.dir == "hiera.yaml" && rel != p.dir {
				continue
			}
		}
		return p.kind, name
	}
	return "", ""
}
