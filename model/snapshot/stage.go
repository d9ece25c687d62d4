package snapshot

import (
	"context"
	"slices"
	"strings"

	"ralsh/model"
	"ralsh/model/basket"
	"ralsh/model/draft"
	"ralsh/model/notation"
	"ralsh/ral"
	"ralsh/ral/noise"
	"ralsh/ral/value"
)

// Staged is the result of staging the rows of a difference.
type Staged struct {
	Drafts   []*draft.Draft // new drafts, in the order of the rows
	Along    []*draft.Draft // the drafts that were added as dependencies
	Refused  []Refused
	Removals int // number of rows that only B has: Stage never removes resources
}

// Refused is a row without a draft, or a property that its draft lacks.
type Refused struct {
	Ref string // "User[alice]", or "User[alice] password"
	Why string
}

// Stage makes drafts in the basket of B from rows of a difference, so that B becomes like A. s
// and the loaded basket belong to B. A draft contains only values that a user can choose and
// write: no secret and no content of a file. Stage adds dependencies, for example the group of
// a user. It skips a draft that the validation of B rejects, and a resource that already has a
// draft.
func Stage(ctx context.Context, s *model.Session, b *basket.Basket, d *Difference, rows []Row) (Staged, error) {
	st := staging{session: s, basket: b, difference: d, from: d.A.Host + ", " + d.A.Taken.UTC().Format("2006-01-02 15:04 UTC")}
	for i := range rows {
		if err := st.row(ctx, &rows[i], false); err != nil {
			return st.Staged, err
		}
	}
	st.check(ctx)
	return st.Staged, ctx.Err()
}

// Rows returns the rows of all types.
func (d *Difference) Rows() (list []Row) {
	for _, g := range d.Groups {
		if g.Type != "" {
			list = append(list, g.Rows...)
		}
	}
	return list
}

// Only returns the rows of the named resources: references (User[alice]) or names of rows.
// missing contains the names without a difference.
func (d *Difference) Only(names []string) (list []Row, missing []string) {
	found := make(map[string]bool, len(names))
	for _, name := range names {
		found[name] = false
	}
	for _, r := range d.Rows() {
		chosen := false
		for _, name := range []string{r.Ref(), r.Name()} {
			if _, asked := found[name]; asked {
				found[name], chosen = true, true
			}
		}
		if chosen {
			list = append(list, r)
		}
	}
	return list, slices.DeleteFunc(slices.Clone(names), func(name string) bool { return found[name] })
}

// staging is the state of Stage.
type staging struct {
	Staged
	session    *model.Session
	basket     *basket.Basket
	difference *Difference
	from       string
	size       int // of the drafts, in bytes
}

// mostStaged limits the size of the drafts, because the file of a basket has a limit too.
const mostStaged = 4 << 20

func (st *staging) refuse(ref, why string) { st.Refused = append(st.Refused, Refused{ref, why}) }

// row makes the draft of a row, and of its dependencies.
func (st *staging) row(ctx context.Context, r *Row, along bool) error {
	switch {
	case r.Type == "": // a fact
		return nil
	case r.Sign == OnlyB:
		st.Removals++
		return nil
	case r.Sign == Unknown:
		st.refuse(r.Ref(), "the state is unknown on A or B")
		return nil
	}
	rec, err := decode(r.line)
	if err != nil {
		return err
	}
	d := st.draft(ctx, r, rec)
	if d == nil {
		return nil
	}
	st.Drafts = append(st.Drafts, d)
	if along {
		st.Along = append(st.Along, d)
	}
	for _, needed := range st.needs(ctx, d) {
		if err := st.row(ctx, needed, true); err != nil {
			return err
		}
	}
	return nil
}

// draft adds the draft of a row to the basket, or returns nil.
func (st *staging) draft(ctx context.Context, r *Row, rec record) *draft.Draft {
	t := st.session.Env.Registry.Type(r.Type)
	if t == nil || !Listable(t) && t.Name != filesType {
		st.refuse(r.Ref(), "B does not have a comparable type "+r.Type)
		return nil
	}
	if rec.LeftOut != "" {
		st.refuse(r.Ref(), "the resource cannot be declared: "+rec.LeftOut)
		return nil
	}
	if r.Sign == OnlyA || changed(r, "ensure") {
		switch ensure := rec.value("ensure").Text(); {
		case t.HasEnsure() && !ral.NewInstance(t, r.Title).Set("ensure", value.Sym(ensure)).Present():
			st.Removals++
			return nil
		case t.Name == filesType && ensure == "file":
			st.refuse(r.Ref(), "a snapshot does not contain the content of files")
			return nil
		}
	}
	var provider *ral.Provider
	if t.PerProvider {
		if provider = t.Provider(r.Provider); provider == nil || !st.session.Env.Explain(ctx, provider).Suitable() {
			st.refuse(r.Ref(), "the provider "+r.Provider+" is not suitable on B")
			return nil
		}
	}
	switch old := st.basket.Find(t, r.Title, provider); {
	case slices.Contains(st.Drafts, old) && old != nil:
		return nil // already added as a dependency
	case old != nil && !old.Empty():
		st.refuse(r.Ref(), "the basket already contains a draft of the resource")
		return nil
	}
	d := draft.New(t, r.Title, provider, nil)
	d.From = st.from
	if !st.fill(d, r, rec) {
		return nil
	}
	if r.Sign == Differs {
		name := ""
		if provider != nil {
			name = provider.Name
		}
		found, err := st.session.Resolve(ctx, t, r.Title, name, d.Places()...)
		if err != nil {
			st.refuse(r.Ref(), err.Error())
			return nil
		}
		d.Found = found.Found
	}
	st.basket.Insert(d, len(st.basket.Drafts()))
	return d
}

