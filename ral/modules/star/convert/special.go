package convert

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"ralsh/ral/value"
)

// Special is a value without an equivalent in Starlark: a symbol, a secret, a
// reference, an unknown value. A symbol and a string of the same letters
// differ, as everywhere in ral.
type Special struct{ v value.Value }

var (
	_ starlark.HasAttrs   = Special{}
	_ starlark.Comparable = Special{}
)

func (s Special) String() string        { return s.v.Text() }
func (s Special) Type() string          { return s.v.Kind().String() }
func (s Special) Freeze()               {}
func (s Special) Truth() starlark.Bool  { return starlark.True }
func (s Special) Hash() (uint32, error) { return starlark.String(s.v.Text()).Hash() }

// CompareSameType supports equality but no order.
func (s Special) CompareSameType(op syntaxToken, y starlark.Value, _ int) (bool, error) {
	same := s.v.Kind() == y.(Special).v.Kind() && s.v.Equal(y.(Special).v)
	switch op {
	case equal:
		return same, nil
	case notEqual:
		return !same, nil
	}
	return false, fmt.Errorf("%s cannot be ordered", s.Type())
}

// Attr returns the parts of a reference, or the content of a secret.
func (s Special) Attr(name string) (starlark.Value, error) {
	switch s.v.Kind() {
	case value.Reference:
		typ, title, _ := s.v.Target()
		switch name {
		case "type":
			return starlark.String(typ), nil
		case "title":
			return starlark.String(title), nil
		}
	case value.Sensitive:
		if name == "reveal" {
			return method("reveal", func() (starlark.Value, error) { return FromValue(s.v.Reveal()), nil }), nil
		}
	case value.Unknown:
		if name == "reason" {
			return starlark.String(s.v.Reason()), nil
		}
	}
	return nil, nil
}

// AttrNames returns the names that Attr supports.
func (s Special) AttrNames() []string {
	switch s.v.Kind() {
	case value.Reference:
		return []string{"title", "type"}
	case value.Sensitive:
		return []string{"reveal"}
	case value.Unknown:
		return []string{"reason"}
	}
	return nil
}

// method returns a function without arguments.
func method(name string, fn func() (starlark.Value, error)) *starlark.Builtin {
	return starlark.NewBuiltin(name, func(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		if err := Unpack(b.Name(), args, kwargs); err != nil {
			return nil, err
		}
		return fn()
	})
}

// InternalValue is the result of a builtin that only a different builtin accepts.
type InternalValue string

func (o InternalValue) String() string        { return "<" + string(o) + ">" }
func (o InternalValue) Type() string          { return string(o) }
func (o InternalValue) Freeze()               {}
func (o InternalValue) Truth() starlark.Bool  { return starlark.True }
func (o InternalValue) Hash() (uint32, error) { return 0, fmt.Errorf("%s cannot be a key", string(o)) }

// Raw returns the bytes of a text, of bytes, or of a secret that wraps a text, and
// whether it is a secret.
func Raw(name string, x starlark.Value) (text string, hidden bool, err error) {
	v, err := ToValue(x)
	if err != nil {
		return "", false, err
	}
	if inner := v.Reveal(); inner.Kind() == value.String {
		return inner.Raw(), v.IsSecret(), nil
	}
	return "", false, fmt.Errorf("%s: the value must be a string or bytes, not %s", name, Article(x.Type()))
}

// Wrapped returns a string, wrapped if it was made from a secret.
func Wrapped(text string, hidden bool) starlark.Value {
	if hidden {
		return FromValue(value.Secret(value.Str(text)))
	}
	return starlark.String(text)
}

// Masked returns an error if a text for the host contains the mask of a secret,
// which str() and % produce.
func Masked(name, text string) error {
	if !strings.Contains(text, value.Redacted) {
		return nil
	}
	return fmt.Errorf("%s: the string contains %s, the mask of a secret: use secret.reveal()", name, value.Redacted)
}
