package ral

import "slices"

func (reg *Registry) compile(t Type) *Type {
	ty := t
	ty.compiledType = compiledType{byName: make(map[string]*Attribute)}
	var found bool
	if ty.hooks, found = typeHooksOf(t.Hooks); t.Hooks != nil && !found {
		reg.errorf("type %s: %T is not a hook", t.Name, t.Hooks)
	}
	ty.Attributes = nil
	for _, a := range t.Attributes {
		ty.Attributes = append(ty.Attributes, reg.compileAttribute(&ty, a))
	}
	ty.arrange()
	for i, f := range t.Features {
		if slices.ContainsFunc(t.Features[:i], func(g Feature) bool { return g.Name == f.Name }) {
			reg.add(&DuplicateNameError{Type: t.Name, What: "feature", Name: f.Name})
		}
	}
	for _, col := range t.Columns {
		if col != "" && ty.byName[col] == nil {
			reg.errorf("type %s: column %s is not an attribute", t.Name, col)
		}
	}
	if len(ty.namevars) == 0 {
		reg.errorf("type %s has no namevar", t.Name)
	}
	if len(ty.namevars) > 1 && len(t.Titles) == 0 && ty.hooks.splitter == nil {
		reg.errorf("type %s has %d namevars and no title patterns", t.Name, len(ty.namevars))
	}
	return &ty
}

func (reg *Registry) compileAttribute(ty *Type, a *Attribute) *Attribute {
	own := *a
	own.Values = slices.Clone(a.Values)
	own.Features = slices.Clone(a.Features)
	if ty.byName[a.Name] != nil {
		reg.add(&DuplicateNameError{Type: ty.Name, What: "attribute", Kind: a.Kind, Name: a.Name})
	}
	ty.byName[a.Name] = &own
	var found bool
	if own.hooks, found = attributeHooksOf(a.Hooks); a.Hooks != nil && !found {
		reg.errorf("type %s: %T of attribute %s is not a hook", ty.Name, a.Hooks, a.Name)
	}
	if b, ok := a.Default.Bool(); ok && !b {
		reg.errorf("type %s: the default false of %s has no effect; use the symbol", ty.Name, a.Name)
	}
	reg.checkFeatures(ty, "attribute "+a.Name, a.Features)
	for _, v := range a.Values {
		reg.checkFeatures(ty, "value "+v.Name+" of "+a.Name, v.Features)
	}
	return &own
}

func (reg *Registry) checkFeatures(ty *Type, where string, names []string) {
	for _, name := range names {
		if !slices.ContainsFunc(ty.Features, func(f Feature) bool { return f.Name == name }) {
			reg.errorf("type %s: %s needs the feature %s, which is not declared", ty.Name, where, name)
		}
	}
}

// arrange computes the canonical order (semantics.md T12, T13).
func (t *Type) arrange() {
	for _, a := range t.Attributes {
		t.hasSensitive = t.hasSensitive || a.Sensitive
		if a.Kind == Property {
			if a.Name == "ensure" {
				t.props = slices.Insert(t.props, 0, a)
			} else {
				t.props = append(t.props, a)
			}
		}
		if a.Kind == Param && (a.Namevar || a.Name == "name") {
			a.Namevar = true
			t.namevars = append(t.namevars, a)
		}
	}
	t.order = append(t.order, t.namevars...)
	t.order = append(t.order, t.props...)
	for _, a := range t.Attributes {
		if a.Kind == Param && !a.Namevar {
			t.order = append(t.order, a)
		}
	}
	for _, a := range metaparameters() {
		if t.byName[a.Name] == nil {
			t.byName[a.Name] = a
			t.order = append(t.order, a)
		}
	}
	t.audit, t.showDiff = t.byName["audit"], t.byName["show_diff"]
	for i, a := range t.order {
		a.index = i
		if a.Default.Truthy() || a.DefaultFunc != nil {
			t.defaulted = append(t.defaulted, a)
			if !t.preset(a) {
				t.computedDefaults++
			}
		}
	}
}

func (reg *Registry) addProvider(ty *Type, p Provider) {
	own := p
	own.ty = ty
	own.Commands = slices.Clone(p.Commands)
	own.Confines = slices.Clone(p.Confines)
	own.Features = slices.Clone(p.Features)
	if p.Type != "" && p.Type != ty.Name {
		reg.errorf("provider %s is of type %s, not %s", p.Name, p.Type, ty.Name)
	}
	own.Type = ty.Name
	if ty.Provider(p.Name) != nil {
		reg.errorf("type %s: provider %s is registered twice", ty.Name, p.Name)
		return
	}
	reg.checkFeatures(ty, "provider "+p.Name, p.Features)
	if p.New == nil {
		reg.errorf("type %s: provider %s lacks a behaviour", ty.Name, p.Name)
		return
	}
	own.ops = own.NewOps()
	if len(ty.props) > 0 && !own.ops.Writes() {
		reg.errorf("type %s: provider %s cannot set properties: it lacks create, set, setters, methods and flush", ty.Name, p.Name)
	}
	ty.providers = append(ty.providers, &own)
}

// depth returns the number of ancestors of a provider, also those of other types
// (semantics.md P2, P22).
func (reg *Registry) depth(ty *Type, p *Provider) int {
	n := 0
	for p.Parent != "" {
		if p.ParentType != "" && p.ParentType != ty.Name {
			ty = reg.Type(p.ParentType)
		}
		var parent *Provider
		if ty != nil {
			parent = ty.Provider(p.Parent)
		}
		if parent == nil || n > len(ty.providers) {
			reg.errorf("could not find parent provider %s of %s", p.Parent, p.Name)
			return n
		}
		p = parent
		n++
	}
	return n
}
