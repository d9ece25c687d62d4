package ral_test

import (
	"testing"

	"ralsh/ral"
)

func TestNearest(t *testing.T) {
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
		if got := ral.Nearest(c.name, c.among); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
