package host

import (
	"bytes"
	"context"
	"sync"
	"time"
)

// FileCache caches the content of files for a run. It calls Stat each time, because an earlier
// resource or a different program may have changed a file. It reads the file again only if
// Stat reports a change, or if the last change is so recent that a new change may not alter
// the times. The zero value is ready to use. It is safe for concurrent use.
type FileCache struct{ files Parsed[[]byte] }

// ReadFile returns the content of a file like Reader.ReadFile. The content must not
// be changed; while the file stays the same, so does the slice.
func (c *FileCache) ReadFile(ctx context.Context, rd Reader, path string) ([]byte, error) {
	return c.files.Load(ctx, rd, path, func(data []byte) []byte { return data })
}

// Ask caches the output of ask, a program that may read the file at path when this user may
// not. It calls ask again when the file may have changed, or cannot be read with stat.
func (c *FileCache) Ask(ctx context.Context, rd Reader, path string, ask func() ([]byte, error)) ([]byte, error) {
	return c.files.load(ctx, rd, path, ask, false, func(_, data []byte) []byte { return data })
}

// Parsed is a FileCache of parsed content. It parses a file again only if its bytes differ.
// The zero value is ready to use. It is safe for concurrent use.
type Parsed[T any] struct {
	mu    sync.Mutex
	files map[cacheKey]parsedFile[T]
}

// cacheKey is a file and the user who reads it (WithUser), because users have different
// Permissions.
type cacheKey struct {
	path string
	user any
}

type parsedFile[T any] struct {
	info   Info
	data   []byte
	parsed T
}

// settled is the age after which a further change within the same tick of the file system's
// clock is impossible.
const settled = 2 * time.Second

// Load returns the result of parse for the content of a file. The content and the result must
// not be changed. Its errors are those of Reader.ReadFile.
func (p *Parsed[T]) Load(ctx context.Context, rd Reader, path string, parse func(data []byte) T) (T, error) {
	return p.Update(ctx, rd, path, func(_ T, data []byte) T { return parse(data) })
}

// Update is Load for a parse that also gets the result for the file's content before,
// and must not change it. The result is the zero value if there is none.
func (p *Parsed[T]) Update(ctx context.Context, rd Reader, path string, parse func(before T, data []byte) T) (T, error) {
	return p.load(ctx, rd, path, func() ([]byte, error) { return rd.ReadShared(ctx, path) }, true, parse)
}

// load reads a file by read. With asSized the content has the file's size.
func (p *Parsed[T]) load(ctx context.Context, rd Reader, path string, read func() ([]byte, error), asSized bool, parse func(before T, data []byte) T) (T, error) {
	var none T
	if err := ctx.Err(); err != nil {
		return none, AtPath("read", path, err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	key := cacheKey{path, ctx.Value(actorKey{})}
	old, known := p.files[key]
	info, err := FilesOf(rd.be).Stat(ctx, path, true)
	info.AccessTime = time.Time{} // reading changes it
	now := rd.Now()
	if err == nil && known && info == old.info && now.Sub(info.ModTime) > settled && now.Sub(info.ChangeTime) > settled {
		tellRead(ctx, path)
		return old.parsed, nil
	}
	if err != nil {
		info = Info{}
	}
	data, err := read()
	if err != nil {
		return none, err
	}
	if asSized && int64(len(data)) != info.Size {
		info = Info{} // a file of the kernel, with a meaningless size and times
	}
	if known && bytes.Equal(old.data, data) {
		old.info = info
	} else {
		old = parsedFile[T]{info, data, parse(old.parsed, data)}
	}
	if p.files == nil {
		p.files = make(map[cacheKey]parsedFile[T])
	}
	p.files[key] = old
	return old.parsed, nil
}

// Derived caches data derived from a parsed file, by path, until the file changes: for example
// an index, for a run that needs many entries. F is the pointer that Parsed returned. The zero
// value is ready to use. It is safe for concurrent use.
type Derived[F comparable, T any] struct {
	mu   sync.Mutex
	kept map[string]derivedFrom[F, T]
}

type derivedFrom[F comparable, T any] struct {
	file F
	made T
}

// Of returns the result of derive for the file at path. The result must not be changed.
func (d *Derived[F, T]) Of(path string, file F, derive func() T) T {
	d.mu.Lock()
	defer d.mu.Unlock()
	if kept, ok := d.kept[path]; ok && kept.file == file {
		return kept.made
	}
	made := derive()
	if d.kept == nil {
		d.kept = make(map[string]derivedFrom[F, T])
	}
	d.kept[path] = derivedFrom[F, T]{file, made}
	return made
}
