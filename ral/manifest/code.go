package manifest

import (
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// codeParser reads resource declarations in Puppet's syntax. What only an evaluator
// could take is refused by name, and reading goes on behind it.
type codeParser struct {
	c        *collector
	lex      lexer
	tok, fol lexed // the token in hand and the one after it
	line     int32 // of the token before
	depth    int
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
		return p.unexpected(mark + " is missing " + where)
	}
	return p.advance()
}

func (p *codeParser) unexpected(what string) error {
	if p.tok.kind == tEnd {
		return p.c.src.fatal(p.tok.at, "%s: the text ends here, in the middle of a declaration", what)
	}
	return p.c.src.fatal(p.tok.at, "%s before %s", what, short(p.tok.text))
}

// arrows are the chains, with the attribute that says the same of the left
// side; the last two point backwards.
var arrows = map[string]struct {
	attr string
	back bool
}{"->": {"before", false}, "~>": {"notify", false}, "<-": {"before", true}, "<~": {"notify", true}}

// statement is one declaration, or several in a chain.
func (p *codeParser) statement() error {
	left, err := p.operand()
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
	switch {
	case p.tok.kind == tName && p.followed("{") && p.tok.text != "class" && !statements[p.tok.text]:
		return p.resource()
	case p.tok.kind == tType && p.followed("["):
		name := p.tok
		v, err := p.reference()
		if err != nil || !p.is("{") && !p.is("<|") && !p.is("<<|") {
			return refsOf(v), err
		}
		return nil, p.refused(name, "changing "+name.text+"[...] that is declared elsewhere", "write its attributes where it is declared")
	}
	return nil, p.refuseStatement()
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

// resource is type { 'title': attributes; 'title': attributes }.
func (p *codeParser) resource() ([]ref, error) {
	typ := strings.TrimPrefix(p.tok.text, "::")
	var refs []ref
	for range 2 {
		if err := p.advance(); err != nil {
			return nil, err
		}
	}
	for {
		more, err := p.body(typ, &refs)
		if err != nil {
			return nil, err
		}
		if ok, err := p.accept(";"); err != nil {
			return nil, err
		} else if ok && !p.is("}") {
			continue
		} else if more && !ok {
			return nil, p.unexpected("a comma or }")
		}
		return refs, p.want("}", "behind the attributes of "+typ)
	}
}

// title is a declared title with its place.
type title struct {
	text string
	at   place
}

func (p *codeParser) body(typ string, refs *[]ref) (more bool, err error) {
	titles, err := p.titles(typ)
	if err != nil {
		return false, err
	}
	if err := p.want(":", "behind the title of "+typ); err != nil {
		return false, err
	}
	var d ral.Decl
	for !p.is("}") && !p.is(";") {
		if err := p.attribute(&d); err != nil {
			return false, err
		}
		if ok, err := p.accept(","); err != nil {
			return false, err
		} else if !ok {
			more = !p.is("}") && !p.is(";")
			break
		}
	}
	for _, t := range titles {
		one := ral.Decl{Type: typ, Title: t.text, Provider: d.Provider, Attrs: append([]ral.Attr(nil), d.Attrs...)}
		p.c.add(Item{Decl: one}, t.at)
		*refs = append(*refs, ref{typ, t.text})
	}
	return more, nil
}

func (p *codeParser) titles(typ string) ([]title, error) {
	at := p.tok.at
	if p.tok.kind == tName && p.tok.text == "default" {
		p.c.src.refuse(at, "the body default: of %s is not taken: write the attributes with each title", typ)
		return nil, p.advance()
	}
	if !p.is("[") {
		v, err := p.value()
		if err == nil && v.Kind() != value.String && len(p.c.src.bad) == 0 {
			p.c.src.refuse(at, "a title is a string or a list of strings, not %s", short(v.Literal()))
		}
		return []title{{v.Raw(), at}}, err
	}
	var titles []title
	if err := p.advance(); err != nil {
		return nil, err
	}
	for !p.is("]") {
		at := p.tok.at
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		if v.Kind() == value.String {
			titles = append(titles, title{v.Raw(), at})
		} else if !v.IsNil() {
			p.c.src.refuse(at, "a title is a string, not %s", short(v.Literal()))
		}
		if ok, err := p.accept(","); err != nil {
			return nil, err
		} else if !ok {
			break
		}
	}
	return titles, p.want("]", "behind the titles of "+typ)
}

func (p *codeParser) attribute(d *ral.Decl) error {
	name := p.tok
	if p.is("*") {
		p.c.src.refuse(name.at, "the attributes of a map (* =>) are not taken: write them one by one")
		return p.discard()
	}
	if name.kind != tName {
		return p.unexpected("the name of an attribute is missing")
	}
	if err := p.advance(); err != nil {
		return err
	}
	if p.is("+>") {
		p.c.src.refuse(p.tok.at, "adding to an attribute (+>) is not taken: write the whole value with =>")
		return p.skip()
	}
	if err := p.want("=>", "behind the attribute "+name.text); err != nil {
		return err
	}
	v, err := p.value()
	if err != nil {
		return err
	}
	p.c.set(d, name.text, name.at, v)
	return nil
}
