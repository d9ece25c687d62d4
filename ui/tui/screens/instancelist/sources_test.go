package instancelist

import (
	"fmt"
	"testing"
	"time"

	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/kittest"
)

func TestOthersOfWhatFailed(t *testing.T) {
	session, _ := kittest.Fixture(t)
	typ, _ := session.Type("package")
	l := &listings.Listing{Type: typ}
	for i, name := range []string{"apt", "pip"} {
		l.Sources = append(l.Sources, &listings.Source{Provider: typ.Provider(name), Done: true})
		if i == 1 {
			l.Sources[i].Err = fmt.Errorf("exit 1")
		}
	}
	if got := othersOf(l); got != ". apt is complete" {
		t.Errorf("the others: %q", got)
	}
}

func TestWhatASourceReads(t *testing.T) {
	for _, c := range []struct {
		src  listings.Source
		want string
	}{
		{listings.Source{File: "/var/lib/dpkg/status"}, "reads /var/lib/dpkg/status"},
		{listings.Source{File: "/etc/a", MoreFiles: true}, "reads /etc/a and more"},
		{listings.Source{File: "/etc/a", Command: "gem list"}, "gem list"},
		{listings.Source{}, ""},
	} {
		if got := string(readWith(&c.src)); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// After all sources have listed, the title shows their durations if there is
// room.
func TestSourcesSayTheirTimes(t *testing.T) {
	l := &listings.Listing{Sources: []*listings.Source{
		{Provider: &ral.Provider{Name: "apt"}, Took: 44 * time.Millisecond}, {Provider: &ral.Provider{Name: "pip"}, Took: 1100 * time.Millisecond},
	}}
	for cells, want := range map[int]safe.Text{22: "apt 44 ms, pip 1.1 s", 19: "apt, pip"} {
		if got := namedTimes(l, cells); got != want {
			t.Errorf("%d cells: %q, want %q", cells, got, want)
		}
	}
}
