package model

import (
	"strings"
	"testing"
)

// The last line that another host said is kept, and not all of it.
func TestTail(t *testing.T) {
	for _, c := range []struct{ parts, want string }{
		{"", ""},
		{"one\n", "one"},
		{"one\r\ntwo|, and more\n\n", "two, and more"},
		{strings.Repeat("x", 3*maxTail) + "|y", strings.Repeat("x", maxTail-1) + "y"},
	} {
		var kept tail
		for part := range strings.SplitSeq(c.parts, "|") {
			if n, err := kept.Write([]byte(part)); n != len(part) || err != nil {
				t.Fatal(n, err)
			}
		}
		if got := kept.line(); got != c.want {
			t.Errorf("%.40q: %.40q, want %.40q", c.parts, got, c.want)
		}
	}
}
