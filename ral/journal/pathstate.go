package journal

import (
	"errors"
	"fmt"
	"slices"

	"ralsh/ral/host"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/journal/stored"
)

// PathState is the state of a path as stored in a line.
type PathState struct {
	Kind   string `json:"kind"` // "none", "file", "directory", "link", "fifo", "socket", "device"
	Mode   uint32 `json:"mode,omitempty"`
	UID    int    `json:"uid"` // -1 if unknown
	GID    int    `json:"gid"`
	Target string `json:"target,omitempty"` // of a link
	// Through means that the path is a link, and this is the state of its
	// target.
	Through bool `json:"through,omitempty"`
}

func pathState(s *host.FileState) *PathState {
	if s == nil {
		return nil
	}
	if s.Kind == "" {
		return &PathState{Kind: "none", Through: s.Through}
	}
	return &PathState{Kind: s.Kind, Mode: host.OctalMode(s.Mode), UID: s.UID, GID: s.GID, Target: s.Target, Through: s.Through}
}

// TouchedPath is a path that a run changed, with its states before the first
// and after the last act on it.
type TouchedPath struct {
	Path string
	Was  PathState
	Left PathState
	// Kept is the name of the previous content of a file in the store; NotKept is why
	// that was not saved. Both are "" if the run did not write the content.
	Kept, NotKept string
	Hidden        bool   // Kept contains a secret of an earlier run
	LeftSum       string // checksum of the content that the run wrote, or ""
	LeftPrint     string // fingerprint of the checksum of hidden content that the run wrote
	Replaced      bool   // more than the mode or the owner was changed
	Below         bool   // a directory was removed with its contents
	Unknown       bool   // whether an act was done is unknown
	Refs, Types   []string

	salt []byte // of fingerprints
}

// Made reports whether the run created the directory.
func (t *TouchedPath) Made() bool { return t.Left.Kind == "directory" && t.Was.Kind != "directory" }

// TouchedPaths returns the paths that a run changed, in the order of their first acts.
// Lines of an earlier ralsh have no states of paths; only files with saved content are
// included.
func (rec *Record) TouchedPaths() (list []*TouchedPath) {
	byPath := make(map[string]*TouchedPath)
	for i := range rec.Steps {
		s := &rec.Steps[i]
		for _, a := range s.paths() {
			if !a.touches() {
				continue
			}
			path := a.file()
			t := byPath[path]
			if t == nil {
				t = &TouchedPath{Path: path, Was: a.prior(), salt: rec.Salt}
				byPath[path] = t
				list = append(list, t)
			}
			t.add(a)
			if ref := s.Ref(); !slices.Contains(t.Refs, ref) {
				t.Refs, t.Types = append(t.Refs, ref), append(t.Types, s.Type)
			}
		}
	}
	return list
}

// paths returns the acts of a step, with an act for each path that its commands created
// and removed.
func (s *Step) paths() (list []Act) {
	for _, a := range s.Acts {
		for _, of := range a.Tree {
			of.Done, of.Error = a.Done, a.Error
			if !a.EditsOnly || of.After != nil {
				list = append(list, of)
			}
		}
		list = append(list, a)
	}
	return list
}

// touches reports whether an act may have changed its path.
func (a Act) touches() bool { return a.Path != "" && a.Error == "" && a.isOnFile() }

func (a Act) isOnFile() bool {
	return a.Kind != host.ActRun.String() && a.Kind != host.ActRequest.String()
}

// file returns the real path of an act, without links: they may lead elsewhere
// by the time of an undo.
func (a Act) file() string {
	if a.Real != "" {
		return a.Real
	}
	return a.Path
}

// prior returns the state before the act. An earlier ralsh recorded only that a
// write replaced a file.
func (a Act) prior() PathState {
	if a.Prior != nil {
		return a.real(*a.Prior)
	}
	return PathState{Kind: "file", UID: -1, GID: -1}
}

// real returns a state for the path without links.
func (a Act) real(s PathState) PathState {
	s.Through = s.Through && a.Real == ""
	return s
}

