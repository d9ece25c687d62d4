package manifest

import (
	"slices"
	"strings"
	"unicode/utf8"

	"ralsh/ral"
	"ralsh/ral/deferred"
	"ralsh/ral/value"
)

// collector collects the results of the readers and then checks the whole.
type collector struct {
	src      *source
	in       *Input
	at       map[ref]int // key -> item
	edges    []reference
	chains   []chain
	part     bool    // references may lead outside of the input
	lost     bool    // a rejected part may have contained more declarations
	elements []place // of the elements of the current list, otherwise nil
	begun    int     // number of errors before the current declaration
	compiled bool    // positions are those in the manifest of a catalog
	limit    string  // of a compiled catalog: why ralsh cannot manage the current resource
}

// reference is a reference in a declaration.
type reference struct {
	item int
	attr string
	ref  ref
}

type ref struct{ typ, title string }

func (r ref) String() string { return ral.Capitalise(r.typ) + "[" + r.title + "]" }

func (r ref) value() value.Value { return value.Ref(strings.ToLower(r.typ), r.title) }

// chain is left -> right in Puppet's syntax.
type chain struct {
	from, to []ref
	attr     string
	at       place
}

var relations = []string{"require", "before", "notify", "subscribe"}

// IsRelationship reports whether an attribute is a relationship to other resources.
func IsRelationship(attr string) bool { return slices.Contains(relations, attr) }

func newCollector(src *source) *collector {
	return &collector{src: src, in: &Input{}, at: make(map[ref]int)}
}

// key identifies a declaration. Titles of classes are case-insensitive.
func key(typ, title string) ref {
	typ = strings.ToLower(typ)
	if typ == "class" {
		title = strings.ToLower(strings.TrimPrefix(title, "::"))
	}
	return ref{typ, title}
}

// add adds a declaration. A duplicate type and title is an error, unless each
// names a different provider (semantics.md C20, C23).
func (c *collector) add(it Item, at place) {
	d := &it.Decl
	if d.Type = strings.ToLower(d.Type); d.Pos == "" {
		d.Pos = c.src.pos(at)
	}
	if c.checkText(at, d.Title); d.Title == "" {
		c.src.refuse(at, "the title is missing (type %s)", d.Type)
		c.lost = true
		return
	}
	k := key(d.Type, d.Title)
	if i, twice := c.at[k]; twice {
		first := c.in.Items[i].Decl
		if first.Provider == d.Provider || first.Provider == "" || d.Provider == "" {
			c.src.refuse(at, "Duplicate declaration: %s is already declared at %s; cannot redeclare", d.Ref(), first.Pos)
			return
		}
	} else {
		c.at[k] = len(c.in.Items)
	}
	for _, a := range d.Attrs {
		if slices.Contains(relations, a.Name) {
			c.want(len(c.in.Items), a)
		}
	}
	d.Limit = c.limit
	it.Incomplete = len(c.src.bad) > c.begun
	c.in.Items = append(c.in.Items, it)
}

// begin starts a declaration: later errors and limits belong to it.
func (c *collector) begin() { c.begun, c.limit = len(c.src.bad), "" }

func (c *collector) want(item int, a ral.Attr) {
	for _, v := range a.Value.Items() {
		if typ, title, ok := v.Target(); ok {
			c.edges = append(c.edges, reference{item: item, attr: a.Name, ref: ref{typ, title}})
		}
	}
}

// set sets an attribute of a declaration. A nil value leaves it unmanaged.
func (c *collector) set(d *ral.Decl, name string, at place, v value.Value) {
	if name == "" {
		c.src.refuse(at, "the name of an attribute is missing")
		return
	}
	if _, twice := d.Get(name); twice || d.Defers(name) || name == "provider" && d.Provider != "" {
		c.src.refuse(at, "the attribute %s is declared twice", name)
		return
	}
	calls := len(deferred.Called(v)) > 0
	switch {
	case v.IsNil():
		return
	case calls && c.part:
		c.src.refuse(at, "a Deferred value cannot be edited: write a literal value")
		return
	case calls && (name == "provider" || slices.Contains(relations, name) || name == "alias"):
		c.unsupported(at, "%s cannot be Deferred: ralsh needs the value before the run", name)
		return
	case name == "stage" && !strings.EqualFold(d.Type, "class"):
		c.src.refuse(at, "only classes can set 'stage'; a resource cannot change its run stage")
		return
	case name == "provider":
		if v.Kind() != value.String || v.Raw() == "" {
			c.src.refuse(at, "the provider must be a name (example: apt), not %s", v.Inspect())
			return
		}
		d.Provider = v.Raw()
		return
	case slices.Contains(relations, name):
		if v = c.references(at, c.elements, name, v, nil); v.IsNil() {
			return
		}
	}
	if calls {
		c.defers(d, ral.Attr{Name: name, Value: v, Pos: c.pos(d, at)})
		return
	}
	c.keep(at)
	d.Attrs = append(d.Attrs, ral.Attr{Name: name, Value: v, Pos: c.pos(d, at)})
}

// pos returns the position of an attribute.
func (c *collector) pos(d *ral.Decl, at place) string {
	if c.compiled {
		return d.Pos
	}
	return c.src.pos(at)
}

// keep records the positions of the elements of an attribute.
func (c *collector) keep(at place) {
	if len(c.elements) == 0 {
		return
	}
	if c.in.Elements == nil {
		c.in.Elements = make(map[string][]string)
	}
	all := make([]string, len(c.elements))
	for i, p := range c.elements {
		all[i] = c.src.pos(p)
	}
	c.in.Elements[c.src.pos(at)] = all
}

// references converts strings to references and flattens nested lists. It rejects other
// values at their position.
func (c *collector) references(at place, list []place, name string, v value.Value, refs []value.Value) value.Value {
	for i, el := range v.Elements() {
		here := at
		if i < len(list) {
			here = list[i]
		}
		if el.Kind() == value.List {
			refs = c.references(here, nil, name, el, refs).Items()
			continue
		}
		if el.Kind() != value.Reference && el.Kind() != value.String {
			c.src.refuse(here, "%s must be a reference (example: File['/etc/motd']), not %s", name, excerpt(el.Text()))
			continue
		}
		r, err := ral.ParseRef(el)
		if err != nil {
			c.src.refuse(here, "%s must be a reference (example: File[/etc/motd]), not %s", name, excerpt(el.Text()))
			continue
		}
		refs = append(refs, r)
	}
	return value.ListOf(refs...)
}

// checkText rejects the mask of a secret, NUL bytes and invalid UTF-8. It
// reports whether the text is valid.
func (c *collector) checkText(at place, text string) bool {
	switch {
	case text == value.Redacted:
		c.src.refuse(at, ral.IsPlaceholder)
	case strings.IndexByte(text, 0) >= 0:
		c.src.refuse(at, "a NUL byte in this string: attributes cannot contain it")
	case !utf8.ValidString(text):
		c.src.refuse(at, "this string is not UTF-8")
	default:
		return true
	}
	return false
}

// finish checks the whole input. After errors, the input contains the readable
// declarations, and a reference to a declaration that may be missing is not reported.
func (c *collector) finish() (*Input, error) {
	c.lost = c.lost || c.src.full
	c.stages()
	c.link()
	if !c.part && !c.lost {
		c.checkEdges()
	}
	c.in.Truncated = c.lost
	if len(c.src.bad) > 0 {
		c.src.bad.Sort()
		return c.in, c.src.bad
	}
	return c.in, nil
}
