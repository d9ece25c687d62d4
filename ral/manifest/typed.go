package manifest

import (
	"ralsh/ral/value"
)

// ParseValue parses a value that a user types: in JSON, or in Puppet's syntax, without
// code that needs an evaluator. The error is about Puppet's syntax.
func ParseValue(text string) (value.Value, error) {
	src := newSource("", []byte(text))
	if n, _, err := readJSON(src, 0, ""); err == nil {
		v := newCollector(src).value(n)
		if len(src.bad) == 0 {
			return v, nil
		}
	}
	src = newSource("", []byte(text))
	p := &codeParser{c: newCollector(src), lex: lexer{src: src}}
	v, err := p.one()
	if err == nil && len(src.bad) > 0 {
		err = src.bad[0]
	}
	return v, err
}