func (t *TouchedPath) add(a Act) {
	switch a.Kind {
	case host.ActWrite.String(), host.ActRemove.String():
		if !t.Replaced {
			t.Kept, t.NotKept, t.Hidden = a.Kept, a.NotKept, a.Hidden
		}
		t.Replaced, t.LeftSum, t.LeftPrint = true, a.Left, a.Print
	case host.ActMkdir.String(), host.ActSymlink.String():
		t.Replaced, t.LeftSum, t.LeftPrint = true, "", ""
	}
	t.Unknown = t.Unknown || !a.Done
	if a.After != nil {
		t.Left = a.real(*a.After)
	} else {
		t.Left = PathState{Kind: "file", UID: -1, GID: -1}
		t.Unknown = t.Unknown || a.Left == "" || a.Kept == ""
	}
	t.Below = t.Below || a.Below
}

// Content returns the content of the file before the run.
func (t *TouchedPath) Content(state *ownfiles.State) ([]byte, error) {
	switch {
	case t.NotKept != "":
		return nil, errors.New("the previous content was not saved: " + t.NotKept)
	case t.Kept == "":
		return nil, errors.New("the previous content was not saved: it could not be read")
	}
	return readAs(state, t.Kept, t.salt)
}

// LeftContent returns the content that the run wrote, if it is saved: for types
// that are undone by file.
func (t *TouchedPath) LeftContent(state *ownfiles.State) ([]byte, error) {
	return read(state, t.LeftSum)
}

// IsAsBefore reports whether a path is in its state before the run. sum is the
// SHA-256 of the current content of a file.
func (t *TouchedPath) IsAsBefore(now host.FileState, sum string) bool {
	is := pathState(&now)
	if t.Was.UID < 0 && t.Was.Kind == "file" {
		return is.Kind == "file" && t.heldBefore(sum)
	}
	return *is == t.Was && (!t.Replaced || is.Kind != "file" || t.heldBefore(sum))
}

// heldBefore reports whether the previous content has a checksum.
func (t *TouchedPath) heldBefore(sum string) bool {
	return t.Kept != "" && (t.Kept == sum || t.Hidden && stored.Named(t.Kept, sum, t.salt))
}

// SameContent reports whether a path has its state after the run, except for its mode
// and owner.
func (t *TouchedPath) SameContent(now host.FileState, sum string) bool {
	only := *t
	only.Left.Mode, only.Left.UID, only.Left.GID = 0, -1, -1
	return only.Drift(now, sum) == ""
}

// Drift describes how a path differs from the state after the run, or returns
// "". sum is the SHA-256 of the current content of a file.
func (t *TouchedPath) Drift(now host.FileState, sum string) string {
	is := pathState(&now)
	differs := func(left, now int) bool { return left >= 0 && left != now }
	switch {
	case is.Kind != t.Left.Kind || is.Through != t.Left.Through:
		return fmt.Sprintf("the run left %s, now it is %s", t.Left.noun(), is.noun())
	case is.Target != t.Left.Target:
		return fmt.Sprintf("the run left a link to %s, now its target is %s", t.Left.Target, is.Target)
	case t.LeftSum != "" && sum != t.LeftSum, t.LeftPrint != "" && stored.NewRedactor(t.salt, nil).Fingerprint(sum) != t.LeftPrint:
		return "it changed after the run"
	case t.Left.Mode != 0 && is.Mode != t.Left.Mode:
		return fmt.Sprintf("the run left the mode %04o, now it is %04o", t.Left.Mode, is.Mode)
	case differs(t.Left.UID, is.UID) || differs(t.Left.GID, is.GID):
		return fmt.Sprintf("the run left the owner %d:%d, now it is %d:%d", t.Left.UID, t.Left.GID, is.UID, is.GID)
	}
	return ""
}

func (s PathState) noun() string {
	switch s.Kind {
	case "none":
		return "missing"
	case "file", "directory", "link", "socket", "device":
		return "a " + s.Kind
	case "fifo":
		return "a named pipe"
	}
	return "a file of an unknown kind"
}
