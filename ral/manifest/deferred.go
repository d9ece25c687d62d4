package manifest

import (
	"strings"

	"ralsh/ral"
	"ralsh/ral/deferred"
	"ralsh/ral/value"
)

// deferred converts the deferred call of a function in Puppet's rich data. A call whose
// function starts with $ reads a variable of the compiler, which the catalog does not
// contain.
func (c *collector) deferred(n *node) value.Value {
	name, list := n.get("name"), n.get("arguments")
	if name == nil || name.kind != value.String || name.text() == "" || strings.HasPrefix(name.text(), "$") {
		return c.unsupported(n.at, "a Deferred value must name the function that it calls: write a literal value")
	}
	var args []value.Value
	if list != nil {
		args = c.value(list).Elements()
	}
	return deferred.Call(name.text(), args...)
}

// defers adds an attribute with a value that functions compute.
func (c *collector) defers(d *ral.Decl, a ral.Attr) {
	var all []ral.Attr
	if d.Deferred != nil {
		all = *d.Deferred
	}
	all = append(all, a)
	d.Deferred = &all
}

// isDeferredText reports whether a text is a deferred call in a catalog without
// rich data: Deferred({'name' => 'file', 'arguments' => ['/etc/x']}).
func isDeferredText(text string) bool {
	return strings.HasPrefix(text, "Deferred({") && strings.HasSuffix(text, "})")
}

// deferredText converts a deferred call in a string.
func (c *collector) deferredText(n *node) value.Value {
	src := newSource(c.src.name, []byte(strings.TrimSuffix(strings.TrimPrefix(n.text(), "Deferred("), ")")))
	p := &codeParser{c: newCollector(src), lex: lexer{src: src}}
	v, err := p.one()
	name, _ := v.Lookup("name")
	args, _ := v.Lookup("arguments")
	if err != nil || len(src.bad) > 0 || name.Kind() != value.String || name.Raw() == "" {
		return c.unsupported(n.at, "%s is not supported: write a literal value", excerpt(n.text()))
	}
	return deferred.Call(name.Raw(), args.Elements()...)
}

// one parses the whole text as a single value.
func (p *codeParser) one() (value.Value, error) {
	for range 2 {
		if err := p.advance(); err != nil {
			return value.Value{}, err
		}
	}
	v, err := p.value()
	if err == nil && p.tok.kind != tEnd {
		err = p.unexpected("the end is missing")
	}
	return v, err
}

// call parses Deferred('file', ['/etc/x']), or Sensitive(VALUE).
func (p *codeParser) call() (value.Value, error) {
	first := p.tok
	var args []value.Value
	for range 2 {
		if err := p.advance(); err != nil {
			return value.Value{}, err
		}
	}
	for !p.is(")") {
		v, err := p.value()
		if err != nil {
			return v, err
		}
		args = append(args, v)
		if ok, err := p.accept(","); err != nil {
			return v, err
		} else if !ok {
			break
		}
	}
	if err := p.want(")", "after the arguments"); err != nil {
		return value.Value{}, err
	}
	switch {
	case first.text == "Sensitive" && len(args) == 1:
		return value.Secret(args[0]), nil
	case first.text == "Sensitive":
		p.c.src.refuse(first.at, "Sensitive takes exactly 1 value (example: Sensitive('secret'))")
	case len(args) == 0 || len(args) > 2 || args[0].Kind() != value.String || args[0].Raw() == "":
		p.c.src.refuse(first.at, "Deferred takes the name of a function and a list of arguments (example: Deferred('file', ['/etc/motd']))")
	case len(args) == 2 && args[1].Reveal().Kind() != value.List:
		p.c.src.refuse(first.at, "the arguments of a Deferred function must be a list")
	default:
		var in []value.Value
		if len(args) == 2 {
			in = args[1].Items()
		}
		return deferred.Call(args[0].Raw(), in...), nil
	}
	return value.Value{}, nil
}
