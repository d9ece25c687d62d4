package tui

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ralsh/ral/raltest/real"
	"ralsh/ui/tui/kittest"
)

// longValue drives an editor with a value of a megabyte in its open field,
// whose basket is saved.
func longValue(t testing.TB, unit string) *driver {
	t.Helper()
	session, fake := kittest.Fixture(t)
	session.KeepJournal(filepath.Join(t.TempDir(), "state"))
	value := strings.Repeat(unit, (1<<20)/len(unit))
	fake.Put("/etc/passwd", "deploy:present:1000:1000:"+value+":x\n", 0o644)
	d := driveOn(t, session, 120, 36, Options{})
	d.idle()
	d.press("down down down down down enter e down down down enter")
	return d
}

func longUnits() map[string]string {
	return map[string]string{"ascii": "x", "words": "some words ", "wide": "日本 é", "controls": "a line\tof it\x1b"}
}

// Text can be typed anywhere in a long value, and messages about the whole
// value are shown.
func TestLongValue(t *testing.T) {
	t.Parallel()
	d := longValue(t, "日本\t")
	d.press("end a b")
	d.says(`日本\tab`, `\t, \x1b and similar`)
	d.press("home c d left left")
	d.says(`[cd日本\t日本`)
	if value, _ := d.app.sh.Basket.Drafts()[0].Text("shell"); !strings.HasPrefix(value, "cd日本\t") || !strings.HasSuffix(value, "\tab") {
		t.Errorf("the value is %d bytes", len(value))
	}
}

// TestLimitKeyInALongValue limits the time of a key in a value of a megabyte.
func TestLimitKeyInALongValue(t *testing.T) {
	real.Limits(t)
	for name, unit := range longUnits() {
		d := longValue(t, unit)
		took := time.Hour
		for range 5 {
			begun := time.Now()
			for range 4 {
				d.send(keyOf("a"))
			}
			took = min(took, time.Since(begun)/4)
			d.idle()
		}
		real.Within(t, name+", a key", took, 33*time.Millisecond)
	}
}

func BenchmarkLongValueKey(b *testing.B) {
	for name, unit := range longUnits() {
		b.Run(name, func(b *testing.B) {
			d := longValue(b, unit)
			for b.Loop() {
				d.send(keyOf("a"))
			}
			d.idle()
		})
	}
}
