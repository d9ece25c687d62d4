package tui

import (
	"strings"
	"testing"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
)

// The rows that were not seen are counted beside the question, whole at any width;
// the place is shortened instead.
func TestUnseenRowsAreWhole(t *testing.T) {
	long := host.WithUname(host.Uname{Nodename: "a-build-machine-with-a-name-that-goes-on-and-on-and-on"})
	st, d, clock, _ := kitDifference(t, kitDecls(), long)
	clock.pass(time.Second)
	st.text()
	d.scroll.seen = make([]bool, 9068)
	for width, says := range map[int]string{
		120: "8 changes on a-build-machine-with-a-name-that-goes-on-and-on-and-on, 9,068 rows of the plan not seen yet",
		80:  "8 changes on a-build-machi…and-on-and-on, 9,068 rows not seen yet",
		60:  "8 changes on a-buil…and-on, 9,068 rows unseen",
		40:  "9,068 rows unseen",
	} {
		if got := string(d.asked(width)); got != says {
			t.Errorf("%d cells: %q, want %q", width, got, says)
		}
	}
}

// A line number is never cut.
func TestLongLineNumbers(t *testing.T) {
	lines := strings.Repeat("a line\n", 59_001)
	sh, fake := kitShared(t)
	fake.Put("/etc/big", lines+"old\n", 0o644)
	st := kitOn(t, sh, newDifference(sh, []ral.Decl{kitDecl("file", "/etc/big", "content", lines+"new\n")}))
	st.until(nil)
	for _, width := range []int{120, 80} {
		st.w = width
		st.sees("59,002  - old", "59,002  + new")
	}
	st.w = 120
	st.keys("v")
	st.sees("59,002  - old", "59,002  + new")
}
