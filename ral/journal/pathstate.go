package journal

import (
	"errors"
	"fmt"
	"slices"

	"ralsh/ral/host"
)

// PathState is what lies at a path, as a line carries it.
type PathState struct {
	Kind   string `json:"kind"` // "none", "file", "directory", "link", "fifo", "socket", "device"
	Mode   uint32 `json:"mode,omitempty"`
	UID    int    `json:"uid"` // -1 where it is not known
	GID    int    `json:"gid"`
	Target string `json:"target,omitempty"` // of a link
	// Through says that the path is a link, and this is what it leads to.
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

// TouchedPath is a path that a run changed: what lay there before the first of
// its acts, and what the last of them left.
type TouchedPath struct {
	Path string
	Was  PathState
	Left PathState
	// Kept is the content that a file had, by its SHA-256; NotKept is why it is not
	// in the store. Both are "" where the run did not write the content.
	Kept, NotKept string
	Hidden        bool   // Kept holds a secret of an earlier run
	LeftSum       string // the content that the run left in a file, "" where it wrote none
	Replaced      bool   // not only the mode or the owner was changed
	Below         bool   // a directory was removed with all in it
	Unknown       bool   // it is not known whether an act was done
	Refs, Types   []string
}

// Made reports whether the run made a directory where none was.
func (t *TouchedPath) Made() bool { return t.Left.Kind == "directory" && t.Was.Kind != "directory" }

// TouchedPaths are the paths that a run changed, in the order in which it came to
// them first. Lines of an earlier ralsh lack what lay at a path: of these there
// are only the files whose content is kept.
func (rec *Record) TouchedPaths() (list []*TouchedPath) {
	byPath := make(map[string]*TouchedPath)
	for i := range rec.Steps {
		s := &rec.Steps[i]
		for _, a := range s.paths() {
			if a.Path == "" || a.Error != "" || !a.isOnFile() {
				continue
			}
			path := a.file()
			t := byPath[path]
			if t == nil {
				t = &TouchedPath{Path: path, Was: a.prior()}
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

// paths are the acts of a step, with what its commands made and removed path by
// path.
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

func (a Act) isOnFile() bool {
	return a.Kind != host.ActRun.String() && a.Kind != host.ActRequest.String()
}

// file is the path that an act was really about, without links on the way: they
// may lead elsewhere by the time of an undo.
func (a Act) file() string {
	if a.Real != "" {
		return a.Real
	}
	return a.Path
}

// prior is what lay at the path. An earlier ralsh noted no more than that a write
// replaced a file.
func (a Act) prior() PathState {
	if a.Prior != nil {
		return a.real(*a.Prior)
	}
	return PathState{Kind: "file", UID: -1, GID: -1}
}

// real is a state at the end of the links.
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
		t.Replaced, t.LeftSum = true, a.Left
	case host.ActMkdir.String(), host.ActSymlink.String():
		t.Replaced, t.LeftSum = true, ""
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

// Content is what the file held before the run.
func (t *TouchedPath) Content(state *host.State) ([]byte, error) {
	switch {
	case t.NotKept != "":
		return nil, errors.New("what the file held is not kept: " + t.NotKept)
	case t.Kept == "":
		return nil, errors.New("what the file held could not be read, and is not kept")
	}
	return read(state, t.Kept)
}

// LeftContent is what the run left in a file, where that is kept: of types that are
// undone by their files.
func (t *TouchedPath) LeftContent(state *host.State) ([]byte, error) { return read(state, t.LeftSum) }

// IsAsBefore reports whether a path is as it was before the run; data is what a
// file holds now.
func (t *TouchedPath) IsAsBefore(now host.FileState, data []byte) bool {
	is := pathState(&now)
	if t.Was.UID < 0 && t.Was.Kind == "file" {
		return is.Kind == "file" && t.Kept != "" && checksum(data) == t.Kept
	}
	return *is == t.Was && (!t.Replaced || is.Kind != "file" || t.Kept != "" && checksum(data) == t.Kept)
}

// Drift says in what a path is not as the run left it any more, "" when it is; data
// is what a file holds now.
func (t *TouchedPath) Drift(now host.FileState, data []byte) string {
	is := pathState(&now)
	differs := func(left, now int) bool { return left >= 0 && left != now }
	switch {
	case is.Kind != t.Left.Kind || is.Through != t.Left.Through:
		return fmt.Sprintf("the run left %s, now there is %s", t.Left.noun(), is.noun())
	case is.Target != t.Left.Target:
		return fmt.Sprintf("the run left a link to %s, now it leads to %s", t.Left.Target, is.Target)
	case t.LeftSum != "" && checksum(data) != t.LeftSum:
		return "it was changed since the run, so it is left alone"
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
		return "nothing"
	case "file", "directory", "link", "socket", "device":
		return "a " + s.Kind
	case "fifo":
		return "a named pipe"
	}
	return "something else"
}
