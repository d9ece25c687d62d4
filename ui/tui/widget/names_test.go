package widget_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ralsh/ui/tui/widget"
)

func TestCompareNames(t *testing.T) {
	// Each name is before the next.
	for name, order := range map[string][]string{
		"numbers":       {"web1", "web2", "web10", "web010a", "web11", "web100"},
		"case":          {"Alice", "alice", "Bob", "bob", "carol", "Dave"},
		"zeros":         {"v0", "v1", "v01x", "v2", "v09", "v9", "v10"},
		"a name inside": {"", "a", "a-", "a1", "a1b", "aa", "ab"},
		"versions":      {"1.2.9", "1.2.10", "1.10", "1.10.1"},
		"paths":         {"/etc/Hosts", "/etc/hosts", "/etc/hosts.allow", "/srv"},
		"huge":          {"n99999999999999999999", "n100000000000000000000"},
		"other letters": {"zebra", "Ärger", "ärger", "Öl"},
		"not UTF-8":     {"a", "a\xfe", "a\xff"},
	} {
		t.Run(name, func(t *testing.T) {
			for i, a := range order {
				for j, b := range order {
					got := widget.CompareNames(a, b)
					if got < 0 != (i < j) || got > 0 != (i > j) {
						t.Errorf("%q and %q: %d", a, b, got)
					}
				}
			}
		})
	}
}

// The order is total: exactly one of less, equal and greater holds, and it is
// consistent between any names.
func TestCompareNamesIsTotal(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	letters := []string{"a", "A", "0", "1", "9", "00", "-", ".", "ä", "Ä", "\xff", "K", "k", "K"}
	names := make([]string, 120)
	for i := range names {
		for range rnd.IntN(5) {
			names[i] += letters[rnd.IntN(len(letters))]
		}
	}
	for _, a := range names {
		for _, b := range names {
			ab, ba := widget.CompareNames(a, b), widget.CompareNames(b, a)
			if (ab < 0) != (ba > 0) || (ab == 0) != (a == b) {
				t.Fatalf("%q and %q: %d and %d", a, b, ab, ba)
			}
			for _, c := range names {
				if ab <= 0 && widget.CompareNames(b, c) <= 0 && widget.CompareNames(a, c) > 0 {
					t.Fatalf("%q, %q, %q", a, b, c)
				}
			}
		}
	}
}

func TestCompareNamesAllocatesNothing(t *testing.T) {
	n := testing.AllocsPerRun(100, func() { widget.CompareNames("Package-0012-Ä", "package-12-ä") })
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkSort sorts 100,000 names by bytes and in natural order.
func BenchmarkSort(b *testing.B) {
	names := make([]string, 100_000)
	for i := range names {
		names[i] = fmt.Sprintf("package-%d", i*7919%100_000)
	}
	for name, by := range map[string]func(a, b string) int{"bytes": strings.Compare, "people": widget.CompareNames} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				slices.SortStableFunc(slices.Clone(names), by)
			}
		})
	}
}
