package tui

import (
	"fmt"
	"strings"
	"testing"

	"ralsh/ui/tui/kittest"
)

// A hundred thousand instances are listed, filtered and drawn.
func TestLarge(t *testing.T) {
	t.Parallel()
	d := large(t)
	d.press("down enter G")
	d.says("group99999", "100,000 of 100,000")
	d.press("/")
	d.typed("group4242")
	d.says("/group4242_ 10 of 100,000")
}

func large(t testing.TB) *driver {
	t.Helper()
	session, fake := kittest.Fixture(t)
	var b strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&b, "group%05d:present:%d\n", i, i)
	}
	fake.Put("/etc/group", b.String(), 0o644)
	d := driveOn(t, session, 80, 24, Options{})
	d.idle()
	return d
}

func BenchmarkLargeKey(b *testing.B) {
	d := large(b)
	d.press("down enter")
	for b.Loop() {
		d.send(keyOf("down"))
		d.idle()
	}
}

func BenchmarkLargeFilter(b *testing.B) {
	d := large(b)
	d.press("down enter /")
	for b.Loop() {
		d.typed("4")
		d.press("backspace")
	}
}

func BenchmarkLargeListing(b *testing.B) {
	d := large(b)
	d.press("down enter")
	for b.Loop() {
		d.press("r")
	}
}

// BenchmarkLargeJump opens the palette with 100,000 names, until they are
// gathered.
func BenchmarkLargeJump(b *testing.B) {
	d := large(b)
	for b.Loop() {
		d.press(":")
		d.press("esc")
	}
}
