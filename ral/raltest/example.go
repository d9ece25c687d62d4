package raltest

import (
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/manifest"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
)

// Example applies the Puppet code in a type's documentation on a host, and checks
// that every change took effect.
func Example(t *testing.T, register func(*ral.Registry), typ string, h host.Host) {
	t.Helper()
	reg := Registry(t, register)
	_, code, ok := strings.Cut(reg.Type(typ).Doc, "```puppet\n")
	code, _, ended := strings.Cut(code, "```")
	if !ok || !ended {
		t.Fatalf("the documentation of %s lacks an example", typ)
	}
	in, err := manifest.Read(typ+".pp", []byte(code))
	if err != nil {
		t.Fatal(err)
	}
	env := onhost.NewEnv(reg, h.Reader(), nil)
	rep, err := transaction.Run(t.Context(), env, in.Decls(reg), h.Writer(), transaction.Options{})
	if err != nil || !rep.OK() || rep.Changes() == 0 {
		t.Fatalf("%v, %s", err, rep.Summary())
	}
	again, err := transaction.NewPlan(t.Context(), env, in.Decls(reg))
	if err != nil || again.ChangeCount() != 0 {
		t.Errorf("a second plan has %d changes, %v", again.ChangeCount(), err)
	}
}
