package real_test

import (
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// verdict is a test that notes what became of it.
type verdict struct {
	testing.TB
	was string
}

func (v *verdict) Helper()               {}
func (v *verdict) Skipf(string, ...any)  { v.was += "skipped " }
func (v *verdict) Fatalf(string, ...any) { v.was += "failed " }

// A test that tools of this machine judge runs only where someone says that the
// machine is prepared for it; there a missing tool is a failure.
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
