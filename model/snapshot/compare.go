package snapshot

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"

	"ralsh/ral/noise"
	"ralsh/ral/value"
)

// Compare compares two snapshots. A resource that an incomplete listing may have missed is
// unknown, and never absent. The error is that of an invalid line.
func Compare(a, b *Snapshot) (*Difference, error) {
	d := &Difference{A: a.Head, B: b.Head}
	names := make(map[string]bool)
	for _, list := range slices.Concat(a.Types, b.Types) {
		names[list.Type] = true
	}
	for _, typ := range slices.Sorted(maps.Keys(names)) {
		c := comparison{a: side{a.Head, a.of(typ)}, b: side{b.Head, b.of(typ)}, group: Group{Type: typ}}
		if err := c.run(); err != nil {
			return nil, err
		}
		d.Groups = append(d.Groups, c.group)
	}
	c := comparison{a: side{a.Head, &a.Facts}, b: side{b.Head, &b.Facts}}
	if len(a.Facts.Items) == 0 || len(b.Facts.Items) == 0 {
		return d, nil // a snapshot was taken without facts
	}
	err := c.run()
	d.Groups = append(d.Groups, c.group)
	return d, err
}

// side is the listing of a host.
type side struct {
	head Head
	list *Listing // nil if the snapshot does not have the type
}

func (s side) items() []Item {
	if s.list == nil {
		return nil
	}
	return s.list.Items
}

// lacks returns why the absence of an instance from the listing proves nothing, or "".
func (s side) lacks(provider string) string {
	switch {
	case s.list.Chosen:
		return "the snapshot contains only selected resources"
	case !s.head.Privileged:
		return "listed by the unprivileged user " + s.head.User
	case s.list.Kind != typeLine: // facts
		return ""
	}
	i := slices.IndexFunc(s.list.Providers, func(p Provider) bool { return p.Name == provider })
	if i < 0 {
		return "unknown provider " + provider
	}
	switch p := s.list.Providers[i]; {
	case !p.Suitable:
		return provider + " is not suitable: " + p.Why
	case p.Error != "":
		return provider + " cannot list all resources: " + inLine(p.Error)
	}
	return ""
}

// gaps returns the errors that make a listing incomplete.
func (s side) gaps(name string) (list []string) {
	for _, p := range s.list.Providers {
		if p.Error != "" {
			list = append(list, name+": "+p.Name+": "+inLine(p.Error))
		}
	}
	return list
}

func inLine(errs string) string { return strings.ReplaceAll(errs, "\n", "; ") }

type comparison struct {
	a, b  side
	group Group
}

func (c *comparison) run() error {
	g := &c.group
	g.A, g.B = len(c.a.items()), len(c.b.items())
	switch {
	case c.a.list == nil:
		g.NotOn = "A"
		return nil
	case c.b.list == nil:
		g.NotOn = "B"
		return nil
	}
	g.Gaps = append(c.a.gaps("A"), c.b.gaps("B")...)
	perProvider := c.a.list.PerProvider || c.b.list.PerProvider
	key := func(it Item) string {
		if perProvider {
			return it.Title + "\x00" + it.Provider
		}
		return it.Title
	}
	named := make(map[string]*namesakes, g.A)
	for i, items := range [][]Item{c.a.items(), c.b.items()} {
		for _, it := range items {
			k := key(it)
			if named[k] == nil {
				named[k] = new(namesakes)
			}
			named[k][i] = append(named[k][i], it)
		}
	}
	for _, k := range slices.Sorted(maps.Keys(named)) {
		if err := c.namesakes(named[k]); err != nil {
			return err
		}
	}
	byTitle := func(x, y Row) int {
		return cmp.Or(strings.Compare(x.Title, y.Title), strings.Compare(x.Provider, y.Provider))
	}
	slices.SortStableFunc(g.Rows, byTitle)
	slices.SortStableFunc(g.Rest, byTitle)
	return nil
}

// namesakes are the instances with the same name, of A and of B, in the order of their lines:
// for example, keys of two users.
type namesakes [2][]Item

