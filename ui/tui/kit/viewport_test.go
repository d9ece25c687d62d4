package kit

import (
	"strconv"
	"testing"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

// All rows of an entry that is higher than the window can be seen: the entry is
// scrolled before the cursor moves on, in a viewport and on a page.
func TestATallEntryIsScrolledThrough(t *testing.T) {
	const height, tall = 4, 10
	var v Viewport
	var tops []int
	show := func() {
		v.Show(tall+2, height, 1, tall)
		tops = append(tops, v.top)
	}
	for show(); v.Within(2); show() {
	}
	if last := tops[len(tops)-1]; tops[0] != 1 || last+height != tall+1 {
		t.Errorf("the window begins at %v", tops)
	}
	if v.Within(-3); v.Within(-100) {
		show()
	}
	if v.top != 1 {
		t.Errorf("back at the first row it begins at %d", v.top)
	}
	if v.Within(5); true {
		v.Show(tall+2, height-1, 1, tall)
	}
	if v.top != 1 {
		t.Errorf("in a window of another height it begins at %d", v.top)
	}

	var p Page
	lines := []PageLine{{ID: "tall", Line: frame.Text("0")}}
	for range tall {
		lines = append(lines, PageLine{Line: frame.Text("row")})
	}
	p.Set(append(lines, PageLine{ID: "next", Line: frame.Text("next")}))
	seen := map[int]bool{}
	for range 2 * tall {
		p.Window(height, true)
		for i := range height {
			seen[p.Top+i] = true
		}
		if p.ID() == "next" {
			break
		}
		p.Do(keys.MoveDown)
	}
	for i := range tall + 1 {
		if !seen[i] {
			t.Error("row " + strconv.Itoa(i) + " of the page was never seen")
		}
	}
	if p.ID() != "next" {
		t.Errorf("the cursor is on %q", p.ID())
	}
}

// A pane with more rows than are visible shows this in its border, with or
// without the focus. It shows the row numbers while it is scrolled.
func TestScrolledPaneShowsThatItGoesOn(t *testing.T) {
	lines := []frame.Line{frame.Title("apt", "2 of 13", false)}
	for range 20 {
		lines = append(lines, frame.Prose("text"))
	}
	for _, c := range []struct {
		height int
		focus  bool
		said   safe.Text
		scroll frame.Scroll
	}{
		{20, false, "2 of 13", frame.Scroll{}},
		{19, false, "2 of 13", frame.Rows(1, 19, 20)},
		{8, true, "rows 1-8 of 20", frame.Rows(1, 8, 20)},
	} {
		p := ScrolledPane{Focus: c.focus}
		head := p.Window(lines, c.height)[0].(frame.Ruler)
		if head.Evidence != c.said || head.Scroll != c.scroll {
			t.Errorf("%d rows: %q, %v", c.height, head.Evidence, head.Scroll)
		}
	}
}
