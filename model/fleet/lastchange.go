package fleet

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"ralsh/ral/host"
	"ralsh/ral/host/ownfiles"
)

// lastFile contains the hosts of the last change, in the state directory.
const lastFile = "last-hosts.json"

// maxLast is in bytes.
const maxLast = 4 << 20

// Last is the last change of many hosts: their names and outcomes.
type Last struct {
	Schema int        `json:"schema"`
	Hosts  []LastHost `json:"hosts"`
}

// LastHost is a host of the last change. Run is the number of its run on the host, or 0.
type LastHost struct {
	Name    string  `json:"name"`
	Outcome Outcome `json:"outcome"`
	Run     int     `json:"run,omitempty"`
}

// Outcomes returns the names by which --on addresses hosts of the last change.
func Outcomes() []string { return []string{"last", "failed", "notbegun"} }

// within reports whether one of [Outcomes] selects the host.
func (h LastHost) within(name string) bool {
	switch name {
	case "failed":
		return h.Outcome.failed()
	case "notbegun":
		return h.Outcome == NotBegun
	}
	return true
}

// ReadLast returns the last change of a state directory, or an empty Last.
func ReadLast(stateDir string) (Last, error) {
	var last Last
	data, size, err := ownfiles.Peek(stateDir).ReadPart(lastFile, 0, maxLast)
	if errors.Is(err, fs.ErrNotExist) {
		return last, nil
	}
	if err == nil && size > maxLast {
		err = fmt.Errorf("it is too large (%d bytes, at most %d)", size, maxLast)
	}
	if err == nil {
		err = json.Unmarshal(data, &last)
	}
	if err != nil {
		return Last{}, fmt.Errorf("cannot read the hosts of the last change from %s: %w", filepath.Join(stateDir, lastFile), host.Cause(err))
	}
	return last, nil
}

// Write replaces the last change of a state directory.
func (l Last) Write(stateDir string) error {
	state, err := ownfiles.Open(stateDir)
	if err != nil {
		return err
	}
	l.Schema = 1
	data, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return state.WriteAtomic(lastFile, append(data, '\n'))
}
