package modules

import (
	"slices"

	"ralsh/ral"
)

// Contract is the interface that a type requires of a provider in a module, for
// documentation and Check.
type Contract struct {
	Properties []PropertyContract
	Methods    []MethodContract
	// Elsewhere maps methods of Puppet's providers that ralsh never calls to their
	// replacements.
	Elsewhere []ral.Method
	Features  []FeatureContract
}

// PropertyContract is a property of a Contract.
type PropertyContract struct {
	*ral.Attribute
	Values []ValueContract
}

// ValueContract is a value of a property, and the methods that set it in addition to a
// setter and flush.
type ValueContract struct {
	Text     string   // the literal, or the pattern between slashes
	Hook     string   // create, destroy, or ""
	Method   string   // or ""
	Means    string   // the method that returns the value that is meant, or ""
	Features []string // a provider without them cannot have the value
}

// MethodContract is a method that the type calls.
type MethodContract struct {
	Name    string
	Doc     string   // "" if the type lacks a method for it
	Returns string   // "" for no value
	Brings  []string // the values that the method sets: "ensure=latest"
}

// FeatureContract is a feature of a provider.
type FeatureContract struct {
	ral.Feature
	For []string // the attributes and values that need it: "mark", "ensure=latest"
}

// ContractOf returns the contract of a type.
func ContractOf(t *ral.Type) Contract {
	var c Contract
	brings, needs := map[string][]string{}, map[string][]string{}
	note := func(in map[string][]string, name, what string) {
		if !slices.Contains(in[name], what) {
			in[name] = append(in[name], what)
		}
	}
	for _, a := range t.Order() {
		for _, f := range a.Features {
			note(needs, f, a.Name)
		}
		p := PropertyContract{Attribute: a}
		for _, v := range a.Values {
			value := valueContract(a, v)
			p.Values = append(p.Values, value)
			note(brings, v.Call, a.Name+"="+value.Text)
			for _, f := range v.Features {
				note(needs, f, a.Name+"="+value.Text)
			}
		}
		if a.Kind == ral.Property {
			c.Properties = append(c.Properties, p)
		}
	}
	for _, name := range calls(t) {
		m := MethodContract{Name: name, Brings: brings[name]}
		if known := t.Method(name); known != nil {
			m.Doc, m.Returns = known.Doc, known.Returns
		}
		c.Methods = append(c.Methods, m)
	}
	for _, m := range t.Methods {
		if m.Instead != "" {
			c.Elsewhere = append(c.Elsewhere, m)
		}
	}
	for _, f := range t.Features {
		c.Features = append(c.Features, FeatureContract{f, needs[f.Name]})
	}
	return c
}

func valueContract(a *ral.Attribute, v ral.Allowed) ValueContract {
	out := ValueContract{Text: v.Name, Method: v.Call, Means: v.Means, Features: v.Features}
	if v.Pattern != nil {
		out.Text = "/" + v.Pattern.String() + "/"
	}
	if a.Name == "ensure" {
		out.Hook = map[string]string{"present": "create", "absent": "destroy"}[v.Name]
	}
	return out
}

// calls returns the names of the methods that something calls: a value, a feature, a
// refresh. They are in the order of the type.
func calls(t *ral.Type) []string {
	var list []string
	add := func(name string) {
		if name != "" && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	for _, m := range t.Methods {
		if m.Instead == "" {
			add(m.Name)
		}
	}
	for _, a := range t.Properties() {
		for _, v := range a.Values {
			add(v.Call)
			add(v.Means)
		}
	}
	for _, f := range t.Features {
		for _, name := range f.Methods {
			if !ral.IsOpsMethod(name) {
				add(name)
			}
		}
	}
	return list
}
