package repository

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"testing"
)

// TestDocumentedNames checks that the Go names in the documents are declared:
// package.Name, or Type.Member.
func TestDocumentedNames(t *testing.T) {
	inTop(t)
	known := declaredNames(t)
	name := regexp.MustCompile("`([A-Za-z]+\\.[A-Z][A-Za-z]+)`")
	for file, least := range map[string]int{"docs/glossary.md": 60, "ARCHITECTURE.md": 25, "CONTRIBUTING.md": 5} {
		names := name.FindAllStringSubmatch(read(t, file), -1)
		for _, m := range names {
			if !known[m[1]] {
				t.Errorf("%s: %s is declared nowhere", file, m[1])
			}
		}
		if len(names) < least {
			t.Errorf("%s: only %d names were checked", file, len(names))
		}
	}
}

// declaredNames returns the names that the module's packages declare.
func declaredNames(t *testing.T) map[string]bool {
	t.Helper()
	known := make(map[string]bool)
	for _, path := range goFiles(t) {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range f.Decls {
			for _, name := range namesOf(f.Name.Name, decl) {
				known[name] = true
			}
		}
	}
	return known
}

// namesOf returns the names in a declaration: a name is qualified by the package, a
// method or field by its type.
func namesOf(pkg string, decl ast.Decl) (names []string) {
	if fn, ok := decl.(*ast.FuncDecl); ok {
		if fn.Recv == nil {
			return []string{pkg + "." + fn.Name.Name}
		}
		typ := fn.Recv.List[0].Type
		if p, ok := typ.(*ast.StarExpr); ok {
			typ = p.X
		}
		if id, ok := typ.(*ast.Ident); ok {
			names = append(names, id.Name+"."+fn.Name.Name)
		}
		return names
	}
	for _, spec := range decl.(*ast.GenDecl).Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			names = append(names, pkg+"."+spec.Name.Name)
			if s, ok := spec.Type.(*ast.StructType); ok {
				for _, field := range s.Fields.List {
					for _, n := range field.Names {
						names = append(names, spec.Name.Name+"."+n.Name)
					}
				}
			}
		case *ast.ValueSpec:
			for _, n := range spec.Names {
				names = append(names, pkg+"."+n.Name)
			}
		}
	}
	return names
}
