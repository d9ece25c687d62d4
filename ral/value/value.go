package value

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Kind says what a Value is.
type Kind uint8

// The kinds, in no order that matters.
const (
	Nil       Kind = iota // no value at all
	Symbol                // a name of the type's own: present, absent, running
	String                // bytes, not always UTF-8
	Integer               // of any size; nearly all fit into 64 bits, signed
	Float                 // 64 bits
	Boolean               // true or false
	List                  // values in order
	Map                   // pairs in order, keys are values
	Reference             // Type[title]
	Sensitive             // wraps any value and never prints it
	Unknown               // could not be read, with the reason
)

var kindNames = [...]string{
	"nil", "symbol", "string", "integer", "float", "boolean",
	"list", "map", "reference", "secret", "unknown",
}

// String is the kind's name as shown to a person.
func (k Kind) String() string { return kindNames[k] }

// Value is one value. The zero Value is nil. Two values are compared with
// Equal; == does not compile. Scalars hold no pointer but the string's.
type Value struct {
	_    [0]func()
	kind Kind
	num  uint64
	str  string
	box  *boxed
}

type boxed struct {
	list  []Value
	pairs []Pair
	inner Value
}

// Pair is one entry of a Map.
type Pair struct{ Key, Value Value }

// Absent is the symbol that means "there is nothing there" (semantics.md L14).
func Absent() Value { return Sym("absent") }

// Present is the symbol of a resource that exists.
func Present() Value { return Sym("present") }

// Sym makes a symbol.
func Sym(name string) Value { return Value{kind: Symbol, str: name} }

// Str makes a string. The bytes need not be UTF-8.
func Str(s string) Value { return Value{kind: String, str: s} }

// Flt makes a float.
func Flt(f float64) Value { return Value{kind: Float, num: math.Float64bits(f)} }

// Int makes an integer.
func Int(n int64) Value { return Value{kind: Integer, num: uint64(n)} }

// IntOf makes an integer of any size of its decimal digits, and reports whether
// they are one. What does not fit into 64 bits is kept as its digits.
func IntOf(digits string) (Value, bool) {
	if n, err := strconv.ParseInt(digits, 10, 64); err == nil {
		return Int(n), true
	}
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		return Value{}, false
	}
	return Value{kind: Integer, str: n.String()}, true
}

// Bool makes a boolean.
func Bool(b bool) Value {
	if b {
		return Value{kind: Boolean, num: 1}
	}
	return Value{kind: Boolean}
}

// ListOf makes a list. The slice is kept, not copied.
func ListOf(items ...Value) Value {
	if len(items) == 0 {
		return Value{kind: List}
	}
	return Value{kind: List, box: &boxed{list: items}}
}

// Strs makes a list of strings.
func Strs(items ...string) Value {
	list := make([]Value, len(items))
	for i, s := range items {
		list[i] = Str(s)
	}
	return ListOf(list...)
}

// MapOf makes a map that keeps the order of its pairs. The slice is kept.
func MapOf(pairs ...Pair) Value { return Value{kind: Map, box: &boxed{pairs: pairs}} }

// Capitalise writes a type's name as references do: Foo::Bar.
func Capitalise(name string) string {
	text, start := []byte(nil), true
	for i := range len(name) {
		c := name[i]
		if start && 'a' <= c && c <= 'z' {
			if text == nil {
				text = []byte(name)
			}
			text[i] = c - 'a' + 'A'
		}
		start = strings.HasSuffix(name[:i+1], "::")
	}
	if text == nil {
		return name
	}
	return string(text)
}

// Ref makes a reference such as User[alice]; typ and title are kept as given.
// The two stand in one string, the type first: num is its length.
func Ref(typ, title string) Value {
	return Value{kind: Reference, num: uint64(len(typ)), str: typ + title}
}

// Secret wraps v so that no format prints it.
func Secret(v Value) Value {
	if v.kind == Sensitive {
		return v
	}
	return Value{kind: Sensitive, box: &boxed{inner: v}}
}

// Unread is a value that could not be read, and why. It is never in sync and
// never a difference.
func Unread(reason string) Value { return Value{kind: Unknown, str: reason} }

// Kind returns the kind of v.
func (v Value) Kind() Kind { return v.kind }

// Redacted is printed wherever a secret would be.
const Redacted = "[redacted]"

// Text is the value as plain text: "present", "5", "a b" for a list. It is
// what a tool is given and what a literal is matched against.
func (v Value) Text() string {
	switch v.kind {
	case Symbol, String:
		return v.str
	case Integer:
		if v.str != "" {
			return v.str
		}
		return strconv.FormatInt(int64(v.num), 10)
	case Float:
		return floatText(math.Float64frombits(v.num))
	case Boolean:
		return strconv.FormatBool(v.num == 1)
	case Reference:
		return Capitalise(v.str[:v.num]) + "[" + v.str[v.num:] + "]"
	case List, Map:
		return v.Inspect()
	case Sensitive:
		return Redacted
	case Unknown:
		return "unknown: " + v.str
	}
	return ""
}

// Format prints Text for every verb, so that no verb can show a secret.
func (v Value) Format(f fmt.State, verb rune) {
	text := v.Text()
	if verb == 'q' || verb == '#' || (verb == 'v' && f.Flag('#')) {
		text = v.Inspect()
	}
	_, _ = f.Write([]byte(text))
}
