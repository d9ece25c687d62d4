package model_test

import (
	"os"
	"path/filepath"
	"testing"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/transaction"
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
	state, other := t.TempDir(), t.TempDir()
	digest := func(dir, is string, attrs ...ral.Attr) string {
		s := model.NewSession(t.Context(), reg, fakehost.New(map[string]string{"/r": is, "/other": "action=x"}).Host)
		s.SetStateDir(filepath.Join(dir, "ralsh"))
		plan, err := s.Plan(t.Context(), ral.Decl{Type: "rule", Title: "/r", Attrs: attrs},
			ral.Decl{Type: "rule", Title: "/other", Attrs: []ral.Attr{{Name: "action", Value: value.Str("x")}}})
		if err != nil {
			t.Fatal(err)
		}
		return s.Digest(t.Context(), plan)
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
	early := digest(state, "action=a", secret)
	if digest(state, "action=a", secret) != early || digest(state, "action=a", attr("token", "hunter3")) == early {
		t.Error("before the first run, a digest of a plan with a secret is not its own")
	}
	if _, err := os.Stat(filepath.Join(state, "ralsh")); err == nil {
		t.Error("a plan writes into the state folder")
	}
	for _, dir := range []string{state, other} {
		s := model.NewSession(t.Context(), reg, fakehost.New(map[string]string{"/r": "action=a"}).Host)
		s.SetStateDir(filepath.Join(dir, "ralsh"))
		plan, err := s.Plan(t.Context(), ral.Decl{Type: "rule", Title: "/r", Attrs: []ral.Attr{attr("action", "b")}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Apply(t.Context(), plan, transaction.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	hidden := digest(state, "action=a", secret)
	if digest(state, "action=a", secret) != hidden || hidden == early || digest(other, "action=a", secret) == hidden ||
		digest(state, "action=a", attr("token", "hunter3")) == hidden {
		t.Error("with a key, a digest of a plan with a secret is not its own, or not of the account alone")
	}
}
