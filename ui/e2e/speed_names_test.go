package e2e_test

import (
	"testing"
	"time"

	"ralsh/ral/raltest/real"
)

// TestLimitFilterDropsNothing types into the filter of 100,000 rows, faster than any
// user.
func TestLimitFilterDropsNothing(t *testing.T) {
	real.Limits(t)
	program := ownState(t, "--root", manyUsers(t, 100_000))
	w := walk{t, real.Terminal(t, program, 120, 36)}
	w.see("100,000")
	w.to("user")
	w.press("Enter", "1 of 100,000")
	for _, n := range []string{"042424", "099999", "000001"} {
		w.term.Type("/user" + n)
		w.see("/user"+n+"_ 1 of 100,000", "▌   user"+n)
		w.press("Escape", "of 100,000 ─") // and no longer of 1
	}
	w.term.Keys("C-c", "C-c")
	w.term.Exit()
}

// TestLimitJumpAmongUsers limits the response times of the jump palette among 100,000
// names, including the key that opens it.
func TestLimitJumpAmongUsers(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	s := amongUsers(t)
	quick(t, "key to first byte in the palette", 33*time.Millisecond, func() []time.Duration {
		var all []time.Duration
		for range 8 {
			for _, key := range []string{":", "u", "s", "e", "r", "0", "4", "2", "\x7f"} {
				first, _ := s.press(key)
				all = append(all, first)
			}
			s.press("\x1b") // a terminal waits to distinguish it from the start of another key
			s.rest(300 * time.Millisecond)
		}
		return all
	})
}

// TestLimitJumpDropsNothing types the search text immediately after the key that
// opens the palette.
func TestLimitJumpDropsNothing(t *testing.T) {
	real.Limits(t)
	program := ownState(t, "--root", manyUsers(t, 100_000))
	w := walk{t, real.Terminal(t, program, 120, 36)}
	w.see("100,000")
	for range 5 {
		for _, n := range []string{"042424", "099999", "000001"} {
			w.term.Type(":user" + n)
			w.see(": user"+n+" ", "user       user"+n)
			w.press("Escape", "instances")
		}
	}
	w.term.Keys("C-c", "C-c")
	w.term.Exit()
}
