package ral

import (
	"context"
	"io"

	"ralsh/ral/host"
)

// FileTree is a read-only tree of files that ralsh can copy a file from: a host.Reader,
// or the files of a module or a server. Errors for a missing path match fs.ErrNotExist.
type FileTree interface {
	Stat(ctx context.Context, path string) (host.Info, error)
	Lstat(ctx context.Context, path string) (host.Info, error)
	ReadDir(ctx context.Context, path string) ([]string, error)
	ReadFile(ctx context.Context, path string) ([]byte, error)
	// ReadTo writes the content of a file of any size to w.
	ReadTo(ctx context.Context, path string, w io.Writer) error
	ReadLink(ctx context.Context, path string) (string, error)
}

// ChecksumTree is a FileTree that knows checksums of its files, so that content
// is only fetched to be written.
type ChecksumTree interface {
	FileTree
	// Checksum returns the checksum of a file in Puppet's format,
	// "{sha256}2d71...".
	Checksum(ctx context.Context, path, kind string) (string, error)
}

// LensServer is a FileServer that knows directories of Augeas lenses on the
// machine.
type LensServer interface {
	LensDirs() []string
}

// FileServer opens the URLs that a file can be copied from: puppet:, http: and
// https:.
type FileServer interface {
	// Open returns the tree of a URL, and the path in it.
	Open(ctx context.Context, url string) (FileTree, string, error)
}
