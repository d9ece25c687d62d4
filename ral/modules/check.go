package modules

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/modules/star"
	"ralsh/ral/modules/star/face"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/modules/star/testsuite"
	"ralsh/ral/onhost"
)

// Diagnostic is a diagnostic for the author of a module.
type Diagnostic struct {
	Pos     string // FILE, or FILE:LINE:COL
	Message string
	Remark  bool // a remark, not an error
}

// Check returns the module in a directory and all its diagnostics, sorted by
// position. It sees the modules of the path and the built-in types, but does
// not report their errors.
func Check(ctx context.Context, rd host.Reader, dir string, opt Options) (*Module, []Diagnostic) {
	c := check(ctx, rd, dir, opt)
	return c.module, c.findings
}

func check(ctx context.Context, rd host.Reader, dir string, opt Options) *checker {
	c := &checker{ctx: ctx, rd: rd, dir: dir, opt: opt}
	info, err := rd.Stat(ctx, dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		c.wrong(dir, "the directory does not exist")
		return c
	case err != nil:
		c.wrong(dir, "cannot read the directory: %s", host.Cause(err))
		return c
	case !info.IsDir():
		c.wrong(dir, "a module must be a directory")
		return c
	}
	if err := checkName(path.Base(dir)); err != nil {
		c.wrong(dir, "%s", err)
	}
	m := &Module{Name: path.Base(dir), Path: dir}
	m.fill(ctx, rd, info, true)
	if errors.Is(m.Err, errRoot) {
		c.wrong(dir, "the path leads to /, which cannot be a module")
		return c
	}
	others, missing := scan(ctx, rd, opt.Path)
	e := &Environment{Name: opt.Name, Path: opt.Path, Missing: missing, Space: star.NewSpace(), Modules: append([]*Module{m}, others...)}
	e.load(ctx, rd, opt, func(p *Plugin, f *script.Fault) {
		if p.Module == m {
			c.findings = append(c.findings, Diagnostic{Pos: f.Pos, Message: f.Message})
		}
	})
	c.module, c.env, c.try = m, e, onhost.NewEnv(e.Registry, rd, nil)
	c.failures(m)
	c.metadata(m)
	c.strays(m)
	c.words(e, m)
	c.testFiles(m)
	slices.SortStableFunc(c.findings, func(a, b Diagnostic) int { return byPlace(a.Pos, b.Pos) })
	c.findings = slices.Compact(c.findings)
	return c
}

// checker collects diagnostics.
type checker struct {
	ctx      context.Context
	rd       host.Reader
	dir      string
	findings []Diagnostic
	seen     int                // number of files checked
	module   *Module            // nil without a module
	env      *Environment       // with the module
	suites   []*testsuite.Suite // of its test files
	opt      Options
	try      *onhost.Env // resources to try hooks with
}

func (c *checker) wrong(pos, format string, args ...any) {
	c.findings = append(c.findings, Diagnostic{Pos: pos, Message: fmt.Sprintf(format, args...)})
}

func (c *checker) remark(pos, format string, args ...any) {
	c.findings = append(c.findings, Diagnostic{Pos: pos, Message: fmt.Sprintf(format, args...), Remark: true})
}

// failures reports why plugins cannot be used, except consequent errors and
// faults that were already reported.
func (c *checker) failures(m *Module) {
	for _, err := range ral.JoinedErrors(m.Err) {
		c.failed(m.Path, err)
	}
	for _, p := range m.Plugins {
		var follow *consequentError
		known, _ := errors.AsType[*script.Fault](p.Err)
		if known != nil && slices.Contains(c.findings, Diagnostic{Pos: known.Pos, Message: known.Message}) {
			continue
		}
		if p.State == Failed && !errors.As(p.Err, &follow) {
			c.failed(p.File, p.Err)
		}
	}
}

// failed reports an error at its position, or of a file.
func (c *checker) failed(file string, err error) {
	pos, message := placeOf(err, file)
	c.wrong(pos, "%s", message)
}

// byPlace compares FILE:LINE:COL by file, line and column.
func byPlace(a, b string) int {
	fileA, lineA, colA := apart(a)
	fileB, lineB, colB := apart(b)
	return cmp.Or(cmp.Compare(fileA, fileB), cmp.Compare(lineA, lineB), cmp.Compare(colA, colB))
}

