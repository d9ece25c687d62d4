package real

import "testing"

// A limit is extended on a slower machine, up to a factor, and never reduced.
func TestKept(t *testing.T) {
	for _, c := range []struct {
		is, pace float64
		want     bool
	}{
		{10, 1, true},
		{11, 1, false},
		{9, 0.5, true},
		{12, 1.2, true},
		{13, 1.2, false},
		{15, 3, true},
		{16, 3, false},
	} {
		if got := kept(c.is, 10, c.pace, 1.5); got != c.want {
			t.Errorf("%v of 10 at pace %v: %v", c.is, c.pace, got)
		}
	}
}
