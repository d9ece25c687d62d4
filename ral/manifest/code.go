package manifest

import (
	"strconv"

	"ralsh/ral/value"
)

// codeParser parses resource declarations in Puppet's syntax. It rejects
// constructs that need an evaluator by name and continues after them.
type codeParser struct {
	c        *collector
	lex      lexer
	tok, fol lexed // current and next token
	line     int32 // of the previous token
	depth    int
	top      int // depth of the value of the current attribute
}

func (c *collector) code() error {
	p := &codeParser{c: c, lex: lexer{src: c.src, i: preface(c.src.data)}}
	for range 2 {
		if err := p.advance(); err != nil {
			return err
		}
	}
	for p.tok.kind != tEnd && !c.src.full {
		if err := p.statement(); err != nil {
			return err
		}
	}
	return nil
}

func (p *codeParser) advance() error {
	p.line = p.tok.at.line
	next, err := p.lex.next()
	p.tok, p.fol = p.fol, next
	return err
}

func (p *codeParser) is(mark string) bool { return p.tok.kind == tMark && p.tok.text == mark }

func (p *codeParser) followed(mark string) bool { return p.fol.kind == tMark && p.fol.text == mark }

func (p *codeParser) accept(mark string) (bool, error) {
	if !p.is(mark) {
		return false, nil
	}
	return true, p.advance()
}

func (p *codeParser) want(mark, where string) error {
	if !p.is(mark) {
		return p.unexpected(strconv.Quote(mark) + " is missing " + where)
	}
	return p.advance()
}

func (p *codeParser) unexpected(what string) error {
	if p.tok.kind == tEnd {
		return p.c.src.fatal(p.tok.at, "%s: the input ends in the middle of a declaration", what)
	}
	return p.c.src.fatal(p.tok.at, "%s before %s", what, excerpt(p.tok.text))
}

// arrows maps the chaining arrows to the equivalent attribute of the left side;
// the last two point backwards.
var arrows = map[string]struct {
	attr string
	back bool
}{"->": {"before", false}, "~>": {"notify", false}, "<-": {"before", true}, "<~": {"notify", true}}

// statement parses a declaration, or several in a chain. A reference or list that is
// not part of a chain has no effect. As in Puppet, only the last statement may be one.
func (p *codeParser) statement() error {
	first, known := p.tok, len(p.c.in.Items)+len(p.c.src.bad)
	left, err := p.operand()
	if err == nil && p.is(".") {
		return p.refuseValue(first)
	}
	arrow := p.tok.kind == tMark && arrows[p.tok.text].attr != ""
	if err == nil && (first.kind == tType || first.kind == tMark) && !arrow && p.tok.kind != tEnd && len(p.c.in.Items)+len(p.c.src.bad) == known {
		p.c.src.refuse(first.at, "%s has no effect: an arrow or a declaration is missing", excerpt(first.text))
	}
	for err == nil && p.tok.kind == tMark {
		arrow, ok := arrows[p.tok.text]
		if !ok {
			break
		}
		at := p.tok.at
		if err = p.advance(); err != nil {
			return err
		}
		var right []ref
		if right, err = p.operand(); err != nil {
			return err
		}
		ch := chain{from: left, to: right, attr: arrow.attr, at: at}
		if arrow.back {
			ch.from, ch.to = right, left
		}
		p.c.chains = append(p.c.chains, ch)
		left = right
	}
	return err
}

func (p *codeParser) operand() ([]ref, error) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		return nil, p.c.src.fatal(p.tok.at, "lists and maps are nested deeper than %d levels", maxDepth)
	}
	switch {
	case p.is("["):
		return p.operands()
	case p.tok.kind == tName && p.followed("{") && p.tok.text != "class" && !statements[p.tok.text]:
		return p.resource()
	case p.tok.kind == tType && p.followed("["):
		name := p.tok
		v, err := p.reference()
		if err != nil || !p.is("{") && !p.is("<|") && !p.is("<<|") {
			return refsOf(v), err
		}
		return nil, p.refused(name, "a change of "+name.text+"[...], which is declared elsewhere,", "write its attributes where it is declared")
	}
	return nil, p.refuseStatement()
}

// operands parses a side of a chain: a list of references and declarations.
func (p *codeParser) operands() ([]ref, error) {
	var refs []ref
	if err := p.advance(); err != nil {
		return nil, err
	}
	for !p.is("]") {
		some, err := p.operand()
		if err != nil {
			return nil, err
		}
		refs = append(refs, some...)
		if ok, err := p.accept(","); err != nil {
			return nil, err
		} else if !ok {
			break
		}
	}
	return refs, p.want("]", "after a list")
}

func refsOf(v value.Value) []ref {
	var refs []ref
	for _, el := range v.Elements() {
		if typ, title, ok := el.Target(); ok {
			refs = append(refs, ref{typ, title})
		}
	}
	return refs
}
