package facts

import (
	"context"
	"slices"
	"strings"

	"ralsh/ral/value"
)

// TreeWithout returns Tree, or TreeWithLegacy, without some facts, and does not run
// their resolutions.
func (f *Facts) TreeWithout(ctx context.Context, legacy bool, left func(name string) bool) value.Value {
	s := f.loaded(ctx)
	for i, r := range s.resolutions {
		if len(r.facts) != 1 || !left(r.facts[0]) {
			f.start(ctx, s, i)
		}
	}
	names := f.quick(s)
	for _, name := range f.given(ctx, s, s.files) {
		names[name] = true
	}
	var pairs []value.Pair
	taken := map[string]bool{}
	add := func(name string, v value.Value) {
		if taken[name] = true; !v.IsNil() {
			pairs = append(pairs, value.Pair{Key: value.Str(name), Value: v})
		}
	}
	for _, name := range s.top(names) {
		if !left(name) {
			add(name, f.Get(ctx, name).Value)
		}
	}
	if legacy && !s.config.noLegacy {
		for _, name := range f.flatHere(ctx) {
			if !taken[name] && !left(name) {
				v, _ := f.Fact(ctx, name) // an unreadable fact is omitted
				add(name, v)
			}
		}
	}
	slices.SortFunc(pairs, func(a, b value.Pair) int { return strings.Compare(a.Key.Text(), b.Key.Text()) })
	return value.MapOf(pairs...)
}
