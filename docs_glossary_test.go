package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestGlossaryNames holds that the Go names in docs/glossary.md are declared:
// package.Name, or Type.Member.
func TestGlossaryNames(t *testing.T) {
	doc, err := os.ReadFile("docs/glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	known := declaredNames(t)
	name := regexp.MustCompile("`([A-Za-z]+\\.[A-Za-z]+)`")
	checked := 0
	for line := range strings.Lines(string(doc)) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 { // word, Go, meaning, and what is outside of them
			continue
		}
		for _, m := range name.FindAllStringSubmatch(cells[2], -1) {
			checked++
			if !known[m[1]] {
				t.Errorf("%s is declared nowhere", m[1])
			}
		}
	}
	if checked < 60 {
		t.Errorf("only %d names were checked", checked)
	}
}

// declaredNames returns what the packages of the module declare.
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

// namesOf returns what a declaration of a package declares: the name behind the
// package's, a method or field behind its type's.
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
