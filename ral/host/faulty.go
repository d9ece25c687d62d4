package host

import (
	"context"
	"errors"
	"io/fs"
)

// FaultyReads returns a Host like h that calls fault for each path that is read. An
// error of fault is that of the read; fs.ErrNotExist means that the path is missing.
// fault may be called concurrently.
func FaultyReads(h Host, fault func(path string) error) Host {
	return Host{faultyReads{h.be, fault}}
}

type faultyReads struct {
	WriteBackend
	fault func(path string) error
}

// Read calls fault for content and names. The attributes of a path need no right to
// read it, so that only a missing path counts.
func (f faultyReads) Read(ctx context.Context, r FileRead) (FileAnswer, error) {
	switch r.Kind {
	case ReadContent, ReadChunks, ReadNames, ReadInfo:
		if err := f.fault(r.Path); err != nil && (r.Kind != ReadInfo || errors.Is(err, fs.ErrNotExist)) {
			return FileAnswer{}, AtPath(r.Kind.Op(), r.Path, err)
		}
	}
	return f.WriteBackend.Read(ctx, r)
}
