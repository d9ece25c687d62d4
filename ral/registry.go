package ral

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Registry holds types and their providers. Fill it before sharing it. Reading
// is safe for concurrent use, even during ReplaceWith.
type Registry struct {
	entries atomic.Pointer[[]*entry] // sorted by name

	mu       sync.Mutex
	errs     []error
	excluded map[string]string // why a type that users may know is not registered
}

// entry is a type, or how to construct it.
type entry struct {
	name     string
	load     func(*Registry)
	makeMeta func(*Registry) Type // for a type that is constructed for each Registry
	once     sync.Once
	ty       *Type // nil if load does not add the type
	excluded map[string]string
}

// NewRegistry returns an empty Registry.
func NewRegistry() *Registry { return &Registry{} }

// list returns the entries; a change stores a new list.
func (reg *Registry) list() []*entry {
	if list := reg.entries.Load(); list != nil {
		return *list
	}
	return nil
}

// ReplaceWith replaces the contents of the Registry with those of other, concurrently
// with readers. Types that were already returned do not change.
func (reg *Registry) ReplaceWith(other *Registry) {
	list := slices.Clone(other.list())
	for i, e := range list {
		if e.makeMeta != nil {
			list[i] = reg.metaEntry(e.name, e.makeMeta)
		}
	}
	reg.entries.Store(&list)
	other.mu.Lock()
	excluded := maps.Clone(other.excluded)
	other.mu.Unlock()
	reg.mu.Lock()
	defer reg.mu.Unlock()
	reg.excluded = excluded
}

// Exclude records why a type that users may know is not registered, or a provider,
// TYPE/NAME: "module mysql has it in Ruby, which is not run".
func (reg *Registry) Exclude(name, why string) {
	reg.mu.Lock()
	defer reg.mu.Unlock()
	if reg.excluded == nil {
		reg.excluded = make(map[string]string)
	}
	if reg.excluded[name] == "" {
		reg.excluded[name] = why
	}
}

// Excluded returns why a type, or a provider, TYPE/NAME, is not registered, "" if it is
// or no reason is known.
func (reg *Registry) Excluded(name string) string {
	name = strings.ToLower(name)
	typ, _, _ := strings.Cut(name, "/")
	if i, ok := reg.search(typ); ok {
		e := reg.list()[i]
		if reg.resolve(e); e.excluded[name] != "" {
			return e.excluded[name]
		}
	}
	reg.mu.Lock()
	defer reg.mu.Unlock()
	return reg.excluded[name]
}

// NoType returns the text of the error for an unknown type, with the reason if it is
// known; otherwise nearest is the most similar name, or "".
func (reg *Registry) NoType(name string) (text, nearest string) {
	text = fmt.Sprintf("unknown type %q", name)
	if why := reg.Excluded(name); why != "" {
		return text + ": " + why, ""
	}
	return text, Nearest(name, reg.Names())
}

// Add registers a type and its providers. Both are compiled into copies, so later
// changes by the caller have no effect. Err returns the errors: an unknown feature, a
// duplicate attribute, a default of false, a provider that cannot set any property.
func (reg *Registry) Add(t Type, providers ...Provider) {
	ty := reg.compile(t)
	for _, p := range providers {
		reg.addProvider(ty, p)
	}
	for _, p := range ty.providers {
		p.depth = reg.depth(ty, p)
	}
	reg.insert(&entry{name: t.Name, ty: ty})
}

// AddLazy registers a type that load adds, under the same name, on first use: a command
// about a single type does not construct all types. If load calls Exclude for it
// instead, the type does not exist, with that reason.
func (reg *Registry) AddLazy(name string, load func(*Registry)) {
	reg.insert(&entry{name: name, load: load})
}

// AddMeta registers a type whose definition depends on the contents of the registry,
// such as resources. Derived registries construct it again.
func (reg *Registry) AddMeta(name string, build func(*Registry) Type) {
	reg.insert(reg.metaEntry(name, build))
}

func (reg *Registry) metaEntry(name string, build func(*Registry) Type) *entry {
	return &entry{name: name, makeMeta: build, load: func(own *Registry) { own.Add(build(reg)) }}
}

func (reg *Registry) insert(e *entry) {
	i, twice := reg.search(e.name)
	if twice {
		reg.errorf("type %s is registered twice", e.name)
		return
	}
	list := slices.Insert(slices.Clone(reg.list()), i, e)
	reg.entries.Store(&list)
}

