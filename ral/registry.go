package ral

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Registry holds types and their providers. Fill it, then only read it; several
// can live side by side. Reading is safe for concurrent use, also while it becomes
// another one.
type Registry struct {
	now atomic.Pointer[[]*entry] // sorted by name

	mu       sync.Mutex
	problems []error
}

// entry is a type, or how to make it.
type entry struct {
	name  string
	load  func(*Registry)
	about func(*Registry) Type // of a type that is made again for each Registry
	once  sync.Once
	ty    *Type
}

// NewRegistry makes an empty Registry.
func NewRegistry() *Registry { return &Registry{} }

// list are the entries; whoever changes them puts a new list in its place.
func (reg *Registry) list() []*entry {
	if list := reg.now.Load(); list != nil {
		return *list
	}
	return nil
}

// ReplaceWith makes the Registry hold what other holds, for all who have it, while they
// read it. Types that were given out stay what they were.
func (reg *Registry) ReplaceWith(other *Registry) {
	list := slices.Clone(other.list())
	for i, e := range list {
		if e.about != nil {
			list[i] = reg.aboutEntry(e.name, e.about)
		}
	}
	reg.now.Store(&list)
}

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

// AddLazy registers a type that load adds, under that very name, when it is asked
// for: a command that is about one type need not make all of them.
func (reg *Registry) AddLazy(name string, load func(*Registry)) {
	reg.enter(&entry{name: name, load: load})
}

// AddMeta registers a type that is about the types of the Registry that it is in, as
// resources is. One that is over this Registry, or becomes it, makes its own.
func (reg *Registry) AddMeta(name string, make func(*Registry) Type) {
	reg.enter(reg.aboutEntry(name, make))
}

func (reg *Registry) aboutEntry(name string, make func(*Registry) Type) *entry {
	return &entry{name: name, about: make, load: func(own *Registry) { own.Add(make(reg)) }}
}

func (reg *Registry) enter(e *entry) {
	i, twice := reg.search(e.name)
	if twice {
		reg.problem("type %s is registered twice", e.name)
		return
	}
	list := slices.Insert(slices.Clone(reg.list()), i, e)
	reg.now.Store(&list)
}

func (reg *Registry) search(name string) (int, bool) { return find(reg.list(), name) }

func find(list []*entry, name string) (int, bool) {
	return slices.BinarySearchFunc(list, name, func(e *entry, name string) int {
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
		if list := own.list(); len(list) == 1 && list[0].name == e.name {
			e.ty = list[0].ty
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
	list := reg.list()
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = e.name
	}
	return names
}

// Types are all types, sorted by name.
func (reg *Registry) Types() []*Type {
	list := reg.list()
	types := make([]*Type, len(list))
	for i, e := range list {
		types[i] = reg.made(e)
	}
	return types
}

// Type returns the type called name, or nil. Case does not matter (T4).
func (reg *Registry) Type(name string) *Type {
	list := reg.list()
	if i, ok := find(list, strings.ToLower(name)); ok {
		return reg.made(list[i])
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

// InheritFrom fills an empty Registry with all that base has. Types that were not made
// yet are made once, whoever asks first.
func (reg *Registry) InheritFrom(base *Registry) { reg.ReplaceWith(base) }

// Extend adds providers to a type that is registered already. Others that share
// the type, such as the Registry that this one inherits from, do not see them.
func (reg *Registry) Extend(name string, providers ...Provider) {
	i, ok := reg.search(name)
	if !ok {
		reg.problem("no type is called %s", name)
		return
	}
	list := slices.Clone(reg.list())
	old := list[i]
	list[i] = &entry{name: name, load: func(own *Registry) {
		ty := reg.made(old).clone()
		for _, p := range providers {
			own.addProvider(ty, p)
		}
		own.enter(&entry{name: name, ty: ty})
		for _, p := range ty.providers {
			p.depth = reg.depth(ty, p)
		}
	}}
	reg.now.Store(&list)
}

// clone is a copy that can have more providers. Attributes are shared: nothing
// changes them.
func (t *Type) clone() *Type {
	own := *t
	own.providers = make([]*Provider, len(t.providers))
	for i, p := range t.providers {
		mine := *p
		mine.ty = &own
		own.providers[i] = &mine
	}
	return &own
}

// Problems is Err of the types that were made so far.
func (reg *Registry) Problems() error { return reg.joined() }
