package snapshot

import (
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/noise"
	"ralsh/ral/value"
)

// Difference contains the differences between two snapshots, A and B.
type Difference struct {
	A, B   Head
	Groups []Group // the types by name, then the facts, including those without differences
}

// Group contains the differences of a type, or of the facts.
type Group struct {
	Type  string   // "" for the facts
	A, B  int      // instances
	NotOn string   // "A" or "B": this snapshot lacks the type, so there are no rows
	Gaps  []string // why not all of A or B is known, with the side: "B: apt: ..."
	Rows  []Row    // by title, only of class Wanted
	Left  Left     // counts of the rows that Rows omits
	Rest  []Row    // the omitted rows
}

// Left counts omitted rows: differences that no user chose, by class, and values that both
// sides could not read.
type Left struct {
	Classes [noise.Volatile + 1]int
	Secrets int // both are secrets
	Unread  int // neither could be read
}

// Count returns the number of all omitted rows.
func (l Left) Count() int {
	n := l.Secrets + l.Unread
	for _, c := range l.Classes {
		n += c
	}
	return n
}

// Add adds other to the counts.
func (l *Left) Add(other Left) {
	for i, c := range other.Classes {
		l.Classes[i] += c
	}
	l.Secrets += other.Secrets
	l.Unread += other.Unread
}

// Sign is the kind of a difference.
type Sign byte

const (
	OnlyA   Sign = '-' // B does not have it
	OnlyB   Sign = '+' // A does not have it
	Differs Sign = '~'
	Unknown Sign = '?' // possibly present, or the value is unknown
)

// Row is an instance or a fact that differs.
type Row struct {
	Sign     Sign
	Type     string // "" for a fact
	Title    string
	Place    string      // of an instance with namesakes: the property that differs, "user bob"
	Provider string      // of A, or of B if only that has it
	Why      string      // of Unknown: the reason
	OnA      bool        // A has it
	Class    noise.Class // of a row in Group.Rest
	Changes  []Change    // the properties that differ; empty if only one side lists the instance
	line     []byte      // of A, or of B if only that has it
}

// Label returns the title, followed by the place if it has one.
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

// Name returns the reference, followed by a space and the provider if the row has one.
func (r *Row) Name() string {
	if r.Provider == "" {
		return r.Ref()
	}
	return r.Ref() + " " + r.Provider
}

// Values returns the changes; for an instance that only one side lists, it returns the
// properties with the values of that side.
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

// Change is a property that differs or is unknown.
type Change struct {
	Sign     Sign
	Property string
	A, B     value.Value // nil if not set, unknown or secret
	Why      string      // of Unknown
	Class    noise.Class
	Secret   bool // both are secrets
	Unread   bool // neither could be read
}

// Counts returns the number of rows that differ and of unknown rows, and whether a listing is
// incomplete or missing.
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

// Left returns the sum of the omitted rows of all groups.
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

// folds is the number of similar rows from which Folded joins them: for example, package
// versions after an upgrade.
const folds = 10

// Folded returns the rows of a group. Many similar rows become a single Fold at the position
// of the first row.
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

// likeness returns the common part of rows that can be folded, or "".
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
