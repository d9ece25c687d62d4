package file

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/stream"
	"ralsh/ral/value"
)

// payload is content to be written: in memory, or as a source that is copied in
// chunks because it is large.
type payload struct {
	data []byte
	from *host.Source
}

func (p payload) write(ctx context.Context, wr host.Writer, path string, opt host.WriteOptions) error {
	if p.from != nil {
		return wr.CopyFile(ctx, path, *p.from, opt)
	}
	return wr.WriteFile(ctx, path, p.data, opt)
}

// content returns the content to write. A source must still have the content
// that was compared.
func (b *files) content(ctx context.Context, rd host.Reader, r *ral.Resource, should value.Value) (payload, error) {
	should = should.Reveal()
	if should.Kind() != value.Symbol {
		data, err := written(ctx, rd, r, should)
		return payload{data: data}, wrap("write", r.Name(), err)
	}
	from, info, err := findSource(ctx, rd, r)
	if err != nil {
		return payload{}, err
	}
	kind := r.Get("checksum").Text()
	if r.Has("checksum_value") {
		kind = desiredSum(r)
	}
	if isTime(kind) {
		if err := sameContent(timeOf(kind, info), should.Raw()); err != nil {
			return payload{}, err
		}
	}
	data, err := from.beginning(ctx, info)
	switch {
	case errors.Is(err, host.ErrTooLarge):
		src, err := from.source(ctx, info, kind, should.Raw())
		return payload{from: src}, err
	case err != nil:
		return payload{}, cannot("read the source", from.text, err)
	case isTime(kind):
		return payload{data: data}, nil
	}
	return payload{data: data}, sameContent(checksum(kind, data), should.Raw())
}

// sameContent returns an error unless the content has the checksum, or the time,
// that was compared.
func sameContent(got, want string) error {
	if got != want {
		return fmt.Errorf("File written to disk did not match desired checksum; discarding changes (%s vs %s)", got, want)
	}
	return nil
}

// beginning returns the content of a source, or host.ErrTooLarge if it is too
// large for memory. The size of a served file may be unknown.
func (o origin) beginning(ctx context.Context, info host.Info) ([]byte, error) {
	if info.Size > shownContent {
		return nil, host.ErrTooLarge
	}
	start := host.Held{Max: shownContent}
	err := o.files.ReadTo(ctx, o.path, &start)
	return start.Data, err
}

// source returns a large source, whose copy must have its SHA-256. If a
// different checksum was compared, source computes the SHA-256 first, because
// an undo needs it.
func (o origin) source(ctx context.Context, info host.Info, kind, want string) (*host.Source, error) {
	sum := want
	if kind != "sha256" {
		compared := newSummer("sha256") // a time was compared already
		if !isTime(kind) {
			compared = newSummer(kind)
		}
		var err error
		sum, err = checksumFrom("sha256", func(w io.Writer) error { return o.copyTo(ctx, io.MultiWriter(w, whole{compared})) })
		if err == nil && !isTime(kind) {
			err = sameContent(compared.sum(), want)
		}
		if err != nil {
			return nil, cannot("read the source", o.text, err)
		}
	}
	return &host.Source{Name: o.text, Size: info.Size, Sum: strings.TrimPrefix(sum, "{sha256}"), To: func(ctx context.Context, w io.Writer) error {
		got, err := checksumFrom("sha256", func(s io.Writer) error { return o.copyTo(ctx, io.MultiWriter(w, s)) })
		if err != nil {
			return err
		}
		return sameContent(got, sum)
	}}, nil
}

// whole passes bytes to a checksum and also accepts bytes that the checksum
// does not use.
type whole struct{ s *summer }

func (w whole) Write(p []byte) (int, error) {
	if _, err := w.s.Write(p); err != nil && !errors.Is(err, errEnough) {
		return 0, err
	}
	return len(p), nil
}

func (o origin) copyTo(ctx context.Context, w io.Writer) error {
	to := &stream.Sticky{W: w}
	err := o.files.ReadTo(ctx, o.path, to)
	switch {
	case to.Err != nil || err == nil:
		return to.Err
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("the source %s no longer exists", o.text)
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return fmt.Errorf("the source %s: %w", o.text, host.Cause(err))
}
