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

// stopGroup ends the command and all it started. What is left of the group
// after the command itself has gone keeps its grace: apt-get ends at once,
// the dpkg it runs must not be cut in the middle.
func stopGroup(group int, grace time.Duration) {
	_ = unix.Kill(-group, unix.SIGTERM)
	if !groupEnds(group, grace) {
		_ = unix.Kill(-group, unix.SIGKILL)
		groupEnds(group, drain)
	}
}

// groupEnds waits until no process of the group is left.
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
