package undo

import (
	"slices"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/journal"
	"ralsh/ral/onhost"
)

// A path whose resource is declared too, such as a file with a label that chcon set, is
// compared after the undo as every other path.
func TestDeclaredPathIsCompared(t *testing.T) {
	fake := fakehost.New(map[string]string{"/a": "left", "/b": "left"})
	u := &paths{host: Host{Env: onhost.NewEnv(ral.NewRegistry(), fake.Reader(), nil)}}
	var declared []*ral.Resource
	for _, path := range []string{"/a", "/b"} {
		r := &ral.Resource{Type: &ral.Type{Name: "file"}, Title: path, Decl: &ral.Decl{Type: "file", Title: path}}
		declared = append(declared, r)
		u.touched = append(u.touched, &touchedPath{TouchedPath: &journal.TouchedPath{Path: path, Was: journal.PathState{Kind: "none"}}, resource: r})
	}
	if left := u.without(declared[:1]); !slices.Equal(left, declared[1:]) {
		t.Errorf("%v", left)
	}
	var got []string
	for _, n := range u.unlike(t.Context()) {
		got = append(got, n.Ref)
	}
	if want := []string{"File[/b]", "File[/a]"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
