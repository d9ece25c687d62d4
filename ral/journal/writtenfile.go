package journal

import (
	"errors"

	"ralsh/ral/host"
)

// WrittenFile is a file that a run wrote into.
type WrittenFile struct {
	Path    string
	kept    string // what it held before, by its SHA-256
	notKept string
	left    string // what the run left in it
}

// writtenFiles are the files that acts of a step wrote, each once.
func (s *Step) writtenFiles() (list []WrittenFile) {
	for _, a := range s.Acts {
		if a.Kind != host.ActWrite.String() || !a.Done || a.Error != "" {
			continue
		}
		last := len(list) - 1
		if last >= 0 && list[last].Path == a.Path {
			list[last].left = a.Left
			continue
		}
		list = append(list, WrittenFile{a.Path, a.Kept, a.NotKept, a.Left})
	}
	return list
}

// Merge is the file when f was written before later was, and both are taken back.
func (f WrittenFile) Merge(later WrittenFile) WrittenFile {
	f.left = later.left
	return f
}

// Content is what the file held before the run. It fails when that is not kept, and
// when it holds something else now than the run left in it.
func (f WrittenFile) Content(state *host.State, now []byte) ([]byte, error) {
	switch {
	case f.notKept != "":
		return nil, errors.New("what the file held is not kept: " + f.notKept)
	case f.kept == "" || f.left == "":
		return nil, errors.New("what the file held before and after was not noted")
	case checksum(now) != f.left && checksum(now) != f.kept:
		return nil, errors.New("the file was changed since the run, so it is left alone")
	}
	return read(state, f.kept)
}
