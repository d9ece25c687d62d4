package modules

import (
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/modules/star"
	"ralsh/ral/nearest"
)

// contract reports which parts of the contract of its type a provider lacks, and methods
// that ralsh never calls.
func (c *checker) contract(t *ral.Type, p *ral.Provider) {
	for _, name := range p.Ops().Methods {
		if why := uncalled(t, name); why != "" && p.Parent == "" {
			c.wrong(p.Origin.Pos, "ralsh never calls the method %s of a provider of %s%s", name, t.Name, why)
		}
	}
	for _, prop := range ContractOf(t).Properties {
		if len(prop.Attribute.Values) == 0 {
			c.settable(t, p, prop.Attribute, nil)
		}
		for i := range prop.Attribute.Values {
			c.settable(t, p, prop.Attribute, &prop.Attribute.Values[i])
		}
	}
}

// settable reports a value that the provider accepts and cannot set.
func (c *checker) settable(t *ral.Type, p *ral.Provider, a *ral.Attribute, v *ral.Allowed) {
	what := a.Name
	if v != nil {
		what += "=" + valueContract(a, *v).Text
	}
	why := cannotSet(p, a, v)
	switch {
	case why == "" && v != nil && v.Means != "" && p.Lacks(a) == nil && p.HasFeatures(v.Features) && p.Ops().InSync == nil:
		c.wrong(p.Origin.Pos, "%s of provider %s is never in sync: add the method %s or the hook insync", what, p.Name, v.Means)
	case why == "":
	case a.Name == "ensure":
		c.wrong(p.Origin.Pos, "provider %s cannot set %s: %s", p.Name, what, why)
	default:
		c.remark(p.Origin.Pos, "provider %s cannot set %s: %s", p.Name, what, why)
	}
}

// uncalled returns why no type calls a method, or "" if something does.
func uncalled(t *ral.Type, name string) string {
	called := calls(t)
	if slices.Contains(called, name) {
		return ""
	}
	if m := t.Method(name); m != nil {
		return ": use " + m.Instead + " instead"
	}
	if slices.ContainsFunc(star.Hooks(), func(h star.Hook) bool { return h.Name == strings.TrimSuffix(name, "?") }) {
		return ": " + strings.TrimSuffix(name, "?") + " is an argument of provider()"
	}
	if a := t.Attr(strings.TrimSuffix(name, "=")); a != nil && a.Kind == ral.Property {
		if strings.HasSuffix(name, "=") {
			return ": " + a.Name + " is written by setters"
		}
		return ": " + a.Name + " is read by getters and written by setters"
	}
	if near := nearest.DidYouMean(name, called); near != "" {
		return near
	}
	return ": see ralsh describe " + t.Name + " --provider"
}

// cannotSet returns the missing method because of which a provider cannot set a
// property to a value, or "". It ignores missing features. v is nil for a value that
// the type does not list.
func cannotSet(p *ral.Provider, a *ral.Attribute, v *ral.Allowed) string {
	o := p.Ops()
	if a.ReadOnly || o.Flush != nil || o.Group.Write != nil || !p.HasFeatures(a.Features) {
		return ""
	}
	if o.Set != nil && (o.Setters == nil || slices.Contains(o.Setters, a.Name)) {
		return ""
	}
	wants := "a setter of " + a.Name
	if v != nil {
		switch {
		case !p.HasFeatures(v.Features):
			return ""
		case v.Call != "" && slices.Contains(o.Methods, v.Call):
			return ""
		case v.Call != "":
			wants += ", the method " + v.Call
		}
		if a.Name == "ensure" && v.Name == "present" {
			if o.Create != nil {
				return ""
			}
			wants += ", create"
		}
		if a.Name == "ensure" && v.Name == "absent" {
			if o.Destroy != nil {
				return ""
			}
			wants += ", destroy"
		}
	}
	return "it needs " + wants + " or flush"
}
