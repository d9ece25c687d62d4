package onhost

import (
	"slices"
	"testing"
)

// The first paths are recorded, each once, and whether there are others.
func TestLooked(t *testing.T) {
	for _, c := range []struct {
		read []string
		want []string
		more bool
	}{
		{},
		{[]string{"/b", "/a", "/b"}, []string{"/b", "/a"}, false},
		{[]string{"/1", "/2", "/3", "/4", "/1"}, []string{"/1", "/2", "/3", "/4"}, false},
		{[]string{"/1", "/2", "/3", "/4", "/5", "/6"}, []string{"/1", "/2", "/3", "/4"}, true},
	} {
		var r readPaths
		for _, path := range c.read {
			r.add(path)
		}
		if got, more := r.places(); !slices.Equal(got, c.want) || more != c.more {
			t.Errorf("%q: %q, %v", c.read, got, more)
		}
	}
}
