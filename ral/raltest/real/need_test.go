package real_test

import (
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// verdict is a test that records its result.
type verdict struct {
	testing.TB
	was string
}

func (v *verdict) Helper()               {}
func (v *verdict) Skipf(string, ...any)  { v.was += "skipped " }
func (v *verdict) Fatalf(string, ...any) { v.was += "failed " }

// A test that depends on the versions of tools runs only on a prepared machine.
// There, a missing tool fails the test.
func TestNeedPrepared(t *testing.T) {
	for set, want := range map[string]string{"": "skipped ", "0": "skipped ", "1": "failed "} {
		t.Setenv("RALSH_REAL", set)
		v := &verdict{TB: t}
		real.NeedPrepared(v, "a test", "no-such-tool-of-ralsh")
		if !strings.HasPrefix(v.was, want) {
			t.Errorf("RALSH_REAL=%s: %s, want %s", set, v.was, want)
		}
	}
}
