package journal

import "ralsh/ral/host"

// Disk is what a run writes through.
type Disk = disk

// OpenOn is Open on a disk that a test watches.
func OpenOn(state *host.State, to Disk, meta Meta) (*Run, error) { return open(state, to, meta) }
