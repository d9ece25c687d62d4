package suite

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ralsh/ral"
)

// T receives the results of a suite, like testing.T.
type T interface {
	Context() context.Context
	Helper()
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
	// Fatalf reports an error and ends the current part.
	Fatalf(format string, args ...any)
	// Run runs a part. It reports whether it had no error.
	Run(name string, part func(T)) bool
}

func registryOf(t T, register func(*ral.Registry)) *ral.Registry {
	t.Helper()
	reg := ral.NewRegistry()
	register(reg)
	if err := reg.Err(); err != nil {
		t.Fatalf("%v", err)
	}
	return reg
}

// differing returns the differences between two states of the watched files, a file per
// line, or "".
func differing(before, after map[string]string) string {
	both := maps.Clone(before)
	maps.Copy(both, after)
	var b strings.Builder
	for _, file := range slices.Sorted(maps.Keys(both)) {
		if before[file] != after[file] {
			fmt.Fprintf(&b, "  %s\n    - %s\n    + %s\n", file, or(before[file], "nothing"), or(after[file], "nothing"))
		}
	}
	return b.String()
}

func or(text, other string) string {
	if text == "" {
		return other
	}
	return text
}
