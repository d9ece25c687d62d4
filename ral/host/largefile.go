package host

import (
	"context"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"time"

	"ralsh/ral/host/stream"
)

// LargeFile is the size in bytes above which the content of a file stays on disk: it is hashed
// and copied in chunks (Reader.ReadTo, Writer.CopyFile), and acts do not contain it.
const LargeFile = 1 << 20

// Source is content that is copied without being held in memory.
type Source struct {
	Name string // the source, for display
	Size int64  // in bytes when it was planned, -1 if unknown
	// Sum is the SHA-256 of the planned content in hexadecimal digits; "" if only a different
	// checksum is known.
	Sum string
	// To writes the content to w. It returns an error if the content differs from the plan. It
	// may be called several times.
	To func(ctx context.Context, w io.Writer) error
}

// Copied describes the content of an act that is not in memory.
type Copied struct {
	From string // the source
	Size int64  // in bytes, -1 if unknown
	Sum  string // its SHA-256, "" if unknown
}

// CopyFile is WriteFile for large content. If the content of the source differs from the plan,
// the file is unchanged.
func (wr Writer) CopyFile(ctx context.Context, path string, src Source, opt WriteOptions) error {
	act := Act{Kind: ActWrite, Path: path, UID: -1, GID: -1, Secret: opt.Secret}
	return wr.do(ctx, Action{Act: act, Options: opt, Source: &src})
}

// ReadTo writes the content of a file to w in chunks, and follows symbolic links. It has no
// size limit, and ends soon after ctx. A file that grows or shrinks during the read is an
// error.
func (rd Reader) ReadTo(ctx context.Context, path string, w io.Writer) error {
	tellRead(ctx, path)
	if ctx.Value(quietKey{}) == nil {
		w = &progress{ctx: ctx, w: w, what: "read " + ShellQuote(path)}
	}
	_, err := rd.be.Read(ctx, FileRead{Kind: ReadChunks, Path: path, Follow: true, To: w})
	return err
}

// quietKey marks the read of a copy, which reports its progress itself.
type quietKey struct{}

// CopyTo writes the content of the source to w and reports the progress.
func (a Action) CopyTo(ctx context.Context, w io.Writer) error {
	return a.Source.To(context.WithValue(ctx, quietKey{}, true), &progress{
		ctx: ctx, w: w, what: "write " + ShellQuote(a.Path), of: a.Source.Size, stop: stopOf(ctx),
	})
}

// HashFile returns the checksum of a file by h, in hexadecimal digits.
func (rd Reader) HashFile(ctx context.Context, path string, h hash.Hash) (string, error) {
	if err := rd.ReadTo(ctx, path, h); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// progress reports the written bytes once per second, starting after the first second.
type progress struct {
	ctx        context.Context
	w          io.Writer
	what       string
	of         int64 // the size, 0 or less if unknown
	n          int64
	began      time.Time
	reportedAt time.Time
	stop       <-chan struct{} // may be nil
}

// SetSize sets the size of the file that is read.
func (p *progress) SetSize(size int64) { p.of = size }

// Write fails when the context has ended, and once stop is closed.
func (p *progress) Write(data []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	select {
	case <-p.stop:
		return 0, errCopyStopped
	default:
	}
	n, err := p.w.Write(data)
	p.n += int64(n)
	now := time.Now()
	if p.began.IsZero() {
		p.began, p.reportedAt = now, now
	}
	if now.Sub(p.reportedAt) >= time.Second {
		p.reportedAt = now
		Note(p.ctx, p.what, p.text(now.Sub(p.began)))
	}
	return n, err
}

// text returns "120 of 300 MB, 60 MB a second".
func (p *progress) text(elapsed time.Duration) string {
	const mega = 1_000_000
	done := fmt.Sprintf("%d MB", p.n/mega)
	if p.of > 0 {
		done = fmt.Sprintf("%d of %d MB", p.n/mega, p.of/mega)
	}
	return fmt.Sprintf("%s, %.0f MB a second", done, float64(p.n)/mega/elapsed.Seconds())
}

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

// Held is a writer that stores up to Max bytes. Further bytes are ErrTooLarge.
type Held struct {
	Max  int
	Data []byte
}

// Write stores all of p or nothing.
func (h *Held) Write(p []byte) (int, error) {
	if len(h.Data)+len(p) > h.Max {
		return 0, ErrTooLarge
	}
	h.Data = append(h.Data, p...)
	return len(p), nil
}
