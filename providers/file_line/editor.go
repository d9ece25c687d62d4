package fileline

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

func editor() ral.Provider {
	return ral.Provider{
		Name: "ruby",
		Doc:  "Edits the file itself. The provider has the name that it has in Puppet's module. It works below another root too.",
		New:  func() any { return &lines{} },
	}
}

// lines is the behaviour.
type lines struct {
	ral.Collect
	files host.Parsed[parsed]
}

// parsed is a file that was read, or why it is no text.
type parsed struct {
	text text
	err  error
	at   map[string]int // the last line of each text
}

// Forget does nothing: a file is read again when it may have changed.
func (*lines) Forget() {}

// Retrieve reports whether the line exists. A missing file is an error, unless
// the line should be absent or the resource is noop, as in Puppet's module.
func (e *lines) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	w, err := wantedLine(r)
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
	at, has := file.at[w.line]
	if !w.there(file.text, has) {
		return ral.AbsentInstance(r.Type, r.Name()), nil
	}
	found := ral.NewInstance(r.Type, r.Name()).Set("ensure", value.Present())
	found.From = r.Get("path").Text()
	if has {
		found.From = fmt.Sprintf("%s:%d", r.Get("path").Text(), at+1)
	}
	if r.Has("line") {
		found.Set("line", r.Get("line"))
	}
	return found, nil
}

// load returns the file of a resource, which must not be changed.
func (e *lines) load(ctx context.Context, rd host.Reader, r *ral.Resource) (parsed, error) {
	path := r.Get("path").Text()
	file, err := e.files.Load(ctx, rd, path, func(data []byte) parsed {
		t, err := parse(data)
		at := make(map[string]int, len(t))
		for i, l := range t {
			at[l.body] = i
		}
		return parsed{t, err, at}
	})
	if err == nil {
		err = file.err
	}
	if err != nil {
		return parsed{}, fmt.Errorf("cannot read %s: %w", path, bare(err))
	}
	return file, nil
}

// Flush writes the collected change.
func (e *lines) Flush(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return e.WriteBatch(ctx, wr, []*ral.Resource{r})[0]
}

// Independent reports whether a line is found by its text alone, so that the lines
// that are about to be written do not matter.
func (*lines) Independent(r *ral.Resource) bool { return !r.Has("match") && !r.Has("after") }

// CanBatch reports whether two lines belong to one file.
func (e *lines) CanBatch(_ context.Context, _ host.Reader, first, r *ral.Resource) bool {
	return e.Independent(first) && e.Independent(r) && first.Get("path").Text() == r.Get("path").Text()
}

// WriteBatch writes several lines of one file, once.
func (e *lines) WriteBatch(ctx context.Context, wr host.Writer, all []*ral.Resource) []error {
	errs := make([]error, len(all))
	err := e.edit(ctx, wr, all, errs)
	for i := range errs {
		errs[i] = errors.Join(errs[i], err)
	}
	return errs
}

func (e *lines) edit(ctx context.Context, wr host.Writer, all []*ral.Resource, errs []error) error {
	file, err := e.load(ctx, wr.Reader(), all[0])
	if err != nil {
		return err
	}
	t, edited, opt := slices.Clone(file.text), false, host.WriteOptions{}
	gone, added := make(map[string]bool), make(map[string]bool)
	remove := func() {
		if len(gone) > 0 {
			t = slices.DeleteFunc(t, func(l line) bool { return gone[l.body] })
			clear(gone)
		}
	}
	for i, r := range all {
		opt.Secret = opt.Secret || r.IsSecret("line")
		if len(r.Pending) == 0 {
			continue
		}
		var w wanted
		if w, errs[i] = wantedLine(r); errs[i] != nil {
			continue
		}
		if r.Removing() && e.Independent(r) {
			gone[w.line], added[w.line], edited = true, false, true
			continue
		}
		remove()
		if added[w.line] && e.Independent(r) {
			continue // it was declared twice
		}
		added[w.line] = true
		change := wanted.create
		if r.Removing() {
			change = wanted.destroy
		}
		after, err := change(w, t)
		if errs[i] = err; err != nil {
			continue
		}
		t, edited = after, true
	}
	if remove(); !edited {
		return nil
	}
	path := all[0].Get("path").Text()
	if err := wr.WriteFile(ctx, path, t.bytes(), opt); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, bare(err))
	}
	return nil
}

// bare removes the path from an error, because the caller adds it.
func bare(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err
	}
	return err
}
