package frame_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ui/tui/frame"
)

func TestColumns(t *testing.T) {
	columns := []frame.Column{
		{Title: "type", Min: 10, Ideal: 20},
		{Title: "what it is", Min: 20, Grow: 3, Drop: 1},
		{Title: "default", Min: 10, Grow: 1},
		{Title: "time", Min: 8, Right: true, Drop: 2},
	}
	type slots []frame.Slot
	for _, c := range []struct {
		name        string
		width, most int
		want        slots
	}{
		{"all, and what is left is shared", 84, 0, slots{{Col: 4, Width: 20}, {Col: 26, Width: 32}, {Col: 60, Width: 14}, {Col: 76, Width: 8, Right: true}}},
		{"none has more than it needs", 58, 0, slots{{Col: 4, Width: 10}, {Col: 16, Width: 20}, {Col: 38, Width: 10}, {Col: 50, Width: 8, Right: true}}},
		{"the least important goes", 57, 0, slots{{Col: 4, Width: 20}, {}, {Col: 26, Width: 21}, {Col: 49, Width: 8, Right: true}}},
		{"then the next", 30, 0, slots{{Col: 4, Width: 14}, {}, {Col: 20, Width: 10}, {}}},
		{"what never goes is made narrower from the right", 20, 0, slots{{Col: 4, Width: 10}, {}, {Col: 16, Width: 4}, {}}},
		{"at most two", 58, 2, slots{{Col: 4, Width: 20}, {}, {Col: 26, Width: 32}, {}}},
		{"no room at all", 3, 0, slots{{}, {}, {}, {}}},
	} {
		if d := cmp.Diff([]frame.Slot(c.want), frame.Columns(columns, c.width, c.most)); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

func TestColumnsStayInsideAtEveryWidth(t *testing.T) {
	columns := typeColumns(2, 5, 3, 6)
	shown := 0
	for width := 40; width <= 250; width++ {
		end, count := frame.Margin, 0
		for i, s := range frame.Columns(columns, width, 0) {
			if s.Hidden() {
				if columns[i].Drop == 0 {
					t.Errorf("%d: %s went, and never may", width, columns[i].Title)
				}
				continue
			}
			count++
			if s.Col < end || s.Width < 1 || s.Col+s.Width > width {
				t.Errorf("%d: %s at %+v, after %d", width, columns[i].Title, s, end)
			}
			end = s.Col + s.Width
		}
		if count < shown {
			t.Errorf("%d: %d columns, one cell less had %d", width, count, shown)
		}
		shown = count
	}
	if shown != len(columns) {
		t.Errorf("%d columns at the widest", shown)
	}
}
