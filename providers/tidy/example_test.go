package tidy

import (
	"testing"

	"ralsh/ral/onhost"
)

// The example of each attribute is valid.
func TestExamples(t *testing.T) {
	env := onhost.NewEnv(registry(t), fakeHost().Reader(), nil)
	r, _ := env.Build(t.Context(), decl("tidy", "/t"))
	for _, a := range r.Type.Attributes {
		words := []string{a.Name, a.Example}
		if a.Name == "matches" {
			words = append(words, "recurse", "1")
		}
		if a.Example == "" || a.Namevar {
			continue
		}
		if _, diags := env.Build(t.Context(), decl("tidy", "/t", words...)); diags.Err() != nil {
			t.Error(diags.Err())
		}
	}
}
