package change

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/manifest"
	"ralsh/ui/cli/command"
)

// source is an input with declarations: a file, - for standard input, or code
// from the command line.
type source struct {
	name string // path of the file; in positions, "-e" or "edited.pp" for code
	code string // of --execute or an editor
}

// given is the name of code from the command line, in positions.
const given = "-e"

// isCode reports whether a source is code, and not a file.
func (src *source) isCode() bool { return src.name == given || src.name == edited }

// sourcesOf returns the sources of a command: code, catalogs, then files.
func sourcesOf(cmd *cobra.Command, files []string) []source {
	var list []source
	// GetStringArray loses an empty text.
	if code, ok := cmd.Flags().Lookup("execute").Value.(pflag.SliceValue); ok {
		for _, text := range code.GetSlice() {
			list = append(list, source{given, text})
		}
	}
	catalogs, _ := cmd.Flags().GetStringArray("catalog")
	for _, name := range append(catalogs, files...) {
		list = append(list, source{name: name})
	}
	return list
}

// filesOf returns the sources of a command that takes files alone.
func filesOf(names ...string) []source {
	list := make([]source, len(names))
	for i, name := range names {
		list[i].name = name
	}
	return list
}

// declared reads the declarations of all sources together. After syntax errors
// it also checks types and relationships, and reports all errors together.
func (a *runner) declared(ctx context.Context, sources []source) (*model.Session, []ral.Decl, error) {
	parse := manifest.Read
	if len(sources) > 1 {
		parse = manifest.ReadPart
	}
	var inputs []*manifest.Input
	var found diagnostic.Diags
	for _, src := range sources {
		name, data, err := a.text(src)
		if err != nil {
			return nil, nil, err
		}
		input, err := a.parsed(ctx, name, data, parse)
		if input != nil && (input.Language || a.definesAny(ctx, input)) {
			input, err = a.compiled(ctx, name, data, input, err)
		}
		if input == nil {
			return nil, nil, err
		}
		inputs = append(inputs, input)
		if bad, ok := errors.AsType[diagnostic.Diags](err); ok {
			found = append(found, bad...)
		}
	}
	s, err := a.Session(ctx)
	if err != nil {
		return nil, nil, err
	}
	a.SayFailuresOf(s, declaredTypes(inputs)...)
	if len(inputs) == 1 && len(found) == 0 {
		decls := s.Declarations(inputs[0])
		a.failuresOfFunctions(s, decls)
		return s, decls, nil
	}
	var all manifest.Input
	var decls []ral.Decl
	contained := map[string]bool{}
	for _, input := range inputs {
		all.Items = append(all.Items, input.Items...)
		all.Truncated = all.Truncated || input.Truncated
		for _, d := range s.Declarations(input) {
			if !d.Container || !contained[d.Ref()] { // catalogs have the same classes
				decls = append(decls, d)
			}
			contained[d.Ref()] = contained[d.Ref()] || d.Container
		}
	}
	a.failuresOfFunctions(s, decls)
	if len(found) > 0 {
		return nil, nil, invalid(s, s.Diagnose(ctx, &all, decls, found))
	}
	return s, decls, nil
}

// declaredTypes returns the types of all declarations, each once.
func declaredTypes(inputs []*manifest.Input) []string {
	types := map[string]bool{}
	for _, input := range inputs {
		for _, item := range input.Items {
			types[item.Decl.Type] = types[item.Decl.Type] || !item.Container
		}
	}
	maps.DeleteFunc(types, func(_ string, resource bool) bool { return !resource })
	return slices.Sorted(maps.Keys(types))
}

// definesAny reports whether a module defines any type of a manifest in the Puppet
// language, which the declarations do not show.
func (a *runner) definesAny(ctx context.Context, input *manifest.Input) bool {
	if !input.Code {
		return false
	}
	s, err := a.Session(ctx)
	return err == nil && slices.ContainsFunc(declaredTypes([]*manifest.Input{input}), func(name string) bool { return s.Modules.Defines(ctx, name) })
}

