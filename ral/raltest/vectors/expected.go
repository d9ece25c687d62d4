package vectors

import "strings"

// notWorth reports whether a field is about Ruby itself and not about the behaviour
// of a resource abstraction layer.
func notWorth(c Case, field string) bool {
	area, _, _ := strings.Cut(c.ID, "/")
	switch area {
	case "instances":
		return field == "has" || field == "get" || field == "to_s"
	case "confines":
		list, isList := c.Then[field].([]any)
		return field == "messages" && isList && len(list) == 0
	}
	return false
}

// expected returns the expected value of a field. Puppet prefetches and calls exists?
// on a provider of the hash style; in ral the engine lists, matches and reads, so
// these calls are removed.
func expected(c Case, field string) any {
	calls, isList := c.Then[field].([]any)
	if field != "calls" || !isList || c.When.Op != "prefetch" && c.When.Op != "resource_tool" {
		return c.Then[field]
	}
	out := []any{}
	for _, call := range calls {
		if name := call.([]any)[0]; name != "prefetch" && name != "exists?" && name != "create" && name != "destroy" {
			out = append(out, call)
		}
	}
	return out
}

// known removes two fields before a comparison: the class of an error that has a
// message, and whether a status was scheduled.
func known(x any) any {
	switch x := x.(type) {
	case []any:
		out := make([]any, len(x))
		for i, el := range x {
			out[i] = known(el)
		}
		return out
	case map[string]any:
		_, isError := x["class"]
		out := map[string]any{}
		for k, v := range x {
			switch {
			case k == "scheduled", isError && k == "class" && x["message"] != nil:
			default:
				out[k] = known(v)
			}
		}
		return out
	}
	return x
}
