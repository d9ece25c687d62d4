package providers_test

import (
	"testing"

	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ral/raltest"
)

func registry(t *testing.T) *ral.Registry {
	t.Helper()
	reg := raltest.Registry(t, providers.Register)
	return reg
}

// TestDefinitions checks every type: it has documentation, valid examples, and
// patterns that compile.
func TestDefinitions(t *testing.T) {
	for _, ty := range registry(t).Types() {
		if ty.Summary == "" || ty.Doc == "" {
			t.Errorf("type %s has no summary or no documentation", ty.Name)
		}
		for _, a := range ty.Attributes {
			if a.Doc == "" {
				t.Errorf("%s %s has no documentation", ty.Name, a.Name)
			}
			for _, v := range a.Values {
				if v.Pattern == nil {
					continue
				}
				if err := v.Pattern.Compile(); err != nil {
					t.Errorf("%s %s: %v", ty.Name, a.Name, err)
				}
			}
		}
		for _, p := range ty.Titles {
			if err := p.Pattern.Compile(); err != nil {
				t.Errorf("%s: title pattern: %v", ty.Name, err)
			}
		}
		for _, p := range ty.Providers() {
			if p.Doc == "" {
				t.Errorf("provider %s of %s has no documentation", p.Name, ty.Name)
			}
		}
	}
}
