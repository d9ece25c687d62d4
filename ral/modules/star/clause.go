package star

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"ralsh/ral/condition"
	"ralsh/ral/lazyre"
	"ralsh/ral/modules/star/builtin"
	"ralsh/ral/modules/star/convert"
)

// clauses parses {fact: value or values or pattern, ...}, or a list of dicts.
func clauses(what string, x starlark.Value) ([]condition.Clause, error) {
	switch x := x.(type) {
	case nil, starlark.NoneType:
		return nil, nil
	case *starlark.Dict:
		c, err := clause(what, x)
		return []condition.Clause{c}, err
	case starlark.Iterable:
		var list []condition.Clause
		for el := range starlark.Elements(x) {
			more, err := clauses(what, el)
			if err != nil {
				return nil, err
			}
			list = append(list, more...)
		}
		return list, nil
	}
	return nil, fmt.Errorf("%s must be a dict of fact to values, or a list of dicts, not %s", what, convert.Article(x.Type()))
}

func clause(what string, dict *starlark.Dict) (condition.Clause, error) {
	c := condition.Clause{}
	for _, item := range dict.Items() {
		name, err := convert.TextKey(what, item[0])
		if err != nil {
			return nil, err
		}
		m := condition.Match{Fact: strings.ToLower(strings.TrimPrefix(name, "fact."))}
		var patterns []*lazyre.Regexp
		for _, el := range elements(item[1]) {
			if re, ok := el.(builtin.Pattern); ok {
				patterns = append(patterns, re.Regexp)
				continue
			}
			v, err := convert.ToValue(el)
			if err != nil {
				return nil, fmt.Errorf("%s %s: %w", what, name, err)
			}
			m.Values = append(m.Values, v.Text())
		}
		if _, isDict := item[1].(*starlark.Dict); isDict || item[1] == starlark.None {
			return nil, fmt.Errorf("%s %s must be a string, a pattern, or a list of strings or patterns, not %s", what, name, item[1])
		}
		if len(patterns) > 0 && len(m.Values) > 0 {
			return nil, fmt.Errorf("%s %s must not mix strings and patterns", what, name)
		}
		m.Pattern = anyOf(patterns)
		c = append(c, m)
	}
	return c, nil
}

// anyOf returns a pattern that matches if any of several patterns matches.
func anyOf(patterns []*lazyre.Regexp) *lazyre.Regexp {
	if len(patterns) < 2 {
		return append(patterns, nil)[0]
	}
	sources := make([]string, len(patterns))
	for i, p := range patterns {
		sources[i] = p.String()
	}
	return lazyre.Ruby(strings.Join(sources, "|"))
}

func elements(x starlark.Value) []starlark.Value {
	seq, ok := x.(starlark.Iterable)
	if !ok {
		return []starlark.Value{x}
	}
	var list []starlark.Value
	for el := range starlark.Elements(seq) {
		list = append(list, el)
	}
	return list
}
