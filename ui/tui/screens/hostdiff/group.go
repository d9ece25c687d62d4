package hostdiff

import (
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"

	"ralsh/model/snapshot"
	"ralsh/ral/noise"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/plantext"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
)

// group is the difference of a type, or of the facts.
type group struct {
	*snapshot.Group
	place  int
	count  kit.TypeCount
	items  []*item
	list   *widget.List[*item]
	search kit.Search
}

type item struct {
	*snapshot.Row
	place int
	rest  bool // it is left out unless all is shown
	title safe.Text
}

// groupOf makes the rows of a group, by title.
func groupOf(g *snapshot.Group, place int) *group {
	list := &group{Group: g, place: place, count: kit.CountOf(g)}
	rows, rest := g.Rows, g.Rest
	for len(rows) > 0 || len(rest) > 0 {
		it := &item{place: len(list.items)}
		if len(rest) == 0 || len(rows) > 0 && rows[0].Title <= rest[0].Title {
			it.Row, rows = &rows[0], rows[1:]
		} else {
			it.Row, rest, it.rest = &rest[0], rest[1:], true
		}
		it.title = brief(it.Label())
		list.items = append(list.items, it)
	}
	list.list = widget.NewList(
		func(it *item) string { return strconv.Itoa(it.place) },
		func(it *item) string { return string(it.title) + " " + it.Provider },
		func(a, b *item) int { return cmp.Compare(a.place, b.place) },
	)
	list.search = kit.NewSearch(list.list.Filter)
	return list
}

func (g *group) id() string { return g.Type }

func (g *group) name() string { return cmp.Or(g.Type, "facts") }

// show shows all rows, or only the differences.
func (g *group) show(all bool) {
	var seen []*item
	for _, it := range g.items {
		if all || !it.rest {
			seen = append(seen, it)
		}
	}
	g.list.Set(seen)
}

// sign returns the strongest sign of the rows.
func (g *group) sign() frame.Sign {
	switch n := g.count; {
	case n.Differ() > 0:
		return frame.SignChanges
	case n.Unknown > 0:
		return frame.SignUnknown
	}
	return frame.SignInSync
}

// counts returns the rows by sign, as their signs are in the list: "-1 +2 ~3 ?4".
func (g *group) counts() safe.Text {
	var parts []string
	for _, c := range []struct {
		sign snapshot.Sign
		n    int
	}{
		{snapshot.OnlyA, g.count.OnlyA},
		{snapshot.OnlyB, g.count.OnlyB},
		{snapshot.Differs, g.count.Differs},
		{snapshot.Unknown, g.count.Unknown},
	} {
		if c.n > 0 {
			parts = append(parts, string(c.sign)+string(words.Count(c.n)))
		}
	}
	return safe.Clean(strings.Join(parts, " "))
}

// note describes the difference of a row in few words.
func (it *item) note() safe.Text {
	switch {
	case it.rest && it.Class != noise.Chosen:
		return safe.Clean(it.Class.String())
	case it.Why != "" && it.OnA:
		return "on A; unknown on B"
	case it.Why != "":
		return "on B; unknown on A"
	case it.Sign == snapshot.OnlyA:
		return "only A"
	case it.Sign == snapshot.OnlyB:
		return "only B"
	case len(it.Changes) == 1:
		return brief(it.Changes[0].Property)
	}
	return words.CountOf(len(it.Changes), "property", "properties")
}

// unstageable returns why a row cannot become a draft, or "".
func (it *item) unstageable() string {
	switch {
	case it.Type == "":
		return "facts cannot be set"
	case it.rest && it.Class != noise.Chosen:
		return "the class " + it.Class.String() + " is not a setting that you choose"
	case it.Sign == snapshot.OnlyB:
		return "only B contains it, and ralsh does not stage removals here"
	case it.Sign == snapshot.Unknown:
		return "the value is not known on both hosts"
	}
	return ""
}

// values are the properties of a row, as text.
type values struct {
	of   *snapshot.Row
	list []shownChange
}

type shownChange struct {
	sign     frame.Sign
	property safe.Text
	a, b     safe.Text // "-" if not set
	why      safe.Text
	class    safe.Text     // of what is left out, or ""
	hunks    []widget.Hunk // the difference of texts with several lines
	note     safe.Text     // why there is none
}

// take formats the properties of a row once, since a line may be large.
func (v *values) take(r *snapshot.Row) {
	if v.of == r {
		return
	}
	v.of, v.list = r, nil
	for _, c := range r.Values() {
		ch := shownChange{sign: frame.Sign(c.Sign), property: brief(c.Property), a: brief(words.Shown(c.A)), b: brief(words.Shown(c.B)), why: brief(c.Why)}
		if is, should, ok := words.Texts(c.A, c.B); ok {
			ch.hunks, ch.note = widget.Contents(is, should, 1, plantext.CompareTimeout)
		}
		if c.Class != noise.Chosen {
			ch.class = safe.Clean(c.Class.String())
		}
		v.list = append(v.list, ch)
	}
}

// mostShown limits the shown part of a text of a remote host, in bytes.
const mostShown = 4 << 10

// brief cleans the beginning of a foreign text.
func brief(text string) safe.Text {
	if len(text) <= mostShown {
		return safe.Clean(text)
	}
	end := mostShown
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return safe.Clean(text[:end] + safe.Ellipsis)
}
