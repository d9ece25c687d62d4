package value_test

import (
	"encoding/json"
	"testing"

	"ralsh/ral/value"
)

// An integer can have any size: it keeps its digits as text and as JSON, and
// equals itself and the float of its value, as in Ruby, but not its neighbours.
func TestIntegersOfAnySize(t *testing.T) {
	const big = "1180591620717411303424" // 2**70
	for digits, c := range map[string]struct {
		text  string
		float float64
		fits  bool
	}{
		"0":                    {"0", 0, true},
		"-7":                   {"-7", -7, true},
		"007":                  {"7", 7, true},
		"9223372036854775807":  {"9223372036854775807", 5, true},
		"9223372036854775808":  {"9223372036854775808", 1 << 63, false},
		"-9223372036854775809": {"-9223372036854775809", 5, false},
		"0" + big:              {big, 1 << 70, false},
	} {
		v, ok := value.IntOf(digits)
		again, _ := value.IntOf(c.text)
		other, _ := value.IntOf(c.text + "1")
		data, err := json.Marshal(v)
		if !ok || err != nil || v.Kind() != value.Integer || v.Text() != c.text || string(data) != c.text {
			t.Errorf("%s is %s %s, as JSON %s, %v", digits, v.Kind(), v.Text(), data, err)
		}
		if !v.Equal(again) || !v.Same(again) || v.Equal(other) || v.Equal(value.Flt(c.float)) != (c.float != 5) {
			t.Errorf("%s is not equal to what it should be, or is to what it should not", digits)
		}
		if _, fits := v.Int(); fits != c.fits {
			t.Errorf("%s fits into 64 bits: %v", digits, fits)
		}
		if back := value.FromPlain(v.Plain()); !back.Equal(v) {
			t.Errorf("%s came back as %s", digits, back.Text())
		}
	}
	for _, text := range []string{"", "-", "1.5", "1e3", "0x1f", "1_000", "five", " 5"} {
		if v, ok := value.IntOf(text); ok {
			t.Errorf("%q is the integer %s", text, v.Text())
		}
	}
	if v := value.FromPlain(uint64(1 << 63)); v.Text() != "9223372036854775808" {
		t.Errorf("an unsigned number became %s", v.Text())
	}
}