// fill sets the properties that differ, and then the properties that locate the resource. It
// reports whether the draft has values.
func (st *staging) fill(d *draft.Draft, r *Row, rec record) bool {
	for _, a := range d.Type.Properties() {
		if r.Sign == OnlyA || changed(r, a.Name) {
			st.set(d, a, r, rec)
		}
	}
	if d.Empty() {
		return false
	}
	for _, a := range d.Type.Properties() {
		if _, isSet := d.Text(a.Name); a.LocatesResource && !isSet {
			st.set(d, a, r, rec)
		}
	}
	size := len(d.Title) + len(d.From)
	for _, a := range d.Type.Properties() {
		text, _ := d.Text(a.Name)
		size += len(text)
	}
	if st.size+size > mostStaged {
		st.refuse(r.Ref(), "the basket is full")
		return false
	}
	st.size += size
	return true
}

func changed(r *Row, property string) bool {
	return slices.ContainsFunc(r.Changes, func(c Change) bool { return c.Property == property && c.Sign == Differs })
}

// set sets a property to the value of A, if a user can choose it.
func (st *staging) set(d *draft.Draft, a *ral.Attribute, r *Row, rec record) {
	is := rec.value(a.Name)
	unset := is.IsNil() || is.Kind() == value.String && is.Raw() == "absent"
	switch {
	case slices.Contains(rec.Redacted, a.Name):
		st.refuse(r.Ref()+" "+a.Name, "the value is a secret")
	case rec.Unknown[a.Name] != "":
		st.refuse(r.Ref()+" "+a.Name, "A could not read the value: "+rec.Unknown[a.Name])
	case unset && !changed(r, a.Name):
	case a.SetBy != "":
		if changed(r, a.Name) {
			st.refuse(r.Ref()+" "+a.Name, "the value is set by each "+a.SetBy)
		}
	case r.Sign == OnlyA && is.Kind() == value.List && is.Empty():
	case a.Multiline:
		st.refuse(r.Ref()+" "+a.Name, "a snapshot does not contain the content of files")
	case a.ReadOnly || slices.Contains(rec.ReadOnly, a.Name):
		if changed(r, a.Name) {
			st.refuse(r.Ref()+" "+a.Name, "the property is read-only")
		}
	case a.Sensitive || max(a.ClassFor(r.Title), rec.classOf(a.Name)) != noise.Chosen:
	case unset:
		d.Set(a.Name, "absent")
	case notation.Typed(a, is) == "":
		if changed(r, a.Name) {
			st.refuse(r.Ref()+" "+a.Name, "a draft cannot contain an empty value; use "+a.Name+"= on the command line")
		}
	default:
		d.Set(a.Name, notation.Typed(a, is))
	}
}

// needs returns the rows of the resources that a draft requires and that B lacks.
func (st *staging) needs(ctx context.Context, d *draft.Draft) (list []*Row) {
	r, _ := st.session.Env.Build(ctx, d.Decl()) // the check reports invalid values
	for _, rel := range d.Type.Relations {
		if rel.Kind != ral.Require || rel.Titles == nil {
			continue
		}
		titles := rel.Titles(r)
		for _, g := range st.difference.Groups {
			if g.Type != rel.Type || g.Type == "" {
				continue
			}
			for i := range g.Rows {
				if g.Rows[i].Sign == OnlyA && slices.Contains(titles, g.Rows[i].Title) {
					list = append(list, &g.Rows[i])
				}
			}
		}
	}
	return list
}

// check validates the drafts on B, and removes rejected drafts and their dependents.
func (st *staging) check(ctx context.Context) {
	for refused := true; refused && ctx.Err() == nil; {
		refused = false
		st.basket.SetReadiness(st.basket.Selection().Check(ctx))
		isReady := func(d *draft.Draft) bool { return st.basket.Status(d).Ready() }
		for _, d := range st.Drafts {
			if !isReady(d) {
				refused = true
				st.refuse(d.Ref(), st.refusal(ctx, d))
				st.basket.Remove(d)
			}
		}
		st.Drafts = slices.DeleteFunc(st.Drafts, func(d *draft.Draft) bool { return !isReady(d) })
		st.Along = slices.DeleteFunc(st.Along, func(d *draft.Draft) bool { return !isReady(d) })
	}
}

func (st *staging) refusal(ctx context.Context, d *draft.Draft) string {
	check := st.session.Drafts.Check(ctx, d)
	var why []string
	for _, f := range slices.Concat(check.Properties, check.Params) {
		if f.State == draft.FieldInvalid {
			why = append(why, f.Attr.Name+": "+f.Message)
		}
	}
	if why = append(why, check.General...); len(why) == 0 {
		return st.basket.Status(d).NotReady.Reason
	}
	return strings.Join(why, "; ")
}
