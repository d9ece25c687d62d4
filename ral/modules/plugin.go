package modules

// Kind is what a file of a module is.
type Kind string

// The kinds of plugins. Those of Ruby, of the Puppet language and of Augeas are
// found and not run.
const (
	Type           Kind = "type"
	Provider       Kind = "provider"
	Fact           Kind = "fact"
	Feature        Kind = "feature"
	Function       Kind = "function"
	Library        Kind = "library" // only there to be loaded by others
	ExternalFact   Kind = "external fact"
	RubyType       Kind = "Ruby type"
	RubyProvider   Kind = "Ruby provider"
	RubyFact       Kind = "Ruby fact"
	RubyFeature    Kind = "Ruby feature"
	RubyFunction   Kind = "Ruby function"
	RubyCode       Kind = "Ruby code"
	PuppetFunction Kind = "Puppet function"
	Lens           Kind = "Augeas lens"
)

// Runs reports whether ralsh runs plugins of the kind.
func (k Kind) Runs() bool {
	switch k {
	case Type, Provider, Fact, Feature, Function, Library, ExternalFact:
		return true
	}
	return false
}

// State is what became of a plugin.
type State uint8

// The states of a plugin.
const (
	Loaded State = iota
	Shadowed
	Failed
	NotRun
	PassedOver // a file of facts.d that is none of facts
)

var stateNames = [...]string{"loaded", "shadowed", "failed", "not run", "passed over"}

// String is the state in a word or two.
func (s State) String() string { return stateNames[s] }

// Plugin is one file of a module.
type Plugin struct {
	Module *Module
	Kind   Kind
	Name   string // "database", of a provider "database/sqlite"
	Rel    string // the path in the module, by which the first module wins
	File   string
	State  State
	By     string // of Shadowed: the file that is taken instead
	Err    error  // of Failed, with the place; of PassedOver
}

// fail notes why a plugin cannot be used; the first reason counts.
func (p *Plugin) fail(err error) {
	if p.State == Loaded {
		p.State, p.Err = Failed, err
	}
}

// Because is why a plugin is in its state, "" for a loaded one.
func (p *Plugin) Because() string {
	switch p.State {
	case Shadowed:
		return "by " + p.By
	case Failed, PassedOver:
		return p.Err.Error()
	case NotRun:
		return "ralsh does not run " + p.Kind.several()
	}
	return ""
}

// Module is one module of a modulepath.
type Module struct {
	Name, Path string
	// ShadowedBy is the module of the same name in an earlier folder; files that
	// the other one has not are used anyway.
	ShadowedBy string
	Version    string
	Summary    string
	Author     string
	Err        error // of metadata.json, or of the folder
	Plugins    []*Plugin
}

// several is the kind in the plural.
func (k Kind) several() string {
	switch k {
	case RubyCode:
		return string(k)
	case Lens:
		return "Augeas lenses"
	}
	return string(k) + "s"
}
