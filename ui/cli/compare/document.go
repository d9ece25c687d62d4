package compare

import (
	"ralsh/model/snapshot"
	"ralsh/ral/noise"
	"ralsh/ui/cli/output"
)

// differenceItem is the document of a comparison.
type differenceItem struct {
	Schema  int           `json:"schema"`
	A       snapshot.Head `json:"a"`
	B       snapshot.Head `json:"b"`
	Equal   bool          `json:"equal"`   // no differences, and no unknown values
	Differ  int           `json:"differ"`  // rows
	Unknown int           `json:"unknown"` // rows
	Groups  []groupItem   `json:"groups"`
	LeftOut omittedItem   `json:"left_out"`
	Staged  *stagedItem   `json:"staged,omitempty"`
}

type groupItem struct {
	Type  string    `json:"type"` // "" for the facts
	A     int       `json:"a"`
	B     int       `json:"b"`
	NotOn string    `json:"not_on,omitempty"` // A or B, if its snapshot lacks the type
	Gaps  []string  `json:"gaps"`
	Rows  []rowItem `json:"rows"`
}

type rowItem struct {
	Sign     string           `json:"sign"`
	Title    string           `json:"title"`
	Place    string           `json:"place,omitempty"`
	Provider string           `json:"provider,omitempty"`
	Class    noise.Class      `json:"class"`
	Why      string           `json:"why,omitempty"`
	Changes  []differenceOfIt `json:"changes"`
}

type differenceOfIt struct {
	Sign     string      `json:"sign"`
	Property string      `json:"property"`
	A        any         `json:"a"`
	B        any         `json:"b"`
	Class    noise.Class `json:"class"`
	Why      string      `json:"why,omitempty"`
}

type omittedItem struct {
	State    int `json:"state"`
	Identity int `json:"identity"`
	Volatile int `json:"volatile"`
	Secrets  int `json:"secrets"`
	Unread   int `json:"unread"`
}

// differenceDocument returns the document; all adds the omitted rows.
func differenceDocument(d *snapshot.Difference, all bool) differenceItem {
	left := d.Left()
	doc := differenceItem{Schema: output.Schema, A: d.A, B: d.B, Groups: []groupItem{}, LeftOut: omittedItem{
		left.Classes[noise.State], left.Classes[noise.Identity], left.Classes[noise.Volatile], left.Secrets, left.Unread,
	}}
	var gaps bool
	doc.Differ, doc.Unknown, gaps = d.Counts()
	doc.Equal = doc.Differ+doc.Unknown == 0 && !gaps
	for _, g := range d.Groups {
		item := groupItem{Type: g.Type, A: g.A, B: g.B, NotOn: g.NotOn, Gaps: append([]string{}, g.Gaps...), Rows: []rowItem{}}
		rows := g.Rows
		if all {
			rows = append(rows[:len(rows):len(rows)], g.Rest...)
		}
		for _, r := range rows {
			item.Rows = append(item.Rows, rowDocument(r))
		}
		doc.Groups = append(doc.Groups, item)
	}
	return doc
}

func rowDocument(r snapshot.Row) rowItem {
	item := rowItem{Sign: string(r.Sign), Title: r.Title, Place: r.Place, Provider: r.Provider, Class: r.Class, Why: r.Why, Changes: []differenceOfIt{}}
	for _, c := range r.Values() {
		item.Changes = append(item.Changes, differenceOfIt{string(c.Sign), c.Property, c.A.Plain(), c.B.Plain(), c.Class, c.Why})
	}
	return item
}
