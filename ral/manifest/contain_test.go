package manifest_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral/manifest"
)

// A class that two others contain is in both: what requires either waits for it,
// and it waits for what either requires, each once.
func TestContainedTwice(t *testing.T) {
	in, err := manifest.Read("c.json", []byte(`{"catalog_format": 2, "resources": [
		{"type": "Stage", "title": "main"},
		{"type": "Class", "title": "A", "parameters": {"require": "Note[first]"}},
		{"type": "Class", "title": "B", "parameters": {"require": "Note[second]"}},
		{"type": "Class", "title": "Shared"},
		{"type": "Note", "title": "in", "kind": "compilable_type"},
		{"type": "Note", "title": "first", "kind": "compilable_type"},
		{"type": "Note", "title": "second", "kind": "compilable_type"},
		{"type": "Note", "title": "after", "kind": "compilable_type", "parameters": {"require": "Class[B]"}},
		{"type": "Note", "title": "last", "kind": "compilable_type", "parameters": {"require": "Stage[main]"}}],
		"edges": [{"source": "Stage[main]", "target": "Class[A]"}, {"source": "Stage[main]", "target": "Class[Shared]"},
		{"source": "Class[A]", "target": "Class[Shared]"}, {"source": "Class[B]", "target": "Class[Shared]"},
		{"source": "Class[Shared]", "target": "Note[in]"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]string)
	for _, d := range in.Decls() {
		if v, ok := d.Get("require"); ok {
			got[d.Title] = v.Literal()
		}
	}
	want := map[string]string{
		"in": "[Note['first'], Note['second']]", "after": "[Note['in']]", "last": "[Note['in']]",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
