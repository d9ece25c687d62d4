package modules_test

import (
	"strings"
	"testing"

	"ralsh/ral/modules"
)

// Each failure, by the types that it matters to; "" is what matters to none.
func TestTypeFailures(t *testing.T) {
	const dir = "m/lib/ral/"
	e := load(t, tree{
		dir + "type/good.star":          strings.ReplaceAll(aType, "thing", "good"),
		dir + "type/bad.star":           "newtype('bad')\nx",
		dir + "provider/bad/p.star":     "provider('p', type = 'bad', " + able,
		dir + "type/thing.star":         aType,
		dir + "provider/thing/p.star":   "load('words.star', 'x')",
		dir + "provider/good/c.star":    "provider('c', type = 'good', parent = 'thing/p', as_parent = lambda self: {}, " + able,
		dir + "type/far.star":           strings.ReplaceAll(aType, "thing", "far"),
		dir + "provider/far/c.star":     "provider('c', type = 'far', parent = 'good/c', as_parent = lambda self: {}, " + able,
		dir + "provider/user/p.star":    "x",
		dir + "provider/nothing/p.star": "provider('p', type = 'nothing', " + able,
		dir + "type/needy.star":         strings.ReplaceAll(aType, "thing", "needy") + "provider('n', type = 'needy', confine = {'feature': 'able'}, defaultfor = {'size.of': '1'}, " + able,
		dir + "feature/able.star":       "x",
		dir + "feature/other.star":      "x",
		dir + "fact/size.star":          "x",
		dir + "fact/other.star":         "x",
		dir + "function/m/f.star":       "x",
		dir + "words.star":              "x = y",
		"cut/metadata.json":             "{",
		"cut/lib/ral/type/cut.star":     strings.ReplaceAll(aType, "thing", "cut"),
	})
	for types, want := range map[string]string{
		"":            "",
		"bad":         "cut/metadata.json bad/p.star type/bad.star", // that is no type: anything may have it
		"thing":       "thing/p.star",
		"good":        "good/c.star thing/p.star",
		"far":         "far/c.star good/c.star thing/p.star",
		"user":        "user/p.star",
		"needy":       "fact/size.star feature/able.star",
		"cut":         "cut/metadata.json",
		"nothing":     "cut/metadata.json nothing/p.star",
		"thing needy": "fact/size.star feature/able.star thing/p.star",
	} {
		if got := places(e.TypeFailures(strings.Fields(types)...)); got != want {
			t.Errorf("%s: %s, want %s", types, got, want)
		}
	}
	for want, kinds := range map[string][]modules.Kind{
		"cut/metadata.json fact/other.star fact/size.star": {modules.Fact},
		"cut/metadata.json m/f.star":                       {modules.Function},
	} {
		if got := places(e.FailuresOf(kinds...)); got != want {
			t.Errorf("%s: %s, want %s", kinds, got, want)
		}
	}
	if n := len(e.Failures()); n != 14 {
		t.Errorf("%d failures in all", n)
	}
}

// places returns the last two parts of the path that each error begins with.
func places(errs []error) string {
	var all []string
	for _, err := range errs {
		file, _, _ := strings.Cut(err.Error(), ":")
		parts := strings.Split(file, "/")
		all = append(all, strings.Join(parts[max(0, len(parts)-2):], "/"))
	}
	return strings.Join(all, " ")
}
