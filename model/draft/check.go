package draft

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"ralsh/model/notation"
	"ralsh/model/undeclared"
	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

// Checker checks drafts on a host, on behalf of a user.
type Checker struct {
	env     *onhost.Env
	refused func(*ral.Provider) string // why the user may not make changes with a provider, or ""
}

// NewChecker returns a checker on a host. refused returns why the user may not make changes
// with a provider, or "".
func NewChecker(env *onhost.Env, refused func(*ral.Provider) string) Checker {
	return Checker{env, refused}
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
	"needs root", "no effect", "default", "given", "unknown", "read only",
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
func (on Checker) Check(ctx context.Context, d *Draft) Check {
	start := on.env.Reader().Now()
	now := onhost.Current{Found: d.Found}
	if d.unread() {
		now.Unread = d.Unread
	}
	props, decl := d.Type.Properties(), d.decl(true)
	attrs := append(slices.Clone(props), Params(d.Type)...)
	r, results, diags := on.env.Examine(ctx, d.Type, decl, now, attrs)
	diags = on.completed(ctx, decl, r, diags)
	var c Check
	for i, res := range results {
		f := on.field(d, r, res)
		if f.State == FieldInvalid {
			c.Invalid++
		}
		if i < len(props) {
			c.Properties = append(c.Properties, f)
		} else {
			c.Params = append(c.Params, f)
		}
	}
	for _, diag := range diags {
		named := diag.Attr != "" && d.Type.Attr(diag.Attr) != nil && d.Type.Attr(diag.Attr).Namevar
		if (diag.Attr == "" || named) && diag.Kind != diagnostic.Dropped {
			c.General = append(c.General, diag.Message)
			c.Invalid++
		}
		if named && c.Name == "" {
			c.Name = diag.Message
		}
	}
	c.count(d)
	c.Elapsed = on.env.Reader().Since(start)
	return c
}

// completed removes the diagnostics of the resource as a whole if it is valid
// together with its undeclared properties, as a plan declares it.
func (on Checker) completed(ctx context.Context, decl ral.Decl, r *ral.Resource, diags diagnostic.Diags) diagnostic.Diags {
	ofWhole := func(diag diagnostic.Diag) bool { return diag.Attr == "" && diag.Kind != diagnostic.Dropped }
	if !r.Found.Present() || !undeclared.Loses(r) || !slices.ContainsFunc(diags, ofWhole) {
		return diags
	}
	decl.Attrs = append(slices.Clip(decl.Attrs), undeclared.Values(ctx, on.env, decl, r, r.Found)...)
	if _, whole := on.env.BuildOf(ctx, r.Type, &decl); whole.Err() != nil {
		return diags
	}
	return slices.DeleteFunc(diags, ofWhole)
}

func (on Checker) field(d *Draft, r *ral.Resource, res onhost.Result) Field {
	a := res.Attr
	f := Field{Attr: a, Is: res.Is}
	f.Typed, f.Set = d.Text(a.Name)
	if a.Kind == ral.Property {
		f.IsText = notation.ShowFoundOf(r, a, r.Found)
		if d.unread() {
			f.IsText = "?"
		}
	}
	switch {
	case d.Lacks(a.Name):
		f.State, f.Message = FieldInvalid, "ralsh does not save secrets: type it again, or undo the field"
		return f
	case res.Diag != nil:
		f.State, f.Message, f.Allowed = FieldInvalid, res.Diag.Message, res.Diag.Allowed
		return f
	case res.Lacks != "":
		f.State, f.Message = Cannot, res.Lacks
		return f
	}
	if _, f.kept = d.implicitValue(a); f.Set {
		f.kept = false
	}
	if !f.kept {
		f.reads(res)
	}
	f.Warning = res.Warning
	if f.Needed = a.Required && !res.Set && d.makes(); f.Needed {
		f.Warning = "required for a new " + d.Type.Name
	}
	f.State, f.Message = f.state(res)
	if f.State == Changes {
		if why := on.refused(r.Provider); why != "" {
			f.State, f.Message = NeedsRoot, why
		}
	}
	return f
}

// reads sets the munged value of the typed text.
func (f *Field) reads(res onhost.Result) {
	switch v := res.Value; {
	case v.IsNil():
	case res.Secret:
		if f.Kind = "secret"; f.Attr.KindOfSecret(v) != "" {
			f.Kind += ", " + f.Attr.KindOfSecret(v)
		}
	default:
		f.Kind = v.Kind().String()
		f.Value = cmp.Or(notation.Typed(f.Attr, v), v.Inspect())
	}
}

// state returns the state of a valid attribute that the provider supports.
func (f *Field) state(res onhost.Result) (state FieldState, message string) {
	property := f.Attr.Kind == ral.Property
	switch {
	case property && f.Attr.ReadOnly:
		return ReadOnly, f.Attr.Name + " can only be read"
	case !res.Set, property && f.kept:
		return NotManaged, ""
	case res.Unreadable != "":
		return Unreadable, res.Unreadable
	case property && !res.InSync:
		return Changes, ""
	case property && !f.Set && f.Attr.Name != "ensure", !property && res.Default:
		return Default, ""
	case property:
		return FieldInSync, ""
	case res.NoEffect != "":
		return NoEffect, res.NoEffect
	}
	return Given, ""
}

// ShowTyped returns a desired value of a draft in the format of ShowIs. A value that the
// type rejects is shown as it was typed.
func (on Checker) ShowTyped(ctx context.Context, d *Draft, a *ral.Attribute) string {
	if a.Sensitive {
		return value.Redacted
	}
	text, _ := d.Text(a.Name)
	r, diags := on.env.Build(ctx, d.decl(true))
	if diags.Of(a.Name) != nil || !r.Sets(a) {
		return notation.Show(notation.Parse(a, text))
	}
	r.Found = d.Found
	return notation.ShowShould(r, a, notation.Parse(a, text))
}

// counted returns the number of changes: "4 changes", "creates 1 resource, 5
// values".
func (c Check) counted() string {
	if c.Creates == 0 {
		return notation.Plural(c.Changes, "change", "changes")
	}
	text := "creates " + notation.Plural(c.Creates, "resource", "resources")
	if c.Values > 0 {
		text += ", " + notation.Plural(c.Values, "value", "values")
	}
	if rest := c.Changes - c.Creates; rest > 0 {
		text += ", " + notation.Plural(rest, "change", "changes")
	}
	return text
}

// Summary returns the check as a line: "4 changes, 1 invalid: expiry".
func (c Check) Summary() string {
	text := c.counted()
	if needed := c.Needed(); len(needed) > 0 && !c.Wrong() {
		needs := "required: " + strings.Join(needed, ", ")
		if c.Changes == 0 {
			return needs
		}
		return text + ", " + needs
	}
	if c.Invalid == 0 {
		return text
	}
	var names []string
	for _, f := range slices.Concat(c.Properties, c.Params) {
		if f.State == FieldInvalid {
			names = append(names, f.Attr.Name)
		}
	}
	if len(names) == 0 {
		return text + ", invalid: " + strings.Join(c.General, "; ")
	}
	return fmt.Sprintf("%s, %d invalid: %s", text, c.Invalid, strings.Join(names, ", "))
}

// Counts returns Summary without names: "4 changes, 1 invalid".
func (c Check) Counts() string {
	if c.Invalid == 0 {
		return c.counted()
	}
	return fmt.Sprintf("%s, %d invalid", c.counted(), c.Invalid)
}
