package manifest

import (
	"strings"

	"ralsh/ral/value"
)

// value parses a value. It rejects and skips code that needs an evaluator; the result is
// nil then.
func (p *codeParser) value() (value.Value, error) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		return value.Value{}, p.c.src.fatal(p.tok.at, "lists and maps are nested deeper than %d levels", maxDepth)
	}
	first := p.tok
	v, err := p.plain()
	if err != nil {
		return v, err
	}
	if word, ok := p.operator(); ok {
		p.c.src.beyond(p.tok.at, "%s is not supported: write a literal value", word)
		return value.Value{}, p.skip()
	}
	if v.Kind() == value.String && !p.c.checkText(first.at, v.Raw()) {
		return value.Value{}, nil
	}
	return v, nil
}

// operator reports whether an operator follows that makes the value an
// expression, and names it.
func (p *codeParser) operator() (string, bool) {
	if p.tok.kind == tName && (p.tok.text == "and" || p.tok.text == "or" || p.tok.text == "in") {
		return "an expression with " + p.tok.text, true
	}
	if p.tok.kind != tMark {
		return "", false
	}
	switch p.tok.text {
	case "?":
		return "a selector (?)", true
	case ".":
		return "a function call (.)", true
	case "[":
		return "an index ([...])", true
	case "+", "-", "*", "/", "%", "==", "!=", "=~", "!~", "<", ">", "<=", ">=", "<<", ">>":
		return "an expression with " + p.tok.text, true
	}
	return "", false
}

func (p *codeParser) plain() (value.Value, error) {
	t := p.tok
	switch t.kind {
	case tString:
		return value.Str(t.text), p.advance()
	case tNumber:
		return p.number("")
	case tVariable:
		return p.no("the variable " + t.text)
	case tName:
		return p.bareword()
	case tType:
		if p.followed("[") {
			return p.reference()
		}
		if name := strings.TrimPrefix(t.text, "::"); p.followed("(") && (name == "Deferred" || name == "Sensitive") {
			return p.call()
		}
		if p.followed("(") {
			return p.no("the function " + t.text + "(...)")
		}
		return p.no("the type " + t.text + " as a value")
	case tEnd:
		return value.Value{}, p.unexpected("a value is missing")
	}
	switch t.text {
	case "[":
		return p.list()
	case "{":
		return p.mapping()
	case "-":
		if p.fol.kind == tNumber {
			if err := p.advance(); err != nil {
				return value.Value{}, err
			}
			return p.number("-")
		}
		return p.no("an expression with -")
	case "!", "(", "*":
		return p.no("an expression with " + t.text)
	case "@":
		return p.no("a heredoc (@)")
	case "/":
		return p.no("a regular expression")
	}
	return value.Value{}, p.unexpected("a value is missing")
}

// no rejects a value by name and skips it.
func (p *codeParser) no(what string) (value.Value, error) {
	p.c.src.beyond(p.tok.at, "%s is not supported: write a literal value", what)
	return value.Value{}, p.skip()
}

func (p *codeParser) bareword() (value.Value, error) {
	t := p.tok
	switch t.text {
	case "true", "false":
		return value.Bool(t.text == "true"), p.advance()
	case "undef":
		return value.Value{}, p.advance()
	case "default":
		return p.no("default as a value")
	case "if", "unless", "case":
		return p.no("the condition " + t.text)
	}
	if t.text == "fail" && p.followed("(") {
		return p.fails()
	}
	if p.followed("(") {
		return p.no("the function " + t.text + "(...)")
	}
	return value.Str(t.text), p.advance()
}

// fails parses fail('...'): the text is the error, as in Puppet.
func (p *codeParser) fails() (value.Value, error) {
	at := p.tok.at
	if err := p.advance(); err != nil {
		return value.Value{}, err
	}
	if p.fol.kind == tString {
		p.c.src.refuse(at, "%s", p.fol.text)
	} else {
		p.c.src.refuse(at, "the manifest calls fail(...) here")
	}
	return value.Value{}, p.skip()
}

func (p *codeParser) list() (value.Value, error) {
	var items []value.Value
	if err := p.advance(); err != nil {
		return value.Value{}, err
	}
	for !p.is("]") {
		if p.c.part && p.depth == p.top {
			p.c.elements = append(p.c.elements, p.tok.at)
		}
		v, err := p.value()
		if err != nil {
			return v, err
		}
		items = append(items, v)
		if ok, err := p.accept(","); err != nil {
			return v, err
		} else if !ok {
			break
		}
	}
	return value.ListOf(items...), p.want("]", "after a list")
}

func (p *codeParser) mapping() (value.Value, error) {
	var pairs []value.Pair
	if err := p.advance(); err != nil {
		return value.Value{}, err
	}
	for !p.is("}") {
		k, err := p.value()
		if err != nil {
			return k, err
		}
		if err := p.want("=>", "after a key"); err != nil {
			return k, err
		}
		v, err := p.value()
		if err != nil {
			return v, err
		}
		pairs = append(pairs, value.Pair{Key: k, Value: v})
		if ok, err := p.accept(","); err != nil {
			return v, err
		} else if !ok {
			break
		}
	}
	return value.MapOf(pairs...), p.want("}", "after a map")
}

// reference parses Type['title'], or several titles of a type.
func (p *codeParser) reference() (value.Value, error) {
	typ := strings.ToLower(strings.TrimPrefix(p.tok.text, "::"))
	for range 2 {
		if err := p.advance(); err != nil {
			return value.Value{}, err
		}
	}
	var refs []value.Value
	if p.is("]") {
		return value.Value{}, p.unexpected("a reference needs a title")
	}
	for !p.is("]") {
		at := p.tok.at
		v, err := p.value()
		if err != nil {
			return v, err
		}
		for _, el := range v.Elements() {
			if el.Kind() != value.String {
				p.c.src.beyond(at, "the title in a reference must be a string, not %s", excerpt(el.Literal())) // Integer[1, 3] is a type
				continue
			}
			refs = append(refs, value.Ref(typ, el.Raw()))
		}
		if ok, err := p.accept(","); err != nil {
			return v, err
		} else if !ok {
			break
		}
	}
	if err := p.want("]", "after a reference"); err != nil {
		return value.Value{}, err
	}
	if len(refs) == 1 {
		return refs[0], nil
	}
	return value.ListOf(refs...), nil
}
