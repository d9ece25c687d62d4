package nearest_test

import (
	"testing"

	"ralsh/ral/nearest"
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		name, want string
		among      []string
	}{
		{"nam", "name", []string{"name", "ip"}},
		{"hst", "host", []string{"user", "host"}},
		{"contnet", "content", []string{"content", "ctime"}},
		{"atribtes", "attributes", []string{"attributes"}},
		{"source", "", []string{"force", "mode"}},
		{"b", "", []string{"a"}},
		{"ip", "", []string{"gid"}},
	} {
		if got := nearest.Of(c.name, c.among); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
