package manifest

// statements are the keywords of statements that need an evaluator.
var statements = map[string]bool{
	"if": true, "unless": true, "case": true, "define": true, "node": true,
	"function": true, "type": true, "plan": true, "application": true, "site": true,
}

// refuseStatement rejects a top-level statement that is not a resource.
func (p *codeParser) refuseStatement() error {
	t := p.tok
	switch {
	case t.kind == tName && t.text == "class" && p.followed("{"):
		return p.refused(t, "the declaration of a class", "declare the resources of the class, or compile a catalog")
	case t.kind == tName && t.text == "class":
		return p.refused(t, "the definition of the class "+p.fol.text, "declare the resources of the class, or compile a catalog")
	case t.kind == tName && (t.text == "if" || t.text == "unless" || t.text == "case"):
		return p.refused(t, "the condition "+t.text, "declare the desired state, or compile a catalog")
	case t.kind == tName && statements[t.text]:
		return p.refused(t, "the definition "+t.text+" "+p.fol.text, "declare the resources, or compile a catalog")
	case t.kind == tName:
		return p.refused(t, "the function "+t.text, "ralsh calls functions only in Deferred(); compile a catalog")
	case t.kind == tVariable:
		return p.refused(t, "the variable "+t.text, "write a literal value, or compile a catalog")
	case t.kind == tType && p.followed("{"):
		return p.refused(t, "a default for all "+t.text, "write the attributes with each resource")
	case t.kind == tType && (p.followed("<|") || p.followed("<<|")):
		return p.refused(t, "the collector "+t.text+p.fol.text, "declare the resources")
	case p.is("@") || p.is("@@"):
		return p.refused(t, "the virtual resource "+t.text+p.fol.text, "declare it without "+t.text)
	case t.kind == tString || t.kind == tNumber || p.is("(") || p.depth > 1 && p.is("{"): // as in ['a', 'b'].each
		return p.refuseValue(t)
	}
	if p.is("{") {
		if _, err := p.value(); err == nil && p.c.src.language {
			return nil
		}
		p.tok = t
	}
	return p.unexpected("a resource is missing (example: file { '/etc/motd': })")
}

// refuseValue rejects a statement that begins with a value, as in Integer[1, 3].each.
func (p *codeParser) refuseValue(first lexed) error {
	return p.refused(first, "a value as a statement", "declare the resources, or compile a catalog")
}

func (p *codeParser) refused(at lexed, what, instead string) error {
	p.c.lost = p.c.lost || at.kind != tVariable
	p.c.src.beyond(at.at, "%s is not supported: %s", what, instead)
	return p.skipStatement()
}

var opens = map[string]string{"{": "}", "[": "]", "(": ")"}

// skip skips the rest of a rejected value: up to the comma, semicolon or
// bracket that ends it.
func (p *codeParser) skip() error {
	var open []string
	for p.tok.kind != tEnd {
		if p.tok.kind == tMark {
			switch t := p.tok.text; {
			case opens[t] != "":
				open = append(open, opens[t])
			case len(open) > 0 && t == open[len(open)-1]:
				open = open[:len(open)-1]
			case len(open) == 0 && (t == "," || t == ";" || t == "}" || t == "]" || t == ")" || t == "=>"):
				return nil
			}
		}
		if err := p.advance(); err != nil {
			return err
		}
	}
	return nil
}

// discard skips * => value.
func (p *codeParser) discard() error {
	for range 2 {
		if err := p.advance(); err != nil {
			return err
		}
	}
	return p.skip()
}

// skipStatement skips a rejected statement: to the end of its block, or to the
// next line.
func (p *codeParser) skipStatement() error {
	var open []string
	for began := false; p.tok.kind != tEnd; began = true {
		if began && len(open) == 0 && p.tok.at.line > p.line && !p.is("{") && !p.continues() {
			return nil
		}
		closed := false
		if p.tok.kind == tMark {
			switch t := p.tok.text; {
			case opens[t] != "":
				open = append(open, opens[t])
			case len(open) > 0 && t == open[len(open)-1]:
				open = open[:len(open)-1]
				closed = t == "}" && len(open) == 0
			}
		}
		if err := p.advance(); err != nil {
			return err
		}
		if closed && !p.continues() {
			return nil
		}
	}
	return nil
}

// continues reports whether the statement continues after a block.
func (p *codeParser) continues() bool {
	if p.tok.kind == tMark {
		_, arrow := arrows[p.tok.text]
		return arrow
	}
	return p.tok.kind == tName && (p.tok.text == "else" || p.tok.text == "elsif")
}
