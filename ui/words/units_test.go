package words_test

import (
	"testing"
	"time"

	"ralsh/ui/safe"
	"ralsh/ui/words"
)

func TestTook(t *testing.T) {
	for d, want := range map[time.Duration]safe.Text{
		-time.Second:                          "0.0 ms",
		0:                                     "0.0 ms",
		230 * time.Microsecond:                "0.2 ms",
		999999 * time.Nanosecond:              "0.9 ms",
		time.Millisecond:                      "1 ms",
		412 * time.Millisecond:                "412 ms",
		999 * time.Millisecond:                "999 ms",
		1990 * time.Millisecond:               "1.9 s",
		59999 * time.Millisecond:              "59.9 s",
		130 * time.Second:                     "2 min 10 s",
		10 * time.Minute:                      "10 min",
		time.Hour + time.Minute + time.Second: "1 h 1 min",
		2000 * time.Hour:                      "2,000 h",
	} {
		if got := words.Took(d); got != want {
			t.Errorf("%s is %q, want %q", d, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int]safe.Text{0: "0", 7: "7", 110: "110", 1127: "1,127", 100000: "100,000", 1234567: "1,234,567", -1127: "-1,127"} {
		if got := words.Count(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
	if got := words.CountOf(1, "row") + words.CountOf(2150, "row") + words.CountOf(0, "alias", "aliases"); got != "1 row2,150 rows0 aliases" {
		t.Errorf("%q", got)
	}
}
