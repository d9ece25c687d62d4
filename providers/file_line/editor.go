package fileline

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

func editor() ral.Provider {
	return ral.Provider{
		Name: "ruby",
		Doc:  "Edits the file without a tool, also below a different root directory. The name `ruby` is the name of the provider in Puppet's module.",
		New:  func() any { return &lines{} },
	}
}

type lines struct {
	ral.Collect
	files host.Parsed[parsed]

	mu      sync.Mutex
	waiting map[string]draft // by path
}

// parsed is a file that was read, or the error if it is not text.
type parsed struct {
	*content
	err error
}

// draft is a file with collected changes. It is valid while the file on disk is
// unchanged.
type draft struct{ from, content *content }

// Forget keeps the cache: the next read reloads a changed file.
func (*lines) Forget() {}

// Retrieve reports whether the line exists. A missing file is an error, unless
// the line should be absent or the resource is noop, as in Puppet's module.
func (e *lines) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	w, err := desired(r)
	if err != nil {
		return nil, err
	}
	file, err := e.load(ctx, rd, r)
	if errors.Is(err, fs.ErrNotExist) && (r.Removing() || r.True("noop")) {
		return ral.AbsentInstance(r.Type, r.Name()), nil
	}
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	c := e.latest(r, file)
	at := c.equal(w.line)
	if !w.there(c, len(at) > 0) {
		return ral.AbsentInstance(r.Type, r.Name()), nil
	}
	found := ral.NewInstance(r.Type, r.Name()).Set("ensure", value.Present())
	found.From = r.Get("path").Text()
	if len(at) > 0 {
		found.From = fmt.Sprintf("%s:%d", r.Get("path").Text(), c.numberOf(at[len(at)-1]))
	}
	if r.Has("line") {
		found.Set("line", r.Get("line"))
	}
	return found, nil
}

// latest returns a file with its pending changes.
func (e *lines) latest(r *ral.Resource, file *content) *content {
	if d := e.waiting[r.Get("path").Text()]; d.from == file {
		return d.content
	}
	return file
}

// load returns the file of a resource. The caller must not change it.
func (e *lines) load(ctx context.Context, rd host.Reader, r *ral.Resource) (*content, error) {
	path := r.Get("path").Text()
	file, err := e.files.Load(ctx, rd, path, func(data []byte) parsed {
		t, err := parse(data)
		return parsed{contentOf(t), err}
	})
	if err == nil {
		err = file.err
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", path, host.Cause(err))
	}
	return file.content, nil
}

// Create collects the line. The next resource is read as if the line was written.
func (e *lines) Create(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	e.wait(ctx, wr, r)
	return e.Collect.Create(ctx, wr, r)
}

// Destroy collects the removal, as Create does.
func (e *lines) Destroy(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	e.wait(ctx, wr, r)
	return e.Collect.Destroy(ctx, wr, r)
}

// wait makes a change in the draft of a file. WriteBatch reports its error.
func (e *lines) wait(ctx context.Context, wr host.Writer, r *ral.Resource) {
	file, err := e.load(ctx, wr.Reader(), r)
	w, failed := desired(r)
	if err != nil || failed != nil {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	c := e.latest(r, file)
	if c == file {
		c = contentOf(file.lines())
	}
	if w.apply(c) != nil {
		return
	}
	if e.waiting == nil {
		e.waiting = make(map[string]draft)
	}
	e.waiting[r.Get("path").Text()] = draft{file, c}
}

// Flush writes the collected change.
func (e *lines) Flush(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return e.WriteBatch(ctx, wr, []*ral.Resource{r})[0]
}

// CanBatch reports whether two lines belong to the same file.
func (*lines) CanBatch(_ context.Context, _ host.Reader, first, r *ral.Resource) bool {
	return first.Get("path").Text() == r.Get("path").Text()
}

// WriteBatch writes several lines of a file in a single write.
func (e *lines) WriteBatch(ctx context.Context, wr host.Writer, all []*ral.Resource) []error {
	errs := make([]error, len(all))
	err := e.edit(ctx, wr, all, errs)
	for i := range errs {
		errs[i] = errors.Join(errs[i], err)
	}
	return errs
}

func (e *lines) edit(ctx context.Context, wr host.Writer, all []*ral.Resource, errs []error) error {
	path := all[0].Get("path").Text()
	e.mu.Lock()
	delete(e.waiting, path)
	e.mu.Unlock()
	file, err := e.load(ctx, wr.Reader(), all[0])
	if err != nil {
		return err
	}
	c, edited, opt := contentOf(file.lines()), false, host.WriteOptions{}
	for i, r := range all {
		opt.Secret = opt.Secret || r.IsSecret("line")
		if len(r.Pending) == 0 {
			continue
		}
		w, err := desired(r)
		if err == nil {
			err = w.apply(c)
		}
		errs[i], edited = err, edited || err == nil
	}
	if !edited {
		return nil
	}
	if err := wr.WriteFile(ctx, path, c.lines().bytes(), opt); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, host.Cause(err))
	}
	return nil
}
