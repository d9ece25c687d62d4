package widget_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

type pkg struct{ name, provider string }

func packages() *widget.List[pkg] {
	return widget.NewList(
		func(p pkg) string { return p.name + "\x00" + p.provider },
		func(p pkg) string { return p.name + " " + p.provider },
		func(a, b pkg) int { return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.provider, b.provider)) },
	)
}

// screen formats the window as "> │ name" rows.
func screen(l *widget.List[pkg]) string {
	var out []string
	for _, row := range l.Window() {
		mark := " "
		if row.Cursor {
			mark = ">"
		}
		if row.Selected {
			mark += "|"
		}
		out = append(out, mark+row.Item.name)
	}
	return strings.Join(out, " ")
}

func TestListStory(t *testing.T) {
	l := packages()
	l.Height(3)
	step := func(what, want string) {
		t.Helper()
		if got := screen(l); got != want {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	step("empty", "")
	l.Add(pkg{"m", "apt"}, pkg{"k", "apt"})
	step("sorted", ">k  m")
	l.Move(1)
	l.Add(pkg{"b", "gem"}, pkg{"a", "gem"}, pkg{"z", "gem"})
	step("the cursor stays on m, and on its line", " k >m  z")
	l.Toggle()
	l.Add(pkg{"m", "gem"})
	step("same name, other provider", " k >|m  m")
	l.Add(pkg{"m", "apt"})
	step("told again", " k >|m  m")
	l.First()
	step("first", ">a  b  k")
	l.Last()
	step("last", " |m  m >z")
	l.Move(-1)
	step("the window stays", " |m >m  z")
	l.Page(-1)
	step("a page", ">k  |m  m")
	l.Filter(widget.ParseFilter("!gem"))
	step("negated", ">k  |m")
	l.Filter(widget.ParseFilter("M APT"))
	step("words in any case", ">|m")
	l.Filter(widget.ParseFilter("nothing"))
	step("nothing matches", "")
	if _, ok := l.Cursor(); ok {
		t.Error("a cursor on nothing")
	}
	l.Filter(widget.ParseFilter(""))
	if !l.Go("m\x00gem") || l.Go("nobody") {
		t.Error("Go")
	}
	l.Remove("m\x00gem")
	if item, _ := l.Cursor(); item.name != "z" {
		t.Errorf("the next one is under the cursor: %v", item)
	}
	l.First()
	l.Range()
	l.Move(1)
	step("a range begun", " |a >|b  k")
	l.Toggle()
	l.Move(1)
	step("a range ended", " |a  |b >k")
	if d := gocmp.Diff(3, len(l.Selected())); d != "" {
		t.Errorf("selected: %s", d)
	}
	l.Set([]pkg{{"k", "apt"}, {"b", "gem"}, {"y", "apt"}})
	step("read again", " |b >k  y")
	if !l.Unselect() || l.Unselect() {
		t.Error("Unselect")
	}
	l.Only(func(p pkg) bool { return p.name > "j" })
	step("only some", ">k  y")
	if from, to, of := l.Rows(); from != 1 || to != 2 || of != 2 || l.Total() != 3 {
		t.Errorf("rows %d-%d of %d, %d in all", from, to, of, l.Total())
	}
}

// An item that is the same is not searched again, but the new one replaces it.
func TestListSame(t *testing.T) {
	type item struct {
		name *string
		mark int
	}
	asked := 0
	l := widget.NewList(func(i item) string { return *i.name }, func(i item) string { asked++; return *i.name },
		func(a, b item) int { return cmp.Compare(*a.name, *b.name) })
	l.Same(func(a, b item) bool { return a.name == b.name })
	one, two, again := "one", "two", "two"
	l.Set([]item{{&one, 1}, {&two, 1}})
	l.Set([]item{{&one, 2}, {&again, 2}})
	l.Height(2)
	if w := l.Window(); asked != 3 || len(w) != 2 || w[0].Item != (item{&one, 2}) || w[1].Item != (item{&again, 2}) {
		t.Errorf("searched %d times, %v", asked, w)
	}
}

func TestScroll(t *testing.T) {
	l := packages()
	l.Height(3)
	for _, name := range strings.Split("abcdefg", "") {
		l.Add(pkg{name, "apt"})
	}
	l.Scroll(1)
	if got := screen(l); got != ">b  c  d" {
		t.Errorf("down: %q", got)
	}
	l.Scroll(99)
	l.Scroll(-1)
	if got := screen(l); got != " d >e  f" {
		t.Errorf("up again: %q", got)
	}
}

// The cursor is always inside the window, on an item that matches, and added
// items never move it.
func TestListLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := packages()
		name := rapid.StringMatching("[a-e]{1,3}")
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			before, had := l.Cursor()
			switch rapid.IntRange(0, 7).Draw(t, "step") {
			case 0, 1:
				l.Add(pkg{name.Draw(t, "name"), "apt"}, pkg{name.Draw(t, "name"), "gem"})
				if after, _ := l.Cursor(); had && after != before {
					t.Fatalf("the cursor went from %v to %v", before, after)
				}
			case 2:
				l.Move(rapid.IntRange(-9, 9).Draw(t, "by"))
			case 3:
				l.Filter(widget.ParseFilter(rapid.SampledFrom([]string{"", "a", "!b", "c !d"}).Draw(t, "filter")))
			case 4:
				l.Height(rapid.IntRange(-1, 9).Draw(t, "height"))
			case 5:
				l.Scroll(rapid.IntRange(-9, 9).Draw(t, "by"))
			case 6:
				l.Range()
			case 7:
				l.Remove(name.Draw(t, "name") + "\x00apt")
			}
			cursors := 0
			for _, row := range l.Window() {
				if row.Cursor {
					cursors++
				}
			}
			if from, to, of := l.Rows(); of > 0 && (cursors != 1 || from > to || to > of) {
				t.Fatalf("%d cursors in rows %d-%d of %d", cursors, from, to, of)
			}
		}
	})
}

