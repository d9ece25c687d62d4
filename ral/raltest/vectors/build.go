package vectors

import (
	"errors"
	"testing"

	"ralsh/ral"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest/puppetlog"
	"ralsh/ral/value"
)

// one returns a type called name with a namevar and these attributes.
func one(name string, attrs ...AttrDef) TypeDef {
	return TypeDef{Type: name, Attributes: append([]AttrDef{{Name: "name", Role: "param", Namevar: "by-name"}}, attrs...)}
}

// registered returns a machine and an environment with the types of a case.
func registered(t *testing.T, c Case, types ...TypeDef) (*Machine, *onhost.Env, error) {
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

// failed returns the field error with Puppet's message.
func failed(message string) map[string]any {
	return map[string]any{"error": map[string]any{"message": message}}
}

// build builds a resource, or returns Puppet's error.
func build(t *testing.T, env *onhost.Env, d ral.Decl) (*ral.Resource, map[string]any) {
	t.Helper()
	r, diags := env.Build(t.Context(), d)
	if text := puppetlog.Raised(diags); text != "" {
		return nil, failed(text)
	}
	return r, nil
}

// attr returns the attributes of a declaration: one, or none if v is nil.
func attr(name string, v *Tagged) []ral.Attr {
	if v == nil {
		return nil
	}
	return []ral.Attr{{Name: name, Value: v.Value}}
}

func encode(v value.Value) any { return Encode(v) }
