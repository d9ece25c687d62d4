package parsedfile

import (
	"context"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/host"
)

// Files finds, reads and writes the files of a Provider that has several. A path
// may be any name of a file: a crontab is known by its user.
type Files interface {
	// Paths returns the files of a listing. A missing or unreadable file does not
	// affect the rest.
	Paths(ctx context.Context, rd host.Reader) ([]string, error)
	// Places returns the files that may contain a resource, the desired file first.
	Places(ctx context.Context, rd host.Reader, r *ral.Resource) ([]string, error)
	// Read returns the content of a file. The error for a missing file matches
	// fs.ErrNotExist.
	Read(ctx context.Context, rd host.Reader, path string) ([]byte, error)
	// Write writes a file.
	Write(ctx context.Context, wr host.Writer, path string, data []byte) error
}

// direct are the files of a Provider without Files: the target, and the file
// that the property target of a resource names. It accesses them by their paths.
type direct struct {
	target string
	cache  *host.FileCache
}

func (d direct) Paths(context.Context, host.Reader) ([]string, error) { return []string{d.target}, nil }

func (d direct) Places(_ context.Context, _ host.Reader, r *ral.Resource) ([]string, error) {
	desired := r.Get("target")
	if desired.IsNil() || desired.IsAbsent() || desired.Text() == d.target {
		return []string{d.target}, nil
	}
	return []string{desired.Text(), d.target}, nil
}

func (d direct) Read(ctx context.Context, rd host.Reader, path string) ([]byte, error) {
	data, err := d.cache.ReadFile(ctx, rd, path)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", path, host.Cause(err))
	}
	return data, nil
}

func (direct) Write(ctx context.Context, wr host.Writer, path string, data []byte) error {
	if err := wr.WriteFile(ctx, path, data, host.WriteOptions{}); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, host.Cause(err))
	}
	return nil
}