// namesakes compares instances with the same name: first those with equal lines, then those at
// the same place, and then the rest in order.
func (c *comparison) namesakes(n *namesakes) error {
	a, b := n[0], n[1]
	at, err := c.placesOf(n)
	if err != nil {
		return err
	}
	var rest namesakes
	for len(a) > 0 && len(b) > 0 {
		switch order := inOrder(a[0], b[0]); {
		case order < 0:
			rest[0], a = append(rest[0], a[0]), a[1:]
		case order > 0:
			rest[1], b = append(rest[1], b[0]), b[1:]
		default:
			if err := c.both(a[0], b[0], at.name(a[0])); err != nil {
				return err
			}
			a, b = a[1:], b[1:]
		}
	}
	rest[0], rest[1] = append(rest[0], a...), append(rest[1], b...)
	if at != nil {
		if err := c.atOnePlace(&rest, at); err != nil {
			return err
		}
	}
	pairs := min(len(rest[0]), len(rest[1]))
	for i := range pairs {
		if err := c.both(rest[0][i], rest[1][i], at.name(rest[0][i])); err != nil {
			return err
		}
	}
	for _, it := range rest[0][pairs:] {
		if err := c.one(it, OnlyA, c.b, at.name(it)); err != nil {
			return err
		}
	}
	for _, it := range rest[1][pairs:] {
		if err := c.one(it, OnlyB, c.a, at.name(it)); err != nil {
			return err
		}
	}
	return nil
}

// atOnePlace compares the instances at the same place, and removes them from rest.
func (c *comparison) atOnePlace(rest *namesakes, at places) error {
	there := make(map[string][]Item)
	for _, it := range rest[1] {
		k := at[string(it.line)].key
		there[k] = append(there[k], it)
	}
	var left namesakes
	for _, it := range rest[0] {
		k := at[string(it.line)].key
		if len(there[k]) == 0 {
			left[0] = append(left[0], it)
			continue
		}
		if err := c.both(it, there[k][0], at.name(it)); err != nil {
			return err
		}
		there[k] = there[k][1:]
	}
	for _, it := range rest[1] {
		k := at[string(it.line)].key
		if n := len(there[k]); n > 0 && string(there[k][0].line) == string(it.line) {
			left[1], there[k] = append(left[1], it), there[k][1:]
		}
	}
	*rest = left
	return nil
}

// places maps the lines of namesakes to their places.
type places map[string]place

// place is the location of an instance: all properties that locate it, and a name from the
// first of these properties that differs among its namesakes.
type place struct{ key, name string }

func (p places) name(it Item) string { return p[string(it.line)].name }

// placesOf returns the places of namesakes, or nil if no side has several.
func (c *comparison) placesOf(n *namesakes) (places, error) {
	names := c.a.list.Places
	if len(names) == 0 || len(n[0]) < 2 && len(n[1]) < 2 {
		return nil, nil
	}
	at, values := make(places), make(map[string]map[string]bool)
	records := make(map[string]record)
	for _, it := range slices.Concat(n[0], n[1]) {
		r, err := decode(it.line)
		if err != nil {
			return nil, err
		}
		records[string(it.line)] = r
		for _, name := range names {
			if values[name] == nil {
				values[name] = make(map[string]bool)
			}
			values[name][r.value(name).Text()] = true
		}
	}
	for line, r := range records {
		var p place
		for _, name := range names {
			text := r.value(name).Text()
			p.key += text + "\x00"
			if p.name == "" && len(values[name]) > 1 {
				p.name = name + " " + text
			}
		}
		at[line] = p
	}
	return at, nil
}

// hides reports whether a line may have a property that is not known.
func (it Item) hides() bool {
	return bytes.Contains(it.line, []byte(`"redacted":`)) || bytes.Contains(it.line, []byte(`"unknown":`))
}

// one adds a row for an instance that only this side has.
func (c *comparison) one(it Item, sign Sign, other side, place string) error {
	r, err := decode(it.line)
	if err != nil {
		return err
	}
	row := Row{Sign: sign, Type: c.group.Type, Title: it.Title, Place: place, Provider: it.Provider, Class: r.Class, OnA: sign == OnlyA, line: it.line}
	if row.Why = other.lacks(it.Provider); row.Why != "" {
		row.Sign = Unknown
	}
	c.add(row)
	return nil
}

