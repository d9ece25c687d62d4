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
	return reg.joined()
}

func (reg *Registry) joined() error {
	reg.mu.Lock()
	defer reg.mu.Unlock()
	return errors.Join(reg.problems...)
}

func (reg *Registry) problem(format string, args ...any) { reg.mistake(fmt.Errorf(format, args...)) }

func (reg *Registry) mistake(err error) {
	reg.mu.Lock()
	defer reg.mu.Unlock()
	reg.problems = append(reg.problems, err)
}
