package model

import (
	"context"
	"slices"
	"time"

	"ralsh/ral"
	"ralsh/ral/value"
)

// Drafts checks drafts on a host, on behalf of a user.
type Drafts struct {
	env  *ral.Env
	user *User
}

// FieldState is the state of a field of a draft.
type FieldState uint8

// The states of a field.
const (
	NotManaged FieldState = iota
	FieldInSync
	Changes
	FieldInvalid
	Cannot    // the provider lacks a feature
	NeedsRoot // it would change, but this user may not change it
	NoEffect  // a parameter without an effect in the current state
	Default   // not typed, and equal to its default
	Given     // a typed parameter
	Unreadable
	ReadOnly // a property that is only displayed
)

var stateNames = [...]string{
	"not managed", "in sync", "changes", "invalid", "cannot",
	"needs root", "no effect", "default", "given", "not known", "read only",
}

// String returns the state as shown in the margin.
func (s FieldState) String() string { return stateNames[s] }

// Field is an attribute in the editor.
type Field struct {
	Attr    *ral.Attribute
	Is      value.Value
	IsText  string
	Typed   string
	Set     bool
	State   FieldState
	Value   string // the munged value
	Kind    string // kind of value: "integer", "secret, yescrypt hash"
	Message string // message of the type, or why the provider cannot
	Warning string // warning about a valid value
	Allowed []string
	Needed  bool // required for a new resource, and missing
	kept    bool // not typed; declared with its current value
}

// ReadsAs returns the munged value with its kind. It omits a value that equals
// the typed text: "90, integer", "string".
func (f Field) ReadsAs() string {
	if f.Kind == "" || f.Value == "" || f.Value == f.Typed {
		return f.Kind
	}
	return f.Value + ", " + f.Kind
}

// Check is the result of validating and munging a whole draft.
type Check struct {
	Properties []Field
	Params     []Field
	General    []string // diagnostics of the resource as a whole, including its name
	Name       string   // message of the type about an invalid name, or ""
	Changes    int      // as in the plan: a creation or removal counts once
	Creates    int      // number of Changes that create a resource
	Values     int      // number of properties set by the creations
	Invalid    int
	Elapsed    time.Duration
}

// Ready reports whether the draft can be planned.
func (c Check) Ready() bool { return c.Invalid == 0 }

// Needed returns the attributes that a new resource requires and that are
// missing.
func (c Check) Needed() (names []string) {
	for _, f := range slices.Concat(c.Properties, c.Params) {
		if f.Needed {
			names = append(names, f.Attr.Name)
		}
	}
	return names
}

// Wrong reports whether a typed value is invalid, apart from missing values.
func (c Check) Wrong() bool {
	return c.Invalid > len(c.General) || c.Invalid > 0 && len(c.Needed()) == 0
}

// Check validates and munges a draft as a whole. Once the type's providers are
// elected, it does not access the host and takes microseconds: it is called on
// each keystroke.
func (ds Drafts) Check(ctx context.Context, d *Draft) Check {
	start := ds.env.Reader().Now()
	r, diags := ds.env.Build(ctx, d.decl(true))
	r.Found = d.Found
	diags = ds.completed(ctx, d, r, diags)
	var c Check
	for _, a := range d.Type.Properties() {
		c.Properties = append(c.Properties, ds.field(ctx, d, r, a, diags))
	}
	for _, a := range Params(d.Type) {
		c.Params = append(c.Params, ds.field(ctx, d, r, a, diags))
	}
	for _, f := range slices.Concat(c.Properties, c.Params) {
		if f.State == FieldInvalid {
			c.Invalid++
		}
	}
	for _, diag := range diags {
		named := diag.Attr != "" && d.Type.Attr(diag.Attr) != nil && d.Type.Attr(diag.Attr).Namevar
		if (diag.Attr == "" || named) && diag.Kind != ral.Dropped {
			c.General = append(c.General, diag.Message)
			c.Invalid++
		}
		if named && c.Name == "" {
			c.Name = diag.Message
		}
	}
	c.count(d)
	c.Elapsed = ds.env.Reader().Since(start)
	return c
}