func many() *widget.List[pkg] {
	l := packages()
	l.Height(50)
	items := make([]pkg, 100_000)
	for i := range items {
		items[i] = pkg{fmt.Sprintf("lib-package-%06d-dev", i), "apt"}
	}
	l.Set(items)
	return l
}

func BenchmarkDraw50Of100000(b *testing.B) {
	l := many()
	columns := []frame.Column{{Title: "package", Min: 20, Grow: 1}, {Title: "provider", Min: 8}}
	for b.Loop() {
		l.Move(1)
		slots := frame.Columns(columns, 120, 0)
		lines := []frame.Line{frame.Titles(columns, slots, true)}
		for _, row := range l.Window() {
			lines = append(lines, frame.Row{Cursor: row.Cursor, Selected: row.Selected, Cells: frame.Cells(slots, safe.Clean(row.Item.name), safe.Clean(row.Item.provider))})
		}
		_ = frame.Draw(frame.Mode{}, 120, 54, frame.Content{Body: []frame.Block{frame.One(lines)}})
	}
}

func BenchmarkFilter100000(b *testing.B) {
	l := many()
	for b.Loop() {
		l.Filter(widget.ParseFilter("99 !apx"))
	}
}

func BenchmarkAdd100To100000(b *testing.B) {
	l := many()
	n := 0
	for b.Loop() {
		batch := make([]pkg, 100)
		for i := range batch {
			n++
			batch[i] = pkg{fmt.Sprintf("gem-%09d", n), "gem"}
		}
		l.Add(batch...)
	}
}

// Items like another one are found next to it, including hidden ones, and
// regardless of how many other items there are.
func TestAlike(t *testing.T) {
	l := packages()
	var all []pkg
	for i := range 5000 {
		all = append(all, pkg{fmt.Sprintf("p%04d", i), "apt"})
	}
	l.Add(append(all, pkg{"p0000", "gem"}, pkg{"p2500", "npm"}, pkg{"p2500", "gem"}, pkg{"p4999", "gem"})...)
	for _, c := range []struct {
		of     pkg
		filter string
		want   []string
	}{
		{pkg{"p0000", "gem"}, "", []string{"apt", "gem"}},
		{pkg{"p2500", "gem"}, "", []string{"apt", "gem", "npm"}},
		{pkg{"p2500", "npm"}, "npm", []string{"apt", "gem", "npm"}},
		{pkg{"p2501", "apt"}, "", []string{"apt"}},
		{pkg{"p4999", "apt"}, "", []string{"apt", "gem"}},
		{pkg{"p9999", "apt"}, "", nil},
	} {
		l.Filter(widget.ParseFilter(c.filter))
		looked := 0
		var got []string
		for _, p := range l.Alike(c.of, func(a, b pkg) bool { looked++; return a.name == b.name }) {
			got = append(got, p.provider)
		}
		if diff := gocmp.Diff(c.want, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", c.of, diff)
		}
		// Each item may be compared once backwards and once forwards, plus one
		// item at both ends.
		if most := 2*len(c.want) + 2; looked > most {
			t.Errorf("%v looked at %d items of %d, at most %d are needed", c.of, looked, l.Total(), most)
		}
	}
}
