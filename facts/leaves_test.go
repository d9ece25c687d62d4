package facts

import (
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ralsh/ral/value"
)

// leavesOf returns the ends of a tree by their steps, separated by NUL, because
// a key may contain a dot. An item of a list is a step such as [0]; an empty
// map is a leaf.
func leavesOf(t *testing.T, text string) map[string]string {
	t.Helper()
	var tree map[string]any
	if err := json.Unmarshal([]byte(text), &tree); err != nil {
		t.Fatalf("no facts: %v\n%s", err, text)
	}
	leaves := map[string]string{}
	flatten("", tree, leaves)
	return leaves
}

func dotted(name string) string { return strings.ReplaceAll(name, "\x00", ".") }

func flatten(name string, x any, into map[string]string) {
	below := func(step string) string { return strings.TrimPrefix(name+"\x00"+step, "\x00") }
	switch x := x.(type) {
	case map[string]any:
		for key, inner := range x {
			flatten(below(key), inner, into)
		}
		if len(x) == 0 {
			into[name] = "{}"
		}
	case []any:
		for i, inner := range x {
			flatten(below("["+strconv.Itoa(i)+"]"), inner, into)
		}
		if len(x) == 0 {
			into[name] = "[]"
		}
	case nil: // nil is not a leaf
	default:
		into[name] = value.FromPlain(x).Inspect()
	}
}

// reasons reads a list of "name: why"; * in a name matches one step, and a name
// includes everything below it.
func reasons(t *testing.T, file string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]string{}
	for row := range strings.Lines(string(text)) {
		row = strings.TrimSpace(row)
		if row == "" || strings.HasPrefix(row, "#") {
			continue
		}
		name, why, ok := strings.Cut(row, ": ")
		if !ok || why == "" {
			t.Fatalf("%s: %q has no reason", file, row)
		}
		list[name] = why
	}
	return list
}

func listedIn(name string, list map[string]string) (why string, listed bool) {
	for pattern, why := range list {
		if in(name, []string{pattern}) {
			return why, true
		}
	}
	return "", false
}

func in(name string, patterns []string) bool {
	steps := strings.Split(name, "\x00")
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		parts := strings.Split(pattern, ".")
		if len(parts) > len(steps) {
			return false
		}
		for i, part := range parts {
			if part != "*" && part != steps[i] {
				return false
			}
		}
		return true
	})
}
