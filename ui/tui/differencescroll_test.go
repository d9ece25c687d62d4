package tui

import (
	"strings"
	"testing"
	"time"
)

// Scrolling to the end leaves no row unseen, and the count says so.
func TestDifferenceSeen(t *testing.T) {
	st, d, clock, _ := kitDifference(t, kitDecls())
	clock.pass(time.Second)
	st.h = 24
	st.text()
	if d.scroll.unseen() == 0 {
		t.Fatal("all rows fit")
	}
	st.sees("not seen yet")
	for range len(d.lines) {
		st.keys("j")
		st.text()
	}
	if strings.Contains(st.text(), "not seen yet") {
		t.Errorf("after scrolling to the end %d rows are unseen", d.scroll.unseen())
	}
	st.keys("y")
	if len(st.copied) != 1 || !strings.Contains(st.copied[0].text, "usermod deploy shell=/bin/bash") {
		t.Errorf("y copies %v", st.copied)
	}
	if strings.Contains(st.copied[0].text, "$6$new") {
		t.Error("the secret is in the copy")
	}
}

// v puts what should be below what is, or beside it again, and nothing is lost by it.
func TestDifferenceSides(t *testing.T) {
	st, _, clock, _ := kitDifference(t, kitDecls())
	clock.pass(time.Second)
	st.keys("v")
	st.golden("difference-sides")
	st.sees("- /bin/sh", "+ /bin/bash", "- SHELL=/bin/sh", "+ SHELL=/bin/bash")
	st.keys("v")
	st.sees("- /bin/sh                           + /bin/bash")
}
