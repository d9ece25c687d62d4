package proof

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Package is a package with its tests.
type Package struct {
	Path   string // import path
	Module string // directory of its module; "" for the main module
	Tests  []Test

	// Concurrent reports whether the package starts goroutines, or belongs to the screens
	// or to the agent. The race detector is worth its cost only there.
	Concurrent bool
	// Privileged reports whether tests skip parts without root or without real systems.
	Privileged bool

	files []string // paths of the files with tests
}

// Test is a function that `go test -list .` prints.
type Test struct {
	Name      string
	Benchmark bool
	Gates
}

// Gates are conditions that a test checks in its first lines. A test without gates runs
// everywhere.
type Gates struct {
	Limit bool // real.Limits or real.Memory: the machine is idle
	Full  bool // real.Full: the test is only a part of .ci/full
	Speed bool // real.Speed: .ci/speed prints a table, without a check
}

// source contains the used fields of `go list -json`.
type source struct {
	ImportPath, Dir                    string
	GoFiles, TestGoFiles, XTestGoFiles []string
}

// ReadAll returns the packages with tests of all modules of the repository at top.
func ReadAll(top string) ([]Package, error) {
	var all []Package
	for _, module := range []string{"", "screenshots", ".ci/packaging"} {
		list, err := read(top, module)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

// Unlisted returns the files with tests below top outside of the packages in all: in a
// directory whose name begins with a dot, in a different module, or with a build tag.
func Unlisted(top string, all []Package) ([]string, error) {
	listed := make(map[string]bool)
	for _, p := range all {
		for _, file := range p.files {
			listed[file] = true
		}
	}
	var list []string
	return list, filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if err == nil && slices.Contains([]string{".git", "testdata"}, d.Name()) {
				return fs.SkipDir
			}
			return err
		}
		path, err = filepath.Abs(path)
		if err != nil || listed[path] || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(f.Decls, func(d ast.Decl) bool { fn, ok := d.(*ast.FuncDecl); return ok && isTest(fn) }) {
			list = append(list, path)
		}
		return nil
	})
}

// read returns the packages with tests of a module in a directory below
// top.
func read(top, module string) ([]Package, error) {
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,TestGoFiles,XTestGoFiles", "./...")
	cmd.Dir = filepath.Join(top, module)
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("listing the packages: %w", err)
	}
	var all []source
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var s source
		if err := dec.Decode(&s); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("listing the packages: %w", err)
		}
		all = append(all, s)
	}
	skipping, err := skippers(all)
	if err != nil {
		return nil, err
	}
	var list []Package
	for _, s := range all {
		p, err := s.read(skipping)
		if err != nil {
			return nil, err
		}
		p.Module = module
		if len(p.Tests) > 0 {
			list = append(list, p)
		}
	}
	return list, nil
}

