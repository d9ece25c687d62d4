package linux

import (
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/host/local"
	"ralsh/ral/raltest/real"
)

// Facts of another root are not read with commands of this machine.
func TestNoCommandBelowAnotherRoot(t *testing.T) {
	below, err := local.Below(t.TempDir())
	if err != nil {
		real.Lacks(t, "needs openat2(2): %v", err)
	}
	rd := below.Reader().Allow(host.Query{Name: "uname"})
	if text, err := ask(t.Context(), rd, "uname"); text != "" || err != nil {
		t.Errorf("it was asked: %q, %v", text, err)
	}
}
