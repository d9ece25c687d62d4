package value

import (
	"math"
	"slices"
	"strconv"
)

// Same reports whether two values are identical, so that they can replace each other.
// It returns false for maps, and compares secrets and lists by content.
func (v Value) Same(w Value) bool {
	switch {
	case v.kind != w.kind:
		return false
	case v.kind == Sensitive:
		return v.box().inner.Same(w.box().inner)
	case v.kind == List:
		return slices.EqualFunc(v.items(), w.items(), Value.Same)
	}
	return v.kind != Map && v.sameScalar(w)
}

// Equal compares kind and content; 5 and "5" differ, and so do the symbol and the
// string of the same letters. 5 and 5.0 are equal, as in Ruby. A secret equals its
// content. An unknown Value is not equal to any value.
func (v Value) Equal(w Value) bool {
	v, w = v.Reveal(), w.Reveal()
	if v.kind != w.kind {
		return v.sameNumber(w) || w.sameNumber(v)
	}
	switch v.kind {
	case Unknown:
		return false
	case List:
		return slices.EqualFunc(v.items(), w.items(), Value.Equal)
	case Map:
		return equalPairs(v.box().pairs, w.box().pairs)
	case Float:
		return math.Float64frombits(v.num) == math.Float64frombits(w.num)
	}
	return v.sameScalar(w)
}

// sameScalar compares two scalars of the same kind, floats by their bits.
func (v Value) sameScalar(w Value) bool {
	switch v.kind {
	case Symbol, String, Unknown:
		return v.str() == w.str()
	case Reference:
		return v.refType() == w.refType() && v.refTitle() == w.refTitle()
	case Integer:
		return v.num == w.num && v.digits() == w.digits()
	}
	return v.num == w.num
}

// sameNumber reports whether v is an integer and w a float of the same value.
func (v Value) sameNumber(w Value) bool {
	if v.kind != Integer || w.kind != Float {
		return false
	}
	f := math.Float64frombits(w.num)
	if math.Abs(f) < 1<<63 {
		return v.ptr == nil && f == math.Trunc(f) && int64(f) == int64(v.num)
	}
	return strconv.FormatFloat(f, 'f', 0, 64) == v.Text()
}

func equalPairs(a, b []Pair) bool {
	if len(a) != len(b) {
		return false
	}
	for _, p := range a {
		i := slices.IndexFunc(b, func(q Pair) bool { return q.Key.Equal(p.Key) })
		if i < 0 || !b[i].Value.Equal(p.Value) {
			return false
		}
	}
	return true
}
