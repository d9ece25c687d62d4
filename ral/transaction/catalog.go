package transaction

import (
	"context"
	"maps"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/redact"
)

// catalog holds the resources of a run in declared order, and every name by
// which a resource can be referenced. A reference is resolved once.
type catalog struct {
	env       *ral.Env
	steps     []*Step // also containers
	next      []int32 // declared order; generated resources come right after their parents, or right before
	first     int32
	last      int32
	at        map[name]int32
	names     map[name]string // names that titles of no resource resolve to
	peers     func(typ, title string) *ral.Resource
	generated []generatedPair
	// leftOut holds resources that could not be planned; references to them are
	// ignored.
	leftOut map[name]bool
	secrets *redact.Redactor
}

// name is the type of a resource, in lower case, with its title or an alias.
type name struct{ typ, text string }

// generatedPair is a resource and a resource that it generated, in their order.
type generatedPair struct{ first, second int32 }

// composite precedes each of the joined values of several namevars.
const composite = "\x00"

// newCatalog builds all declared resources. The errors list every diagnostic;
// the resources that they concern are not in the catalog.
func newCatalog(ctx context.Context, env *ral.Env, decls []ral.Decl, secrets *redact.Redactor, leftOut map[name]bool) (*catalog, []error) {
	c := &catalog{env: env, secrets: secrets, leftOut: maps.Clone(leftOut), first: none, last: none, at: make(map[name]int32, len(decls)), next: make([]int32, 0, len(decls)), names: make(map[name]string)}
	c.peers = func(typ, title string) *ral.Resource {
		if i, ok := c.find(ctx, typ, title); ok {
			return c.steps[i].Resource
		}
		return nil
	}
	slab := make([]Step, len(decls))
	var bad ral.Diags
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
			c.omit(name{strings.ToLower(d.Type), d.Title})
			continue
		}
		slab[i] = Step{Decl: r.Decl, Resource: r, Dropped: diags}
		if err := c.add(ctx, &slab[i], c.last); err != nil {
			errs = append(errs, err)
			c.omit(name{r.Type.Name, r.Title})
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
func (c *catalog) hold(ctx context.Context) {
	for _, s := range c.steps {
		if i, ok := c.container(ctx, s.Decl.In); ok {
			s.container = c.steps[i]
		}
	}
}

// omit records a declared resource that is not in the catalog; a reference to
// it is not an error.
func (c *catalog) omit(n name) {
	if c.leftOut == nil {
		c.leftOut = make(map[name]bool)
	}
	c.leftOut[n] = true
}

// container returns the index of a class, a stage or a defined type.
func (c *catalog) container(ctx context.Context, ref string) (int32, bool) {
	typ, title, ok := ral.SplitRef(ref)
	if !ok {
		return 0, false
	}
	i, ok := c.find(ctx, typ, title)
	return i, ok && c.steps[i].Decl.Container
}

// add inserts a resource after the resource at index place, or first if place is none
// (semantics.md C20).
func (c *catalog) add(ctx context.Context, s *Step, place int32) error {
	i := int32(len(c.steps))
	if err := c.enter(ctx, s, i); err != nil {
		return err
	}
	c.steps = append(c.steps, s)
	if place == none {
		c.next = append(c.next, c.first)
		c.first = i
	} else {
		c.next = append(c.next, c.next[place])
		c.next[place] = i
	}
	if c.next[i] == none {
		c.last = i
	}
	return nil
}

// besides lets providers find declarations that are not part of the run
// (Resource.Peer).
func (c *catalog) besides(ctx context.Context, decls []ral.Decl) {
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
	for _, s := range c.steps {
		if s.Resource != nil {
			s.Resource.Peers = c.peers
		}
	}
}

// siblings returns the resources of some types, in the order of the run.
func (c *catalog) siblings(types ...string) []*ral.Resource {
	var list []*ral.Resource
	for i := range c.all {
		if s := c.steps[i]; s.Resource != nil && slices.Contains(types, s.Resource.Type.Name) {
			list = append(list, s.Resource)
		}
	}
	return list
}

// before returns the step before a step, none for the first.
func (c *catalog) before(i int32) int32 {
	if c.first == i {
		return none
	}
	return int32(slices.Index(c.next, i))
}

func (c *catalog) enter(ctx context.Context, s *Step, i int32) error {
	r := s.Resource
	r.TeachSecrets(c.secrets, nil)
	r.Peers, r.Siblings = c.peers, c.siblings
	var called []name
	for _, alias := range r.Get("alias").Elements() {
		if err := c.free(s, alias.Text(), false); err != nil {
			return err
		}
		called = append(called, name{r.Type.Name, alias.Text()})
	}
	key := name{r.Type.Name, r.Title}
	if j, twice := c.at[key]; twice {
		return &DuplicateError{Ref: r.Ref(), Pos: s.Decl.Pos, First: c.steps[j].Decl.Pos}
	}
	if !r.Type.NotIsomorphic && !s.Decl.Container {
		text := uniqueness(r)
		if err := c.free(s, text, true); err != nil {
			return err
		}
		called = append(called, name{r.Type.Name, text})
	}
	c.at[key] = i
	if written := (name{r.Type.Name, r.Declared}); r.Declared != "" {
		if _, taken := c.at[written]; !taken {
			c.at[written] = i
		}
	}
	for _, n := range called {
		if n.text != "" {
			c.at[n] = i
		}
	}
	return nil
}

// free returns an error if a different resource has a name of this resource, except its
// title.
func (c *catalog) free(s *Step, text string, key bool) error {
	r := s.Resource
	j, taken := c.at[name{r.Type.Name, text}]
	if !taken || text == "" || text == r.Title {
		return nil
	}
	return &AliasError{
		Ref: r.Ref(), Type: ral.Capitalise(r.Type.Name), Names: strings.Split(strings.TrimPrefix(text, composite), composite), Key: key,
		Pos: s.Decl.Pos, First: c.steps[j].Decl.Pos,
	}
}

// uniqueness returns the key that distinguishes a resource from all others of its type:
// its name, or the values of several namevars together with the declared provider.
func uniqueness(r *ral.Resource) string {
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

// find resolves a reference. It finds a title that is not canonical, such as /x/ for
// /x, by its canonical name (semantics.md C21).
func (c *catalog) find(ctx context.Context, typ, title string) (int32, bool) {
	typ = strings.ToLower(typ)
	if i, ok := c.at[name{typ, title}]; ok {
		return i, true
	}
	if text := c.nameOf(ctx, name{typ, title}); text != title {
		i, ok := c.at[name{typ, text}]
		return i, ok
	}
	return 0, false
}

// nameOf returns the canonical name of a title that no resource has, or the title. It
// caches results, because many resources refer to the same title: their directory.
func (c *catalog) nameOf(ctx context.Context, n name) string {
	text, known := c.names[n]
	if known {
		return text
	}
	text = n.text
	if t := c.env.Registry.Type(n.typ); t != nil {
		if name, ok := t.NameOf(ctx, n.text); ok {
			text = name
		}
	}
	c.names[n] = text
	return text
}

// nearest returns the reference to the declared resource with the most similar
// title, or "".
func (c *catalog) nearest(typ, title string) string {
	const most = 1000
	var titles []string
	for _, s := range c.steps[:min(len(c.steps), most)] {
		if s.Resource.Type.Name == typ {
			titles = append(titles, s.Resource.Title)
		}
	}
	if near := ral.Nearest(title, titles); near != "" {
		return ral.Capitalise(typ) + "[" + near + "]"
	}
	return ""
}

// all yields the indexes in c.steps in declared order.
func (c *catalog) all(yield func(int32) bool) {
	for i := c.first; i != none; i = c.next[i] {
		if !yield(i) {
			return
		}
	}
}
