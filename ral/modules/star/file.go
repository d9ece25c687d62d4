package star

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"ralsh/ral"
	"ralsh/ral/modules/star/face"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/modules/star/testsuite"
	"ralsh/ral/nearest"
)

// Source is a file.
type Source struct {
	Module string // or ""
	Path   string // as in positions
	Text   []byte
	// Load returns the names of a library, for load(). Nil rejects load().
	Load func(name string) (starlark.StringDict, error)
	// Plain is set for a library. It may define no plugin.
	Plain bool
	// Test is set for a test file. It defines only suites.
	Test bool
	// Faults, if set, is called with every fault: an invalid definition is
	// omitted, and the file continues.
	Faults func(*script.Fault)
}

// Defined holds the definitions of a file, in order.
type Defined struct {
	Types     []*ral.Type
	Providers []*Provider
	Facts     []*Fact
	Functions []*Function
	Features  []*Feature
	Suites    []*testsuite.Suite
	Trials    []Trial
	Faces     []*face.Face
	Names     starlark.StringDict // names for load(), frozen
}

// file is the state of a file while it is loaded.
type file struct {
	Source
	space *Space
	out   *Defined
}

const fileKey = "file"

// fileOf returns the file that is being loaded, nil in hooks.
func fileOf(th *starlark.Thread) *file {
	f, _ := th.Local(fileKey).(*file)
	return f
}

// options enables the parts of Starlark that always terminate: no while, no
// recursion.
func options() *syntax.FileOptions {
	return &syntax.FileOptions{Set: true, TopLevelControl: true}
}

// Load runs a file. The error is a *script.Fault with the position.
func (s *Space) Load(ctx context.Context, src Source) (*Defined, error) {
	f := &file{Source: src, space: s, out: &Defined{}}
	c := script.NewCaller()
	th := c.Thread
	th.SetLocal(fileKey, f)
	th.Load = func(_ *starlark.Thread, name string) (starlark.StringDict, error) {
		if src.Load == nil {
			return nil, fmt.Errorf("load is not allowed here")
		}
		return src.Load(name)
	}
	c.Begin(ctx, s.runner, src.Path, script.LoadLimits)
	defer c.End()
	names, err := starlark.ExecFileOptions(options(), th, src.Path, src.Text, starlark.StringDict(s.words))
	if err != nil {
		faults := s.faultsOf(err, src.Path)
		if src.Faults != nil {
			for _, fault := range faults {
				src.Faults(fault)
			}
		}
		return nil, faults[0]
	}
	f.out.Names = names
	return f.out, nil
}

// faultsOf returns the errors of a file that cannot be run: several if they are
// unknown names.
func (s *Space) faultsOf(err error, path string) []*script.Fault {
	faults := []*script.Fault{script.FaultOf(err)}
	if names, ok := errors.AsType[resolve.ErrorList](err); ok {
		faults = nil
		for _, one := range names {
			faults = append(faults, &script.Fault{Pos: one.Pos.String(), Message: one.Msg, Cause: one})
		}
	}
	for _, fault := range faults {
		fault.Refused = false // there was no input: it is an error of the file
		if fault.Pos == "" {
			fault.Pos = path + ":1:1"
		}
		if name, ok := strings.CutPrefix(fault.Message, "undefined: "); ok {
			fault.Message += nearest.DidYouMean(name, starlark.StringDict(s.words).Keys())
		}
	}
	return faults
}

// defining returns the file of a definition. Hooks and libraries cannot define plugins.
func defining(th *starlark.Thread, b *starlark.Builtin) (*file, error) {
	f := fileOf(th)
	switch {
	case f == nil:
		return nil, fmt.Errorf("%s must be called at the top level of a file, not in a hook", b.Name())
	case b.Name() == "suite" && !f.Test:
		return nil, fmt.Errorf("suite is allowed only in a test file: test/NAME.star of the module")
	case f.Test && b.Name() != "suite":
		return nil, fmt.Errorf("%s: a test file may contain only suites; plugins belong in type, provider, fact, feature, function and face", b.Name())
	case f.Plain:
		return nil, fmt.Errorf("%s: a library cannot define plugins, which belong in type, provider, fact, feature, function and face", b.Name())
	}
	return f, nil
}

// faults reports errors at a position: all of them if the file's Faults are collected,
// otherwise it returns the first.
func (f *file) faults(pos string, list []string) error {
	for _, text := range list {
		fault := &script.Fault{Pos: pos, Message: text}
		if f.Faults == nil {
			return fault
		}
		f.Faults(fault)
	}
	return nil
}

// origin returns the position from which a builtin is called.
func (f *file) origin(th *starlark.Thread) ral.Origin {
	return ral.Origin{Module: f.Module, File: f.Path, Pos: th.CallFrame(1).Pos.String()}
}