// completed removes the diagnostics of the resource as a whole if it is valid
// together with its undeclared properties, as a plan declares it.
func (ds Drafts) completed(ctx context.Context, d *Draft, r *ral.Resource, diags ral.Diags) ral.Diags {
	ofWhole := func(diag ral.Diag) bool { return !ofAttribute(diag) && diag.Kind != ral.Dropped }
	if !d.Found.Present() || !keepable(r) || !slices.ContainsFunc(diags, ofWhole) {
		return diags
	}
	decl := d.decl(true)
	decl.Attrs = append(decl.Attrs, ds.undeclared(ctx, decl, r, d.Found)...)
	if _, whole := ds.env.Build(ctx, decl); whole.Err() != nil {
		return diags
	}
	return slices.DeleteFunc(diags, ofWhole)
}

func (ds Drafts) field(ctx context.Context, d *Draft, r *ral.Resource, a *ral.Attribute, diags ral.Diags) Field {
	f := Field{Attr: a, Is: value.Absent()}
	f.Typed, f.Set = d.Text(a.Name)
	if a.Kind == ral.Property && d.Found != nil {
		f.Is = d.Found.Get(a.Name)
	}
	if a.Kind == ral.Property {
		f.IsText = ShowFoundOf(r, a, d.Found)
	}
	if a.Kind == ral.Property && d.unread() {
		f.Is, f.IsText = value.Unread(d.Unread), "?"
	}
	if d.Lacks(a.Name) {
		f.State, f.Message = FieldInvalid, "a secret is not kept on the disk: type it again, or undo it"
		return f
	}
	if diag := diags.Of(a.Name); diag != nil && diag.Kind != ral.Dropped {
		f.State, f.Message, f.Allowed = FieldInvalid, diag.Message, diag.Allowed
		return f
	}
	if r.Provider != nil {
		if lacks := r.Provider.Lacks(a); len(lacks) > 0 {
			f.State, f.Message = Cannot, ral.LacksText(a.Name, r.Provider.Name, lacks)
			return f
		}
	}
	if _, kept := d.implicitValue(a); kept && !f.Set {
		f.kept = true
	} else {
		f.reads(r, a)
	}
	f.Warning = a.Warning(r)
	if f.Needed = a.Required && !r.Has(a.Name) && d.makes(); f.Needed {
		f.Warning = "a required attribute of a new " + d.Type.Name
	}
	if a.Kind == ral.Property {
		ds.property(ctx, &f, r, a)
	} else {
		f.param(r, a)
	}
	return f
}

// reads sets the munged value of the typed text.
func (f *Field) reads(r *ral.Resource, a *ral.Attribute) {
	v := r.Get(a.Name)
	if v.IsNil() {
		return
	}
	if r.IsSecret(a.Name) {
		if f.Kind = "secret"; a.KindOfSecret(v) != "" {
			f.Kind += ", " + a.KindOfSecret(v)
		}
		return
	}
	f.Kind = v.Kind().String()
	f.Value = TextFor(a, v)
	if f.Value == "" {
		f.Value = v.Inspect()
	}
}

func (ds Drafts) property(ctx context.Context, f *Field, r *ral.Resource, a *ral.Attribute) {
	same := false
	broken := ral.Guard(func() error {
		same = r.Has(a.Name) && !f.Is.IsUnknown() && a.InSync(ral.Hook{Ctx: ctx, A: a, R: r}, f.Is, r.Munged(a.Name))
		return nil
	})
	switch {
	case a.ReadOnly:
		f.State, f.Message = ReadOnly, a.Name+" can only be read"
	case !r.Has(a.Name), f.kept:
		f.State = NotManaged
	case f.Is.IsUnknown():
		f.State, f.Message = Unreadable, f.Is.Reason()
	case broken != nil:
		f.State, f.Message = Unreadable, broken.Error()
	case same && !f.Set && a.Name != "ensure":
		f.State = Default
	case same:
		f.State = FieldInSync
	default:
		f.State = Changes
		if why := ds.user.Refused(r.Provider); why != "" {
			f.State, f.Message = NeedsRoot, why
		}
	}
}

func (f *Field) param(r *ral.Resource, a *ral.Attribute) {
	switch {
	case !r.Has(a.Name):
		f.State = NotManaged
		return
	case r.IsDefault(a.Name):
		f.State = Default
	default:
		f.State = Given
	}
	if f.State == Given && a.NoEffect != nil {
		if why := a.NoEffect(r); why != "" {
			f.State, f.Message = NoEffect, why
		}
	}
}
