package catalog

import (
	"context"
	"maps"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/onhost"
	"ralsh/ral/redact"
)

// Catalog holds the resources of a run in declared order, and every name by
// which a resource can be referenced. A reference is resolved once.
type Catalog struct {
	Entries   []*Entry // also containers
	env       *onhost.Env
	next      []int32 // declared order; generated resources come right after their parents, or right before
	first     int32
	last      int32
	at        map[Name]int32
	names     map[Name]string // names that titles of no resource resolve to
	peers     func(typ, title string) *ral.Resource
	generated []generatedPair
	// leftOut holds resources that could not be planned; references to them are
	// ignored.
	leftOut map[Name]bool
	secrets *redact.Redactor
}

// Entry is a resource or a container of a Catalog.
type Entry struct {
	Resource  *ral.Resource
	Dropped   diagnostic.Diags
	Container int32         // entry of the class, stage or defined type that contains it, or None
	Generator int32         // entry of the resource that generated it, or None
	Schedule  *ral.Resource // nil until Relate, and without a schedule
}

// Ref returns the reference to the resource.
func (e *Entry) Ref() string { return e.Resource.Decl.Ref() }

// None is the index of no entry.
const None = -1

// Name is the type of a resource, in lower case, with its title or an alias.
type Name struct{ Type, Text string }

// generatedPair is a resource and a resource that it generated, in their order.
type generatedPair struct{ first, second int32 }

// composite precedes each of the joined values of several namevars.
const composite = "\x00"

// New builds all declared resources. The errors list every diagnostic;
// the resources that they concern are not in the catalog.
func New(ctx context.Context, env *onhost.Env, decls []ral.Decl, secrets *redact.Redactor, leftOut map[Name]bool) (*Catalog, []error) {
	c := &Catalog{
		Entries: make([]*Entry, 0, len(decls)), env: env, secrets: secrets, leftOut: maps.Clone(leftOut), first: None, last: None,
		at: make(map[Name]int32, len(decls)), next: make([]int32, 0, len(decls)), names: make(map[Name]string),
	}
	c.peers = func(typ, title string) *ral.Resource {
		if i, ok := c.Find(ctx, typ, title); ok {
			return c.Entries[i].Resource
		}
		return nil
	}
	slab := make([]Entry, len(decls))
	var bad diagnostic.Diags
	var errs []error
	contained := false
	for i := range decls {
		if err := ctx.Err(); err != nil {
			return c, []error{err}
		}
		d := &decls[i]
		r, diags := env.BuildShared(ctx, d)
		if diags.Err() != nil {
			bad = append(bad, diags...)
			c.omit(Name{strings.ToLower(d.Type), d.Title})
			continue
		}
		slab[i] = Entry{Resource: r, Dropped: diags, Container: None, Generator: None}
		if err := c.add(ctx, &slab[i], c.last); err != nil {
			errs = append(errs, err)
			c.omit(Name{r.Type.Name, r.Title})
		}
		contained = contained || d.In != ""
	}
	if err := bad.Err(); err != nil {
		errs = append([]error{err}, errs...)
	}
	if contained {
		c.hold(ctx)
	}
	return c, errs
}

// hold sets the container of each resource.
func (c *Catalog) hold(ctx context.Context) {
	for _, e := range c.Entries {
		if i, ok := c.container(ctx, e.Resource.Decl.In); ok {
			e.Container = i
		}
	}
}

// omit records a declared resource that is not in the catalog; a reference to
// it is not an error.
func (c *Catalog) omit(n Name) {
	if c.leftOut == nil {
		c.leftOut = make(map[Name]bool)
	}
	c.leftOut[n] = true
}

// container returns the index of a class, a stage or a defined type.
func (c *Catalog) container(ctx context.Context, ref string) (int32, bool) {
	typ, title, ok := ral.SplitRef(ref)
	if !ok {
		return 0, false
	}
	i, ok := c.Find(ctx, typ, title)
	return i, ok && c.Entries[i].Resource.Decl.Container
}

// add inserts a resource after the resource at index place, or first if place is None
// (semantics.md C20).
func (c *Catalog) add(ctx context.Context, e *Entry, place int32) error {
	i := int32(len(c.Entries))
	if err := c.enter(ctx, e, i); err != nil {
		return err
	}
	c.Entries = append(c.Entries, e)
	if place == None {
		c.next = append(c.next, c.first)
		c.first = i
	} else {
		c.next = append(c.next, c.next[place])
		c.next[place] = i
	}
	if c.next[i] == None {
		c.last = i
	}
	return nil
}

// AddPeers lets providers find declarations that are not part of the run
// (Resource.Peer).
func (c *Catalog) AddPeers(ctx context.Context, decls []ral.Decl) {
	if len(decls) == 0 {
		return
	}
	own, more := c.peers, c.env.PeersAmong(ctx, decls)
	c.peers = func(typ, title string) *ral.Resource {
		if r := own(typ, title); r != nil {
			return r
		}
		return more(typ, title)
	}
	for _, e := range c.Entries {
		e.Resource.Peers = c.peers
	}
}

