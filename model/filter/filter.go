package filter

import "strings"

// The limits of a filter and of the compared facts.
const (
	maxText     = 4 << 10 // of a filter, in bytes
	MaxFacts    = 4 << 20 // of the facts of a host, as JSON, in bytes
	maxTerms    = 64
	maxDepth    = 32
	maxPath     = 256     // of the path of a fact, in bytes
	maxSegments = 32      // of the path of a fact
	maxPattern  = 256     // of a regular expression, in bytes
	maxProgram  = 1 << 10 // of all regular expressions, in instructions
	maxSearched = 4 << 10 // of a searched text, in bytes
	maxWork     = 1 << 17 // of a match: about a step for each byte and instruction
	itemWork    = 16      // of an item of a list
)

// Filter is a condition on hosts. The zero value matches all hosts.
type Filter struct{ root node }

// Parse reads a filter of at most [maxText] bytes. An empty filter matches all hosts. An error
// contains the position and the expected token.
func Parse(text string) (*Filter, error) {
	tokens, err := scan(text)
	if err != nil {
		return nil, err
	}
	p := &parser{tokens: tokens}
	if p.next().kind == tokenEnd {
		return &Filter{}, nil
	}
	root, err := p.either()
	if err != nil {
		return nil, err
	}
	if p.next().kind != tokenEnd {
		return nil, p.expected("and, or, or the end")
	}
	return &Filter{root}, nil
}

// Match reports whether the host matches the filter. It returns an error if the facts do not
// decide that. It evaluates terms from the left and stops as soon as the result is known.
func (f *Filter) Match(facts Facts) (bool, error) {
	if f.root == nil {
		return true, nil
	}
	return f.root.match(&match{facts: facts, left: maxWork})
}

// String returns the filter in its canonical form, which [Parse] reads as the same filter.
func (f *Filter) String() string {
	if f.root == nil {
		return ""
	}
	return f.root.text()
}

// quote returns a value as it is written in a filter. No value has both kinds of quotes.
func quote(value string) string {
	switch {
	case strings.Contains(value, `"`):
		return `'` + value + `'`
	case value == "" || isKeyword(value) || strings.ContainsAny(value, apart):
		return `"` + value + `"`
	}
	return value
}
