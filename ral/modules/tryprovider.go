package modules

import (
	"context"
	"errors"
	"slices"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/record"
	"ralsh/ral/modules/star"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

// tryProvider runs the hooks of a provider on a fake host that has its commands and no
// file: it lists, and reads, creates, changes and removes a resource with a recorder. It
// reports the errors of the file, but no errors about the missing parts of the fake, so
// code after a command's output is not reached.
func (c *checker) tryProvider(p *ral.Provider) {
	title := c.title(p.TypeOf())
	if title == "" {
		return
	}
	fake := fakehost.New(nil)
	for _, cmd := range p.Commands {
		where := cmd.Binary
		if where[0] != '/' {
			where = "/usr/bin/" + where
		}
		fake.Command(where)
	}
	t := trying{checker: c, p: p, t: p.TypeOf(), title: title, env: onhost.NewEnv(c.env.Registry, fake.Reader(), nil), fake: fake}
	t.ctx = star.WithErrors(c.ctx, t.report)
	t.env.ListBy(t.ctx, p, func(ev onhost.ListEvent) { t.report(ev.Err) })
	whole := t.declared()
	t.act(whole, false, func(ops ral.Ops, wr host.Writer, r *ral.Resource) error {
		return t.set(ops, wr, r, "ensure", value.Present())
	})
	t.act(whole, true, func(ops ral.Ops, wr host.Writer, r *ral.Resource) error {
		return t.set(ops, wr, r, "ensure", value.Absent())
	})
	t.act(whole, true, func(ops ral.Ops, wr host.Writer, r *ral.Resource) error {
		if ops.Refresh == nil {
			return nil
		}
		return ops.Refresh(t.ctx, wr, r)
	})
	for _, a := range t.t.Properties() {
		for _, s := range samples(a) {
			attr := ral.Attr{Name: a.Name, Value: s.v}
			t.act([]ral.Attr{attr}, true, func(ops ral.Ops, wr host.Writer, r *ral.Resource) error {
				return t.set(ops, wr, r, a.Name, r.Get(a.Name))
			})
		}
	}
	t.together(whole)
}

// trying is the trial of a provider.
type trying struct {
	*checker
	ctx   context.Context // its hooks report their errors
	p     *ral.Provider
	t     *ral.Type
	title string
	env   *onhost.Env
	fake  *fakehost.Host
}

// report reports an error of the provider's file. Whether the parent accepts a value may
// depend on the title; a missing attribute is always an error.
func (t *trying) report(err error) {
	t.fileFault(err)
	as, ok := errors.AsType[*onhost.AdaptError](err)
	if !ok {
		return
	}
	for _, d := range as.Diags {
		text := "as_parent: " + as.Provider.Name + " of " + as.Provider.Type + ": " + d.Message
		known := slices.ContainsFunc(t.findings, func(f Diagnostic) bool { return f.Message == text })
		if d.Kind == diagnostic.UnknownAttribute && !known {
			t.wrong(t.p.Origin.Pos, "%s", text)
		}
	}
}

// build returns a resource with attributes that are accepted, or nil.
func (t *trying) build(attrs []ral.Attr) *ral.Resource {
	r, diags := t.env.Build(t.ctx, ral.Decl{Type: t.t.Name, Title: t.title, Provider: t.p.Name, Attrs: attrs})
	if diags.Err() != nil {
		return nil
	}
	return r
}

// declared returns a value for each property that accepts one of its samples.
func (t *trying) declared() []ral.Attr {
	var attrs []ral.Attr
	for _, a := range t.t.Order() {
		if a.Kind == ral.Meta || a.Namevar || a.ReadOnly || a.Name == "ensure" {
			continue
		}
		for _, s := range samples(a) {
			more := append(slices.Clip(attrs), ral.Attr{Name: a.Name, Value: s.v})
			if t.build(more) != nil {
				attrs = more
				break
			}
		}
	}
	return attrs
}

// act reads a resource that is there or not, and runs fn with a recorder.
func (t *trying) act(attrs []ral.Attr, there bool, fn func(ral.Ops, host.Writer, *ral.Resource) error) {
	r := t.build(attrs)
	if r == nil {
		return
	}
	rec := record.New(t.fake.Reader())
	run := onhost.NewRun(t.env, rec.Reader())
	_, err := run.Retrieve(t.ctx, r)
	t.report(err)
	ops := run.Ops(t.p)
	t.found(r, there)
	rd, wr := run.Reader(t.p), rec.Writer().Allow(t.p.Queries("/")...)
	for _, given := range attrs {
		a := t.t.Attr(given.Name)
		if a.Kind != ral.Property || !r.Has(a.Name) {
			continue
		}
		is, should := r.Is(a.Name), r.Get(a.Name)
		if ops.Get != nil && (ops.Getters == nil || slices.Contains(ops.Getters, a.Name)) {
			_, err := ops.Get(t.ctx, rd, r, a.Name)
			t.report(err)
		}
		if ops.InSync != nil {
			_, _, err := ops.InSync(t.ctx, rd, r, a.Name, is, should)
			t.report(err)
		}
		if ops.Predict != nil {
			_, err := ops.Predict(t.ctx, rd, r, a.Name, should)
			t.report(err)
		}
	}
	t.report(ral.Guard(func() error { return fn(ops, wr, r) }))
	if ops.Flush != nil && len(r.Pending) > 0 {
		t.report(ral.Guard(func() error { return ops.Flush(t.ctx, wr, r) }))
	}
	if ops.Finish != nil {
		t.report(ops.Finish(t.ctx, rd))
	}
}

// found sets the current state of a resource: the desired state, or absent.
func (t *trying) found(r *ral.Resource, there bool) {
	r.Found = ral.AbsentInstance(t.t, r.Name())
	if !there {
		return
	}
	r.Found = ral.NewInstance(t.t, r.Name())
	for _, a := range t.t.Properties() {
		is := value.Absent()
		if r.Has(a.Name) {
			is = r.Get(a.Name)
		}
		if a.Name == "ensure" {
			is = value.Present()
		}
		r.Found.Set(a.Name, is)
	}
}

// set changes a property, if the type has it.
func (t *trying) set(ops ral.Ops, wr host.Writer, r *ral.Resource, name string, should value.Value) error {
	a := t.t.Attr(name)
	if a == nil {
		return nil
	}
	return ops.Bring(t.ctx, wr, r, a, should)
}

// together runs the hooks for several resources.
func (t *trying) together(attrs []ral.Attr) {
	one, two := t.build(attrs), t.build(attrs)
	if one == nil || two == nil {
		return
	}
	rec := record.New(t.fake.Reader())
	run := onhost.NewRun(t.env, rec.Reader())
	ops, wr := run.Ops(t.p), rec.Writer().Allow(t.p.Queries("/")...)
	all := []*ral.Resource{one, two}
	for _, r := range all {
		t.found(r, false)
		r.Pend("ensure", value.Present())
	}
	if ops.Group.Prefetch != nil {
		t.report(ops.Group.Prefetch(t.ctx, run.Reader(t.p), all))
	}
	if ops.Group.Write != nil {
		for _, err := range ops.Group.Write(t.ctx, wr, all) {
			t.report(err)
		}
	}
}
