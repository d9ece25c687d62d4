package raltest

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/host/local"
	"ralsh/ral/onhost"
)

// Registry returns a registry filled by register. An invalid registry ends the test.
func Registry(t testing.TB, register func(*ral.Registry)) *ral.Registry {
	t.Helper()
	reg := ral.NewRegistry()
	register(reg)
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	return reg
}

// Env returns the types of register on a host. Without facts, no fact has a value.
func Env(t testing.TB, register func(*ral.Registry), rd host.Reader, facts condition.Facts) *onhost.Env {
	t.Helper()
	return onhost.NewEnv(Registry(t, register), rd, facts)
}

// Decl declares a resource. words alternates names of attributes and their values.
func Decl(typ, title string, words ...string) ral.Decl {
	d := ral.Decl{Type: typ, Title: title}
	for i := 0; i < len(words); i += 2 {
		d.Attrs = append(d.Attrs, A(words[i], words[i+1]))
	}
	return d
}

// Below returns this machine below a root.
func Below(t testing.TB, root string) host.Host {
	t.Helper()
	h, err := local.Below(root)
	if err != nil {
		t.Fatal(err)
	}
	return h
}
