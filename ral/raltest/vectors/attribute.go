package vectors

import (
	"strings"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// Attribute returns the attribute.
func (d AttrDef) Attribute() *ral.Attribute {
	a := d.base()
	a.Required = d.Required || d.Namevar == "option" || d.Namevar == "isnamevar"
	a.Namevar = d.Namevar != ""
	a.MatchAll = d.ArrayMatching == "all"
	a.IsList = a.MatchAll
	a.Features = d.RequiredFeatures
	d.Default.put(a)
	if len(d.Validate) > 0 {
		a.ValidateFn = validator(d.Validate)
	}
	if len(d.Munge) > 0 {
		a.MungeFn = munger(d.Munge)
	}
	if len(d.Unmunge) > 0 {
		a.Hooks = unmunger(d.Unmunge)
	}
	d.texts(a)
	if d.Insync != "" {
		a.InSyncFn = inSync(d.Insync)
	}
	return a
}

func (d AttrDef) base() *ral.Attribute {
	var values []ral.Allowed
	for _, v := range d.NewValues {
		values = append(values, v.allowed())
	}
	var a *ral.Attribute
	switch {
	case d.Parent == "boolean-param":
		a = standard.BoolParam(d.Name, d.Doc, "")
	case d.Parent == "boolean-property":
		a = standard.BoolProperty(d.Name, d.Doc)
	case d.Role == "ensure" && len(values) > 0 && !d.DefaultValues:
		a = standard.EnsureOf(d.Doc, values...)
	case d.Role == "ensure":
		return standard.Ensure(d.Doc, values...)
	case d.Role == "param":
		a = &ral.Attribute{Name: d.Name, Kind: ral.Param, Doc: d.Doc}
	default:
		a = &ral.Attribute{Name: d.Name, Kind: ral.Property, Doc: d.Doc}
	}
	if d.Role != "ensure" {
		a.Values = append(a.Values, values...)
	}
	a.Predicate, a.ConstantDefault = d.Boolean, false
	return a
}

func (n NewValue) allowed() ral.Allowed {
	w := ral.Allowed{
		Name: n.Value.Text(), Features: n.RequiredFeatures, Event: n.Event, InvalidateRefreshes: n.InvalidateRefreshes,
	}
	if n.Value.IsPattern {
		w.Name, w.Pattern = "", lazyre.Ruby(n.Value.Pattern)
	}
	for _, alias := range n.Aliases {
		w.Aliases = append(w.Aliases, alias.Text())
	}
	if n.Block != nil {
		w.Call = "block:" + n.Block.Log
	}
	return w
}

func (d AttrDef) texts(a *ral.Attribute) {
	if d.IsToS != "" {
		a.IsText = func(_ ral.Hook, v value.Value) string { return fill(d.IsToS, v) }
	}
	if d.ShouldToS != "" {
		a.ShouldText = func(_ ral.Hook, v value.Value) string { return fill(d.ShouldToS, v) }
	}
	if d.ChangeToS == nil {
		return
	}
	a.ChangeFn = func(_ ral.Hook, is, should value.Value) string {
		if d.ChangeToS.Raise != nil {
			panic(d.ChangeToS.Raise)
		}
		return strings.NewReplacer("%is", is.Text(), "%should", should.Text()).Replace(d.ChangeToS.Template)
	}
}

func fill(template string, v value.Value) string {
	return strings.NewReplacer("%s", v.Text(), "%p", v.Inspect()).Replace(template)
}

// inSync returns the comparison of this name.
func inSync(name string) func(ral.Hook, value.Value, value.Value) bool {
	return func(_ ral.Hook, is, should value.Value) bool {
		switch name {
		case "always":
			return true
		case "case_insensitive":
			return strings.EqualFold(is.Text(), should.Text())
		case "set":
			return is.Kind() == value.List && standard.MembersInSync(is, should, true)
		case "raise":
			panic("insync failed")
		}
		return false
	}
}
