package stored

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

	"ralsh/ral/value"
)

// Value is a value as stored in a line: the complete value, even if it is not UTF-8, or
// the fingerprint of a secret. A long value is stored separately, by its SHA-256.
// Exactly one field is set, except for nil.
type Value struct {
	Sym     *string     `json:"sym,omitempty"`
	Str     *string     `json:"str,omitempty"`
	Bytes   string      `json:"b64,omitempty"`
	Int     json.Number `json:"int,omitempty"`
	Float   string      `json:"float,omitempty"`
	Bool    *bool       `json:"bool,omitempty"`
	List    *[]Value    `json:"list,omitempty"`
	Map     *[][2]Value `json:"map,omitempty"`
	Ref     *[2]string  `json:"ref,omitempty"`
	Secret  string      `json:"secret,omitempty"` // fingerprint
	Unknown string      `json:"unknown,omitempty"`
	Content *String     `json:"content,omitempty"`
}

// Largest is the maximum size in bytes of a value or file that is saved; for longer
// data only the checksum is saved.
const Largest = 16 << 20

// String is a long string in the store, by its SHA-256.
type String struct {
	Sum  string `json:"sha256"`
	Size int    `json:"size"`
	Lost bool   `json:"lost,omitempty"` // too long to be saved
}

// ErrSecret reports a value that is stored only as a fingerprint.
var ErrSecret = errors.New("it is a secret, and ralsh saves only its fingerprint")

// Same reports whether two values, fingerprinted with the same salt, are equal. An
// unknown value is not equal to any value.
func (v Value) Same(w Value) bool {
	if v.Content != nil && w.Content != nil {
		return v.Content.Sum == w.Content.Sum
	}
	a, err := json.Marshal(v)
	b, err2 := json.Marshal(w)
	return err == nil && err2 == nil && v.Unknown == "" && string(a) == string(b)
}

// IsAbsent reports whether the value is absent.
func (v Value) IsAbsent() bool { return v.Sym != nil && *v.Sym == "absent" }

// Gone reports whether an ensure of this value means that the resource does not
// exist.
func (v Value) Gone() bool { return v.IsAbsent() || v.Sym != nil && *v.Sym == "purged" }

// Restore returns the original value; the error is why it cannot.
func (v Value) Restore(kept func(sum string) ([]byte, error)) (value.Value, error) {
	switch {
	case v.Sym != nil:
		return value.Sym(*v.Sym), nil
	case v.Str != nil:
		return value.Str(*v.Str), nil
	case v.Bytes != "":
		data, err := base64.StdEncoding.DecodeString(v.Bytes)
		return value.Str(string(data)), err
	case v.Int != "":
		n, ok := value.IntOf(v.Int.String())
		if !ok {
			return value.Value{}, fmt.Errorf("%s is not an integer", v.Int)
		}
		return n, nil
	case v.Float != "":
		bits, err := strconv.ParseUint(v.Float, 16, 64)
		return value.Flt(math.Float64frombits(bits)), err
	case v.Bool != nil:
		return value.Bool(*v.Bool), nil
	case v.Ref != nil:
		return value.Ref(v.Ref[0], v.Ref[1]), nil
	case v.Secret != "":
		return value.Value{}, ErrSecret
	case v.Unknown != "":
		return value.Value{}, fmt.Errorf("it could not be read: %s", v.Unknown)
	case v.Content != nil && v.Content.Lost:
		return value.Value{}, fmt.Errorf("it is too long (%d bytes, at most %d)", v.Content.Size, Largest)
	case v.Content != nil:
		data, err := kept(v.Content.Sum)
		return value.Str(string(data)), err
	case v.List != nil:
		return listValue(*v.List, kept)
	case v.Map != nil:
		return mapValue(*v.Map, kept)
	}
	return value.Value{}, nil
}

func listValue(items []Value, kept func(string) ([]byte, error)) (value.Value, error) {
	list := make([]value.Value, len(items))
	for i, item := range items {
		var err error
		if list[i], err = item.Restore(kept); err != nil {
			return value.Value{}, err
		}
	}
	return value.ListOf(list...), nil
}

func mapValue(entries [][2]Value, kept func(string) ([]byte, error)) (value.Value, error) {
	pairs := make([]value.Pair, len(entries))
	for i, e := range entries {
		key, err := e[0].Restore(kept)
		if err != nil {
			return value.Value{}, err
		}
		item, err := e[1].Restore(kept)
		if err != nil {
			return value.Value{}, err
		}
		pairs[i] = value.Pair{Key: key, Value: item}
	}
	return value.MapOf(pairs...), nil
}

// Plain returns the value for JSON documents: secrets and unknown values as
// null, stored content as its checksum.
func (v Value) Plain() any { return v.shown().Plain() }

// Text returns the value for display.
func (v Value) Text() string {
	switch {
	case v.Secret != "":
		return value.Redacted
	case v.Unknown != "":
		return "unknown: " + v.Unknown
	}
	return v.shown().Literal()
}

func (v Value) shown() value.Value {
	switch {
	case v.Secret != "" || v.Unknown != "":
		return value.Value{}
	case v.Content != nil:
		return value.Str("{sha256}" + v.Content.Sum)
	case v.List != nil:
		list := make([]value.Value, len(*v.List))
		for i, item := range *v.List {
			list[i] = item.shown()
		}
		return value.ListOf(list...)
	case v.Map != nil:
		pairs := make([]value.Pair, len(*v.Map))
		for i, e := range *v.Map {
			pairs[i] = value.Pair{Key: e[0].shown(), Value: e[1].shown()}
		}
		return value.MapOf(pairs...)
	}
	back, _ := v.Restore(nil)
	return back
}

// StringOf returns the entry of a long string whose content is not saved by this call.
func StringOf(data []byte) *String {
	return &String{Sum: Checksum(data), Size: len(data), Lost: len(data) > Largest}
}

// Recalled returns the value, or the fingerprint of a secret, as a secret.
func (v Value) Recalled() (value.Value, error) {
	if v.Secret != "" {
		return value.Secret(value.Str(v.Secret)), nil
	}
	return v.Restore(func(string) ([]byte, error) { return nil, errors.New("its content is not saved") })
}