// add adds a row without changes to the rows of its class.
func (c *comparison) add(row Row) {
	if row.Class == noise.Chosen {
		c.group.Rows = append(c.group.Rows, row)
		return
	}
	c.group.Left.Classes[row.Class]++
	c.group.Rest = append(c.group.Rest, row)
}

func (c *comparison) both(a, b Item, place string) error {
	if bytes.Equal(a.line, b.line) && !a.hides() {
		return nil
	}
	ra, err := decode(a.line)
	if err != nil {
		return err
	}
	rb, err := decode(b.line)
	if err != nil {
		return err
	}
	shown, rest := Row{}, Row{}
	for _, name := range properties(ra, rb) {
		ch, differs := change(name, ra, rb)
		switch {
		case !differs:
		case ch.Secret:
			c.group.Left.Secrets++
			rest.Changes = append(rest.Changes, ch)
		case ch.Unread:
			c.group.Left.Unread++
			rest.Changes = append(rest.Changes, ch)
		case ch.Class != noise.Chosen:
			c.group.Left.Classes[ch.Class]++
			rest.Changes = append(rest.Changes, ch)
		default:
			shown.Changes = append(shown.Changes, ch)
		}
	}
	for _, r := range []struct {
		Row
		list *[]Row
	}{{shown, &c.group.Rows}, {rest, &c.group.Rest}} {
		if len(r.Changes) == 0 {
			continue
		}
		row := r.Row
		row.Type, row.Title, row.Place, row.Provider, row.OnA, row.line = c.group.Type, a.Title, place, a.Provider, true, a.line
		row.Sign, row.Class = signOf(row.Changes), row.Changes[0].Class
		*r.list = append(*r.list, row)
	}
	return nil
}

// signOf returns the sign of a row with changes: a known difference counts more.
func signOf(changes []Change) Sign {
	if slices.ContainsFunc(changes, func(ch Change) bool { return ch.Sign == Differs }) {
		return Differs
	}
	return Unknown
}

// properties returns the properties of either record, ensure first.
func properties(a, b record) []string {
	names := slices.Collect(maps.Keys(a.Properties))
	for name := range b.Properties {
		if _, both := a.Properties[name]; !both {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(x, y string) int {
		switch {
		case x == y:
			return 0
		case x == "ensure":
			return -1
		case y == "ensure":
			return 1
		}
		return strings.Compare(x, y)
	})
	return names
}

func change(name string, a, b record) (ch Change, differs bool) {
	ch = Change{Sign: Differs, Property: name, Class: max(a.classOf(name), b.classOf(name))}
	secretA, secretB := slices.Contains(a.Redacted, name), slices.Contains(b.Redacted, name)
	whyA, whyB := a.Unknown[name], b.Unknown[name]
	ch.A, ch.B = a.value(name), b.value(name)
	switch {
	case secretA || secretB:
		ch.Sign, ch.Why, ch.Secret = Unknown, "ralsh does not compare secrets", secretA && secretB
		return ch, true
	case whyA != "" && whyB != "":
		ch.Sign, ch.Why, ch.Unread = Unknown, whyA, true
		return ch, true
	case whyA != "":
		ch.Sign, ch.Why = Unknown, "A: "+whyA
		return ch, true
	case whyB != "":
		ch.Sign, ch.Why = Unknown, "B: "+whyB
		return ch, true
	case a.Provider != b.Provider && (ch.A.IsNil() || ch.B.IsNil()):
		ch.Sign, ch.Why = Unknown, "only one of the providers "+a.Provider+" and "+b.Provider+" supports the property"
		return ch, true
	}
	return ch, !alike(ch.A, ch.B)
}

// alike compares two values as they are in JSON. A property that a provider did not set is
// absent.
func alike(a, b value.Value) bool {
	unset := func(v value.Value) bool { return v.IsNil() || v.Kind() == value.String && v.Raw() == "absent" }
	return unset(a) && unset(b) || a.Equal(b)
}

// classOf returns the class of a property. A fact has a single class.
func (r record) classOf(name string) noise.Class {
	if r.Kind == factLine {
		return r.Class
	}
	return r.Classes[name]
}

func (r record) value(name string) value.Value { return value.FromPlain(r.Properties[name]) }
