package tui

import (
	"strings"
	"testing"
)

// A name with dots, such as that of a mount, is one row of the tree.
func TestFactsWithDotsInTheirNames(t *testing.T) {
	d, fake := drive(t, 120, 36, Options{})
	fake.Put("/proc/self/mounts", "tmpfs /run/one.mount tmpfs rw 0 0\n", 0o644)
	d.press("f")
	d.idle()
	d.press("/")
	d.typed("mountpoints")
	d.says("/run/one.mount")
	for row := range strings.Lines(d.screen()) {
		if words := strings.Fields(row); len(words) > 0 && (words[0] == "mount" || words[0] == "/run/one") {
			t.Errorf("a part of the name is a row:\n%s", d.screen())
		}
	}
}
