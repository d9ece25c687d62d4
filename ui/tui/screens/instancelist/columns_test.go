package instancelist

import (
	"testing"

	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/tui/frame"
)

// TestNamesAreWholeBesideADroppedColumn checks that an omitted column takes no
// room, and that a name is cut for a value only as far as it has blanks.
func TestNamesAreWholeBesideADroppedColumn(t *testing.T) {
	for _, c := range []struct {
		name, first, second int // widths of the widest values
		width               int
		want                [3]int
	}{
		{16, 12, 18, 35, [3]int{16, 12, 0}},
		{8, 5, 17, 38, [3]int{8, 5, 17}},
		{16, 12, 18, 60, [3]int{16, 12, 24}},
	} {
		s := &Screen{
			typ: &ral.Type{Columns: [2]string{"ip", "as"}}, listing: &listings.Listing{Sources: make([]*listings.Source, 1)},
			name: c.name, widest: [2]int{c.first, c.second}, words: [2]bool{c.first > 5, true},
		}
		rooms := frame.Layout{Split: true}
		for i, slot := range frame.Columns(s.columns(c.width, rooms), c.width, 0) {
			if slot.Width != c.want[i] {
				t.Errorf("%+v: column %d has %d cells, want %d", c, i, slot.Width, c.want[i])
			}
		}
	}
}
