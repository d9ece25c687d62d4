package file

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// contentOf is what a file holds, byte for byte, or the symbol of a checksum where
// it is long or binary (it has a NUL byte, the test of grep(1)), so that it cannot be
// taken for the content itself. What is compared with a source is a checksum too,
// or a time.
func contentOf(ctx context.Context, rd host.Reader, r *ral.Resource, info host.Info) value.Value {
	kind := r.Get("checksum").Text()
	if r.Has("source") && isTime(kind) {
		return value.Sym(sumOf(kind, info, nil))
	}
	data, err := rd.ReadFile(ctx, r.Name())
	if err != nil {
		return value.Unread(cannot("read", r.Name(), err).Error())
	}
	if len(data) > shownContent || r.Has("source") && !r.Removing() || bytes.IndexByte(data, 0) >= 0 {
		kind := ""
		if given := r.Get("content"); given.Kind() == value.String {
			kind = sumKind(given.Text())
		}
		if kind == "" {
			kind = wantedSum(r)
		}
		return value.Sym(checksum(kind, data))
	}
	return value.Str(string(data))
}

func octalText(mode fs.FileMode) string { return fmt.Sprintf("%04o", host.OctalMode(mode)) }

// cannot says what could not be done with which path, once.
func cannot(what, path string, err error) error {
	return fmt.Errorf("cannot %s %s: %w", what, path, bare(err))
}

// bare takes the path off an error that is going to name it anyway.
func bare(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
