package catalog

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

// Generate lets every resource generate resources before the run, recursively. It
// inserts the last of a list first, right after its parent or after the resource before
// it, so that they get the order of the list (semantics.md X60, X61). It passes the
// errors of a resource to failed.
func (c *Catalog) Generate(ctx context.Context, failed func(i int32, err error)) {
	var declared []int32
	for i := range c.All {
		declared = append(declared, i)
	}
	g := generating{c, failed}
	for _, i := range declared {
		g.generate(ctx, i, nil)
	}
}

// generating is a Generate.
type generating struct {
	*Catalog
	failed func(i int32, err error)
}

func (c generating) generate(ctx context.Context, parent int32, above chain) {
	r := c.Entries[parent].Resource
	if r.Decl.Limit != "" {
		return
	}
	above = append(above, parent)
	children := c.undeclared(ctx, parent)
	if hook := r.Type.Generate; hook != nil {
		err := ral.Guard(func() error {
			list, err := hook(ctx, c.env.Reader(), r)
			children = append(children, list...)
			return err
		})
		if err != nil {
			c.failed(parent, err)
		}
	}
	place, depthFirst := parent, r.Type.DepthFirst && len(children) > 0
	if depthFirst {
		place = c.before(parent)
	}
	for k := len(children) - 1; k >= 0; k-- {
		i, ok, err := c.insert(ctx, above, place, children[k])
		if err != nil {
			c.failed(parent, err)
		}
		if !ok {
			continue
		}
		switch {
		case related(r, c.Entries[i].Resource):
		case depthFirst:
			c.generated = append(c.generated, generatedPair{i, parent})
		default:
			c.generated = append(c.generated, generatedPair{parent, i})
		}
		c.generate(ctx, i, above)
	}
}

// Insert inserts a resource that an entry generated during the run, after the entry. If a
// resource of that name is declared, it takes precedence and is returned. It returns
// false if the declared resource is not planned, or with an error.
func (c *Catalog) Insert(ctx context.Context, parent int32, d ral.Decl) (int32, bool, error) {
	return c.insert(ctx, c.chain(parent), parent, d)
}

// insert inserts a resource that the last of a chain generated.
func (c *Catalog) insert(ctx context.Context, above chain, place int32, d ral.Decl) (int32, bool, error) {
	parent := above[len(above)-1]
	i, known := c.Find(ctx, d.Type, d.Title)
	child := int32(None)
	if known {
		child = i
	}
	if above.endless(child) {
		return 0, false, &EndlessError{append(c.refs(above), d.Ref())}
	}
	if known {
		return i, true, nil
	}
	if c.leftOut[Name{d.Type, d.Title}] {
		// A declared resource that is not planned still takes precedence.
		return 0, false, nil
	}
	from := c.Entries[parent]
	d.In = from.Resource.Decl.In
	d.Tags = slices.Sorted(maps.Keys(Tags(from.Resource)))
	r, diags := c.env.Build(ctx, d)
	err := diags.Err()
	if err == nil {
		err = c.add(ctx, &Entry{Resource: r, Dropped: diags, Generator: parent, Container: from.Container}, place)
	}
	return int32(len(c.Entries) - 1), err == nil, err
}

// related reports whether either of two resources names the other in a
// relationship.
func related(a, b *ral.Resource) bool {
	return names(a, b) || names(b, a)
}

func names(a, b *ral.Resource) bool {
	for _, kind := range explicitKinds {
		for _, ref := range a.Get(kind.String()).Elements() {
			if typ, title, _ := ref.Target(); typ == b.Type.Name && title == b.Title {
				return true
			}
		}
	}
	return false
}

// chain is a chain of resources in which each generated the next.
type chain []int32

// maxChain limits resources that generate resources endlessly. Nested directories
// that generate their contents stay far below it.
const maxChain = 256

// chain returns the chain that ends with an entry.
func (c *Catalog) chain(i int32) chain {
	var above chain
	for ; i != None; i = c.Entries[i].Generator {
		above = append(above, i)
	}
	slices.Reverse(above)
	return above
}

// endless reports whether the last of a chain cannot generate child because child is in
// the chain, or because the chain is too long. child is None if it does not exist yet.
func (c chain) endless(child int32) bool {
	return child == None && len(c) >= maxChain || child != None && slices.Contains(c, child)
}

func (c *Catalog) refs(above chain) []string {
	refs := make([]string, len(above))
	for i, at := range above {
		refs[i] = c.Entries[at].Ref()
	}
	return refs
}

// EndlessError reports a resource that would generate resources endlessly. In Chain,
// each resource generates the next.
type EndlessError struct{ Chain []string }

// Error returns the chain, or only both ends of a long chain.
func (e *EndlessError) Error() string {
	const shown = 4
	chain := e.Chain
	if len(chain) > 2*shown {
		left := fmt.Sprintf("%d more", len(chain)-2*shown)
		chain = slices.Concat(chain[:shown], []string{left}, chain[len(chain)-shown:])
	}
	return "resources generate each other without end: " + strings.Join(chain, " => ")
}

// undeclared returns removals of the instances that no resource declares (semantics.md
// T58). If a provider cannot list, it returns no removals, because the list is
// incomplete.
func (c generating) undeclared(ctx context.Context, i int32) []ral.Decl {
	r := c.Entries[i].Resource
	purge := r.Type.Purge(r)
	if purge == nil {
		return nil
	}
	env := c.env
	t := env.Registry.Type(purge.Type)
	if t == nil {
		text, _ := env.Registry.NoType(purge.Type)
		c.failed(i, errors.New(text))
		return nil
	}
	found := make(map[*ral.Provider][]*ral.Instance)
	var broken error
	env.List(ctx, t, func(ev onhost.ListEvent) {
		found[ev.Provider] = append(found[ev.Provider], ev.Found...)
		if ev.Err != nil && broken == nil {
			broken = ev.Err
		}
	})
	if broken != nil {
		c.failed(i, broken)
		return nil
	}
	keys := c.keys(t)
	var list []ral.Decl
	for _, p := range env.Sources(ctx, t) {
		for _, inst := range found[p] {
			_, declared := c.Find(ctx, t.Name, inst.Name)
			declared = declared || keys[inst.Identity(ctx)]
			if !declared && inst.Present() && (purge.Exempt == nil || !purge.Exempt(ctx, env.Reader(), inst)) {
				list = append(list, removal(r, p, inst))
			}
		}
	}
	return list
}

// keys returns the identities of the declared resources of a type with several
// namevars, because their titles do not identify them.
func (c *Catalog) keys(t *ral.Type) map[string]bool {
	all := make(map[string]bool)
	if len(t.Namevars()) < 2 {
		return all
	}
	for i := range c.All {
		if r := c.Entries[i].Resource; r.Type == t {
			all[r.Identity()] = true
		}
	}
	return all
}

// removal declares that an instance should be absent, with the metaparameters
// of the purging resource.
func removal(r *ral.Resource, p *ral.Provider, inst *ral.Instance) ral.Decl {
	d := ral.Decl{
		Type: inst.Type.Name, Title: inst.Name, Provider: p.Name, Pos: r.Decl.Pos,
		Attrs: append([]ral.Attr{{Name: "ensure", Value: value.Absent()}}, inst.Keys...),
	}
	for _, a := range r.Decl.Attrs {
		if known := r.Type.Attr(a.Name); known != nil && known.Kind == ral.Meta && a.Name != "alias" {
			d.Attrs = append(d.Attrs, a)
		}
	}
	return d
}
