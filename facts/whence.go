package facts

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// SourceOf says where the value of a fact came from: "/etc/os-release", or, when
// it is no core fact, "/etc/facter/facts.d/os.yaml: external, weight 10000, over
// core". "" is of what has no value.
func (f *Facts) SourceOf(ctx context.Context, name string) string {
	got, fact, err := f.Ask(ctx, name)
	if err != nil || got.IsNil() {
		return ""
	}
	if how := fact.ResolvedBy(); how != "" {
		return listed(fact.fromOf(name), how)
	}
	return fact.fromOf(name)
}

// fromOf is where the leaves were read that a dotted name leads to.
func (f Fact) fromOf(name string) string {
	var from []string
	for _, l := range f.Leaves {
		if leads(l.Name, name) {
			if l.From != "" && !slices.Contains(from, l.From) {
				from = append(from, l.From)
			}
		}
	}
	if len(from) == 0 {
		return f.From
	}
	return strings.Join(from, ", ")
}

// LeavesUnder is the leaves that names lead to or lie in, dotted ones or old flat ones;
// all of the fact without a name.
func (f Fact) LeavesUnder(names ...string) []Leaf {
	if len(names) == 0 {
		return f.Leaves
	}
	var list []Leaf
	for _, l := range f.Leaves {
		if slices.ContainsFunc(names, func(name string) bool { return leads(l.Name, f.pathOf(name)) }) {
			list = append(list, l)
		}
	}
	return list
}

// pathOf is the dotted name in this fact that a name stands for.
func (f Fact) pathOf(name string) string {
	name = strings.ToLower(name)
	if old, is := flat(name); is && !leads(name, f.Name) {
		return old.path
	}
	return name
}

// ResolvedBy says how the fact was won, where there was something to win or it is no
// core fact: "external, weight 10000, over core".
func (f Fact) ResolvedBy() string {
	won, ok := f.Winner()
	over := f.Overruled()
	if !ok || won.Kind == Core && len(f.Tried) == 1 {
		return ""
	}
	how := fmt.Sprintf("%s, weight %d", won.Kind, won.Weight)
	var names []string
	for _, a := range over {
		names = append(names, a.Label())
	}
	if len(names) > 0 {
		how += ", over " + strings.Join(names, " and ")
	}
	return how
}
