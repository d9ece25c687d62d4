package value

import (
	"math"
	"slices"
)

// IsNil reports whether v is nil.
func (v Value) IsNil() bool { return v.kind == Nil }

// IsSym reports whether v is the symbol name.
func (v Value) IsSym(name string) bool { return v.kind == Symbol && v.str() == name }

// IsAbsent reports whether v is the symbol absent.
func (v Value) IsAbsent() bool { return v.IsSym("absent") }

// IsUnknown reports whether v could not be read.
func (v Value) IsUnknown() bool { return v.kind == Unknown }

// Reason returns why an Unknown could not be read, otherwise "".
func (v Value) Reason() string {
	if v.kind == Unknown {
		return v.str()
	}
	return ""
}

// Truthy returns false for nil and false, as in Ruby (semantics.md L5, A26).
func (v Value) Truthy() bool {
	return v.kind != Nil && (v.kind != Boolean || v.num == 1)
}

// Raw returns the text of a symbol or string, otherwise "".
func (v Value) Raw() string {
	if v.kind == Symbol || v.kind == String {
		return v.str()
	}
	return ""
}

// Float returns the number and whether v is a float.
func (v Value) Float() (float64, bool) { return math.Float64frombits(v.num), v.kind == Float }

// Int returns the number and whether v is an integer of 64 bits.
func (v Value) Int() (int64, bool) { return int64(v.num), v.kind == Integer && v.ptr == nil }

// Bool returns the boolean, and whether v is a boolean.
func (v Value) Bool() (val, ok bool) { return v.num == 1, v.kind == Boolean }

// Items returns the elements of a list, nil for any other kind. The slice is
// shared and must not be modified.
func (v Value) Items() []Value {
	if v.kind != List {
		return nil
	}
	return v.items()
}

// items returns the elements of a list; an empty list has no box.
func (v Value) items() []Value {
	if v.ptr == nil {
		return nil
	}
	return v.box().list
}

// Pairs returns the entries of a map, nil for any other kind. The slice is
// shared and must not be modified.
func (v Value) Pairs() []Pair {
	if v.kind != Map {
		return nil
	}
	return v.box().pairs
}

// Target returns the type and title of a reference.
func (v Value) Target() (typ, title string, ok bool) {
	if v.kind != Reference {
		return "", "", false
	}
	return v.refType(), v.refTitle(), true
}

// Reveal unwraps a secret, and all secrets in a list or map. It is for passing
// the value to a tool and for comparisons; the result must not be shown.
func (v Value) Reveal() Value {
	switch {
	case !v.IsSecret():
		return v
	case v.kind == List:
		items := make([]Value, len(v.items()))
		for i, item := range v.items() {
			items[i] = item.Reveal()
		}
		return ListOf(items...)
	case v.kind == Map:
		pairs := make([]Pair, len(v.box().pairs))
		for i, p := range v.box().pairs {
			pairs[i] = Pair{p.Key.Reveal(), p.Value.Reveal()}
		}
		return MapOf(pairs...)
	}
	return v.box().inner.Reveal()
}

// Unmark removes the secret mark from the value, and not from values in it.
func (v Value) Unmark() Value {
	if v.kind == Sensitive {
		return v.box().inner
	}
	return v
}

// Empty reports whether the value has no text and no elements.
func (v Value) Empty() bool {
	switch v = v.Reveal(); v.kind {
	case Nil:
		return true
	case Symbol, String:
		return v.str() == ""
	case List:
		return len(v.items()) == 0
	}
	return false
}

// IsSecret reports whether v or any value in it is wrapped as a secret.
func (v Value) IsSecret() bool {
	switch v.kind {
	case Sensitive:
		return true
	case List:
		return slices.ContainsFunc(v.items(), Value.IsSecret)
	case Map:
		return slices.ContainsFunc(v.box().pairs, func(p Pair) bool { return p.Key.IsSecret() || p.Value.IsSecret() })
	}
	return false
}

// Elements returns the items of a list, no values for nil, and otherwise v: the form in
// which attributes are stored (semantics.md A30).
func (v Value) Elements() []Value {
	switch v.kind {
	case List:
		return v.items()
	case Nil:
		return nil
	}
	return []Value{v}
}