func (s source) parse(names []string) ([]*ast.File, error) {
	var files []*ast.File
	for _, name := range names {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(s.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// read reads the files of a package. skipping names the functions of imported packages that
// skip a test if a requirement is missing.
func (s source) read(skipping map[string]bool) (Package, error) {
	p := Package{Path: s.ImportPath, Concurrent: screens.MatchString(s.ImportPath)}
	product, err := s.parse(s.GoFiles)
	if err != nil {
		return p, err
	}
	p.Concurrent = p.Concurrent || slices.ContainsFunc(product, startsGoroutines)
	names := slices.Concat(s.TestGoFiles, s.XTestGoFiles)
	for _, name := range names {
		p.files = append(p.files, filepath.Join(s.Dir, name))
	}
	tests, err := s.parse(names)
	if err != nil {
		return p, err
	}
	for _, f := range tests {
		ast.Inspect(f, func(n ast.Node) bool {
			if name := called(n); skipping[name] || privileges[name] {
				p.Privileged = true
			}
			return true
		})
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && isTest(fn) {
				p.Tests = append(p.Tests, Test{fn.Name.Name, strings.HasPrefix(fn.Name.Name, "Benchmark"), gatesOf(fn)})
			}
		}
	}
	return p, nil
}

// screens matches the packages of the screens and of the agent. Packages that only draw have
// no goroutines.
var screens = regexp.MustCompile(`/ui/(tui|tui/screens/\w+|agent(/\w+)?)$`)

// isTest recognizes the functions that go test -list prints.
func isTest(fn *ast.FuncDecl) bool {
	name := fn.Name.Name
	return fn.Recv == nil && name != "TestMain" && slices.ContainsFunc([]string{"Test", "Fuzz", "Example", "Benchmark"}, func(kind string) bool {
		rest, ok := strings.CutPrefix(name, kind)
		return ok && (rest == "" || rest[0] < 'a' || rest[0] > 'z')
	})
}

// gatesOf returns the gates in the first statements of a test. real.Memory is the
// condition of an if statement.
func gatesOf(fn *ast.FuncDecl) (g Gates) {
	for _, statement := range fn.Body.List {
		if condition, ok := statement.(*ast.IfStmt); ok {
			statement = &ast.ExprStmt{X: condition.Cond}
		}
		known := false
		ast.Inspect(statement, func(n ast.Node) bool {
			if _, part := n.(*ast.FuncLit); part {
				return false
			}
			name := called(n)
			g.Limit = g.Limit || name == "real.Limits" || name == "real.Memory"
			g.Full = g.Full || name == "real.Full"
			g.Speed = g.Speed || name == "real.Speed"
			known = known || gates[name] || name == "t.Helper" || name == "t.Parallel"
			return true
		})
		if !known {
			break
		}
	}
	return g
}

// privileges are functions whose call means that a test depends on root.
var privileges = map[string]bool{"os.Getuid": true, "os.Geteuid": true}

// skippers returns the functions of packages for tests, for example real.Need, that skip a
// test without root or a tool.
func skippers(all []source) (map[string]bool, error) {
	calls := make(map[string][]string) // of each function
	for _, s := range all {
		if !strings.Contains(s.ImportPath, "/raltest/") {
			continue
		}
		files, err := s.parse(s.GoFiles)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			for _, d := range f.Decls {
				fn, ok := d.(*ast.FuncDecl)
				if !ok || fn.Body == nil {
					continue
				}
				name := path.Base(s.ImportPath) + "." + fn.Name.Name
				ast.Inspect(fn.Body, func(n ast.Node) bool {
					if callee := called(n); callee != "" {
						calls[name] = append(calls[name], callee, path.Base(s.ImportPath)+"."+callee)
					}
					return true
				})
			}
		}
	}
	skipping := map[string]bool{"t.Skip": true, "t.Skipf": true, "t.SkipNow": true}
	for grew := true; grew; {
		grew = false
		for name, callees := range calls {
			if !skipping[name] && !gates[name] && slices.ContainsFunc(callees, func(c string) bool { return skipping[c] }) {
				skipping[name], grew = true, true
			}
		}
	}
	return skipping, nil
}

// gates are the functions that skip a test because of its gate alone.
var gates = map[string]bool{"real.Limits": true, "real.Memory": true, "real.Full": true, "real.Speed": true}

// called returns the name of the function that an expression calls or names: "Need",
// "real.Need" or "t.Skip"; "" for other nodes.
func called(n ast.Node) string {
	switch n := n.(type) {
	case *ast.SelectorExpr:
		if x, ok := n.X.(*ast.Ident); ok {
			return x.Name + "." + n.Sel.Name
		}
	case *ast.Ident:
		return n.Name
	}
	return ""
}

// startsGoroutines reports whether a file has a go statement, or a call of the method Go,
// as sync.WaitGroup and errgroup.Group have it.
func startsGoroutines(f *ast.File) bool {
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Go" {
				found = true
			}
		}
		return !found
	})
	return found
}
