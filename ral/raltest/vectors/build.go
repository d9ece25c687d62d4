package vectors

import (
	"errors"
	"testing"

	"ralsh/ral"
	"ralsh/ral/raltest/puppetlog"
	"ralsh/ral/value"
)

// one makes a type called name with a namevar and these attributes.
func one(name string, attrs ...AttrDef) TypeDef {
	return TypeDef{Type: name, Attributes: append([]AttrDef{{Name: "name", Role: "param", Namevar: "by-name"}}, attrs...)}
}

// registered is a machine with the types of a case.
func registered(t *testing.T, c Case, types ...TypeDef) (*Machine, *ral.Env, error) {
	t.Helper()
	m := NewMachine(&c.Given)
	reg, err := ral.NewRegistry(), error(nil)
	for _, ty := range types {
		var wrong error
		reg, wrong = ty.On(t, reg, m)
		err = errors.Join(err, wrong)
	}
	return m, m.Env(reg), errors.Join(err, reg.Err())
}

// failed is the field error, in Puppet's words.
func failed(message string) map[string]any {
	return map[string]any{"error": map[string]any{"message": message}}
}

// build makes a resource, or says what Puppet would.
func build(t *testing.T, env *ral.Env, d ral.Decl) (*ral.Resource, map[string]any) {
	t.Helper()
	r, diags := env.Build(t.Context(), d)
	if text := puppetlog.Raised(diags); text != "" {
		return nil, failed(text)
	}
	return r, nil
}

// attr is one attribute of a declaration.
func attr(name string, v *Tagged) []ral.Attr {
	if v == nil {
		return nil
	}
	return []ral.Attr{{Name: name, Value: v.Value}}
}

// encode is Encode of a value that is there, and of nil for one that is not.
func encode(v value.Value) any { return Encode(v) }
