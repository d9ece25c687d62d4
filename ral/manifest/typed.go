package manifest

import (
	"ralsh/ral/value"
)

// ParseValue parses one value as a person types it: in JSON, or in Puppet's syntax,
// without anything that needs an evaluator. The error is what is wrong with it in
// Puppet's syntax.
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
