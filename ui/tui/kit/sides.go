package kit

import (
	"ralsh/model/hops"
	"ralsh/model/snapshot"
)

// Side is a side of a comparison of hosts.
type Side struct {
	Name string       // as the inventory has it, or that of this host
	On   *hops.Target // nil for this host
}

// Word returns the side as ralsh compare takes it.
func (s Side) Word() string {
	if s.On == nil {
		return "now"
	}
	return s.On.String()
}

// ComparedMsg passes the result of a comparison to every screen.
type ComparedMsg struct {
	Sides  [2]Side
	Counts []TypeCount // of the types that differ or are not known
}

// TypeCount is how many rows of a type differ, by sign.
type TypeCount struct {
	Type                           string // "" for the facts
	OnlyA, OnlyB, Differs, Unknown int
}

// CountsOf returns the counts of the types that differ or are not known.
func CountsOf(d *snapshot.Difference) (list []TypeCount) {
	for i := range d.Groups {
		if n := CountOf(&d.Groups[i]); n.All() > 0 {
			list = append(list, n)
		}
	}
	return list
}

// CountOf counts the rows of a type. A type that a side does not have counts as
// unknown, and so does each gap.
func CountOf(g *snapshot.Group) TypeCount {
	n := TypeCount{Type: g.Type, Unknown: len(g.Gaps)}
	if g.NotOn != "" {
		n.Unknown++
	}
	for i := range g.Rows {
		switch g.Rows[i].Sign {
		case snapshot.OnlyA:
			n.OnlyA++
		case snapshot.OnlyB:
			n.OnlyB++
		case snapshot.Differs:
			n.Differs++
		case snapshot.Unknown:
			n.Unknown++
		}
	}
	return n
}

// Differ returns the number of rows that differ.
func (n TypeCount) Differ() int { return n.OnlyA + n.OnlyB + n.Differs }

// All returns the number of all rows.
func (n TypeCount) All() int { return n.Differ() + n.Unknown }

// ToCompare returns the route to the comparison of two hosts.
func ToCompare(a, b Side) Route { return Route{Kind: RouteCompare, Sides: [2]Side{a, b}} }
