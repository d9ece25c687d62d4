package operator

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// The wait ends after the last answer, and not while answers wait unread.
func TestUntilQuiet(t *testing.T) {
	for name, c := range map[string]struct {
		unread  int           // how often answers wait when the time is over
		answers time.Duration // after that an answer is taken
		want    time.Duration
	}{
		"no answer":                         {0, 0, emptyFind},
		"an answer":                         {0, 40 * time.Millisecond, leastFind},
		"a late answer":                     {0, 800 * time.Millisecond, 1200 * time.Millisecond},
		"unread answers":                    {50, 0, emptyFind + 50*quietFind},
		"unread answers after the last one": {3, 800 * time.Millisecond, 1200*time.Millisecond + 3*quietFind},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began, came, left := time.Now(), make(chan struct{}, 1), c.unread
				if c.answers > 0 {
					time.AfterFunc(c.answers, func() { came <- struct{}{} })
				}
				early, err := untilQuiet(t.Context(), came, nil, func(context.Context) bool {
					left--
					return left >= 0
				})
				if took := time.Since(began); early || err != nil || took != c.want {
					t.Errorf("%v, %v, after %s, not %s", early, err, took, c.want)
				}
			})
		})
	}
}
