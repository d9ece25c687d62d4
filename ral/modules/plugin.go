package modules

import (
	"slices"
	"strings"
)

// Kind is the kind of a module's file.
type Kind string

// The kinds of plugins. If Ruby with Puppet exists, types, providers, facts and
// functions in Ruby and the Puppet language run; otherwise ralsh lists them.
const (
	Type           Kind = "type"
	Provider       Kind = "provider"
	Fact           Kind = "fact"
	Feature        Kind = "feature"
	Function       Kind = "function"
	Face           Kind = "face"
	Library        Kind = "library" // for other files to load
	ExternalFact   Kind = "external fact"
	RubyType       Kind = "Ruby type"
	RubyProvider   Kind = "Ruby provider"
	RubyFact       Kind = "Ruby fact"
	RubyFeature    Kind = "Ruby feature"
	RubyFunction   Kind = "Ruby function"
	RubyCode       Kind = "Ruby code"
	PuppetFunction Kind = "Puppet function"
	Lens           Kind = "Augeas lens"

	RubyFace        Kind = "Ruby face"
	RubyApplication Kind = "Ruby application"
	RubyReport      Kind = "Ruby report"
	RubyTerminus    Kind = "Ruby terminus"
	RubyDataType    Kind = "Ruby data type"
	HieraBackend    Kind = "Hiera backend"
	PuppetDataType  Kind = "Puppet data type"
	Manifest        Kind = "manifest"
	Plan            Kind = "plan"
	Task            Kind = "task"
	Template        Kind = "template"
	HieraData       Kind = "Hiera data"
	Translation     Kind = "translation"
)

// runs reports whether ralsh uses plugins of the kind.
func (k Kind) runs() bool {
	switch k {
	case Type, Provider, Fact, Feature, Function, Face, Library, ExternalFact, Lens:
		return true
	}
	return false
}

// native reports whether plugins of the kind are in the language of modules.
func (k Kind) native() bool {
	switch k {
	case Type, Provider, Fact, Feature, Function, Face, Library:
		return true
	}
	return false
}

// unused returns the state of plugins that ralsh only lists: data contains no code.
func (k Kind) unused() State {
	switch k {
	case PuppetDataType, Template, HieraData, Translation:
		return NotUsed
	}
	return NotRun
}

// State is the state of a plugin.
type State uint8

// The states of a plugin.
const (
	Loaded State = iota
	Shadowed
	Failed
	NotRun
	PassedOver // a file of facts.d that provides no facts
	NotUsed    // data of Puppet
)

var stateNames = [...]string{"loaded", "shadowed", "failed", "not run", "passed over", "not used"}

// String returns the state in a word or two.
func (s State) String() string { return stateNames[s] }

// Plugin is a file of a module.
type Plugin struct {
	Module *Module
	Kind   Kind
	Name   string // "database"; "database/sqlite" for a provider
	Rel    string // path in the module; the first module with it wins
	File   string
	State  State
	By     string // of Shadowed: the file that is used instead
	Err    error  // of Failed, with the position; of PassedOver
}

// fail records why a plugin cannot be used, unless a reason is recorded.
func (p *Plugin) fail(err error) {
	if p.State == Loaded {
		p.State, p.Err = Failed, err
	}
}

// Because returns why a plugin is in its state, "" for a loaded plugin.
func (p *Plugin) Because() string {
	switch p.State {
	case Shadowed:
		return "by " + p.By
	case Failed, PassedOver:
		return p.Err.Error()
	case NotRun:
		if p.Err != nil {
			return p.Err.Error()
		}
		return "ralsh does not run " + p.Kind.several()
	case NotUsed:
		return "ralsh does not use " + p.Kind.several()
	}
	return ""
}

// foreign returns why a plugin in a different language is unavailable: "module mysql has
// it in Ruby, which ralsh does not run (FILE)".
func (p *Plugin) foreign() string {
	language := "Ruby"
	if p.Kind == PuppetFunction {
		language = "the Puppet language"
	}
	why := ""
	if p.Err != nil {
		why = ": " + p.Err.Error()
	}
	return "module " + p.Module.Name + " has it in " + language + ", which ralsh does not run (" + p.File + ")" + why
}

// Called returns the name of a plugin for its users.
func (p *Plugin) Called() string {
	if p.Kind == PuppetFunction { // its file does not name the module
		return p.Module.Name + "::" + strings.ReplaceAll(p.Name, "/", "::")
	}
	return p.Name
}

// Foreign returns why a plugin with a name is unavailable: a module has it in a
// different language. It returns "" if no module has it.
func (e *Environment) Foreign(name string, kinds ...Kind) string {
	for _, p := range e.Plugins() {
		if p.Called() == name && slices.Contains(kinds, p.Kind) && p.State != Loaded {
			return p.foreign()
		}
	}
	return ""
}

// Module is a module of a modulepath.
type Module struct {
	Name, Path string
	// ShadowedBy is the module of the same name in an earlier directory. Files
	// that the other module lacks are still used.
	ShadowedBy string
	Version    string
	Summary    string
	Author     string
	Err        error // of metadata.json, or of the directory
	Plugins    []*Plugin

	distrust error // why its Ruby code must not be loaded
}

// several returns the plural of the kind.
func (k Kind) several() string {
	switch k {
	case RubyCode, HieraData:
		return string(k)
	case RubyTerminus:
		return "Ruby termini"
	}
	return string(k) + "s"
}
