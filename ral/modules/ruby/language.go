package ruby

import (
	"context"
	"encoding/json"
	"errors"
	"path"
	"strings"
	"time"

	"ralsh/ral/diagnostic"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// The limits of the Puppet language.
const (
	functionLimit = 30 * time.Second
	compileLimit  = 2 * time.Minute
)

// Language is the data about the host that the Puppet language needs.
type Language struct {
	// Facts returns all facts except facts of Ruby code, as a map, with the flat names of
	// Facter if legacy is set.
	Facts func(ctx context.Context, legacy bool) value.Value
	// Node returns the name of the node: the full name of the host.
	Node func(ctx context.Context) string
	// Attributes returns the attributes of a type of ralsh, the name first; nil for an
	// unknown type.
	Attributes func(typ string) []string
	// Modulepath lists the directories of modules.
	Modulepath []string
}

// Note is a message of Puppet: from a function of a manifest, or an error.
type Note struct {
	Level   string // debug, info, notice, warning, err
	Message string
	Source  string
	File    string
	Line    int
	Column  int
}

// CompileError is why a manifest does not compile.
type CompileError struct{ Errors []Note }

// Error returns the first error.
func (e *CompileError) Error() string {
	var lines []string
	for _, d := range e.Diags("") {
		lines = append(lines, d.Error())
	}
	return strings.Join(lines, "\n")
}

// placed is a place in a message of Puppet.
var placed = lazyre.New(`\s*\((?:file: ([^()]*?))?(?:, )?(?:line: (\d+))?(?:, column: (\d+))?\)`)

// place returns a message without its positions, and the last position.
func place(message, name string) (text, pos string) {
	for _, m := range placed.Regexp().FindAllStringSubmatch(message, -1) {
		if pos = m[1]; pos == "" {
			pos = name
		}
		for _, part := range m[2:] {
			if part != "" {
				pos += ":" + part
			}
		}
	}
	return placed.ReplaceAllString(message, ""), pos
}

// Diags returns the errors as diagnostics without duplicates; name is the file of errors
// without a file.
func (e *CompileError) Diags(name string) diagnostic.Diags {
	var diags diagnostic.Diags
	seen := map[string]bool{}
	for _, n := range e.Errors {
		message, pos := place(n.Message, name)
		if pos == "" || n.Line > 0 && n.File != "" {
			pos = n.Pos()
		}
		if pos == "" {
			pos = name
		}
		if gaveUp.MatchString(message) && len(e.Errors) > 1 || seen[pos+message] {
			continue
		}
		seen[pos+message] = true
		diags = append(diags, diagnostic.Diag{Pos: pos, Message: message})
	}
	return diags
}

// gaveUp is the error after errors that were reported individually.
var gaveUp = lazyre.New(`\A(Found \d+ errors|Language validation logged \d+ errors)\. Giving up\z`)

// Pos returns FILE:LINE:COLUMN, as far as it is known.
func (n Note) Pos() string {
	if n.File == "" || n.Line == 0 {
		return n.File
	}
	text := n.File + ":" + value.Int(int64(n.Line)).Text()
	if n.Column > 0 {
		text += ":" + value.Int(int64(n.Column)).Text()
	}
	return text
}

// Compile compiles a manifest to a catalog as JSON, in a process that cannot change
// anything. The error is a *CompileError if the manifest is invalid.
func (b *Bridge) Compile(ctx context.Context, rd host.Reader, file string, code []byte) (catalog []byte, notes []Note, err error) {
	var out struct {
		Catalog string
		Errors  []Note
		Logs    []Note
	}
	req := request{"file": file, "code": textToWire(string(code))}
	undefined, err := b.evaluate(ctx, rd, compileLimit, "compile", req, &out)
	notes = append(out.Logs, undefined...)
	switch {
	case err != nil:
		return nil, notes, err
	case out.Errors != nil:
		return nil, notes, &CompileError{out.Errors}
	}
	return []byte(out.Catalog), notes, nil
}

// Call calls a function of Puppet or of a module, in Ruby or in the Puppet language, in
// a process that cannot change anything.
func (b *Bridge) Call(ctx context.Context, rd host.Reader, name string, args []value.Value) (value.Value, []Note, error) {
	in := make([]any, len(args))
	for i, arg := range args {
		in[i] = toWire(arg)
	}
	var out struct {
		Value wired
		Logs  []Note
	}
	undefined, err := b.evaluate(ctx, rd, functionLimit, "function", request{"name": name, "args": in}, &out)
	if fault, ok := errors.AsType[*Fault](err); ok {
		fault.Message = strings.TrimSuffix(fault.Message, " on node "+b.opt.Language.Node(ctx))
	}
	return out.Value.Value, append(out.Logs, undefined...), err
}

// evaluate sends a request to a separate process. It returns warnings about failed facts
// that the code read.
func (b *Bridge) evaluate(ctx context.Context, rd host.Reader, limit time.Duration, op string, req request, out any) ([]Note, error) {
	w, err := b.look(ctx, rd)
	if err != nil {
		return nil, err
	}
	defer w.kill()
	late := []string{}
	for _, f := range b.own.facts {
		late = append(late, f.Name)
	}
	req["node"], req["late"] = b.opt.Language.Node(ctx), late
	for _, dir := range b.opt.Language.Modulepath {
		if parent := path.Dir(dir); req["folder"] == nil && exists(ctx, b.rd, path.Join(parent, "hiera.yaml")) {
			req["folder"] = parent
		}
	}
	for _, file := range hieraFiles {
		if req["hiera"] == nil && exists(ctx, b.rd, file) {
			req["hiera"] = file
		}
	}
	err = w.ask(ctx, limit, op, req, nil, out)
	return w.undefined, err
}

// hieraFiles are the configurations of Hiera for all environments.
var hieraFiles = []string{"/etc/puppetlabs/puppet/hiera.yaml", "/etc/puppet/hiera.yaml"}

// HasFunction reports whether Puppet defines a function. It starts no Ruby.
func (b *Bridge) HasFunction(ctx context.Context, name string) bool {
	lib := path.Join(path.Dir(b.opt.Interpreter.Puppet), "puppet")
	file := strings.ReplaceAll(name, "::", "/") + ".rb"
	if b.opt.Interpreter.Puppet == "" || path.Clean("/"+file) != "/"+file {
		return false
	}
	return exists(ctx, b.rd, path.Join(lib, "functions", file)) || exists(ctx, b.rd, path.Join(lib, "parser/functions", file))
}

// reported answers the requests of the Puppet language.
func (b *Bridge) reported(ctx context.Context, call string, line []byte) any {
	var c struct {
		Name   string
		Legacy bool
	}
	if call == "facts" {
		if err := json.Unmarshal(line, &c); err != nil {
			return map[string]string{"fault": err.Error()}
		}
		return map[string]any{"value": toWire(b.opt.Language.Facts(ctx, c.Legacy))}
	}
	if err := json.Unmarshal(line, &c); err != nil {
		return map[string]string{"fault": "the name of the type is missing"}
	}
	return map[string]any{"attributes": b.opt.Language.Attributes(c.Name)}
}
