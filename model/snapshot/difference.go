package snapshot

import (
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/noise"
	"ralsh/ral/value"
)

// Difference is what differs between two snapshots, A and B.
type Difference struct {
	A, B   Head
	Groups []Group // the types by name, then the facts; those without a difference too
}

// Group is the difference of the instances of one type, or of the facts.
type Group struct {
	Type  string   // "" for the facts
	A, B  int      // instances
	NotOn string   // "A" or "B", whose snapshot does not have the type: there are no rows then
	Gaps  []string // why not all of A or B is known, with the side: "B: apt: ..."
	Rows  []Row    // by title, without those of other classes than Wanted
	Left  Left     // what Rows does not have
	Rest  []Row    // the rows of what was left out
}

// Left counts what was left out: differences that are no choice of anybody, by class, and
// what neither side knows.
type Left struct {
	Classes [noise.Volatile + 1]int
	Secrets int // both are secrets
	Unread  int // neither could be read
}

// Count returns the number of all that was left out.
func (l Left) Count() int {
	n := l.Secrets + l.Unread
	for _, c := range l.Classes {
		n += c
	}
	return n
}

// Add adds the counts of another one.
func (l *Left) Add(other Left) {
	for i, c := range other.Classes {
		l.Classes[i] += c
	}
	l.Secrets += other.Secrets
	l.Unread += other.Unread
}

// Sign says how an instance or a property differs.
type Sign byte

// The signs.
const (
	OnlyA   Sign = '-' // B does not have it
	OnlyB   Sign = '+' // A does not have it
	Differs Sign = '~'
	Unknown Sign = '?' // one of them may have it, or its value is not known
)

// Row is one instance, or one fact, that differs.
type Row struct {
	Sign     Sign
	Type     string // "" for a fact
	Title    string
	Place    string      // of an instance with namesakes: the property that differs, "user bob"
	Provider string      // of A, or of B if only that has it
	Why      string      // of Unknown: what keeps it from being known
	OnA      bool        // A has it
	Class    noise.Class // of a row in Group.Rest
	Changes  []Change    // the properties that differ; none of an instance that only one side lists
	line     []byte      // of A, or of B if only that has it
}

// Label returns the title, with the place if there is one.
func (r *Row) Label() string {
	if r.Place == "" {
		return r.Title
	}
	return r.Title + " (" + r.Place + ")"
}

// Ref returns the reference to the resource, or the name of the fact.
func (r *Row) Ref() string {
	if r.Type == "" {
		return r.Title
	}
	return ral.Decl{Type: r.Type, Title: r.Title}.Ref()
}

// Name returns the reference and, behind a blank, the provider if the row has one.
func (r *Row) Name() string {
	if r.Provider == "" {
		return r.Ref()
	}
	return r.Ref() + " " + r.Provider
}

// Values returns the properties of an instance that only one side lists, with the values of
// that side, and otherwise the changes.
func (r *Row) Values() []Change {
	if len(r.Changes) > 0 {
		return r.Changes
	}
	rec, _ := decode(r.line) // it was read before
	var list []Change
	for _, name := range properties(rec, record{}) {
		ch := Change{Sign: r.Sign, Property: name, Class: rec.classOf(name)}
		if is := rec.value(name); r.OnA {
			ch.A = is
		} else {
			ch.B = is
		}
		list = append(list, ch)
	}
	return list
}

// Change is one property that differs, or is not known.
type Change struct {
	Sign     Sign
	Property string
	A, B     value.Value // nil if not set, unknown or secret
	Why      string      // of Unknown
	Class    noise.Class
	Secret   bool // both are secrets
	Unread   bool // neither could be read
}

// Counts returns the number of rows that differ, and of those that are not known, and
// whether a listing was incomplete or is missing.
func (d *Difference) Counts() (differ, unknown int, gaps bool) {
	for _, g := range d.Groups {
		for _, r := range g.Rows {
			if r.Sign == Unknown {
				unknown++
			} else {
				differ++
			}
		}
		gaps = gaps || len(g.Gaps) > 0 || g.NotOn != ""
	}
	return differ, unknown, gaps
}

// Left returns what all groups left out.
func (d *Difference) Left() Left {
	var sum Left
	for _, g := range d.Groups {
		sum.Add(g.Left)
	}
	return sum
}

// Fold is a row, or many that differ in the same properties or are not known for the same
// reason.
type Fold []Row

// folds is the number of rows from which on they are folded, such as the versions of
// packages after an upgrade.
const folds = 10

// Folded returns the rows of a group. Many that are alike are one Fold, where the
// first of them is.
func (g *Group) Folded() []Fold {
	alike := make(map[string]int)
	for i := range g.Rows {
		alike[g.Rows[i].likeness()]++
	}
	place := make(map[string]int)
	var list []Fold
	for i := range g.Rows {
		like := g.Rows[i].likeness()
		at, begun := place[like]
		switch {
		case like == "" || alike[like] < folds:
			list = append(list, Fold{g.Rows[i]})
		case begun:
			list[at] = append(list[at], g.Rows[i])
		default:
			place[like] = len(list)
			list = append(list, Fold{g.Rows[i]})
		}
	}
	return list
}

// likeness returns what rows that can be folded have in common, or "".
func (r *Row) likeness() string {
	if r.Type == "" || r.Sign == OnlyA || r.Sign == OnlyB {
		return ""
	}
	if r.Why != "" {
		return fmt.Sprint(r.OnA, r.Why)
	}
	parts := []string{string(r.Sign)}
	for _, c := range r.Changes {
		parts = append(parts, string(c.Sign), c.Property, c.Why)
	}
	return strings.Join(parts, "\x00")
}
