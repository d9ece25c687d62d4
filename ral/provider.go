package ral

import (
	"slices"
	"strings"

	"ralsh/ral/condition"
	"ralsh/ral/host"
)

// Provider describes a way to manage a type: when it is suitable, when it is the
// default, and its abilities.
type Provider struct {
	Name       string
	Type       string
	Doc        string // Markdown
	Origin     Origin // zero for a built-in provider
	Source     string // providers with the same source read the same data: a single one lists (P40). Default: Name
	Commands   []Command
	Confines   []condition.Confine
	Default    []condition.Clause // any matching clause makes it a candidate for the default (P20)
	NotDefault []condition.Clause // any matching clause excludes it
	Features   []string
	Rank
	// NeedsRoot is the reason why only root can use the provider: "usermod writes
	// /etc/passwd". It is empty if any user can.
	NeedsRoot string
	Writes
	// Validate checks a resource where its type leaves that to the provider, as exec does
	// with its command. It follows Type.Validate and may be nil.
	Validate func(r *Resource) error
	// New returns the behaviour. It is called once per run, so a behaviour caches data
	// for the duration of a run.
	New func() any

	compiledProvider
}

// Rank is the input of an election besides the clauses. Only providers of package, and
// providers with a parent, need it.
type Rank struct {
	Parent     string // adds an ancestor (semantics.md P22); a child inherits no other data (P5)
	ParentType string // type of Parent, if it differs
	// Ancestors is the depth that counts for specificity, if it is not 4 plus the
	// number of parents: providers of package have an ancestor in Puppet that is not a
	// provider (semantics.md P22).
	Ancestors int
	// Score replaces the specificity if no Default clause matches, for
	// providers that must not win by depth (semantics.md B3). 0 means no
	// replacement.
	Score int
}

// Writes describes the changes of a provider for the engine.
type Writes struct {
	// Reach returns which other resources an act of a resource may change, as its tool
	// documents. If it is nil, a command or a request to a server may change anything:
	// a package runs scripts, a service starts.
	Reach func(r *Resource, act host.Act) Reach
	// FromDeclared means that a change may rewrite the resource from the declared
	// values and lose the rest, as providers in Ruby may.
	FromDeclared bool
	// UserMayWriteRoot means that, despite NeedsRoot, unprivileged users may change
	// their own directory that is used as a root.
	UserMayWriteRoot bool
}

// compiledProvider is the data that the registry adds to a provider.
type compiledProvider struct {
	ty    *Type
	ops   Ops // the abilities of an unused behaviour
	depth int
}

// Command is a tool that a provider needs.
type Command struct {
	Binary   string // name or absolute path
	Optional bool   // the provider works without it
	// Queries are the leading arguments of the calls that only read. See
	// host.Query for the wildcards.
	Queries [][]string
	// QueryFiles are the files that determine the results of the queries, with
	// everything below them. If empty, a query may read any file.
	QueryFiles []string
	// Root are the arguments that make the tool work on a root directory, written
	// {root}: {"-R", "{root}"}. Without them the provider is unsuitable there, unless
	// the command is Optional.
	Root []string
}

// RootArgs prepends a tool's root option to its arguments if root is not "/".
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

// Queries returns the queries of the provider's commands for a root.
func (p *Provider) Queries(root string) []host.Query {
	var list []host.Query
	for _, c := range p.Commands {
		for _, args := range c.Queries {
			list = append(list, host.Query{Name: c.Binary, Args: RootArgs(c.Root, root, args...)})
		}
	}
	return list
}

// QueriesRead reports whether a file may affect the results of the provider's
// queries.
func (p *Provider) QueriesRead(file string) bool {
	return slices.ContainsFunc(p.Commands, func(c Command) bool {
		return len(c.Queries) > 0 && (len(c.QueryFiles) == 0 || slices.ContainsFunc(c.QueryFiles, func(dir string) bool {
			return file == dir || strings.HasPrefix(file, dir+"/")
		}))
	})
}

// TypeOf returns the compiled type of the provider.
func (p *Provider) TypeOf() *Type { return p.ty }

// Ops returns the behaviours that the provider has. They must not be called.
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

// FeatureNames returns all features of the provider, sorted.
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

// FactNames returns the facts that the confines and defaults use.
func (p *Provider) FactNames() []string {
	var names []string
	for _, c := range p.Confines {
		if c.Kind == condition.ConfineFact {
			names = append(names, c.Subject)
		}
	}
	for _, clauses := range [][]condition.Clause{p.Default, p.NotDefault} {
		for _, clause := range clauses {
			for _, m := range clause {
				if m.Feature == "" {
					names = append(names, m.Fact)
				}
			}
		}
	}
	return names
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

// HasFeatures reports whether the provider has all the features.
func (p *Provider) HasFeatures(names []string) bool { return len(p.missing(names)) == 0 }

// Lacks returns the features that the attribute needs and the provider lacks.
func (p *Provider) Lacks(a *Attribute) []string { return p.missing(a.Features) }

func (p *Provider) source() string {
	if p.Source != "" {
		return p.Source
	}
	return p.Name
}

// SourceName returns the source of the provider, which defaults to its name.
func (p *Provider) SourceName() string { return p.source() }

// Depth returns the number of parents of the provider, also those of other types
// (semantics.md P2).
func (p *Provider) Depth() int { return p.depth }

// Reach lists the other resources that an act may change.
type Reach struct {
	Anything bool     // unpredictable, such as the start of a service
	Types    []string // resources of these types
	Paths    []string // these files, and everything below them
	Names    []string // resources of any type with an attribute that has this value, such as an account
	Foreseen bool     // of the Types, it creates only the resource and those of the prediction
}
