package words_test

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/value"
	"ralsh/ui/words"
)

func TestInLine(t *testing.T) {
	nested := value.MapOf(
		value.Pair{Key: value.Str("a"), Value: value.Strs("x  y", "{\n z")},
		value.Pair{Key: value.Str("b"), Value: value.MapOf(value.Pair{Key: value.Int(1), Value: value.MapOf()})},
	)
	for _, c := range []struct {
		v    value.Value
		want string
	}{
		{nested, `{'a' => ['x  y', "{\n z"], 'b' => {1 => {}}}`},
		{value.ListOf(nested, value.Str("q")), `[{'a' => ['x  y', "{\n z"], 'b' => {1 => {}}}, 'q']`},
		{value.MapOf(), "{}"},
		{value.Str("a"), "'a'"},
	} {
		if got := words.InLine(&ral.Attribute{List: ral.List{IsMap: true}}, c.v.Literal()); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	if got := words.InLine(&ral.Attribute{}, "a\n  b"); got != "a\n  b" {
		t.Errorf("%q", got)
	}
}