// siblings returns the resources of some types, in the order of the run.
func (c *Catalog) siblings(types ...string) []*ral.Resource {
	var list []*ral.Resource
	for i := range c.All {
		if r := c.Entries[i].Resource; slices.Contains(types, r.Type.Name) {
			list = append(list, r)
		}
	}
	return list
}

// before returns the entry before an entry, None for the first.
func (c *Catalog) before(i int32) int32 {
	if c.first == i {
		return None
	}
	return int32(slices.Index(c.next, i))
}

func (c *Catalog) enter(ctx context.Context, e *Entry, i int32) error {
	r := e.Resource
	r.TeachSecrets(c.secrets, nil)
	r.Peers, r.Siblings = c.peers, c.siblings
	var called []Name
	for _, alias := range r.Get("alias").Elements() {
		if err := c.free(r, alias.Text(), false); err != nil {
			return err
		}
		called = append(called, Name{r.Type.Name, alias.Text()})
	}
	key := Name{r.Type.Name, r.Title}
	if j, twice := c.at[key]; twice {
		return &DuplicateError{Ref: r.Ref(), Pos: r.Decl.Pos, First: c.Entries[j].Resource.Decl.Pos}
	}
	if !r.Type.NotIsomorphic && !r.Decl.Container {
		text := Uniqueness(r)
		if err := c.free(r, text, true); err != nil {
			return err
		}
		called = append(called, Name{r.Type.Name, text})
	}
	c.at[key] = i
	if written := (Name{r.Type.Name, r.Declared}); r.Declared != "" {
		if _, taken := c.at[written]; !taken {
			c.at[written] = i
		}
	}
	for _, n := range called {
		if n.Text != "" {
			c.at[n] = i
		}
	}
	return nil
}

// free returns an error if a different resource has a name of this resource, except its
// title.
func (c *Catalog) free(r *ral.Resource, text string, key bool) error {
	j, taken := c.at[Name{r.Type.Name, text}]
	if !taken || text == "" || text == r.Title {
		return nil
	}
	return &AliasError{
		Ref: r.Ref(), Type: ral.Capitalise(r.Type.Name), Names: strings.Split(strings.TrimPrefix(text, composite), composite), Key: key,
		Pos: r.Decl.Pos, First: c.Entries[j].Resource.Decl.Pos,
	}
}

// Uniqueness returns the key that distinguishes a resource from all others of its type:
// its name, or the values of several namevars together with the declared provider.
func Uniqueness(r *ral.Resource) string {
	namevars := r.Type.Namevars()
	if len(namevars) == 1 {
		return r.Name()
	}
	var b strings.Builder
	for _, a := range namevars {
		b.WriteString(composite + r.Get(a.Name).Text())
	}
	if r.Type.PerProvider && r.ProviderGiven && r.Provider != nil {
		b.WriteString(composite + r.Provider.Name)
	}
	return b.String()
}

// Find resolves a reference. It finds a title that is not canonical, such as /x/ for
// /x, by its canonical name (semantics.md C21).
func (c *Catalog) Find(ctx context.Context, typ, title string) (int32, bool) {
	typ = strings.ToLower(typ)
	if i, ok := c.at[Name{typ, title}]; ok {
		return i, true
	}
	if text := c.nameOf(ctx, Name{typ, title}); text != title {
		i, ok := c.at[Name{typ, text}]
		return i, ok
	}
	return 0, false
}

// nameOf returns the canonical name of a title that no resource has, or the title. It
// caches results, because many resources refer to the same title: their directory.
func (c *Catalog) nameOf(ctx context.Context, n Name) string {
	text, known := c.names[n]
	if known {
		return text
	}
	text = n.Text
	if t := c.env.Registry.Type(n.Type); t != nil {
		if name, ok := t.NameOf(ctx, n.Text); ok {
			text = name
		}
	}
	c.names[n] = text
	return text
}

// nearest returns the reference to the declared resource with the most similar
// title, or "".
func (c *Catalog) nearest(typ, title string) string {
	const most = 1000
	var titles []string
	for _, e := range c.Entries[:min(len(c.Entries), most)] {
		if e.Resource.Type.Name == typ {
			titles = append(titles, e.Resource.Title)
		}
	}
	if near := ral.Nearest(title, titles); near != "" {
		return ral.Capitalise(typ) + "[" + near + "]"
	}
	return ""
}

// All yields the indexes of the entries in declared order.
func (c *Catalog) All(yield func(int32) bool) {
	for i := c.first; i != None; i = c.next[i] {
		if !yield(i) {
			return
		}
	}
}

// Tags returns all tags of a resource, in lower case: its type, its title if it
// is a valid tag, and its declared tags; a tag a::b adds a and b. The tags of
// its containers must already be declared on it, as a compiler does
// (semantics.md X21).
func Tags(r *ral.Resource) map[string]bool {
	tags := make(map[string]bool)
	add := func(text string) {
		text = strings.ToLower(text)
		if !ral.ValidTag(text) {
			return
		}
		tags[text] = true
		for part := range strings.SplitSeq(text, "::") {
			if part != "" {
				tags[part] = true
			}
		}
	}
	add(r.Type.Name)
	add(r.Title)
	for _, tag := range r.Get("tag").Elements() {
		add(tag.Text())
	}
	for _, tag := range r.Decl.Tags {
		add(tag)
	}
	return tags
}
