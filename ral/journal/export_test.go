package journal

import "ralsh/ral/host/ownfiles"

// Disk is what a run writes to.
type Disk = disk

// OpenOn is Open on a disk of the test.
func OpenOn(state *ownfiles.State, to Disk, meta Meta) (*Writer, error) { return open(state, to, meta) }

// Split separates what can be declared from what cannot be undone.
func Split(all []Inverse) (declared []Inverse, notUndoable []NotUndoable) {
	for _, inv := range all {
		notUndoable = append(notUndoable, inv.NotUndoable...)
		if inv.Declares() {
			declared = append(declared, inv)
		}
	}
	return declared, notUndoable
}
