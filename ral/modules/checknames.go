package modules

import (
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/modules/star"
	"ralsh/ral/nearest"
)

// relations reports automatic relationships to types that do not exist.
func (c *checker) relations(t *ral.Type) {
	for _, rel := range t.Relations {
		if c.env.Registry.Type(rel.Type) != nil {
			continue
		}
		if why := nearest.DidYouMean(rel.Type, c.env.Registry.Names()); why != "" {
			c.wrong(t.Origin.Pos, "auto%s names the unknown type %q%s", rel.Kind, rel.Type, why)
		} else {
			c.remark(t.Origin.Pos, "auto%s names the type %s, which no module of this modulepath defines", rel.Kind, rel.Type)
		}
	}
}

// confines reports facts and features that a provider, or a fact, requires and that do
// not exist. They are remarks, because a module or a host may define them.
func (c *checker) confines(of ral.Origin, what string, list []condition.Confine, clauses ...[]condition.Clause) {
	seen := map[string]bool{}
	fact := func(name string) {
		if c.opt.Facts == nil || seen[name] || name == "feature" {
			return
		}
		seen[name] = true
		if v, err := c.opt.Facts.Fact(c.ctx, name); err == nil && v.IsNil() && !c.ownFact(name) {
			c.remark(of.Pos, "%s requires the fact %s, which does not exist on this host%s", what, name, nearest.DidYouMean(name, c.opt.FactNames))
		}
	}
	for _, confine := range list {
		switch confine.Kind {
		case condition.ConfineFact:
			fact(confine.Subject)
		case condition.ConfineFeature:
			if names := c.env.Space.FeatureNames(); !slices.Contains(names, confine.Subject) {
				c.remark(of.Pos, "%s requires the feature %s, which no module of this modulepath defines%s", what, confine.Subject, nearest.DidYouMean(confine.Subject, names))
			}
		}
	}
	for _, more := range clauses {
		for _, clause := range more {
			for _, match := range clause {
				fact(match.Fact)
			}
		}
	}
}

// ownFact reports whether a module defines a fact, or the fact that contains it.
func (c *checker) ownFact(name string) bool {
	top, _, _ := strings.Cut(name, ".")
	return slices.ContainsFunc(c.env.Facts, func(f *star.Fact) bool { return f.Name == name || f.Name == top })
}
