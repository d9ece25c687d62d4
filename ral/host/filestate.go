package host

import (
	"context"
	"io/fs"
)

// FileState is the state of a path. The zero FileState means that it does not
// exist.
type FileState struct {
	Kind     string // "file", "directory", "link", "fifo", "socket", "device"; "" if it does not exist
	Mode     fs.FileMode
	UID, GID int      // -1 if unknown
	Target   string   // of a link
	Through  bool     // the path is a link, and this is the state of its target
	Size     int64    // of a file
	Links    uint64   // of a file: number of hard links, 0 if unknown
	Xattrs   []string // names of its extended attributes, which no undo restores
}

// ReadFileState reads the state of a path. A link at its end is followed only
// if follow is set.
func (rd Reader) ReadFileState(ctx context.Context, path string, follow bool) (FileState, error) {
	return readFileState(ctx, rd.be, path, follow)
}

func readFileState(ctx context.Context, be ReadBackend, path string, follow bool) (FileState, error) {
	info, err := FilesOf(be).Stat(ctx, path, false)
	through := err == nil && info.IsLink() && follow
	if through {
		info, err = FilesOf(be).Stat(ctx, path, true)
	}
	if isNotExist(err) {
		return FileState{Through: through}, nil
	}
	if err != nil {
		return FileState{}, err
	}
	s := FileState{Kind: KindOf(info.Mode), Mode: Permissions(info.Mode), UID: info.UID, GID: info.GID, Through: through}
	if s.Kind == "link" {
		s.Mode = 0 // meaningless for a link
		s.Target, err = FilesOf(be).Target(ctx, path)
	}
	if s.Kind == "file" {
		s.Size, s.Links = info.Size, info.Links
	}
	if s.Kind == "file" || s.Kind == "directory" {
		if real, err := FilesOf(be).RealPath(ctx, path, follow); err == nil {
			s.Xattrs = FilesOf(be).Xattrs(ctx, real)
		}
	}
	return s, err
}

// KindOf returns the kind of a path, as in the field Kind of a FileState.
func KindOf(mode fs.FileMode) string {
	switch mode.Type() {
	case 0:
		return "file"
	case fs.ModeDir:
		return "directory"
	case fs.ModeSymlink:
		return "link"
	case fs.ModeNamedPipe:
		return "fifo"
	case fs.ModeSocket:
		return "socket"
	}
	return "device"
}

// setID are the bits that chown(2) clears on a file.
const setID = fs.ModeSetuid | fs.ModeSetgid

// after returns the state after an act.
func (a Act) after(prior FileState) FileState {
	left := prior
	if prior.Kind == "" {
		left.UID, left.GID = -1, -1 // set by the directory or the process
	}
	switch a.Kind {
	case ActWrite:
		if prior.Kind != "file" {
			left.UID, left.GID = -1, -1 // a new file replaces it
		}
		left.Kind, left.Mode, left.Target = "file", a.Mode, ""
	case ActMkdir:
		left.Kind, left.Mode, left.Target = "directory", a.Mode, ""
	case ActSymlink:
		return FileState{Kind: "link", UID: -1, GID: -1, Target: a.Target}
	case ActRemove:
		return FileState{}
	case ActChmod:
		left.Mode = a.Mode
	case ActChown:
		if prior.Kind == "file" {
			left.Mode &^= setID
		}
	}
	if a.UID >= 0 {
		left.UID = a.UID
	}
	if a.GID >= 0 {
		left.GID = a.GID
	}
	return left
}
