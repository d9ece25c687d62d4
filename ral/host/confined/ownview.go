package confined

import (
	"context"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/host/local"
)

// ownView is the age of the view of a process that changes this machine. An overlay does not
// show all later changes of the files below it, so it is mounted again, which takes
// milliseconds. After its own commits the view is current.
type ownView struct {
	begun time.Time            // when it was mounted; zero if this machine has changed since
	wrote map[string]host.Info // the files that it committed, as they were then
}

const (
	viewLasts = time.Second // other programs change files, too
	wroteMost = 32          // files that are compared before each request
)

func (v *ownView) begin() { v.begun, v.wrote = time.Now(), make(map[string]host.Info) }

// note records a file that was committed.
func (v *ownView) note(ctx context.Context, path string) {
	if len(v.wrote) >= wroteMost {
		v.begun = time.Time{}
		return
	}
	v.wrote[path] = stateOf(ctx, path)
}

// current reports whether the view shows this machine, as far as its own files and its age
// tell.
func (v *ownView) current(ctx context.Context) bool {
	if time.Since(v.begun) > viewLasts {
		return false
	}
	for path, left := range v.wrote {
		if stateOf(ctx, path) != left {
			return false
		}
	}
	return true
}

// stateOf returns the attributes of a file that change with it; a missing file has none.
func stateOf(ctx context.Context, path string) host.Info {
	info, err := local.Machine().Reader().Lstat(ctx, path)
	if err != nil {
		return host.Info{}
	}
	info.AccessTime = time.Time{}
	return info
}

// Outdate makes the process see the current state of this machine in its next request: a
// different provider may have changed it.
func (w *Worker) Outdate() {
	if w.own != nil {
		w.own.begun = time.Time{}
	}
}
