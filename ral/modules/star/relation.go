package star

import (
	"context"
	"fmt"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/modules/star/builtin"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/value"
)

// matcher is the result of match(): a relation that titles cannot express.
type matcher struct {
	convert.InternalValue
	hook *script.Hook
}

func matching(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if _, err := defining(th, b); err != nil {
		return nil, err
	}
	var fn starlark.Callable
	if err := convert.Unpack(b.Name(), args, kwargs, "fn", &fn); err != nil {
		return nil, err
	}
	k, err := script.NewHook(th, "match", fn, script.TypeLimits, "res", "other")
	return matcher{"match", k}, err
}

// related parses {"user": FN, ...}. Instead of FN, which returns titles, there
// may be the name of an attribute with them, or match().
func (a *typeArgs) related(th *starlark.Thread, kind ral.RelationKind, x starlark.Value) ([]ral.Relation, error) {
	if x == nil || x == starlark.None {
		return nil, nil
	}
	dict, ok := x.(*starlark.Dict)
	if !ok {
		return nil, fmt.Errorf("auto%s must be a dict of type to function, not %s", kind, convert.Article(x.Type()))
	}
	var list []ral.Relation
	for _, item := range dict.Items() {
		name, err := convert.TextKey("auto"+kind.String(), item[0])
		if err != nil {
			return nil, err
		}
		rel, err := a.relation(th, kind, name, item[1])
		if err != nil {
			return nil, err
		}
		list = append(list, rel)
	}
	return list, nil
}

func (a *typeArgs) relation(th *starlark.Thread, kind ral.RelationKind, name string, x starlark.Value) (ral.Relation, error) {
	rel := ral.Relation{Kind: kind, Type: name}
	what := fmt.Sprintf("auto%s of %s", kind, name)
	switch x := x.(type) {
	case starlark.String:
		rel.Via = []string{string(x)}
		rel.Titles = func(r *ral.Resource) []string { return titlesIn(r.Get(string(x))) }
	case matcher:
		rel.Match = func(r *ral.Resource) func(*ral.Resource) bool {
			return func(other *ral.Resource) bool {
				same, err := x.hook.Truth(context.Background(), asResource(r), asResource(other))
				return same && err == nil
			}
		}
	case starlark.Callable:
		k, err := script.NewHook(th, what, x, script.TypeLimits, "res")
		if err != nil {
			return rel, err
		}
		rel.Titles = func(r *ral.Resource) []string {
			list, _ := k.Texts(context.Background(), asResource(r))
			return list
		}
		a.checks = append(a.checks, func(r *ral.Resource) error {
			if _, err := k.Texts(context.Background(), asResource(r)); err != nil {
				return fmt.Errorf("%s: %w", what, err)
			}
			return nil
		})
	default:
		return rel, fmt.Errorf("%s must be a function, the name of an attribute, or match(), not %s", what, convert.Article(x.Type()))
	}
	return rel, nil
}

func titlesIn(v value.Value) []string {
	var list []string
	for _, el := range v.Reveal().Elements() {
		if _, title, isRef := el.Target(); isRef {
			list = append(list, title)
		} else {
			list = append(list, el.Text())
		}
	}
	return list
}

// titles parses [(PATTERN, [ATTR | (ATTR, FN), ...]), ...].
func titles(th *starlark.Thread, x starlark.Value) ([]ral.TitlePattern, error) {
	if x == nil || x == starlark.None {
		return nil, nil
	}
	seq, ok := x.(starlark.Iterable)
	if !ok {
		return nil, fmt.Errorf("titles must be a list of (pattern, attributes), not %s", convert.Article(x.Type()))
	}
	var list []ral.TitlePattern
	for el := range starlark.Elements(seq) {
		pair, ok := el.(starlark.Indexable)
		if !ok || pair.Len() != 2 {
			return nil, fmt.Errorf("each element of titles must be (pattern, attributes)")
		}
		re, ok := pair.Index(0).(builtin.Pattern)
		attrs, iterable := pair.Index(1).(starlark.Iterable)
		if !ok || !iterable {
			return nil, fmt.Errorf("each element of titles must be (pattern, attributes), with a pattern from re.compile")
		}
		p := ral.TitlePattern{Pattern: re.Regexp}
		for to := range starlark.Elements(attrs) {
			if err := titlePart(th, &p, to); err != nil {
				return nil, err
			}
		}
		list = append(list, p)
	}
	return list, nil
}

func titlePart(th *starlark.Thread, p *ral.TitlePattern, to starlark.Value) error {
	if name, ok := starlark.AsString(to); ok {
		p.Attrs, p.Munge = append(p.Attrs, name), append(p.Munge, nil)
		return nil
	}
	pair, ok := to.(starlark.Indexable)
	if !ok || pair.Len() != 2 {
		return fmt.Errorf("an attribute of titles must be a name or (name, function)")
	}
	name, _ := starlark.AsString(pair.Index(0))
	fn, ok := pair.Index(1).(starlark.Callable)
	if !ok {
		return fmt.Errorf("%s of titles: the second element must be a function", name)
	}
	k, err := script.NewHook(th, "title part "+name, fn, script.TypeLimits, "text")
	if err != nil {
		return err
	}
	p.Attrs = append(p.Attrs, name)
	p.Munge = append(p.Munge, func(text string) value.Value {
		v, err := k.Value(context.Background(), starlark.String(text))
		if err != nil {
			return value.Unread(err.Error())
		}
		return v
	})
	return nil
}
