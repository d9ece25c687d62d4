// Package processgroup stops a program with all its children.
package processgroup

import (
	"errors"
	"time"

	"golang.org/x/sys/unix"
)

// Stop stops the processes of a group: TERM, and KILL after grace. Processes that outlive the
// first process still get their grace: apt-get ends immediately, but the dpkg that it runs must
// not be interrupted.
func Stop(group int, grace time.Duration) {
	_ = unix.Kill(-group, unix.SIGTERM)
	if !ends(group, grace) {
		_ = unix.Kill(-group, unix.SIGKILL)
		ends(group, time.Second)
	}
}

// ends waits until the group has no processes, and reports whether that happened in time.
func ends(group int, within time.Duration) bool {
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
