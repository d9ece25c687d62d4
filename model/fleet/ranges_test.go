package fleet_test

import (
	"slices"
	"strings"
	"testing"

	"ralsh/model/fleet"
)

func TestExpandNames(t *testing.T) {
	if names, err := fleet.ExpandNames("web[1,3-4],db1"); err != nil || strings.Join(names, " ") != "web1 web3 web4 db1" {
		t.Errorf("%v, %v", names, err)
	}
	if names, err := fleet.ExpandNames("db1,web[1"); err == nil {
		t.Errorf("%v", names)
	}
}

func TestExpandRanges(t *testing.T) {
	for _, c := range []struct{ word, want string }{
		{"web1", "web1"},
		{"web[1-3]", "web1 web2 web3"},
		{"web[08-11]", "web08 web09 web10 web11"},
		{"web[01:03].example.com", "web01.example.com web02.example.com web03.example.com"},
		{"db[1,4-5]", "db1 db4 db5"},
		{"r[1-2]n[a:c]", "r1na r1nb r1nc r2na r2nb r2nc"},
		{"[1-2]x", "1x 2x"},
		{"web[5]", "web5"},
	} {
		if names, err := fleet.ExpandRanges(c.word); err != nil || strings.Join(names, " ") != c.want {
			t.Errorf("%s is %v, %v", c.word, names, err)
		}
	}
	for _, c := range []struct{ word, want string }{
		{"web[1-3", "is not closed"},
		{"web1]", "is not opened"},
		{"web[]", "is not a range"},
		{"web[3-1]", "is not a range"},
		{"web[08-7]", "is not a range"},
		{"web[1-2-3]", "is not a range"},
		{"web[0:10:2]", "is not a range"},
		{"web[1-99999999999999999999]", "is not a range"},
		{"web[0-999999999]", "more than 10000 hosts"},
		{"w[0-999]x[0-999]", "more than 10000 hosts"},
		{"w" + strings.Repeat("[1]", 9), "more than 8 ranges"},
		{"w[0-9999,0-9999]", "more than 10000 hosts"},
	} {
		if names, err := fleet.ExpandRanges(c.word); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s is %d names, %v", c.word, len(names), err)
		}
	}
}

func TestFoldRanges(t *testing.T) {
	for _, c := range []struct{ names, want string }{
		{"web1", "web1"},
		{"web01 web02 web03 web05 db1", "db1 web[01-03,05]"},
		{"web9 web10 web11", "web9 web[10-11]"},
		{"web01.dc2 web02.dc2", "web[01-02].dc2"},
		{"10.0.0.5 10.0.0.6", "10.0.0.[5-6]"},
		{"web1+sudo web2+sudo", "web[1-2]+sudo"},
		{"a b", "a b"},
		{"web01 web01", "web01"},
		{"x[1-2]", "x[1-2]"},
	} {
		if got := strings.Join(fleet.FoldRanges(strings.Fields(c.names)), " "); got != c.want {
			t.Errorf("%s is %q, not %q", c.names, got, c.want)
		}
	}
}

// FuzzRanges holds that what is folded expands to the same names, and that no word expands
// to more names than are allowed.
func FuzzRanges(f *testing.F) {
	for _, seed := range []string{"web[01-03],db1", "a1b2,a1b3,a2b2", "web[1-999999999]", "[", "x[a:f]", "00,01,1,2"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if names, err := fleet.ExpandRanges(text); err == nil && len(names) > 10_000 {
			t.Fatalf("%d names", len(names))
		}
		var names []string
		for name := range strings.SplitSeq(text, ",") {
			if !strings.ContainsAny(name, "[]") && len(name) <= 253 {
				names = append(names, name)
			}
		}
		var again []string
		for _, word := range fleet.FoldRanges(names) {
			list, err := fleet.ExpandRanges(word)
			if err != nil {
				t.Fatalf("%q: %v", word, err)
			}
			again = append(again, list...)
		}
		slices.Sort(names)
		slices.Sort(again)
		if names, again = slices.Compact(names), slices.Compact(again); !slices.Equal(names, again) {
			t.Fatalf("%q became %q", names, again)
		}
	})
}
