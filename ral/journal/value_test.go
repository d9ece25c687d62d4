package journal_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"ralsh/ral/journal"
	"ralsh/ral/value"
)

func TestValuesComeBack(t *testing.T) {
	big, _ := value.IntOf("1180591620717411303424")
	for name, v := range map[string]value.Value{
		"an integer of 71 bits": big,
		"nothing":               {}, "a symbol": value.Absent(), "a string of its letters": value.Str("absent"), "an empty string": value.Str(""),
		"bytes": value.Str("\xff\x00"), "escapes": value.Str("<&>\u2028\n"), "a long string": value.Str(strings.Repeat("x", 5000)),
		"an integer": value.Int(math.MinInt64), "a float": value.Flt(0.1), "infinity": value.Flt(math.Inf(1)),
		"true": value.Bool(true), "false": value.Bool(false), "an empty list": value.ListOf(),
		"a list":      value.ListOf(value.Int(1), value.Str("1"), value.Sym("one"), value.ListOf(value.Bool(false))),
		"a map":       value.MapOf(value.Pair{Key: value.Str("b"), Value: value.Int(1)}, value.Pair{Key: value.Int(2), Value: value.Strs("a")}),
		"a reference": value.Ref("User", "alice"), "an empty map": value.MapOf(),
	} {
		back, err := journal.Round(v)
		if err != nil || !back.Equal(v) {
			t.Errorf("%s: %s came back as %s, %v", name, v.Inspect(), back.Inspect(), err)
		}
	}
	if _, err := journal.Round(value.ListOf(value.Secret(value.Str("x")))); !errors.Is(err, journal.ErrSecret) {
		t.Errorf("a secret in a list: %v", err)
	}
	if _, err := journal.Round(value.Unread("permission denied")); err == nil || !strings.Contains(err.Error(), "permission denied") {
		t.Errorf("what could not be read: %v", err)
	}
}
