package ral

import (
	"unicode/utf8"

	"ralsh/ral/value"
)

const noText = "it is not UTF-8"

// OmitReason says why an instance cannot be declared, "" when it can.
func (inst *Instance) OmitReason() string {
	if inst.Shadowed {
		return "another one of this name counts"
	}
	var namevar *Attribute
	for _, a := range inst.Type.Attributes {
		switch {
		case a.Namevar && namevar != nil:
			return "" // the name is taken apart
		case a.Namevar:
			namevar = a
		}
	}
	if namevar == nil {
		return ""
	}
	if !utf8.ValidString(inst.Name) {
		return noText
	}
	if why := namevar.refuses(value.Str(inst.Name)); why != "" {
		return "nothing can be called so: " + why
	}
	return ""
}

// RejectReason says why what was found of a property cannot be declared, "" when it
// can.
func (inst *Instance) RejectReason(a *Attribute, is value.Value) string {
	if a.Derived != nil && a.Derived(inst) {
		return "it can only be read"
	}
	for _, one := range is.Reveal().Elements() {
		if !utf8.ValidString(one.Raw()) {
			return noText
		}
		if why := a.refuses(one); why != "" {
			return why
		}
	}
	return ""
}

// refuses is what an attribute has against a value, "" for nothing. A check that
// needs the rest of the resource breaks here, and is not made.
func (a *Attribute) refuses(v value.Value) (why string) {
	if a.ValidateFn == nil && a.MungeFn == nil && len(a.Values) == 0 {
		return ""
	}
	defer func() {
		if recover() != nil {
			why = ""
		}
	}()
	h := Hook{A: a}
	check := a.ValidateFn
	if check == nil {
		check = a.validateDefault
	}
	err := check(h, v)
	if err == nil && a.MungeFn != nil {
		_, err = a.MungeFn(h, v)
	}
	if err == nil {
		return ""
	}
	return err.Error()
}