// read reads a source. After errors, the input contains the readable part.
func (a *runner) read(ctx context.Context, src source, parse func(string, []byte) (*manifest.Input, error)) (*manifest.Input, error) {
	name, data, err := a.text(src)
	if err != nil {
		return nil, err
	}
	return a.parsed(ctx, name, data, parse)
}

// text returns the contents of a source, and its name in positions.
func (a *runner) text(src source) (string, []byte, error) {
	if src.isCode() {
		return src.name, []byte(src.code), nil
	}
	data, name, err := a.content(src.name)
	return name, data, err
}

// compiled compiles code with Puppet. Without Puppet it returns the syntax errors, and
// a reason as the last error.
func (a *runner) compiled(ctx context.Context, name string, data []byte, read *manifest.Input, syntax error) (*manifest.Input, error) {
	s, err := a.Session(ctx)
	if err != nil {
		return nil, err
	}
	if _, lacking := s.Modules.Language(ctx); lacking != nil {
		bad, _ := errors.AsType[diagnostic.Diags](syntax)
		var pos string // of the last error, or of a resource whose type is defined in a module
		if len(bad) > 0 {
			pos = bad[len(bad)-1].Pos
		} else if len(read.Items) > 0 {
			pos = read.Items[0].Decl.Pos
		}
		return read, append(bad, diagnostic.Diag{Pos: pos, Message: "this manifest needs Puppet to evaluate it: " + lacking.Error() + " (compile a catalog and apply that)"})
	}
	input, notes, err := s.Modules.Compile(ctx, name, data)
	a.SayNotes(notes)
	if bad, ok := errors.AsType[diagnostic.Diags](err); ok && input == nil {
		return nil, invalid(s, bad)
	}
	if input == nil && err != nil && ctx.Err() == nil {
		err = refused(err)
	}
	return input, err
}

// parsed parses a text.
func (a *runner) parsed(ctx context.Context, name string, data []byte, parse func(string, []byte) (*manifest.Input, error)) (*manifest.Input, error) {
	type result struct {
		input *manifest.Input
		err   error
	}
	// A million resources take seconds to parse. After an interrupt the process ends,
	// and the parsing with it.
	parsed := make(chan result, 1)
	go func() {
		input, err := parse(name, data)
		parsed <- result{input, err}
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case r := <-parsed:
		if r.err != nil && r.input == nil {
			r.err = refused(r.err)
		}
		return r.input, r.err
	}
}

// content returns the contents of a file, - for standard input, and its name in
// positions.
func (a *runner) content(name string) ([]byte, string, error) {
	in := a.In
	if name == "-" {
		name = "stdin"
	} else {
		file, err := a.Open(name)
		if err != nil {
			return nil, name, fmt.Errorf("cannot read %s: %w", name, command.Cause(err))
		}
		defer file.Close()
		in = file
	}
	var room bytes.Buffer
	if file, ok := in.(interface{ Stat() (fs.FileInfo, error) }); ok {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			room.Grow(int(min(info.Size(), manifest.MaxInput)) + bytes.MinRead)
		}
	}
	_, err := room.ReadFrom(io.LimitReader(in, manifest.MaxInput+1))
	data := room.Bytes()
	if err != nil {
		return nil, name, fmt.Errorf("cannot read %s: %w", name, command.Cause(err))
	}
	return data, name, nil
}

// failuresOfFunctions prints the errors of functions that Deferred values call, and
// that are missing for them.
func (a *runner) failuresOfFunctions(s *model.Session, decls []ral.Decl) {
	env := s.Modules.Loaded()
	for i := range decls {
		if env == nil || decls[i].Deferred == nil {
			continue
		}
		if err := env.Space.Broken[s.Env.LackingFunction(decls[i])]; err != nil {
			a.SayFailures([]error{err})
		}
	}
}
