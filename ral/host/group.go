package host

import (
	"errors"
	"time"

	"golang.org/x/sys/unix"
)

func closedWithin(done <-chan struct{}, within time.Duration) bool {
	select {
	case <-done:
		return true
	default:
	}
	late := time.NewTimer(within)
	defer late.Stop()
	select {
	case <-done:
		return true
	case <-late.C:
		return false
	}
}

// stopGroup stops the command and all its children. Processes that outlive the
// command still get their grace: apt-get ends immediately, but the dpkg that it
// runs must not be interrupted.
func stopGroup(group int, grace time.Duration) {
	_ = unix.Kill(-group, unix.SIGTERM)
	if !groupEnds(group, grace) {
		_ = unix.Kill(-group, unix.SIGKILL)
		groupEnds(group, drain)
	}
}

// groupEnds waits until the group has no processes, and reports whether that happened in time.
func groupEnds(group int, within time.Duration) bool {
	late := time.NewTimer(within)
	defer late.Stop()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-late.C:
			return false
		case <-tick.C:
			if errors.Is(unix.Kill(-group, 0), unix.ESRCH) {
				return true
			}
		}
	}
}
