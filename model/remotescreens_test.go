package model

import (
	"strings"
	"testing"

	"ralsh/ral/host/stream"
)

// The last lines that another host said are kept, and not all of them.
func TestTail(t *testing.T) {
	for _, c := range []struct{ parts, want string }{
		{"", ""},
		{"one\n", "one"},
		{"one\r\ntwo|, and more\n\n", "one; two, and more"},
		{"one\nsudo: two\nralsh: three\nralsh: three\nralsh: four\n", "sudo: two; three; four"},
		{strings.Repeat("x", 3*maxMessage) + "|y", strings.Repeat("x", maxMessage-1) + "y"},
	} {
		kept := stream.Ends{Last: maxMessage}
		for part := range strings.SplitSeq(c.parts, "|") {
			if n, err := kept.Write([]byte(part)); n != len(part) || err != nil {
				t.Fatal(n, err)
			}
		}
		text, _ := kept.Bytes()
		if got := strings.Join(lastLines(text), "; "); got != c.want {
			t.Errorf("%.40q: %.40q, want %.40q", c.parts, got, c.want)
		}
	}
}
