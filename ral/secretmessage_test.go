package ral_test

import (
	"errors"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest"
	"ralsh/ral/value"
)

// The message of a hook about a secret value repeats nothing of it.
func TestInvalidSecretIsNotShown(t *testing.T) {
	env := raltest.Env(t, func(reg *ral.Registry) {
		reg.Add(ral.Type{Name: "safe", Attributes: []*ral.Attribute{
			{Name: "name", Kind: ral.Param, Namevar: true},
			{Name: "pin", Kind: ral.Param, Sensitive: true, Values: ral.Literals("none")},
			{Name: "word", Kind: ral.Param, Sensitive: true, ValidateFn: func(_ ral.Hook, v value.Value) error {
				return errors.New("no good: " + v.Text() + " and " + v.Inspect())
			}},
			{Name: "plain", Kind: ral.Param, Values: ral.Literals("none")},
		}})
	}, fakehost.New(nil).Reader(), nil)
	for _, c := range []struct{ attr, text, want string }{
		{"pin", "hunter2", "Invalid value [redacted]. Valid values are none."},
		{"word", `hun"ter`, "no good: [redacted] and [redacted]"},
		{"word", "d", "Invalid value [redacted]."},
	} {
		_, diags := env.Build(t.Context(), raltest.Decl("safe", "x", c.attr, c.text))
		if len(diags) != 1 || diags[0].Message != c.want || strings.Contains(diags[0].Value.Inspect(), c.text) && len(c.text) > 1 {
			t.Errorf("%s %q: %v, want %q", c.attr, c.text, diags, c.want)
		}
	}
	_, diags := env.Build(t.Context(), ral.Decl{Type: "safe", Title: "x", Attrs: []ral.Attr{{Name: "plain", Value: value.Secret(value.Str("hunter2"))}}})
	if len(diags) != 1 || strings.Contains(diags[0].Error(), "hunter2") {
		t.Errorf("a value that is marked as secret: %v", diags)
	}
}
