package manifest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/value"
)

// A listing in JSON declares what locates an instance, and gives each of two providers
// with one name a title of its own.
func TestInstances(t *testing.T) {
	in, err := Read("list.json", []byte(`{"schema": 1, "instances": [
	  {"type": "sysctl", "title": "a.b", "provider": "parsed", "properties": {"value": "1", "comment": "absent"}, "located_by": {"silent": "true"}},
	  {"type": "package", "title": "time", "provider": "apt", "properties": {"ensure": "1.9", "status": "ii"}, "read_only": ["status"]},
	  {"type": "package", "title": "time", "provider": "gem", "properties": {"ensure": ["0.2"]}},
	  {"type": "mount", "title": "/proc", "provider": "parsed", "properties": {"ensure": "ghost"}, "left_out": "it has no entry"}
	]}`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, it := range in.Items {
		got = append(got, Puppet(Resource{Type: it.Decl.Type, Title: it.Decl.Title, Provider: it.Decl.Provider, Attrs: it.Decl.Attrs}))
	}
	want := []string{
		Puppet(Resource{Type: "sysctl", Title: "a.b", Provider: "parsed", Attrs: []ral.Attr{{Name: "silent", Value: value.Str("true")}, {Name: "value", Value: value.Str("1")}}}),
		Puppet(Resource{Type: "package", Title: "time", Provider: "apt", Attrs: []ral.Attr{{Name: "ensure", Value: value.Str("1.9")}}}),
		Puppet(Resource{Type: "package", Title: "time by gem", Provider: "gem", Attrs: []ral.Attr{{Name: "ensure", Value: value.Strs("0.2")}, {Name: "name", Value: value.Str("time")}}}),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
