package draft

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"ralsh/ral/value"
)

// CheckAll checks several drafts of a type together. A field shows the common
// value or the number of different values; its state is the worst of the
// drafts, and names them.
func (on Checker) CheckAll(ctx context.Context, drafts []*Draft) Check {
	if len(drafts) == 1 {
		return on.Check(ctx, drafts[0])
	}
	start := on.env.Reader().Now()
	checks := make([]Check, len(drafts))
	for i, d := range drafts {
		checks[i] = on.Check(ctx, d)
	}
	c := Together(drafts, checks)
	c.Elapsed = on.env.Reader().Since(start)
	return c
}

// Together combines the checks of at least 1 draft of a type.
func Together(drafts []*Draft, checks []Check) Check {
	var c Check
	pick := func(of func(Check) []Field) []Field {
		fields := make([]Field, len(of(checks[0])))
		for i := range fields {
			each := make([]Field, len(checks))
			for k, check := range checks {
				each[k] = of(check)[i]
			}
			fields[i] = together(drafts, each)
		}
		return fields
	}
	c.Properties = pick(func(c Check) []Field { return c.Properties })
	c.Params = pick(func(c Check) []Field { return c.Params })
	for i, check := range checks {
		for _, text := range check.General {
			c.General = append(c.General, drafts[i].Title+": "+text)
			c.Invalid++
		}
	}
	for _, f := range slices.Concat(c.Properties, c.Params) {
		if f.State == FieldInvalid {
			c.Invalid++
		}
	}
	for _, check := range checks {
		c.Changes += check.Changes
		c.Creates += check.Creates
		c.Values += check.Values
	}
	return c
}

// worse returns the states from the worst to the best.
func worse() []FieldState {
	return []FieldState{FieldInvalid, Unreadable, NeedsRoot, Changes, Cannot, NoEffect, Given, FieldInSync, Default, NotManaged, ReadOnly}
}

func together(drafts []*Draft, each []Field) Field {
	f := each[0]
	for _, state := range worse() {
		if i := slices.IndexFunc(each, func(o Field) bool { return o.State == state }); i >= 0 {
			f = each[i]
			break
		}
	}
	if f.State == Cannot && slices.ContainsFunc(each, func(o Field) bool { return o.State != Cannot }) {
		f.State = NotManaged // it can be typed, and affects the drafts that support it
	}
	if n := count(each, isWord); n > 1 {
		f.IsText, f.Is = strconv.Itoa(n)+" values", value.Value{}
	} else if slices.ContainsFunc(each, func(o Field) bool { return o.IsText == "absent" }) {
		f.IsText = "absent"
	}
	if n := count(each, func(o Field) string { return strconv.FormatBool(o.Set) + o.Typed }); n > 1 {
		f.Set, f.Typed, f.Value, f.Kind = false, "", strconv.Itoa(n)+" values", ""
	}
	if f.Message != "" {
		f.Message = ofWhich(drafts, each, f) + f.Message
	}
	return f
}

// isWord returns the current value for comparing drafts. A value that the
// provider did not set counts as absent.
func isWord(f Field) string {
	if f.IsText == "-" {
		return "absent"
	}
	return f.IsText
}

// ofWhich returns the drafts that a message concerns, "" if it concerns all.
func ofWhich(drafts []*Draft, each []Field, f Field) string {
	var names []string
	for i, o := range each {
		if o.Message == f.Message {
			names = append(names, drafts[i].Title)
		}
	}
	if len(names) == len(each) {
		return ""
	}
	return strings.Join(names, ", ") + ": "
}

func count(each []Field, key func(Field) string) int {
	seen := make(map[string]bool)
	for _, f := range each {
		seen[key(f)] = true
	}
	return len(seen)
}

// count counts the changes as a plan does: a creation or removal is a single
// change. For a resource that is absent and stays absent, a default is not a
// change.
func (c *Check) count(d *Draft) {
	changing := 0
	ensure := NotManaged
	ensured := false
	for _, f := range c.Properties {
		if f.changes() {
			changing++
		}
		if f.Attr.Name == "ensure" {
			ensure, ensured = f.State, true
		}
	}
	there := d.Found != nil && d.Type.Present(d.Found) || d.Type.EnsureOptional
	switch {
	case !ensured:
		c.Changes = changing
	case ensure == Changes || ensure == NeedsRoot:
		c.Changes = 1
		if !there {
			c.Creates, c.Values = 1, changing-1
		}
	case !there && (ensure == FieldInSync || ensure == NotManaged && d.Found != nil):
		c.idle()
	default:
		c.Changes = changing
	}
}

// idle resets the state of changes that were not typed.
func (c *Check) idle() {
	for i, f := range c.Properties {
		if f.changes() && !f.Set {
			c.Properties[i].State, c.Properties[i].Message = Default, ""
		}
	}
}

func (f Field) changes() bool { return f.State == Changes || f.State == NeedsRoot }
