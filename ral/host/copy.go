package host

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"time"

	"golang.org/x/sys/unix"
)

// LargeFile is the size in bytes above which the content of a file is not held in
// memory: it is hashed and copied in chunks (Reader.ReadTo, Writer.CopyFile), and no
// act has it.
const LargeFile = 1 << 20

// Source is content that is copied without being held in memory.
type Source struct {
	Name string // where it comes from, for display
	Size int64  // in bytes when it was planned, -1 if unknown
	// Sum is the SHA-256 that the content had when it was planned, in hexadecimal
	// digits; "" if only another checksum is known.
	Sum string
	// To writes the content to w. It returns an error if the content is no longer
	// the planned one. It may be called several times.
	To func(ctx context.Context, w io.Writer) error
}

// Copied describes the content of an act that has none in memory.
type Copied struct {
	From string // where it comes from
	Size int64  // in bytes, -1 if unknown
	Sum  string // its SHA-256, "" if unknown
}

// CopyFile is WriteFile for content that is not held in memory. If the source no
// longer has the planned content, the file stays as it is.
func (wr Writer) CopyFile(ctx context.Context, path string, src Source, opt WriteOptions) error {
	return wr.be.CopyFile(ctx, path, src, opt)
}

// ReadTo writes the content of a file to w in chunks, following symbolic links. It
// has no limit, and ends soon after ctx does. A file that grows or shrinks meanwhile
// is an error.
func (rd Reader) ReadTo(ctx context.Context, path string, w io.Writer) error {
	tellRead(ctx, path)
	if ctx.Value(quietKey{}) != nil {
		return rd.be.ReadTo(ctx, path, w)
	}
	return rd.be.ReadTo(ctx, path, &progress{ctx: ctx, w: w, what: "read " + ShellQuote(path)})
}

// quietKey marks the reading of a copy, which reports its progress itself.
type quietKey struct{}

// chunk is the size of the parts in which large files are read.
const chunk = 256 << 10

var (
	errGrew   = errors.New("it grew while it was read")
	errShrank = errors.New("it became shorter while it was read")
)

func (f files) ReadTo(ctx context.Context, path string, w io.Writer) error {
	fd, info, err := f.reading(ctx, path)
	if err != nil {
		return err
	}
	defer closeFD(fd)
	if p, ok := w.(*progress); ok {
		p.of = info.Size
	}
	buf, size := make([]byte, chunk), int64(0)
	for {
		n, err := unix.Read(fd, buf)
		switch {
		case ctx.Err() != nil:
			err = ctx.Err()
		case err == unix.EINTR:
			continue
		case err != nil:
		case n == 0 && size < info.Size && shrank(fd, info):
			err = errShrank
		case n == 0:
			return nil
		case info.Size > 0 && size+int64(n) > info.Size:
			err = errGrew
		default:
			_, err = w.Write(buf[:n])
		}
		if err != nil {
			return pathError("read", path, err)
		}
		size += int64(n)
	}
}

// shrank reports whether a file is shorter than it was. A file of sysfs is as long as a
// page by its size, whatever it holds (sysfs(5)).
func shrank(fd int, was Info) bool {
	now, err := fstat(fd, was.Path)
	return err != nil || now.Size != was.Size
}

func (m machine) ReadTo(ctx context.Context, path string, w io.Writer) error {
	return m.acting(ctx, func() error { return m.files.ReadTo(ctx, path, w) })
}

func (m machine) CopyFile(ctx context.Context, path string, src Source, opt WriteOptions) error {
	return m.acting(ctx, func() error { return m.files.CopyFile(ctx, path, src, opt) })
}

func (f files) CopyFile(ctx context.Context, path string, src Source, opt WriteOptions) error {
	return f.write(ctx, path, src.Size, opt, func(w io.Writer) error {
		return src.To(context.WithValue(ctx, quietKey{}, true), &progress{ctx: ctx, w: w, what: "write " + ShellQuote(path), of: src.Size, stop: stopOf(ctx)})
	})
}

