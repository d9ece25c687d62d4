package star

import (
	"fmt"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"ralsh/ral/modules/star/script"
)

// oldHooks maps the earlier names of hooks, which still work, to their names.
func oldHooks() map[string]string {
	return map[string]string{"foresee": "predict", "set_many": "set_batch", "flush_many": "flush_batch", "joins": "can_batch"}
}

// renamed replaces the earlier names of hooks among the arguments of provider.
func renamed(kwargs []starlark.Tuple) ([]starlark.Tuple, error) {
	given := make(map[string]string, len(kwargs))
	list := make([]starlark.Tuple, len(kwargs))
	for i, item := range kwargs {
		old, _ := starlark.AsString(item[0])
		name := old
		if hook, is := oldHooks()[old]; is {
			name = hook
			item = starlark.Tuple{starlark.String(name), item[1]}
		}
		if first, twice := given[name]; twice {
			return nil, fmt.Errorf("provider: %s and %s are names of the same hook", first, old)
		}
		given[name], list[i] = old, item
	}
	return list, nil
}

// OldHooks returns where a file uses the earlier name of a hook. It returns nothing for
// a file that cannot be parsed.
func OldHooks(path string, text []byte) []*script.Fault {
	tree, err := options().Parse(path, text, 0)
	if err != nil {
		return nil
	}
	var faults []*script.Fault
	syntax.Walk(tree, func(n syntax.Node) bool {
		call, ok := n.(*syntax.CallExpr)
		if !ok {
			return true
		}
		if fn, ok := call.Fn.(*syntax.Ident); !ok || fn.Name != "provider" {
			return true
		}
		for _, arg := range call.Args {
			pair, ok := arg.(*syntax.BinaryExpr)
			if !ok || pair.Op != syntax.EQ {
				continue
			}
			old, ok := pair.X.(*syntax.Ident)
			if !ok {
				continue
			}
			if name, is := oldHooks()[old.Name]; is {
				faults = append(faults, &script.Fault{Pos: old.NamePos.String(), Message: fmt.Sprintf("the hook %s is now called %s", old.Name, name)})
			}
		}
		return true
	})
	return faults
}
