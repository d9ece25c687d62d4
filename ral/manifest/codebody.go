package manifest

import (
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// resource parses type { 'title': attributes; 'title': attributes }.
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
			return nil, p.unexpected(`a comma or "}" is missing`)
		}
		return refs, p.want("}", "after the attributes of "+typ)
	}
}

// title is a declared title with its position.
type title struct {
	text string
	at   place
}

func (p *codeParser) body(typ string, refs *[]ref) (more bool, err error) {
	p.c.begin()
	titles, err := p.titles(typ)
	if err != nil {
		return false, err
	}
	if err := p.want(":", "after the title of "+typ); err != nil {
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
		one := d
		one.Type, one.Title, one.Attrs = typ, t.text, slices.Clone(d.Attrs)
		p.c.add(Item{Decl: one}, t.at)
		*refs = append(*refs, ref{typ, t.text})
	}
	return more, nil
}

func (p *codeParser) titles(typ string) ([]title, error) {
	at := p.tok.at
	if p.tok.kind == tName && p.tok.text == "default" {
		p.c.lost = true
		p.c.src.beyond(at, "the body default: of %s is not supported: write the attributes with each title", typ)
		return nil, p.advance()
	}
	if !p.is("[") {
		v, err := p.value()
		if err == nil && v.Kind() != value.String {
			if p.c.lost = true; len(p.c.src.bad) == p.c.begun {
				p.c.src.refuse(at, "a title must be a string or a list of strings, not %s", excerpt(v.Literal()))
			}
			return nil, nil
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
		} else {
			if p.c.lost = true; !v.IsNil() {
				p.c.src.refuse(at, "a title must be a string, not %s", excerpt(v.Literal()))
			}
		}
		if ok, err := p.accept(","); err != nil {
			return nil, err
		} else if !ok {
			break
		}
	}
	return titles, p.want("]", "after the titles of "+typ)
}

func (p *codeParser) attribute(d *ral.Decl) error {
	name := p.tok
	if p.is("*") {
		p.c.src.beyond(name.at, "attributes from a map (* =>) are not supported: write each attribute")
		return p.discard()
	}
	if name.kind != tName {
		return p.unexpected("the name of an attribute is missing")
	}
	if err := p.advance(); err != nil {
		return err
	}
	if p.is("+>") {
		p.c.src.beyond(p.tok.at, "adding to an attribute (+>) is not supported: write the whole value with =>")
		return p.skip()
	}
	if err := p.want("=>", "after the attribute "+name.text); err != nil {
		return err
	}
	p.top, p.c.elements = p.depth+1, nil
	v, err := p.value()
	if err != nil {
		return err
	}
	p.c.set(d, name.text, name.at, v)
	p.c.elements = nil
	return nil
}
