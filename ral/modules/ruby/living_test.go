package ruby

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"ralsh/ral/host/confined"
	"ralsh/ral/host/local"
	"ralsh/ral/raltest/real"
	"ralsh/ral/value"
)

// inRoot runs the test in a fresh root with Puppet.
func inRoot(t *testing.T) bool {
	t.Helper()
	return real.InsideOf(t, real.Ruby, nil)
}

// factsOf are facts of a test.
type factsOf map[string]value.Value

func (f factsOf) Fact(_ context.Context, name string) (value.Value, error) { return f[name], nil }

// living opens a bridge to the Ruby of this machine, with files of one module, own.
func living(t *testing.T, files map[string]string) *Bridge {
	t.Helper()
	in, err := Find(t.Context(), local.Machine().Reader(), "")
	if err != nil {
		real.Lacks(t, "it runs Puppet: %s", err)
	}
	dir := t.TempDir()
	for name, text := range files {
		real.Write(t, filepath.Join(dir, "modules/own", name), text, 0o644)
	}
	facts := factsOf{"kernel": value.Str("Plan9"), "os": value.MapOf(value.Pair{Key: value.Str("family"), Value: value.Str("Test")})}
	var b *Bridge
	b = Open(t.Context(), local.Machine().Reader(), Options{
		Interpreter: in, Modules: []Module{{"own", filepath.Join(dir, "modules/own")}}, Facts: factsWith{facts, &b},
		Language: Language{
			Facts: func(_ context.Context, legacy bool) value.Value {
				var pairs []value.Pair
				if legacy {
					pairs = append(pairs, value.Pair{Key: value.Str("osfamily"), Value: value.Str("Test")})
				}
				for name, v := range facts {
					pairs = append(pairs, value.Pair{Key: value.Str(name), Value: v})
				}
				return value.MapOf(pairs...)
			},
			Node: func(context.Context) string { return "node.example.com" },
			Attributes: func(typ string) []string {
				return map[string][]string{"only_here": {"name", "colour"}}[typ]
			},
			Modulepath: []string{filepath.Join(dir, "modules")},
		},
	})
	t.Cleanup(b.Close)
	var lacking *confined.UnavailableError
	if _, err := b.started(t.Context()); errors.As(err, &lacking) {
		real.Lacks(t, "it runs code of modules: %s", err)
	} else if err != nil {
		t.Fatal(err)
	}
	return b
}

// factsWith are facts with those of the modules.
type factsWith struct {
	factsOf
	b **Bridge
}

func (f factsWith) Fact(ctx context.Context, name string) (value.Value, error) {
	if own := (*f.b).own.named[name]; own != nil {
		return (*f.b).Fact(ctx, local.Machine().Reader(), *own)
	}
	return f.factsOf.Fact(ctx, name)
}
