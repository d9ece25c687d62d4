package safe_test

import (
	"testing"

	"ralsh/ui/safe"
)

func TestShorten(t *testing.T) {
	for _, c := range []struct{ text, want safe.Text }{
		{"/etc/group", "/etc/group"},
		{"/usr/sbin/nologin", "…sbin/nologin"},
		{"/var/lib/dpkg/status:37", "…kg/status:37"},
		{"/usr/local/bin:/usr/bin", "/usr/l…sr/bin"},
		{"needs root to read", "needs …o read"},
	} {
		if got := c.text.Shorten(13, safe.Ellipsis); got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

func TestASCIIArrows(t *testing.T) {
	for _, c := range []struct {
		text  safe.Text
		width int
		want  safe.Text
	}{
		{"214 → 240 bytes", 20, "214 -> 240 bytes"},
		{"214 → 240 bytes", 16, "214 -> 240 bytes"},
		{"214 → 240 bytes", 15, "214 > 240 bytes"},
		{"a→b", 20, "a→b"},
		{"a -> b", 2, "a -> b"},
	} {
		if got := c.text.ASCIIArrows(c.width); got != c.want {
			t.Errorf("%s in %d cells: %s, want %s", c.text, c.width, got, c.want)
		}
	}
}
