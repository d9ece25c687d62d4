package ral

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Registry holds types and their providers. Fill it, then only read it; several
// can live side by side. Reading is safe for concurrent use.
type Registry struct {
	entries []*entry // sorted by name

	mu       sync.Mutex
	problems []error
}

// entry is a type, or how to make it.
type entry struct {
	name string
	load func(*Registry)
	once sync.Once
	ty   *Type
}

// NewRegistry makes an empty Registry.
func NewRegistry() *Registry { return &Registry{} }

// Add registers a type and its providers. Both are compiled into copies, so
// that what the caller does with them later changes nothing here. Mistakes are
// collected and returned by Err: an unknown feature, an attribute named twice,
// a default of false, a provider that can set nothing.
func (reg *Registry) Add(t Type, providers ...Provider) {
	ty := reg.compile(t)
	for _, p := range providers {
		reg.addProvider(ty, p)
	}
	for _, p := range ty.providers {
		p.depth = reg.depth(ty, p)
	}
	reg.enter(&entry{name: t.Name, ty: ty})
}

// Later registers a type that load adds, under that very name, when it is asked
// for: a command that is about one type need not make all of them.
func (reg *Registry) Later(name string, load func(*Registry)) {
	reg.enter(&entry{name: name, load: load})
}

func (reg *Registry) enter(e *entry) {
	i, twice := reg.search(e.name)
	if twice {
		reg.problem("type %s is registered twice", e.name)
		return
	}
	reg.entries = slices.Insert(reg.entries, i, e)
}

func (reg *Registry) search(name string) (int, bool) {
	return slices.BinarySearchFunc(reg.entries, name, func(e *entry, name string) int {
		return strings.Compare(e.name, name)
	})
}

func (reg *Registry) made(e *entry) *Type {
	e.once.Do(func() {
		if e.load == nil {
			return
		}
		own := NewRegistry()
		e.load(own)
		if i, ok := own.search(e.name); ok && len(own.entries) == 1 {
			e.ty = own.entries[i].ty
		} else {
			reg.problem("what was registered as type %s adds something else", e.name)
			e.ty = reg.compile(Type{Name: e.name})
		}
		reg.mu.Lock()
		defer reg.mu.Unlock()
		reg.problems = append(reg.problems, own.problems...)
	})
	return e.ty
}

// Names are the names of all types, sorted.
func (reg *Registry) Names() []string {
	names := make([]string, len(reg.entries))
	for i, e := range reg.entries {
		names[i] = e.name
	}
	return names
}

// Types are all types, sorted by name.
func (reg *Registry) Types() []*Type {
	types := make([]*Type, len(reg.entries))
	for i, e := range reg.entries {
		types[i] = reg.made(e)
	}
	return types
}

// Type returns the type called name, or nil. Case does not matter (T4).
func (reg *Registry) Type(name string) *Type {
	if i, ok := reg.search(strings.ToLower(name)); ok {
		return reg.made(reg.entries[i])
	}
	return nil
}

// Err joins all mistakes found in the definitions, nil when there is none.
func (reg *Registry) Err() error {
	reg.Types()
	reg.mu.Lock()
	defer reg.mu.Unlock()
	return errors.Join(reg.problems...)
}

func (reg *Registry) problem(format string, args ...any) {
	reg.mu.Lock()
	defer reg.mu.Unlock()
	reg.problems = append(reg.problems, fmt.Errorf(format, args...))
}

func (reg *Registry) compile(t Type) *Type {
	ty := t
	ty.byName = make(map[string]*Attribute)
	ty.Attributes = nil
	for _, a := range t.Attributes {
		ty.Attributes = append(ty.Attributes, reg.compileAttribute(&ty, a))
	}
	ty.arrange()
	for i, f := range t.Features {
		if slices.ContainsFunc(t.Features[:i], func(g Feature) bool { return g.Name == f.Name }) {
			reg.problem("type %s: feature %s is already defined", t.Name, f.Name)
		}
	}
	for _, col := range t.Columns {
		if col != "" && ty.byName[col] == nil {
			reg.problem("type %s: column %s is no attribute", t.Name, col)
		}
	}
	if len(ty.namevars) == 0 {
		reg.problem("type %s has no namevar", t.Name)
	}
	return &ty
}

func (reg *Registry) compileAttribute(ty *Type, a *Attribute) *Attribute {
	own := *a
	own.Values = slices.Clone(a.Values)
	own.Features = slices.Clone(a.Features)
	if ty.byName[a.Name] != nil {
		reg.problem("type %s: attribute %s is declared twice", ty.Name, a.Name)
	}
	ty.byName[a.Name] = &own
	if b, ok := a.Default.Bool(); ok && !b {
		reg.problem("type %s: a default of false for %s stores nothing; use the symbol", ty.Name, a.Name)
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
			reg.problem("type %s: %s needs the feature %s, which is not declared", ty.Name, where, name)
		}
	}
}

// arrange computes the canonical order (semantics.md T12, T13).
func (t *Type) arrange() {
	for _, a := range t.Attributes {
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
	for i, a := range t.order {
		a.index = i
	}
}

func (reg *Registry) addProvider(ty *Type, p Provider) {
	own := p
	own.ty = ty
	own.Commands = slices.Clone(p.Commands)
	own.Confines = slices.Clone(p.Confines)
	own.Features = slices.Clone(p.Features)
	if p.Type != "" && p.Type != ty.Name {
		reg.problem("provider %s is of type %s, not %s", p.Name, p.Type, ty.Name)
	}
	own.Type = ty.Name
	if ty.Provider(p.Name) != nil {
		reg.problem("type %s: provider %s is registered twice", ty.Name, p.Name)
		return
	}
	reg.checkFeatures(ty, "provider "+p.Name, p.Features)
	if p.New == nil {
		reg.problem("type %s: provider %s has no behaviour", ty.Name, p.Name)
		return
	}
	own.ops = OpsOf(p.New())
	if len(ty.props) > 0 && !own.ops.Writes() {
		reg.problem("type %s: provider %s has properties to set and neither Set nor Flush", ty.Name, p.Name)
	}
	ty.providers = append(ty.providers, &own)
}

func (reg *Registry) depth(ty *Type, p *Provider) int {
	n := 0
	for p.Parent != "" {
		parent := ty.Provider(p.Parent)
		if parent == nil || n > len(ty.providers) {
			reg.problem("type %s: could not find parent provider %s of %s", ty.Name, p.Parent, p.Name)
			return n
		}
		p = parent
		n++
	}
	return n
}
