package facts

import (
	"os"
	"syscall"
	"testing"
	"time"

	"ralsh/ral/host"
)

// TestLimitCollect holds what all core facts cost in processor time, commands
// left out: none is found on an empty PATH.
func TestLimitCollect(t *testing.T) {
	if os.Getenv("RALSH_LIMITS") == "" {
		t.Skip("limits on time are judged with RALSH_LIMITS=1 only")
	}
	t.Setenv("PATH", "")
	f := New(host.Machine().Look())
	found := len(f.All(t.Context()))
	const rounds = 50
	before := spent(t)
	for range rounds {
		f.Refresh()
		f.All(t.Context())
	}
	each := (spent(t) - before) / rounds
	t.Logf("%d facts: %v of processor time", found, each)
	if each > 5*time.Millisecond || found < 15 {
		t.Errorf("%d facts take %v of processor time, more than 5ms", found, each)
	}
}

// spent is the processor time of this process until now.
func spent(t *testing.T) time.Duration {
	t.Helper()
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		t.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
