package facts_test

import (
	"context"
	"errors"
	"testing"

	"ralsh/facts"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/value"
)

// TestTreeWithout leaves facts out whose code is not run for it.
func TestTreeWithout(t *testing.T) {
	f := facts.With(fakehost.New(map[string]string{"/etc/os-release": "ID=debian\nVERSION_ID=12\n"}).Host.Reader(), facts.Options{})
	ran := false
	err := f.Define(
		facts.Definition{Fact: "left", Code: func(context.Context, facts.Ask) (value.Value, error) {
			ran = true
			return value.Str("x"), nil
		}},
		facts.Definition{Fact: "kept", Code: func(context.Context, facts.Ask) (value.Value, error) { return value.Str("y"), nil }},
		facts.Definition{Fact: "bad", Code: func(context.Context, facts.Ask) (value.Value, error) { return value.Value{}, errors.New("no") }},
	)
	if err != nil {
		t.Fatal(err)
	}
	tree := f.TreeWithout(t.Context(), true, func(name string) bool { return name == "left" || name == "osfamily" })
	for name, want := range map[string]bool{"kept": true, "left": false, "bad": false, "os": true, "operatingsystem": true, "osfamily": false} {
		if _, got := tree.Lookup(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if ran {
		t.Error("the fact that is left out was resolved")
	}
}
