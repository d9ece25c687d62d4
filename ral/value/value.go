package value

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unsafe"
)

// Kind is the kind of a Value.
type Kind uint8

// The kinds, in no particular order.
const (
	Nil       Kind = iota // no value
	Symbol                // a word of the language: present, absent, running
	String                // bytes, not necessarily UTF-8
	Integer               // of any size; nearly all fit into a signed 64-bit integer
	Float                 // 64 bits
	Boolean               // true or false
	List                  // ordered values
	Map                   // ordered pairs of values
	Reference             // Type[title]
	Sensitive             // wraps any value and never prints it
	Unknown               // could not be read, with the reason
)

var kindNames = [...]string{
	"nil", "symbol", "string", "integer", "float", "boolean",
	"list", "map", "reference", "secret", "unknown",
}

// String returns the name of the kind.
func (k Kind) String() string { return kindNames[k] }

// Value is a value. The zero Value is nil. Compare values with Equal; == does not
// compile.
type Value struct {
	_    [0]func()
	kind Kind
	num  uint64         // of a text, its length
	ptr  unsafe.Pointer // to the bytes of a text, or to a boxed, or nil
}

// boxed holds data that does not fit into a Value.
type boxed struct {
	list   []Value
	pairs  []Pair
	inner  Value
	digits string // of an integer that does not fit into 64 bits
}

func textOf(kind Kind, s string) Value {
	return Value{kind: kind, num: uint64(len(s)), ptr: unsafe.Pointer(unsafe.StringData(s))}
}

// str returns the text of a symbol, a string or an unknown value.
func (v Value) str() string { return v.bytes(0, v.num) }

// bytes returns part of the bytes that ptr points to.
func (v Value) bytes(from, to uint64) string {
	if from == to {
		return ""
	}
	return unsafe.String((*byte)(unsafe.Add(v.ptr, from)), to-from)
}

// A reference is stored as a single text that begins with the type. The upper bits of
// num are the length of the type.
const refBits = 40

func (v Value) refType() string { return v.bytes(0, v.num>>refBits) }

func (v Value) refTitle() string { return v.bytes(v.num>>refBits, v.num&(1<<refBits-1)) }

// box returns the data of a list, a map, a secret or a long integer.
func (v Value) box() *boxed { return (*boxed)(v.ptr) }

func boxedOf(kind Kind, b boxed) Value { return Value{kind: kind, ptr: unsafe.Pointer(&b)} }

// digits returns the digits of a long integer, "" for any other.
func (v Value) digits() string {
	if v.ptr == nil {
		return ""
	}
	return v.box().digits
}

// Pair is an entry of a Map.
type Pair struct{ Key, Value Value }

// Absent returns the symbol for "it is not there" (semantics.md L14).
func Absent() Value { return Sym("absent") }

// Present returns the symbol of a resource that exists.
func Present() Value { return Sym("present") }

// Sym returns a symbol.
func Sym(name string) Value { return textOf(Symbol, name) }

// Str returns a string. The bytes need not be UTF-8.
func Str(s string) Value { return textOf(String, s) }

// Flt returns a float.
func Flt(f float64) Value { return Value{kind: Float, num: math.Float64bits(f)} }

// Int returns an integer.
func Int(n int64) Value { return Value{kind: Integer, num: uint64(n)} }

// IntOf parses a decimal integer of any size. An integer that does not fit into
// 64 bits is stored as digits.
func IntOf(digits string) (Value, bool) {
	if n, err := strconv.ParseInt(digits, 10, 64); err == nil {
		return Int(n), true
	}
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		return Value{}, false
	}
	return boxedOf(Integer, boxed{digits: n.String()}), true
}

// Bool returns a boolean.
func Bool(b bool) Value {
	if b {
		return Value{kind: Boolean, num: 1}
	}
	return Value{kind: Boolean}
}

// ListOf returns a list. It does not copy the slice.
func ListOf(items ...Value) Value {
	if len(items) == 0 {
		return Value{kind: List}
	}
	return boxedOf(List, boxed{list: items})
}

// Strs returns a list of strings.
func Strs(items ...string) Value {
	list := make([]Value, len(items))
	for i, s := range items {
		list[i] = Str(s)
	}
	return ListOf(list...)
}

// MapOf returns a map that keeps the order of its pairs. It does not copy the
// slice.
func MapOf(pairs ...Pair) Value { return boxedOf(Map, boxed{pairs: pairs}) }

// Capitalise returns a type's name as in references: Foo::Bar.
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

// Ref returns a reference, for example User[alice]; typ and title are stored unchanged.
func Ref(typ, title string) Value {
	v := textOf(Reference, typ+title)
	v.num |= uint64(len(typ)) << refBits
	return v
}

// Secret wraps v so that no format prints it.
func Secret(v Value) Value {
	if v.kind == Sensitive {
		return v
	}
	return boxedOf(Sensitive, boxed{inner: v})
}

// Unread returns an unknown value with the reason. It is never in sync and
// never a difference.
func Unread(reason string) Value { return textOf(Unknown, reason) }

// Kind returns the kind of v.
func (v Value) Kind() Kind { return v.kind }

// Redacted is printed instead of a secret.
const Redacted = "[redacted]"

// Text returns the value as plain text: "present", "5", "a b" for a list. It is
// passed to tools and matched against literals.
func (v Value) Text() string {
	switch v.kind {
	case Symbol, String:
		return v.str()
	case Integer:
		if v.ptr != nil {
			return v.digits()
		}
		return strconv.FormatInt(int64(v.num), 10)
	case Float:
		return floatText(math.Float64frombits(v.num))
	case Boolean:
		return strconv.FormatBool(v.num == 1)
	case Reference:
		return Capitalise(v.refType()) + "[" + v.refTitle() + "]"
	case List, Map:
		return v.Inspect()
	case Sensitive:
		return Redacted
	case Unknown:
		return "unknown: " + v.str()
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
