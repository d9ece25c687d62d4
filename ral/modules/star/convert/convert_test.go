package convert

import (
	"testing"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"ralsh/ral/value"
)

// taker makes values from bytes.
type taker struct{ data []byte }

func (t *taker) next() byte {
	if len(t.data) == 0 {
		return 0
	}
	c := t.data[0]
	t.data = t.data[1:]
	return c
}

func (t *taker) text() string {
	n := min(int(t.next()%8), len(t.data))
	text := string(t.data[:n])
	t.data = t.data[n:]
	return text
}

func (t *taker) value(depth int) value.Value {
	kind := t.next() % 12
	if depth > 6 && kind > 8 {
		return value.Value{}
	}
	switch kind {
	case 1:
		return value.Sym(t.text())
	case 2:
		return value.Int(int64(t.next())<<56 | int64(t.next()))
	case 3:
		digits := "9"
		for range t.next() % 40 {
			digits += string('0' + t.next()%10)
		}
		n, _ := value.IntOf(digits)
		return n
	case 4:
		return value.Flt(float64(t.next()) / (float64(t.next()) - 7))
	case 5:
		return value.Bool(t.next()%2 == 0)
	case 6:
		return value.Ref(t.text(), t.text())
	case 7:
		return value.Unread(t.text())
	case 8:
		return value.Str(t.text())
	case 9:
		return value.Secret(t.value(depth + 1))
	case 10:
		var items []value.Value
		for range t.next() % 5 {
			items = append(items, t.value(depth+1))
		}
		return value.ListOf(items...)
	case 11:
		var pairs []value.Pair
		for i := range t.next() % 5 {
			pairs = append(pairs, value.Pair{Key: value.Str(string('a'+i) + t.text()), Value: t.value(depth + 1)})
		}
		return value.MapOf(pairs...)
	}
	return value.Value{}
}

// alike compares two values; unknown values are equal for equal reasons, and
// NaN equals itself.
func alike(v, w value.Value) bool {
	if v.Kind() != w.Kind() || len(v.Items()) != len(w.Items()) || len(v.Pairs()) != len(w.Pairs()) {
		return false
	}
	for i, item := range v.Items() {
		if !alike(item, w.Items()[i]) {
			return false
		}
	}
	for i, p := range v.Pairs() {
		if !alike(p.Key, w.Pairs()[i].Key) || !alike(p.Value, w.Pairs()[i].Value) {
			return false
		}
	}
	if v.IsSecret() {
		return alike(v.Reveal(), w.Reveal())
	}
	return v.Kind() == value.List || v.Kind() == value.Map || v.Text() == w.Text()
}

// A value that is passed to a module is returned unchanged.
func FuzzValue(f *testing.F) {
	for _, seed := range []string{
		"", "\x01\x06absent", "\x02\x80\x01", "\x03\x1612345678901234567890", "\x04\x01\x07", "\x04\x07\x07", "\x05\x01", "\x06\x04User\x01x", "\x07\x03why",
		"\x08\x02\xff\x00", "\x09\x08\x01s", "\x0a\x03\x00\x05\x00\x0a\x01\x02", "\x0b\x02\x01x\x0b\x01\x00\x08\x01v\x00\x0a\x00",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v := (&taker{data}).value(0)
		back, err := ToValue(FromValue(v))
		if err != nil || !alike(v, back) {
			t.Fatalf("%s %s came back as %s %s, %v", v.Kind(), v.Inspect(), back.Kind(), back.Inspect(), err)
		}
	})
}

// A module's result is a value or an error that describes it; a value from a
// module stays the same when passed back.
func FuzzStarlarkValue(f *testing.F) {
	for _, seed := range []string{
		"None", "1 << 200", "-5", "1e400", "float('nan')", "'\\xff'", "b'\\xff\\x00'", "[1, [2, (3,)]]", "{'a': {1: 2.5, True: None}}", "{(1, 2): 'x'}",
		"set([1])", "len", "lambda: 1", "[len]", "range(3)", "'a' * 100", "[" + "[1]", "{1: 2, 1.0: 3}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		thread := &starlark.Thread{}
		thread.SetMaxExecutionSteps(10_000)
		x, err := starlark.EvalOptions(&syntax.FileOptions{Set: true}, thread, "f.star", source, nil)
		if err != nil {
			return
		}
		v, err := ToValue(x)
		if err != nil {
			if err.Error() == "" || !v.IsNil() {
				t.Fatalf("%s: %s, %v", source, v, err)
			}
			return
		}
		if back, err := ToValue(FromValue(v)); err != nil || !alike(v, back) && !listKeys(v) {
			t.Fatalf("%s: %s came back as %s, %v", source, v.Inspect(), back.Inspect(), err)
		}
	})
}

// listKeys reports whether a key is not a scalar: such a key becomes its text.
func listKeys(v value.Value) bool {
	for _, p := range v.Pairs() {
		if k := p.Key.Kind(); k == value.List || k == value.Map || listKeys(p.Value) {
			return true
		}
	}
	for _, item := range v.Items() {
		if listKeys(item) {
			return true
		}
	}
	return false
}
