package modules

import (
	"context"
	"strings"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/nearest"
	"ralsh/ral/value"
)

// tryType runs the hooks of a type's attributes with each literal, each example and a
// string, and reports hooks that break, and rejected literals and examples.
func (c *checker) tryType(t *ral.Type, title string) {
	for _, a := range t.Order() {
		if a.Kind == ral.Meta || a.Namevar || a.ReadOnly {
			continue
		}
		for _, s := range samples(a) {
			c.trySample(t, title, a, s)
		}
	}
}

// tryWhole runs the hooks of a type that read the host, with a resource that has only a
// title, on a fake host.
func (c *checker) tryWhole(t *ral.Type, title string) {
	r, diags := c.try.Build(c.ctx, ral.Decl{Type: t.Name, Title: title})
	if r == nil || diags.Err() != nil {
		return
	}
	rd := fakehost.New(nil).Reader()
	c.fileFault(ral.Guard(func() error {
		if t.PreRun == nil {
			return nil
		}
		return t.PreRun(c.ctx, rd, r)
	}))
	for _, generate := range []func(context.Context, host.Reader, *ral.Resource) ([]ral.Decl, error){t.Generate, t.EvalGenerate} {
		if generate == nil {
			continue
		}
		decls, err := generate(c.ctx, rd, r)
		c.fileFault(err)
		for _, d := range decls {
			if c.env.Registry.Type(d.Type) == nil {
				c.wrong(t.Origin.Pos, "the type generates %s, but the type %q is unknown%s", d.Ref(), d.Type, nearest.DidYouMean(d.Type, c.env.Registry.Names()))
			}
		}
	}
}

// sample is a value to test hooks. what names it if it must be accepted: "literal",
// "example".
type sample struct {
	v    value.Value
	what string
}

// samples returns the values of an attribute that are tried.
func samples(a *ral.Attribute) []sample {
	var list []sample
	for _, v := range a.Values {
		if v.Pattern == nil {
			list = append(list, sample{value.Str(v.Name), "value"})
		}
	}
	switch {
	case a.Example == "" || a.IsMap: // an example of a map is written as text, in a special syntax
	case a.IsList:
		var items []value.Value
		for item := range strings.SplitSeq(a.Example, ",") {
			items = append(items, value.Str(strings.TrimSpace(item)))
		}
		list = append(list, sample{value.ListOf(items...), "example"})
	default:
		list = append(list, sample{value.Str(a.Example), "example"})
	}
	list = append(list, sample{v: value.Str("a text")})
	if a.IsList {
		list = append(list, sample{v: value.Strs("a text", "another")})
	}
	if a.IsMap {
		list = append(list, sample{v: value.MapOf(value.Pair{Key: value.Str("a"), Value: value.Str("text")})})
	}
	return list
}

func (c *checker) trySample(t *ral.Type, title string, a *ral.Attribute, s sample) {
	r, diags := c.try.Build(c.ctx, ral.Decl{Type: t.Name, Title: title, Attrs: []ral.Attr{{Name: a.Name, Value: s.v}}})
	for _, d := range diags {
		if err := broken(d); err != nil {
			c.broken(t.Origin, err)
		} else if d.Attr == a.Name && d.Kind == diagnostic.Invalid && s.what != "" {
			c.wrong(t.Origin.Pos, "the %s %s of %s is invalid: %s", s.what, s.v.Inspect(), a.Name, d.Message)
		}
	}
	if r == nil || len(r.Munged(a.Name)) == 0 {
		return
	}
	h := ral.Hook{Ctx: c.ctx, A: a, R: r}
	for _, trial := range c.env.trials {
		if trial.Type == t.Name && (trial.Attr == a.Name || trial.Attr == "") {
			c.broken(t.Origin, ral.Guard(func() error { return trial.Run(h) }))
		}
	}
	if a.Kind != ral.Property {
		return
	}
	inst := ral.NewInstance(t, r.Name())
	inst.Set(a.Name, r.Get(a.Name))
	for _, is := range []value.Value{r.Get(a.Name), value.Absent()} {
		c.broken(t.Origin, ral.Guard(func() error {
			a.InSync(h, is, r.Munged(a.Name))
			a.ChangeText(r, is, r.Get(a.Name))
			return nil
		}))
	}
	c.broken(t.Origin, ral.Guard(func() error {
		t.Present(inst)
		return nil
	}))
}

// broken reports a hook that breaks.
func (c *checker) broken(of ral.Origin, err error) {
	if err != nil && c.ctx.Err() == nil {
		c.failed(of.File, err)
	}
}
