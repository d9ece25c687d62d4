package jump

import (
	"fmt"
	"strings"
	"testing"

	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/kittest"
)

// BenchmarkLargeValues searches for a text in the values of 100,000 instances.
func BenchmarkLargeValues(b *testing.B) {
	sh, _ := kittest.FixtureShared(b)
	places := knownNow(sh).withFacts()
	for i := range places.types {
		if t := &places.types[i]; t.typ.Name == "group" {
			for n := range 100_000 {
				inst := ral.NewInstance(t.typ, fmt.Sprintf("group%05d", n)).Set("gid", kittest.Value(fmt.Sprint(n)))
				t.entries = append(t.entries, listings.Entry{Instance: inst})
			}
		}
	}
	for b.Loop() {
		l := valueSearch{most: mostValues}
		l.search(b.Context(), "42424", places.all)
		if l.matched == 0 || l.searched < 100_000 {
			b.Fatal(l.matched, l.searched)
		}
	}
}

// The matched text stays visible if a value is cut.
func TestJumpMarksWhatMatched(t *testing.T) {
	for _, c := range []struct {
		value, typed string
		width        int
		want         string
	}{
		{"/srv/www", "/srv/www", 20, "|/srv/www|"},
		{"find /srv/www -mtime +7", "/srv/www", 40, "find |/srv/www| -mtime +7"},
		{"curl -s localhost:1001/warm", "1001", 14, "…calhost:|1001|/warm"},
		{"curl -s localhost:1001", "1001", 8, "…st:|1001|"},
		{"日本語の1001", "1001", 7, "…の|1001|"},
		{"1001", "1001", 2, "…|1001|"},
		{"", "", 0, "||"},
	} {
		m := match{value: c.value, hit: strings.Index(c.value, c.typed), long: len(c.typed)}
		var parts []safe.Text
		for _, s := range m.marked(c.width, "…") {
			parts = append(parts, s.Text)
		}
		got := string(safe.Join(parts, "|"))
		if got != c.want {
			t.Errorf("%q in %d cells: %s, want %s", c.value, c.width, got, c.want)
		}
	}
}
