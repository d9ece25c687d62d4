package file

import (
	"context"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/host"
)

// Destroy removes the path without following a link. A directory requires
// force.
func (b *files) Destroy(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	info, err := wr.Reader().Lstat(ctx, r.Name())
	if err != nil {
		return cannot("remove", r.Name(), err)
	}
	return b.remove(ctx, wr, r, info, "remove it")
}

func (b *files) remove(ctx context.Context, wr host.Writer, r *ral.Resource, info host.Info, to string) error {
	if info.IsDir() && !r.True("force") {
		return fmt.Errorf("%s is a directory: set force => true to %s", r.Name(), to)
	}
	if err := b.keep(ctx, wr, r, info); err != nil {
		return err
	}
	full := false
	if info.IsDir() {
		names, err := wr.Reader().ReadDir(ctx, r.Name())
		if err != nil {
			return cannot("remove", r.Name(), err)
		}
		full = len(names) > 0
	}
	return wrap("remove", r.Name(), wr.Remove(ctx, r.Name(), full))
}

// clear removes a path of a different kind than kind. A link is replaced by
// rename, and so is a file by a file; replaces means that a link, a FIFO or a
// socket must also be replaced by rename.
func (b *files) clear(ctx context.Context, wr host.Writer, r *ral.Resource, kind string) (replaces bool, err error) {
	info, there, err := stat(ctx, wr.Reader(), r)
	if err != nil || !there {
		return false, err
	}
	switch is := kindOf(info); {
	case is == kind:
		return false, b.keep(ctx, wr, r, info)
	case is == "blockSpecial" || is == "characterSpecial" || is == "unknown":
		return false, fmt.Errorf("cannot replace %s: it is a %s", r.Name(), is)
	case kind == "file" && !info.IsDir() && !info.Mode.IsRegular():
		return true, nil
	}
	return false, b.remove(ctx, wr, r, info, "replace it by a "+kind)
}
