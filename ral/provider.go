package ral

import (
	"slices"
	"strings"

	"ralsh/ral/host"
)

// Provider describes one way to handle a type: how to tell that it works here,
// when it is the default, and what it can do.
type Provider struct {
	Name       string
	Type       string
	Doc        string // Markdown
	Origin     Origin // of a provider from a module; zero for a built-in one
	Parent     string // counts as one more ancestor (semantics.md P22); nothing else is inherited (P5)
	ParentType string // of Parent, when that is a provider of another type
	Source     string // providers of one source read the same thing: one of them lists (P40). Default: Name
	Commands   []Command
	Confines   []Confine
	Default    []Clause // any clause that matches makes it a candidate for the default (P20)
	NotDefault []Clause // any clause that matches rules it out
	Features   []string
	// Score replaces the specificity when no Default clause matches, for
	// providers that must not win by depth (semantics.md B3); 0 leaves it.
	Score int
	// Ancestors is the depth that counts for specificity when it is not 4 + the
	// number of parents.
	Ancestors int
	// NeedsRoot says what an ordinary user may not do: "usermod writes
	// /etc/passwd". Empty when anyone may.
	NeedsRoot string
	// Reach is what an act of a resource may change besides the resource itself, as
	// its tool documents. Without it a command, or a request to a server, may change
	// anything: a package's scripts, a service that starts.
	Reach func(r *Resource, act host.Act) Reach
	// UserMayWriteRoot: an ordinary user may change a folder of theirs that serves as
	// a host, in spite of NeedsRoot.
	UserMayWriteRoot bool
	// New makes the behaviour, once per run: what it caches lives and dies with
	// the run. See Behaviour for what it may implement.
	New func() any

	ty    *Type
	ops   Ops // of a throw-away behaviour: what the provider can do at all
	depth int
}

// Command is a tool that a provider needs.
type Command struct {
	Binary   string // a name, or an absolute path
	Optional bool   // without it the provider still works
	// Queries are the leading arguments of the calls that only look. See
	// host.Query for the wildcards.
	Queries [][]string
	// Looks are the files that decide what the queries answer, with what is below
	// them. Without any, a query may look anywhere.
	Looks []string
	// Root are the arguments that make the tool work below another root, with
	// {root} for the folder: {"-R", "{root}"}. Without them the provider is
	// unsuitable there, unless the command is Optional.
	Root []string
}

// RootArgs puts a tool's root option before its arguments when root is not the
// machine itself.
func RootArgs(option []string, root string, args ...string) []string {
	if root == "/" {
		return args
	}
	list := make([]string, 0, len(option)+len(args))
	for _, arg := range option {
		list = append(list, strings.ReplaceAll(arg, "{root}", root))
	}
	return append(list, args...)
}

// Queries are the calls that only look, for a host whose root is root.
func (p *Provider) Queries(root string) []host.Query {
	var list []host.Query
	for _, c := range p.Commands {
		for _, args := range c.Queries {
			list = append(list, host.Query{Name: c.Binary, Args: RootArgs(c.Root, root, args...)})
		}
	}
	return list
}

// LooksAt reports whether a file may decide what the provider's queries answer.
func (p *Provider) LooksAt(file string) bool {
	return slices.ContainsFunc(p.Commands, func(c Command) bool {
		return len(c.Queries) > 0 && (len(c.Looks) == 0 || slices.ContainsFunc(c.Looks, func(dir string) bool {
			return file == dir || strings.HasPrefix(file, dir+"/")
		}))
	})
}

// TypeOf is the compiled type that the provider belongs to.
func (p *Provider) TypeOf() *Type { return p.ty }

// Ops are the behaviours the provider has, for asking and not for calling.
func (p *Provider) Ops() Ops { return p.ops }

// HasFeature reports whether the provider declares the feature, or has every
// method that the type names for it (semantics.md T42).
func (p *Provider) HasFeature(name string) bool {
	if slices.Contains(p.Features, name) {
		return true
	}
	for _, f := range p.ty.Features {
		if f.Name == name {
			return len(f.Methods) > 0 && p.ops.hasAll(f.Methods)
		}
	}
	return false
}

// FeatureNames are all features the provider has, sorted.
func (p *Provider) FeatureNames() []string {
	var list []string
	for _, f := range p.ty.Features {
		if p.HasFeature(f.Name) {
			list = append(list, f.Name)
		}
	}
	slices.Sort(list)
	return list
}

func (p *Provider) missing(features []string) []string {
	var list []string
	for _, f := range features {
		if !p.HasFeature(f) {
			list = append(list, f)
		}
	}
	return list
}

// Lacks returns the features that the attribute needs and the provider has not.
func (p *Provider) Lacks(a *Attribute) []string { return p.missing(a.Features) }

func (p *Provider) source() string {
	if p.Source != "" {
		return p.Source
	}
	return p.Name
}

// SourceName is what the provider reads from, as declared or its own name.
func (p *Provider) SourceName() string { return p.source() }
