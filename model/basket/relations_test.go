package basket

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ralsh/model/draft"
)

// planned plans a basket as a front end does.
func planned(t testing.TB, b *Basket) Plan {
	t.Helper()
	p := b.Selection().Plan(t.Context())
	b.SetPlan(p, time.Unix(100, 0))
	return p
}

func (r Relation) text() string {
	words := []string{map[bool]string{true: "after", false: "before"}[r.After], r.Type + "[" + r.Title + "]", r.By}
	words = append(words, [...]string{"declared", "declared by it", "automatic"}[r.Origin])
	words = append(words, [...]string{"orders", "unplanned", "applied", "not staged", "omitted", "unready"}[r.State])
	if r.Notifies {
		words = append(words, "notifies")
	}
	return strings.Join(words, ", ")
}

// The relations of a draft, inside and outside of the plan.
func TestRelations(t *testing.T) {
	for name, c := range map[string]struct {
		drafts  [][]string // type, title, pairs
		omitted string
		of      string
		want    []string
	}{
		"none": {[][]string{{"host", "a", "ip", "192.0.2.1"}}, "", "a", nil},
		"in the plan": {
			[][]string{{"host", "a", "ip", "192.0.2.1"}, {"host", "b", "ip", "192.0.2.1", "require", "Host[a]"}},
			"", "b",
			[]string{"after, host[a], require => Host[a], declared, orders"},
		},
		"from the other end": {
			[][]string{{"host", "a", "ip", "192.0.2.1"}, {"host", "b", "ip", "192.0.2.1", "subscribe", "Host[a]"}},
			"", "a",
			[]string{"before, host[b], subscribe => Host[a], declared, orders, notifies"},
		},
		"automatic": {
			[][]string{{"file", "/srv", "ensure", "directory"}, {"file", "/srv/a", "content", "x"}},
			"", "/srv/a",
			[]string{"after, file[/srv], autorequire, automatic, orders"},
		},
		"not staged": {
			[][]string{{"host", "a", "ip", "192.0.2.1", "before", "Host[b]"}},
			"", "a",
			[]string{"before, host[b], before => Host[b], declared, not staged"},
		},
		"omitted": {
			[][]string{{"host", "a", "ip", "192.0.2.1"}, {"host", "b", "ip", "192.0.2.1", "require", "Host[a]"}},
			"a", "b",
			[]string{"after, host[a], require => Host[a], declared, omitted"},
		},
		"omitted, from the other end": {
			[][]string{{"host", "a", "ip", "192.0.2.1"}, {"host", "b", "ip", "192.0.2.1", "require", "Host[a]"}},
			"b", "a",
			[]string{"before, host[b], require => Host[a], declared by it, omitted"},
		},
		"not ready": {
			[][]string{{"host", "a", "ip", "nowhere"}, {"host", "b", "ip", "192.0.2.1", "notify", "Host[a]"}},
			"", "b",
			[]string{"before, host[a], notify => Host[a], declared, unready"},
		},
		"both ways round": {
			[][]string{{"host", "a", "ip", "192.0.2.1", "require", "Host[b]"}, {"host", "b", "ip", "192.0.2.1", "require", "Host[a]"}},
			"", "a",
			[]string{"after, host[b], require => Host[b], declared, unplanned", "before, host[b], require => Host[a], declared by it, unplanned"},
		},
		"a cycle with an automatic one": {
			[][]string{
				{"file", "/srv", "ensure", "directory", "require", "Host[a]"},
				{"file", "/srv/a", "content", "x"},
				{"host", "a", "ip", "192.0.2.1", "require", "File[/srv/a]"},
			},
			"", "/srv/a",
			[]string{"after, file[/srv], autorequire, automatic, orders", "before, host[a], require => File[/srv/a], declared by it, unplanned"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := New(session(t))
			var of *draft.Draft
			for _, s := range c.drafts {
				d := stage(t, b, s[0], s[1], s[2:]...)
				b.SetOmitted(d, s[1] == c.omitted)
				if s[1] == c.of {
					of = d
				}
			}
			var got []string
			for _, r := range planned(t, b).Relations(of) {
				got = append(got, r.text())
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("they are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// Dependents of an applied resource do not wait for it.
func TestRelationToWhatWasApplied(t *testing.T) {
	b := New(session(t))
	a := stage(t, b, "host", "a", "ip", "192.0.2.1")
	d := stage(t, b, "host", "b", "ip", "192.0.2.1", "require", "Host[a]")
	b.MarkApplied(a.Decl())
	p := planned(t, b)
	if got := p.Relations(d)[0].text(); got != "after, host[a], require => Host[a], declared, applied" || p.Err != nil || p.Steps[d] == nil {
		t.Errorf("it is %q, %v", got, p.Err)
	}
}

// A resource that was applied and is staged again orders its dependents again.
func TestRelationToWhatIsStagedAgain(t *testing.T) {
	b := New(session(t))
	done := stage(t, b, "host", "a", "ip", "192.0.2.1").Decl()
	d := stage(t, b, "host", "b", "ip", "192.0.2.1", "require", "Host[a]")
	b.MarkApplied(done)
	stage(t, b, "host", "a", "ip", "192.0.2.2")
	p := planned(t, b)
	if got := p.Relations(d)[0].text(); got != "after, host[a], require => Host[a], declared, orders" || titles(p.Order()) != "a b" {
		t.Errorf("it is %q, the order %q", got, titles(p.Order()))
	}
}

// A cycle is returned as one path, with its relationships.
func TestCycle(t *testing.T) {
	b := New(session(t))
	stage(t, b, "host", "a", "ip", "192.0.2.1", "require", "Host[c]")
	stage(t, b, "host", "b", "ip", "192.0.2.1", "require", "Host[a]")
	c := stage(t, b, "host", "c", "ip", "192.0.2.1", "require", "Host[b]")
	stage(t, b, "host", "d", "ip", "192.0.2.1")
	p := planned(t, b)
	if path := p.Cycle(); len(path) != 4 || path[0] != path[3] || len(p.Links) != 3 {
		t.Errorf("the cycle is %q of %+v, %v", path, p.Links, p.Err)
	}
	if len(p.Order()) != 0 || p.Included() != 0 || p.Move(c, 1) == "" {
		t.Error("there is an order in a cycle")
	}
	b.SetOmitted(c, true)
	if p := planned(t, b); p.Cycle() != nil || titles(p.Order()) != "d" {
		t.Errorf("without one of them: %q, order %q", p.Cycle(), titles(p.Order()))
	}
}
