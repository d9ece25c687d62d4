package repository

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestCommentsName checks that the doc comment of a function or a type begins with its
// name, also after a renaming, and is directly before it, also after a move.
func TestCommentsName(t *testing.T) {
	inTop(t)
	first := regexp.MustCompile(`^(?:(?:A|An|The) )?(\w+)`)
	sentence := regexp.MustCompile(`^(\w+) \w*(?:s|are) `)
	checked := 0
	declared := make(map[string]bool) // directory and name
	detached := make(map[string]string)
	check := func(fset *token.FileSet, name *ast.Ident, doc *ast.CommentGroup) {
		declared[filepath.Join(filepath.Dir(fset.Position(name.Pos()).Filename), name.Name)] = true
		if doc.Text() == "" {
			return
		}
		checked++
		delete(detached, fset.Position(doc.Pos()).String())
		if m := first.FindStringSubmatch(doc.Text()); name.Name != "_" && !strings.HasPrefix(doc.Text(), name.Name+" ") && (m == nil || m[1] != name.Name) {
			t.Errorf("%s: the comment of %s does not begin with this name", fset.Position(doc.Pos()), name.Name)
		}
	}
	for _, path := range goFiles(t) {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range f.Comments {
			if at := fset.Position(c.Pos()); at.Column == 1 && c != f.Doc {
				if m := sentence.FindStringSubmatch(c.Text()); m != nil {
					detached[at.String()] = filepath.Join(filepath.Dir(path), m[1])
				}
			}
		}
		for _, decl := range f.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				check(fset, decl.Name, decl.Doc)
			case *ast.GenDecl:
				if decl.Doc != nil {
					delete(detached, fset.Position(decl.Doc.Pos()).String())
				}
				for _, spec := range decl.Specs {
					if spec, ok := spec.(*ast.TypeSpec); ok && !decl.Lparen.IsValid() {
						check(fset, spec.Name, decl.Doc)
					} else if ok {
						check(fset, spec.Name, spec.Doc)
					}
				}
			}
		}
	}
	for at, name := range detached {
		if declared[name] {
			t.Errorf("%s: the comment is not directly before the declaration of %s", at, filepath.Base(name))
		}
	}
	if checked < 3000 {
		t.Errorf("only %d comments were checked", checked)
	}
}
