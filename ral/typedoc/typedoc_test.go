package typedoc_test

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/typedoc"
)

func TestIndentationIsTheSmallestNotTheShortest(t *testing.T) {
	if got := typedoc.Scrub("a\n\t\tb\n c"); got != "a\nb\n c" {
		t.Errorf("got %q", got)
	}
}

func TestDocNamesTheValues(t *testing.T) {
	a := &ral.Attribute{Doc: "Its state.", Features: []string{"painted"}, Values: []ral.Allowed{
		{Name: "on", Aliases: []string{"true"}, Doc: "It burns."},
		{Name: "off"},
		{Pattern: lazyre.New("^[0-9]+/10$"), Doc: "It is dimmed."},
	}}
	const want = "Its state.\n\n" +
		"Valid values are `on` (also called `true`), `off`. Values can match `/^[0-9]+\\/10$/`.\n\n" +
		"- `on`: It burns.\n- `/^[0-9]+\\/10$/`: It is dimmed.\n\n" +
		"Requires features painted."
	if got := typedoc.Attribute(a); got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
