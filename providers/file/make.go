package file

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// make creates the path as ensure specifies, with owner, group and mode. With
// force, it first removes a path of a different kind.
func (b *files) make(ctx context.Context, wr host.Writer, r *ral.Resource, ensure value.Value) error {
	if ensure.IsAbsent() {
		return b.Destroy(ctx, wr, r)
	}
	w, err := b.metadata(ctx, wr.Reader(), r)
	if err != nil {
		return err
	}
	kind := ensure.Text()
	if kind == "present" {
		kind = "file"
	}
	if kind == "link" && r.Get("target").IsNil() {
		return errors.New("Cannot create a symlink without a target")
	}
	if err := b.within(ctx, wr.Reader(), "create", r.Name(), path.Dir(r.Name())); err != nil {
		return err
	}
	var data payload
	if kind == "file" && r.Has("content") {
		if data, err = b.content(ctx, wr.Reader(), r, r.Get("content")); err != nil {
			return err
		}
		if err := b.validation(ctx, wr.Reader(), r, &w); err != nil {
			return err
		}
	}
	if w.Replace, err = b.clear(ctx, wr, r, kind); err != nil {
		return err
	}
	switch kind {
	case "directory":
		err = b.makeDirectory(ctx, wr, r, w)
	case "link":
		err = b.makeLink(ctx, wr, r, w)
	default:
		err = b.makeFile(ctx, wr, r, data, w)
	}
	if err != nil || !labelled(r) {
		return err
	}
	return b.relabel(ctx, wr, r)
}

func (b *files) makeFile(ctx context.Context, wr host.Writer, r *ral.Resource, data payload, w host.WriteOptions) error {
	mode, err := newMode(r, newFile, false)
	if err != nil {
		return err
	}
	w.Mode = &mode
	return wrap("write", r.Name(), data.write(ctx, wr, r.Name(), w))
}

// within returns a clear error about a directory that an action on a path needs, before the
// first change.
func (b *files) within(ctx context.Context, rd host.Reader, what, name, dir string) error {
	info, err := rd.Stat(ctx, dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return cannot(what, name, &host.NoDirectoryError{Dir: dir})
	case err != nil:
		return cannot("access", dir, err)
	case !info.IsDir():
		return cannot(what, name, fmt.Errorf("%s is not a directory", dir))
	}
	return nil
}

func (b *files) makeDirectory(ctx context.Context, wr host.Writer, r *ral.Resource, w host.WriteOptions) error {
	mode, err := newMode(r, newDirectory, true)
	if err != nil {
		return err
	}
	if err := wr.Mkdir(ctx, r.Name(), mode); err != nil {
		return cannot("create the directory", r.Name(), err)
	}
	return b.giveAway(ctx, wr, r, w)
}

func (b *files) makeLink(ctx context.Context, wr host.Writer, r *ral.Resource, w host.WriteOptions) error {
	if err := wr.Symlink(ctx, r.Get("target").Text(), r.Name()); err != nil {
		return cannot("create the link", r.Name(), err)
	}
	return b.giveAway(ctx, wr, r, w)
}

func (b *files) giveAway(ctx context.Context, wr host.Writer, r *ral.Resource, w host.WriteOptions) error {
	uid, gid := -1, -1
	if w.UID != nil {
		uid = *w.UID
	}
	if w.GID != nil {
		gid = *w.GID
	}
	if uid < 0 && gid < 0 {
		return nil
	}
	return wrap("change the owner of", r.Name(), wr.Chown(ctx, r.Name(), uid, gid))
}

// newMode returns the mode of a new path, by default def.
func newMode(r *ral.Resource, def uint32, directory bool) (fs.FileMode, error) {
	mode := def
	if v := r.Get("mode"); !v.IsNil() {
		var err error
		if mode, err = desiredMode(v.Reveal().Text(), def, directory); err != nil {
			return 0, err
		}
	}
	return host.FileMode(mode), nil
}
