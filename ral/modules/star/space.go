package star

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"go.starlark.net/starlark"

	"ralsh/ral/condition"
	"ralsh/ral/modules/star/face"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/nearest"
	"ralsh/ral/value"
)

// Space holds the functions and features that the files of an environment share at run
// time, by name. It is filled while loading and then only read.
type Space struct {
	Reserved face.Reserved
	// Broken maps functions that cannot be used to the reasons.
	Broken map[string]error
	// Settings are the settings of ralsh that a confine can name.
	Settings  map[string]string
	functions map[string]*Function
	features  map[string]*Feature
	words     words
	runner    *script.Runner
}

// NewSpace returns an empty Space.
func NewSpace() *Space {
	s := &Space{functions: map[string]*Function{}, features: map[string]*Feature{}, runner: script.NewRunner()}
	s.words = s.newWords()
	return s
}

// AddFunction adds a function. A duplicate name is an error that names both
// positions.
func (s *Space) AddFunction(f *Function) error {
	if old := s.functions[f.Name]; old != nil {
		return &script.Fault{Pos: f.Origin.Pos, Message: fmt.Sprintf("function %s is defined twice (first at %s)", f.Name, old.Origin.Pos)}
	}
	s.functions[f.Name] = f
	return nil
}

// AddFeature adds a feature.
func (s *Space) AddFeature(f *Feature) error {
	if old := s.features[f.Name]; old != nil {
		return &script.Fault{Pos: f.Origin.Pos, Message: fmt.Sprintf("feature %s is defined twice (first at %s)", f.Name, old.Origin.Pos)}
	}
	s.features[f.Name] = f
	return nil
}

// Function returns the function of a name, or nil.
func (s *Space) Function(name string) *Function { return s.functions[name] }

// Functions returns all functions, by name.
func (s *Space) Functions() []*Function {
	list := make([]*Function, 0, len(s.functions))
	for _, name := range slices.Sorted(maps.Keys(s.functions)) {
		list = append(list, s.functions[name])
	}
	return list
}

// Call calls a function by name; the error for an unknown name suggests the nearest
// name.
func (s *Space) Call(ctx context.Context, name string, args ...value.Value) (value.Value, error) {
	f := s.functions[name]
	if f == nil {
		return value.Value{}, s.unknownFunction(name)
	}
	return f.Call(ctx, args...)
}

func (s *Space) unknownFunction(name string) error {
	if err := s.Broken[name]; err != nil {
		return fmt.Errorf("function %s is unusable: %s", name, err) // a wrapped fault would take its place
	}
	return fmt.Errorf("unknown function %q%s", name, nearest.DidYouMean(name, slices.Collect(maps.Keys(s.functions))))
}

// Feature reports whether a host has a feature: of a module, or a feature of Puppet that
// needs no library. It returns false for an undefined feature.
func (s *Space) Feature(ctx context.Context, name string, p condition.Probe) (bool, error) {
	if f := s.features[name]; f != nil {
		return f.test.ask(ctx, p)
	}
	switch name {
	case "posix", "manages_symlinks":
		return true, nil
	case "root":
		return p.Reader.UID() == 0, nil
	}
	return false, nil
}

// FeatureNames returns the names of all features that have a test.
func (s *Space) FeatureNames() []string {
	return append(slices.Sorted(maps.Keys(s.features)), "manages_symlinks", "posix", "root")
}

// Predeclared returns the names that every file has in addition to Starlark's names.
func (s *Space) Predeclared() starlark.StringDict { return starlark.StringDict(s.words) }
