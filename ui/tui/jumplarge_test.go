package tui

import (
	"fmt"
	"testing"

	"ralsh/model/listings"
	"ralsh/ral"
)

// BenchmarkLargeValues looks for a text in the values of 100,000 instances.
func BenchmarkLargeValues(b *testing.B) {
	sh, _ := kitFixture(b)
	places := knownNow(sh).withFacts()
	for i := range places.types {
		if t := &places.types[i]; t.typ.Name == "group" {
			for n := range 100_000 {
				inst := ral.NewInstance(t.typ, fmt.Sprintf("group%05d", n)).Set("gid", valueOf(fmt.Sprint(n)))
				t.entries = append(t.entries, listings.Entry{Instance: inst})
			}
		}
	}
	for b.Loop() {
		l := valueLook{most: mostValues}
		l.look(b.Context(), "42424", places.all)
		if l.matched == 0 || l.looked < 100_000 {
			b.Fatal(l.matched, l.looked)
		}
	}
}
