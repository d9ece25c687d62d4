package raltest

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/transaction"
)

// Alike checks that a batch of resources leaves the same files as separate writes, with the
// same status of each resource. hostOf returns a host in the same state each time. Alike
// returns how many resources were written in a batch of several.
func Alike(t testing.TB, register func(*ral.Registry), hostOf func() *fakehost.Host, decls []ral.Decl, files ...string) int {
	t.Helper()
	var left [2]string
	batched := 0
	for i, noBatch := range []bool{true, false} {
		fake := hostOf()
		count := func(ev transaction.Event) {
			if ev, ok := ev.(transaction.Together); ok {
				batched += len(ev.Steps)
			}
		}
		rep, err := transaction.Run(t.Context(), Env(t, register, fake.Reader(), nil), decls, fake.Writer(), transaction.Options{NoBatch: noBatch, Emit: count})
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			there, err := fake.Reader().Exists(t.Context(), file)
			if err != nil {
				t.Fatal(err)
			}
			if there {
				left[i] += file + ":\n" + fake.Content(file) + "\n"
			}
		}
		for _, s := range rep.Steps {
			left[i] += s.Ref() + " " + s.Status.String() + "\n"
		}
	}
	if left[0] != left[1] {
		t.Fatalf("%v\none by one\n%s\ntogether\n%s", decls, left[0], left[1])
	}
	return batched
}
