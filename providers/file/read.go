package file

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// contentOf returns the content of a file, byte for byte. For long or binary
// content (with a NUL byte, as in grep(1)), and for content that is compared
// with a source, it returns a checksum or a time as a symbol, which differs
// from any content.
func contentOf(ctx context.Context, rd host.Reader, r *ral.Resource, info host.Info) value.Value {
	kind := r.Get("checksum").Text()
	if r.Has("source") && isTime(kind) {
		return value.Sym(timeOf(kind, info))
	}
	if info.Size > shownContent {
		sum, err := checksumFrom(needsSum(r), func(w io.Writer) error { return rd.ReadTo(ctx, r.Name(), w) })
		if err != nil {
			return value.Unread(cannot("read", r.Name(), err).Error())
		}
		return value.Sym(sum)
	}
	data, err := rd.ReadFile(ctx, r.Name())
	if err != nil {
		return value.Unread(cannot("read", r.Name(), err).Error())
	}
	if len(data) > shownContent || r.Has("source") && !r.Removing() || bytes.IndexByte(data, 0) >= 0 {
		return value.Sym(checksum(needsSum(r), data))
	}
	if should := r.Get("content"); should.Kind() == value.String && should.Raw() == string(data) {
		return should // so that a plan holds the content once
	}
	return value.Str(string(data))
}

// needsSum returns the kind of checksum for the current content: that of a
// checksum in the desired content, or else desiredSum.
func needsSum(r *ral.Resource) string {
	if given := r.Get("content"); given.Kind() == value.String {
		if kind := sumKind(given.Text()); kind != "" {
			return kind
		}
	}
	return desiredSum(r)
}

func octalText(mode fs.FileMode) string { return fmt.Sprintf("%04o", host.OctalMode(mode)) }

// cannot returns an error that names the operation and the path once.
func cannot(what, path string, err error) error {
	return fmt.Errorf("cannot %s %s: %w", what, path, host.Cause(err))
}
