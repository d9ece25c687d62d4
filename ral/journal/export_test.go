package journal

import (
	"encoding/json"

	"ralsh/ral/host/ownfiles"
	"ralsh/ral/redact"
	"ralsh/ral/value"
)

// Disk is what a run writes to.
type Disk = disk

// OpenOn is Open on a disk of the test.
func OpenOn(state *ownfiles.State, to Disk, meta Meta) (*Writer, error) { return open(state, to, meta) }

// Round encodes a value as a line does and decodes it.
func Round(v value.Value) (value.Value, error) {
	store := make(map[string][]byte)
	red := newRedactor([]byte("0123456789abcdef"), &redact.Redactor{})
	text, err := json.Marshal(red.val(v, false, func(data []byte) *StoredString {
		k := sumOnly(data)
		store[k.Sum] = data
		return k
	}))
	if err != nil {
		return value.Value{}, err
	}
	var back Val
	if err := json.Unmarshal(text, &back); err != nil {
		return value.Value{}, err
	}
	return back.value(func(sum string) ([]byte, error) { return store[sum], nil })
}

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