func (reg *Registry) search(name string) (int, bool) { return find(reg.list(), name) }

func find(list []*entry, name string) (int, bool) {
	return slices.BinarySearchFunc(list, name, func(e *entry, name string) int {
		return strings.Compare(e.name, name)
	})
}

func (reg *Registry) resolve(e *entry) *Type {
	e.once.Do(func() {
		if e.load == nil {
			return
		}
		own := NewRegistry()
		e.load(own)
		list := own.list()
		switch {
		case len(list) == 1 && list[0].name == e.name:
			e.ty = list[0].ty
		case own.excluded[e.name] != "":
		default:
			reg.errorf("the registration of type %s adds a different type", e.name)
			e.ty = reg.compile(Type{Name: e.name})
		}
		e.excluded = own.excluded
		reg.mu.Lock()
		defer reg.mu.Unlock()
		reg.errs = append(reg.errs, own.errs...)
	})
	return e.ty
}

// Names returns the names of all types, sorted.
func (reg *Registry) Names() []string {
	list := reg.list()
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = e.name
	}
	return names
}

// Types returns all types, sorted by name.
func (reg *Registry) Types() []*Type {
	list := reg.list()
	types := make([]*Type, 0, len(list))
	for _, e := range list {
		if t := reg.resolve(e); t != nil {
			types = append(types, t)
		}
	}
	return types
}

// Type returns the type of a name, or nil. Case is ignored (T4).
func (reg *Registry) Type(name string) *Type {
	list := reg.list()
	if i, ok := find(list, strings.ToLower(name)); ok {
		return reg.resolve(list[i])
	}
	return nil
}

// Err returns all errors in the definitions, or nil.
func (reg *Registry) Err() error {
	reg.Types()
	return reg.joined()
}

func (reg *Registry) joined() error {
	reg.mu.Lock()
	defer reg.mu.Unlock()
	return errors.Join(reg.errs...)
}

func (reg *Registry) errorf(format string, args ...any) { reg.add(fmt.Errorf(format, args...)) }

func (reg *Registry) add(err error) {
	reg.mu.Lock()
	defer reg.mu.Unlock()
	reg.errs = append(reg.errs, err)
}

// InheritFrom fills an empty Registry with the contents of base. Types that are
// not constructed yet are constructed once for both.
func (reg *Registry) InheritFrom(base *Registry) { reg.ReplaceWith(base) }

// Extend adds providers to a registered type. Registries that share the type, such as
// the base of this registry, do not see them.
func (reg *Registry) Extend(name string, providers ...Provider) {
	reg.ExtendLazy(name, func(*Registry, *Type) Extension { return Extension{Providers: providers} })
}

// Extension is what a module adds to a type.
type Extension struct {
	Features   []Feature
	Attributes []*Attribute
	Providers  []Provider
}

// ExtendLazy is Extend with an extension that is made when the type is first needed. The
// function may call Exclude of the Registry that it is given, for TYPE/NAME.
func (reg *Registry) ExtendLazy(name string, extend func(own *Registry, t *Type) Extension) {
	i, ok := reg.search(name)
	if !ok {
		reg.errorf("unknown type %q", name)
		return
	}
	list := slices.Clone(reg.list())
	old := list[i]
	list[i] = &entry{name: name, load: func(own *Registry) {
		ty := reg.resolve(old)
		more := extend(own, ty)
		ty = own.extended(ty, more)
		for _, p := range more.Providers {
			own.addProvider(ty, p)
		}
		own.insert(&entry{name: name, ty: ty})
		for _, p := range ty.providers {
			p.depth = reg.depth(ty, p)
		}
	}}
	reg.entries.Store(&list)
}

// extended returns a copy of a type with more features and attributes, which can have
// more providers. Attributes are shared because they are immutable.
func (reg *Registry) extended(t *Type, more Extension) *Type {
	own := *t
	if len(more.Features)+len(more.Attributes) > 0 {
		own.Features = append(slices.Clip(t.Features), more.Features...)
		own.Attributes = append(slices.Clip(t.Attributes), more.Attributes...)
		own = *reg.compile(own)
	}
	own.providers = make([]*Provider, len(t.providers))
	for i, p := range t.providers {
		mine := *p
		mine.ty = &own
		own.providers[i] = &mine
	}
	return &own
}

// Errors returns Err of the types that were constructed so far.
func (reg *Registry) Errors() error { return reg.joined() }
