package repository

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The largest type and the largest package that a reader can keep in mind.
const (
	maxMethods = 60
	maxFields  = 40
	maxLines   = 4_000
)

// maxLinesOf are the packages with a limit of their own.
func maxLinesOf() map[string]int {
	return map[string]int{"ral": 4_200}
}

// TestPackagesAreSmall counts the lines of each package outside of tests and their engines.
func TestPackagesAreSmall(t *testing.T) {
	inTop(t)
	lines := make(map[string]int)
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git" || path == "ral/raltest"):
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		lines[filepath.Dir(path)] += bytes.Count(text, []byte("\n"))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) < 100 {
		t.Fatalf("only %d packages were found", len(lines))
	}
	for dir, n := range lines {
		limit, ok := maxLinesOf()[dir]
		if !ok {
			limit = maxLines
		}
		if n > limit {
			t.Errorf("%s has %d lines; at most %d are allowed", dir, n, limit)
		}
	}
}

// TestTypesAreSmall counts the methods and fields of each type outside of tests.
func TestTypesAreSmall(t *testing.T) {
	inTop(t)
	methods, fields := make(map[string]int), make(map[string]int)
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git"):
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv != nil {
				methods[filepath.Dir(path)+"."+receiver(fn.Recv.List[0].Type)]++
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				if s, ok := spec.Type.(*ast.StructType); ok {
					fields[filepath.Dir(path)+"."+spec.Name.Name] = s.Fields.NumFields()
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(methods) < 100 || len(fields) < 100 {
		t.Fatalf("only %d types with methods and %d structs were found", len(methods), len(fields))
	}
	check := func(counts map[string]int, limit int, what string) {
		for name, n := range counts {
			if n > limit {
				t.Errorf("%s has %d %s; at most %d are allowed", name, n, what, limit)
			}
		}
	}
	check(methods, maxMethods, "methods")
	check(fields, maxFields, "fields")
}

// receiver returns the name of the type of a method.
func receiver(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.IndexExpr:
		return receiver(x.X)
	case *ast.IndexListExpr:
		return receiver(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}
