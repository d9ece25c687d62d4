package model

import (
	"context"
	"slices"

	"ralsh/ral"
	"ralsh/ral/value"
)

// leads returns the links from an instance. Relations that match by attribute
// are searched in the known instances.
func (ls Links) leads(ctx context.Context, r *ral.Resource, inst *ral.Instance, known map[string]KnownInstances) []Link {
	var list []Link
	add := func(l Link) {
		if l.Title != "" && (l.Type != inst.Type.Name || l.Title != inst.Name) && !slices.ContainsFunc(list, l.same) {
			list = append(list, l)
		}
	}
	for _, rel := range inst.Type.Relations {
		if ls.env.Registry.Type(rel.Type) == nil || !tells(inst.Type, rel) {
			continue
		}
		for _, title := range titlesOf(rel, r) {
			add(linkBy(rel, r, title))
		}
		matches := matchOf(rel, r)
		for _, other := range known[rel.Type].Found {
			if matches != nil && matches(ls.standing(ctx, other, nil)) {
				l := linkBy(rel, r, other.Name)
				l.Found, l.Resolved = other, true
				add(l)
			}
		}
	}
	return list
}

func (ls Links) leadsTo(ctx context.Context, inst *ral.Instance, to *ral.Resource) (Link, bool) {
	if inst.Type == to.Type && inst.Name == to.Title {
		return Link{}, false
	}
	for _, rel := range inst.Type.Relations {
		if rel.Type != to.Type.Name || !tells(inst.Type, rel) || !hasAny(inst, rel) {
			continue
		}
		r := ls.standing(ctx, inst, rel.Via)
		matches := matchOf(rel, r)
		if slices.Contains(titlesOf(rel, r), to.Title) || matches != nil && matches(to) {
			l := linkBy(rel, r, to.Title)
			l.Type, l.Title, l.Found, l.Resolved = inst.Type.Name, inst.Name, inst, true
			return l, true
		}
	}
	return Link{}, false
}

// hasAny reports whether an instance has a value for a relation. It avoids
// building a resource for each of 100,000 instances without a value.
func hasAny(inst *ral.Instance, rel ral.Relation) bool {
	return len(rel.Via) == 0 || slices.ContainsFunc(rel.Via, func(name string) bool {
		a := inst.Type.Attr(name)
		return a != nil && (a.Namevar || inst.Known(name) && declarable(inst.Get(name)))
	})
}

// declarable returns true if a current value can be declared.
func declarable(v value.Value) bool { return !v.IsAbsent() && !v.IsUnknown() }

// standing returns an instance as a declaration of some attributes, nil for
// all. All directories above an existing file exist, so it requires only the
// nearest.
func (ls Links) standing(ctx context.Context, inst *ral.Instance, attrs []string) *ral.Resource {
	d := ral.Decl{Type: inst.Type.Name, Title: inst.Name}
	if inst.Provider != nil {
		d.Provider = inst.Provider.Name
	}
	for _, a := range inst.Type.Properties() {
		if attrs != nil && !slices.Contains(attrs, a.Name) {
			continue
		}
		if v := inst.Get(a.Name); inst.Known(a.Name) && declarable(v) {
			d.Attrs = append(d.Attrs, ral.Attr{Name: a.Name, Value: v})
		}
	}
	r, _ := ls.env.Build(ctx, d)
	r.Peers = func(typ, title string) *ral.Resource {
		return &ral.Resource{Type: ls.env.Registry.Type(typ), Title: title, Decl: &ral.Decl{Type: typ, Title: title}}
	}
	return r
}

func titlesOf(rel ral.Relation, r *ral.Resource) []string {
	if rel.Titles == nil {
		return nil
	}
	return rel.Titles(r)
}

func matchOf(rel ral.Relation, r *ral.Resource) func(*ral.Resource) bool {
	if rel.Match == nil {
		return nil
	}
	return rel.Match(r)
}

// linkBy returns the link to a title, with the attribute that has this value,
// otherwise the first attribute of the relation.
func linkBy(rel ral.Relation, r *ral.Resource, title string) Link {
	l := Link{Kind: rel.Kind, Type: rel.Type, Title: title}
	for _, name := range rel.Via {
		values := r.Munged(name)
		if l.Via == "" {
			l.Via = name
			if len(values) > 0 {
				l.Value = values[0].Text()
			}
		}
		if slices.ContainsFunc(values, func(v value.Value) bool { return v.Text() == title }) {
			l.Via, l.Value = name, title
			break
		}
	}
	return l
}

func (l Link) same(other Link) bool { return l.Type == other.Type && l.Title == other.Title }

// spelled reports whether a value is exactly this title, so that a missing
// resource is worth reporting.
func (l Link) spelled() bool { return l.Value == l.Title }

// among searches the target of a link in the known instances.
func (l Link) among(known map[string]KnownInstances) Link {
	if l.Resolved {
		return l
	}
	k := known[l.Type]
	if i := slices.IndexFunc(k.Found, func(inst *ral.Instance) bool { return inst.Name == l.Title }); i >= 0 {
		l.Found, l.Resolved = k.Found[i], true
		return l
	}
	l.Resolved = k.All
	return l
}

// worthTelling reports whether the target of a link exists, may exist, or is
// missing although a value names it.
func (l Link) worthTelling() bool { return !l.Resolved || l.Found != nil || l.spelled() }

// resolve is among, but reads a target of a type that cannot be listed.
func (ls Links) resolve(ctx context.Context, l Link, known map[string]KnownInstances) Link {
	l = l.among(known)
	t := ls.env.Registry.Type(l.Type)
	if l.Found != nil || t.NotListable == "" {
		return l
	}
	for _, seen := range ls.env.Find(ctx, t, l.Title) {
		l.Resolved = l.Resolved || seen.Err == nil
		if l.Found == nil && seen.Err == nil && seen.Found.Present() {
			l.Found = seen.Found
		}
	}
	return l
}
