package star

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/syntax"

	"ralsh/ral"
	"ralsh/ral/modules/star/script"
)

// Comparisons returns the faults of comparisons that are never true: of an attribute
// whose values are symbols, or True and False, with a string, or with a string that is
// not an allowed value. It returns nothing for a file that cannot be parsed.
func Comparisons(path string, text []byte, t *ral.Type) []*script.Fault {
	tree, err := options().Parse(path, text, 0)
	if err != nil {
		return nil
	}
	var faults []*script.Fault
	syntax.Walk(tree, func(n syntax.Node) bool {
		if e, ok := n.(*syntax.BinaryExpr); ok {
			for _, f := range compared(e, t) {
				faults = append(faults, &script.Fault{Pos: e.OpPos.String(), Message: f})
			}
		}
		return true
	})
	return faults
}

// compared returns the faults of a comparison.
func compared(e *syntax.BinaryExpr, t *ral.Type) []string {
	left, right := []syntax.Expr{e.X}, []syntax.Expr{e.Y}
	switch e.Op {
	case syntax.EQL, syntax.NEQ:
	case syntax.IN, syntax.NOT_IN:
		if list, ok := e.Y.(*syntax.ListExpr); ok {
			right = list.List
		} else if tuple, ok := unparen(e.Y).(*syntax.TupleExpr); ok {
			right = tuple.List
		}
	default:
		return nil
	}
	if _, isText := literal(left[0]); isText {
		left, right = right, left
	}
	a := attributeOf(left[0], t)
	if a == nil || !a.Symbolic() {
		return nil
	}
	var list []string
	for _, x := range right {
		if text, ok := literal(x); ok {
			if why := never(a, text); why != "" {
				list = append(list, why)
			}
		}
	}
	return list
}

// never returns why an attribute never has a text, or "" if it may.
func never(a *ral.Attribute, text string) string {
	literals, patterns := a.AllowedText(nil)
	switch {
	case a.Boolean:
		return fmt.Sprintf("%s is True or False, never the string %q", a.Name, text)
	case slices.Contains(literals, text) && (text == "present" || text == "absent"):
		return fmt.Sprintf("%s is a symbol, never the string %q: compare it with %s", a.Name, text, text)
	case slices.Contains(literals, text):
		return fmt.Sprintf("%s is a symbol, never the string %q: compare it with symbol(%q)", a.Name, text, text)
	case len(patterns) > 0:
		return ""
	}
	return fmt.Sprintf("%s is never %q (values: %s)", a.Name, text, strings.Join(literals, ", "))
}

// attributeOf returns the attribute of a resource whose desired value an expression
// reads: res.NAME, self.res["NAME"], self.should.get("NAME"), self.pending["NAME"].
func attributeOf(x syntax.Expr, t *ral.Type) *ral.Attribute {
	switch x := unparen(x).(type) {
	case *syntax.DotExpr:
		if desired(x.X) {
			return t.Attr(x.Name.Name)
		}
	case *syntax.IndexExpr:
		if name, ok := literal(x.Y); ok && desired(x.X) {
			return t.Attr(name)
		}
	case *syntax.CallExpr:
		get, ok := x.Fn.(*syntax.DotExpr)
		if !ok || get.Name.Name != "get" || !desired(get.X) || len(x.Args) == 0 {
			return nil
		}
		if name, ok := literal(x.Args[0]); ok {
			return t.Attr(name)
		}
	}
	return nil
}

// desired reports whether an expression is a resource or its desired state.
func desired(x syntax.Expr) bool {
	switch of := x.(type) {
	case *syntax.Ident:
		return of.Name == "res"
	case *syntax.DotExpr:
		return of.Name.Name == "res" || of.Name.Name == "should" || of.Name.Name == "pending"
	}
	return false
}

// literal returns the text of a literal in quotes.
func literal(x syntax.Expr) (string, bool) {
	l, ok := unparen(x).(*syntax.Literal)
	if !ok || l.Token != syntax.STRING {
		return "", false
	}
	text, ok := l.Value.(string)
	return text, ok
}

func unparen(x syntax.Expr) syntax.Expr {
	for {
		p, ok := x.(*syntax.ParenExpr)
		if !ok {
			return x
		}
		x = p.X
	}
}