// ReadTo of a file of the tree is a copy from memory, or from the lower host.
func (t *tree) ReadTo(ctx context.Context, path string, w io.Writer) error {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if lower, ok := t.plain(path); ok {
		return lower.ReadTo(ctx, path, w)
	}
	at, err := t.walk(ctx, path, true, false)
	if err != nil {
		return pathError("open", path, err)
	}
	info := at.node.info
	info.Path = path
	if err := readable(info); err != nil {
		return err
	}
	switch n := at.node; {
	case n.copied != nil:
		return under(path, n.copied.To(ctx, w))
	case !n.loaded:
		return under(path, t.lower.ReadTo(ctx, n.path, w))
	default:
		_, err := w.Write(n.data)
		return err
	}
}

// CopyFile keeps the source in the tree, so that a plan copies nothing.
func (t *tree) CopyFile(ctx context.Context, path string, src Source, opt WriteOptions) error {
	if err := t.WriteFile(ctx, path, nil, opt); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	at, err := t.walk(ctx, path, true, true)
	if err != nil {
		return pathError("write", path, err)
	}
	at.node.copied, at.node.loaded = &src, false
	at.node.info.Size = max(src.Size, 0)
	return nil
}

func (o *overlay) CopyFile(ctx context.Context, path string, src Source, opt WriteOptions) error {
	if err := o.protects(ctx, path, !opt.Replace, always); err != nil {
		return pathError("write", path, err)
	}
	return o.tree.CopyFile(ctx, path, src, opt)
}

// CopyFile holds the content in memory, as all files of a fake are.
func (h fakeHost) CopyFile(ctx context.Context, path string, src Source, opt WriteOptions) error {
	b := Held{Max: MaxRead}
	if err := src.To(ctx, &b); err != nil {
		return pathError("write", path, err)
	}
	return h.WriteFile(ctx, path, b.Data, opt)
}

func (h fakeHost) ReadTo(ctx context.Context, path string, w io.Writer) error {
	if err := h.f.wait(ctx, path); err != nil {
		return pathError("read", path, err)
	}
	return h.tree.ReadTo(ctx, path, w)
}

func (t tapAfter) CopyFile(ctx context.Context, path string, src Source, opt WriteOptions) error {
	act, start := copyAct(ctx, t.writeBackend, path, src, opt), t.Now()
	err := t.writeBackend.CopyFile(ctx, path, src, opt)
	t.fn(act, Result{Elapsed: t.Now().Sub(start).Truncate(time.Millisecond)}, err)
	return err
}

func (t tapBefore) CopyFile(ctx context.Context, path string, src Source, opt WriteOptions) error {
	if err := t.fn(copyAct(ctx, t.writeBackend, path, src, opt)); err != nil {
		return err
	}
	return t.writeBackend.CopyFile(ctx, path, src, opt)
}

func copyAct(ctx context.Context, r readBackend, path string, src Source, opt WriteOptions) Act {
	act := writeAct(ctx, r, path, nil, opt)
	act.After, act.Copied = nil, &Copied{src.Name, src.Size, src.Sum}
	return act
}

// HashFile returns the checksum of a file by h, in hexadecimal digits.
func (rd Reader) HashFile(ctx context.Context, path string, h hash.Hash) (string, error) {
	if err := rd.ReadTo(ctx, path, h); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// progress reports once a second how much was written, if that takes longer.
type progress struct {
	ctx   context.Context
	w     io.Writer
	what  string
	of    int64 // the size, 0 or less if unknown
	n     int64
	began time.Time
	told  time.Time
	stop  <-chan struct{} // nil for none
}

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
		p.began, p.told = now, now
	}
	if now.Sub(p.told) >= time.Second {
		p.told = now
		say(p.ctx, p.what, p.text(now.Sub(p.began)))
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
