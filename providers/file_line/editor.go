package fileline

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

func editor() ral.Provider {
	return ral.Provider{
		Name: "ruby",
		Doc:  "Edits the file itself. The provider has the name that it has in Puppet's module. It works below another root too.",
		New:  func() any { return lines{} },
	}
}

// lines has no state: each call reads the file.
type lines struct{}

// Retrieve reports whether the line exists. A missing file is an error, unless
// the line should be absent or the resource is noop, as in Puppet's module.
func (lines) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	w, err := wantedLine(r)
	if err != nil {
		return nil, err
	}
	t, err := load(ctx, rd, r)
	if errors.Is(err, fs.ErrNotExist) && (r.Removing() || r.True("noop")) {
		return ral.AbsentInstance(r.Type, r.Name()), nil
	}
	if err != nil {
		return nil, err
	}
	if !w.there(t) {
		return ral.AbsentInstance(r.Type, r.Name()), nil
	}
	found := ral.NewInstance(r.Type, r.Name()).Set("ensure", value.Present())
	found.From = r.Get("path").Text()
	for i, l := range t {
		if l.body == w.line {
			found.From = fmt.Sprintf("%s:%d", r.Get("path").Text(), i+1)
		}
	}
	if r.Has("line") {
		found.Set("line", r.Get("line"))
	}
	return found, nil
}

func load(ctx context.Context, rd host.Reader, r *ral.Resource) (text, error) {
	path := r.Get("path").Text()
	data, err := rd.ReadFile(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", path, bare(err))
	}
	t, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", path, err)
	}
	return t, nil
}

// Create writes the line.
func (lines) Create(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return edit(ctx, wr, r, wanted.create)
}

// Destroy removes the line.
func (lines) Destroy(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return edit(ctx, wr, r, wanted.destroy)
}

// Set does nothing, because line is always in sync.
func (lines) Set(context.Context, host.Writer, *ral.Resource, string, value.Value) error { return nil }

func edit(ctx context.Context, wr host.Writer, r *ral.Resource, change func(wanted, text) (text, error)) error {
	w, err := wantedLine(r)
	if err != nil {
		return err
	}
	t, err := load(ctx, wr.Reader(), r)
	if err != nil {
		return err
	}
	if t, err = change(w, t); err != nil {
		return err
	}
	path := r.Get("path").Text()
	if err := wr.WriteFile(ctx, path, t.bytes(), host.WriteOptions{Secret: r.IsSecret("line")}); err != nil {
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
