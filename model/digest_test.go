package model_test

import (
	"path/filepath"
	"testing"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// A digest is of all that decides what is done. A secret is a part of it, by a key of the
// account.
func TestDigest(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(ral.Type{Name: "rule", NotListable: "by path", Attributes: []*ral.Attribute{
		{Name: "path", Namevar: true, Kind: ral.Param},
		{Name: "ensure", Values: ral.Literals("present", "absent")},
		{Name: "action"},
		{Name: "token", Sensitive: true},
		{Name: "how", Kind: ral.Param},
	}}, ral.Provider{Name: "rule", New: func() any { return rule{} }})
	state := t.TempDir()
	digest := func(folder, is string, attrs ...ral.Attr) string {
		s := model.NewSession(t.Context(), reg, host.NewFake(map[string]string{"/r": is, "/other": "action=x"}).Host)
		s.SetStateDir(filepath.Join(folder, "ralsh"))
		plan, err := s.Plan(t.Context(), ral.Decl{Type: "rule", Title: "/r", Attrs: attrs},
			ral.Decl{Type: "rule", Title: "/other", Attrs: []ral.Attr{{Name: "action", Value: value.Str("x")}}})
		if err != nil {
			t.Fatal(err)
		}
		return s.Digest(plan)
	}
	attr := func(name, v string) ral.Attr { return ral.Attr{Name: name, Value: value.Str(v)} }
	secret := ral.Attr{Name: "token", Value: value.Secret(value.Str("hunter2"))}
	first := digest(state, "action=a", attr("action", "b"))
	for name, c := range map[string]struct {
		digest string
		same   bool
	}{
		"the same":          {digest(t.TempDir(), "action=a", attr("action", "b")), true},
		"another value":     {digest(state, "action=a", attr("action", "c")), false},
		"another state":     {digest(state, "action=c", attr("action", "b")), false},
		"another parameter": {digest(state, "action=a", attr("action", "b"), attr("how", "well")), false},
	} {
		if (c.digest == first) != c.same {
			t.Errorf("%s: %s and %s", name, c.digest, first)
		}
	}
	hidden := digest(state, "action=a", secret)
	other := digest(state, "action=a", ral.Attr{Name: "token", Value: value.Secret(value.Str("hunter3"))})
	if digest(state, "action=a", secret) != hidden || other == hidden || digest(t.TempDir(), "action=a", secret) == hidden {
		t.Errorf("with a secret: %s, of another one %s", hidden, other)
	}
}