func apart(pos string) (file string, line, col int) {
	parts := strings.Split(pos, ":")
	if len(parts) < 3 {
		return pos, 0, 0
	}
	n := len(parts)
	line, _ = strconv.Atoi(parts[n-2])
	col, _ = strconv.Atoi(parts[n-1])
	return strings.Join(parts[:n-2], ":"), line, col
}

// words reports missing documentation of types, and hooks that break on a
// resource with only a title.
func (c *checker) words(e *Environment, m *Module) {
	for _, p := range m.Plugins {
		if p.State != Loaded || p.Kind != Type {
			continue
		}
		t := e.Registry.Type(p.Name)
		c.documented(t)
		if len(t.Providers()) == 0 && !m.failedProvider(t.Name) && slices.ContainsFunc(t.Attributes, func(a *ral.Attribute) bool { return a.Kind == ral.Property }) {
			c.remark(t.Origin.Pos, "type %s has properties, but no provider reads or sets them", t.Name)
		}
		c.relations(t)
		c.hooks(t)
	}
	for _, p := range m.Plugins {
		if kind, name, ok := strings.Cut(p.Name, "/"); ok && p.Kind == Provider && p.State == Loaded {
			one := e.Registry.Type(kind).Provider(name)
			if one.Doc == "" {
				c.remark(one.Origin.Pos, "the doc of provider %s is missing", p.Name)
			}
			c.contract(e.Registry.Type(kind), one)
			c.confines(one.Origin, "provider "+one.Name, one.Confines, one.Default, one.NotDefault)
			c.tryProvider(one)
		}
	}
	c.faces(e, m)
	c.tryFacts(m)
	c.tryFaces(m)
	for _, p := range m.Plugins {
		if p.State == Loaded && (p.Kind == Type || p.Kind == Provider) {
			c.expressions(e, p)
		}
	}
}

// failedProvider reports whether the file of a provider of a type has failed.
func (m *Module) failedProvider(typ string) bool {
	return slices.ContainsFunc(m.Plugins, func(p *Plugin) bool {
		return p.Kind == Provider && p.State == Failed && strings.HasPrefix(p.Name, typ+"/")
	})
}

// expressions reports comparisons of a type's attributes that are never true,
// and earlier names of hooks.
func (c *checker) expressions(e *Environment, p *Plugin) {
	name, _, _ := strings.Cut(p.Name, "/")
	text, err := c.rd.ReadFile(c.ctx, p.File)
	if err != nil {
		return // it was loaded, and is gone
	}
	for _, f := range star.Comparisons(p.File, text, e.Registry.Type(name)) {
		c.findings = append(c.findings, Diagnostic{Pos: f.Pos, Message: f.Message})
	}
	for _, f := range star.OldHooks(p.File, text) {
		c.remark(f.Pos, "%s", f.Message)
	}
}

func (c *checker) documented(t *ral.Type) {
	if t.Doc == "" {
		c.remark(t.Origin.Pos, "the doc of type %s is missing", t.Name)
	}
	for _, a := range t.Attributes {
		if a.Doc == "" && a.Kind != ral.Meta {
			c.remark(t.Origin.Pos, "the doc of attribute %s of %s is missing", a.Name, t.Name)
		}
	}
}

// faces reports missing documentation of a module's faces.
func (c *checker) faces(e *Environment, m *Module) {
	for _, f := range e.Faces {
		if !slices.ContainsFunc(m.Plugins, func(p *Plugin) bool { return p.File == f.Origin.File }) {
			continue
		}
		if f.Doc == "" {
			c.remark(f.Origin.Pos, "the doc of face %s is missing", f.Name)
		}
		for _, act := range f.Actions {
			if act.Doc == "" {
				c.remark(act.Pos, "the doc of action %s is missing", act.Name)
			}
			c.undocumented(act, "argument", act.Args)
			c.undocumented(act, "option", act.Options)
		}
	}
}

func (c *checker) undocumented(act *face.Action, what string, list []*face.Argument) {
	for _, a := range list {
		if a.Doc == "" {
			c.remark(act.Pos, "the doc of %s %s of action %s is missing", what, a.Name, act.Name)
		}
	}
}
