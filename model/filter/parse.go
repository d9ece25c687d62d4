package filter

import (
	"fmt"
	"strings"

	"ralsh/ral/nearest"
)

// parser reads a filter from its tokens: or binds least, then and, then not.
type parser struct {
	tokens  []token // the remaining tokens
	terms   int
	depth   int
	program int // instructions of the patterns so far
}

func (p *parser) next() token { return p.tokens[0] }

func (p *parser) take() token {
	t := p.tokens[0]
	p.tokens = p.tokens[1:]
	return t
}

// takeWord consumes the next token if it is the keyword.
func (p *parser) takeWord(keyword string) bool {
	t := p.next()
	if t.kind != tokenWord || t.quoted || t.text != keyword {
		return false
	}
	p.take()
	return true
}

// expected returns the error of the next token.
func (p *parser) expected(what string) error {
	t := p.next()
	found := fmt.Sprintf("%.60q", t.text)
	if t.kind == tokenEnd {
		found = "the end"
	}
	return fmt.Errorf("character %d: expected %s, not %s", t.at, what, found)
}

// either parses terms joined by or.
func (p *parser) either() (node, error) {
	first, err := p.each()
	list := asList[anyOf](first)
	for err == nil && p.takeWord("or") {
		var more node
		more, err = p.each()
		list = append(list, asList[anyOf](more)...)
	}
	if len(list) == 1 {
		return list[0], err
	}
	return list, err
}

// each parses terms joined by and.
func (p *parser) each() (node, error) {
	first, err := p.unary()
	list := asList[allOf](first)
	for err == nil && p.takeWord("and") {
		var more node
		more, err = p.unary()
		list = append(list, asList[allOf](more)...)
	}
	if len(list) == 1 {
		return list[0], err
	}
	return list, err
}

// asList returns a node as a list. A list of the same kind keeps its items.
func asList[L anyOf | allOf](n node) L {
	if list, ok := n.(L); ok {
		return list
	}
	return L{n}
}

// unary parses a term, a negated term, or an expression in parentheses.
func (p *parser) unary() (node, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, fmt.Errorf("character %d: the nesting of the filter exceeds %d levels", p.next().at, maxDepth)
	}
	defer func() { p.depth-- }()
	switch {
	case p.takeWord("not"):
		inner, err := p.unary()
		return negated{inner}, err
	case p.next().kind == tokenOpen:
		p.take()
		inner, err := p.either()
		if err != nil {
			return nil, err
		}
		if p.next().kind != tokenClose {
			return nil, p.expected("and, or, or )")
		}
		p.take()
		return inner, nil
	}
	return p.term()
}

// term reads a comparison or a name.
func (p *parser) term() (node, error) {
	t := p.next()
	if t.kind != tokenWord || !t.quoted && isKeyword(t.text) {
		return nil, p.expected("a field, the name of a host, not, or (")
	}
	p.take()
	if p.terms++; p.terms > maxTerms {
		return nil, fmt.Errorf("character %d: the filter has more than %d terms", t.at, maxTerms)
	}
	if p.next().kind != tokenOperator {
		if t.quoted {
			return nil, p.expected("an operator after a field in quotes")
		}
		name, err := parseName(t.text)
		if err != nil {
			return nil, fmt.Errorf("character %d: %w", t.at, err)
		}
		return name, nil
	}
	f, err := parseField(t)
	if err != nil {
		return nil, fmt.Errorf("character %d: %w", t.at, err)
	}
	op := operator(p.take().text)
	value := p.next()
	if value.kind != tokenWord {
		return nil, p.expected("a value after " + string(op))
	}
	p.take()
	c, err := newComparison(f, op, value.text, maxProgram-p.program)
	if err != nil {
		return nil, fmt.Errorf("character %d: %w", value.at, err)
	}
	p.program += c.program
	return c, nil
}

// field is the left side of a comparison.
type field struct {
	short string   // the name as it is written, "" for a path
	path  []string // of the fact; nil for the name of the host
}

func parseField(t token) (field, error) {
	path := strings.Split(t.text, ".")
	if len(t.text) > maxPath || len(path) > maxSegments || t.text == "" {
		return field{}, fmt.Errorf("%.40q is not the path of a fact: expected 1 to %d bytes and at most %d parts", t.text, maxPath, maxSegments)
	}
	if t.quoted || len(path) > 1 {
		return field{path: path}, nil
	}
	for _, f := range shortNames {
		if f.name == t.text {
			return field{short: f.name, path: f.path()}, nil
		}
	}
	if near := nearShortName(t.text); near != "" {
		return field{}, fmt.Errorf("unknown field %q (did you mean %s?); put the name of a fact in quotes", t.text, near)
	}
	return field{path: path}, nil
}

// nearShortName returns the short name that is equal or similar to a word, or "".
func nearShortName(word string) string {
	names := make([]string, len(shortNames))
	for i, f := range shortNames {
		names[i] = f.name
	}
	return nearest.Of(word, names)
}

func (f field) text() string {
	path := strings.Join(f.path, ".")
	switch {
	case f.short != "":
		return f.short
	case len(f.path) == 1 && nearShortName(path) != "":
		return `"` + path + `"`
	}
	return quote(path)
}
