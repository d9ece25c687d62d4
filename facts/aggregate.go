package facts

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ralsh/ral/value"
)

// aggregate runs the chunks in the order of their requirements and combines their
// results into a value.
func (d *Definition) aggregate(ctx context.Context, ask Ask) (value.Value, error) {
	order, err := ordered(d.Chunks)
	if err != nil {
		return value.Value{}, err
	}
	parts := map[string]value.Value{}
	var list []value.Value
	for _, c := range order {
		var required []value.Value
		for _, name := range c.Require {
			required = append(required, parts[name])
		}
		part, err := c.Code(ctx, ask, required)
		if err != nil {
			return value.Value{}, err
		}
		parts[c.Name] = part
		list = append(list, part)
	}
	if d.Aggregate != nil {
		return d.Aggregate(ctx, ask, parts)
	}
	whole := list[0]
	for _, part := range list[1:] {
		if whole, err = deepMerge(whole, part, ""); err != nil {
			return value.Value{}, fmt.Errorf("Could not deep merge all chunks (Original error: %w), "+ //nolint:staticcheck // Facter's message
				"ensure that chunks return either an Array or Hash or override the aggregate block", err)
		}
	}
	return whole, nil
}

// ordered sorts chunks by their requirements.
func ordered(chunks []Chunk) ([]Chunk, error) {
	var order []Chunk
	placed := map[string]bool{}
	byName := map[string]Chunk{}
	for _, c := range chunks {
		byName[c.Name] = c
	}
	for _, c := range chunks {
		for _, name := range c.Require {
			if _, ok := byName[name]; !ok {
				return nil, fmt.Errorf("Cannot sort elements; cannot depend on missing elements [:%s]", name)
			}
		}
	}
	for len(order) < len(byName) {
		before := len(order)
		for _, c := range chunks {
			if !placed[c.Name] && !slices.ContainsFunc(c.Require, func(name string) bool { return !placed[name] }) {
				placed[c.Name] = true
				order = append(order, byName[c.Name])
			}
		}
		if len(order) == before {
			return nil, errors.New("Could not order chunks; found the following dependency cycles: " + cycles(chunks, placed))
		}
	}
	return order, nil
}

// cycles returns the names of chunks that require each other.
func cycles(chunks []Chunk, placed map[string]bool) string {
	var names []string
	for _, c := range chunks {
		if !placed[c.Name] {
			names = append(names, ":"+c.Name)
		}
	}
	slices.Sort(names)
	return "[[" + strings.Join(names, ", ") + "]]"
}

// deepMerge merges maps at every depth and joins lists; nil is replaced. Its
// errors are Facter's messages.
func deepMerge(a, b value.Value, path string) (value.Value, error) {
	switch {
	case a.Kind() == value.Map && b.Kind() == value.Map:
		return mergeMaps(a, b, path)
	case a.Kind() == value.List && b.Kind() == value.List:
		return value.ListOf(slices.Concat(a.Items(), b.Items())...), nil
	case b.IsNil():
		return a, nil
	case a.IsNil():
		return b, nil
	}
	at := ""
	if path != "" {
		at = " at root" + path
	}
	return a, fmt.Errorf("Cannot merge %s:%s and %s:%s%s", a.Inspect(), class(a), b.Inspect(), class(b), at)
}

func mergeMaps(a, b value.Value, path string) (value.Value, error) {
	pairs := slices.Clone(a.Pairs())
	for _, p := range b.Pairs() {
		i := slices.IndexFunc(pairs, func(q value.Pair) bool { return q.Key.Equal(p.Key) })
		if i < 0 {
			pairs = append(pairs, p)
			continue
		}
		both, err := deepMerge(pairs[i].Value, p.Value, path+"["+p.Key.Inspect()+"]")
		if err != nil {
			return a, err
		}
		pairs[i].Value = both
	}
	return value.MapOf(pairs...), nil
}

// class returns Ruby's class of a value.
func class(v value.Value) string {
	switch v.Kind() {
	case value.List:
		return "Array"
	case value.Map:
		return "Hash"
	case value.Boolean:
		if v.Truthy() {
			return "TrueClass"
		}
		return "FalseClass"
	}
	kind := v.Kind().String()
	return strings.ToUpper(kind[:1]) + kind[1:]
}
