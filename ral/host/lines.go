package host

import (
	"context"

	"ralsh/ral/host/stream"
)

// Lines calls fn for each line of a file, without its line break. The line is valid until fn
// returns. Lines saves memory for large files. The errors are those of ReadTo, and ErrTooLarge
// for a line above MaxRead.
func (rd Reader) Lines(ctx context.Context, path string, fn func(line []byte)) error {
	lines := stream.Lines{Max: MaxRead, Long: AtPath("read", path, ErrTooLarge), Line: func(line []byte) error {
		fn(line)
		return nil
	}}
	if err := rd.ReadTo(ctx, path, &lines); err != nil {
		return err
	}
	return lines.Flush()
}
