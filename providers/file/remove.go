package file

import (
	"context"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/host"
)

// Destroy removes the path itself, a link and not what it leads to. A directory
// needs force.
func (b *files) Destroy(ctx context.Context, c host.Writer, r *ral.Resource) error {
	info, err := c.Reader().Lstat(ctx, r.Name())
	if err != nil {
		return cannot("remove", r.Name(), err)
	}
	return b.remove(ctx, c, r, info, "removing it")
}

func (b *files) remove(ctx context.Context, c host.Writer, r *ral.Resource, info host.Info, to string) error {
	if info.IsDir() && !r.True("force") {
		return fmt.Errorf("%s is a directory; %s needs force => true", r.Name(), to)
	}
	if err := b.keep(ctx, c, r, info); err != nil {
		return err
	}
	return wrap("remove", r.Name(), c.Remove(ctx, r.Name(), info.IsDir()))
}

// clear removes what is in the way of the wanted kind. A link is replaced by
// rename, and so is a file by a file.
func (b *files) clear(ctx context.Context, c host.Writer, r *ral.Resource, kind string) error {
	info, there, err := stat(ctx, c.Reader(), r)
	if err != nil || !there {
		return err
	}
	is := kindOf(info)
	switch {
	case is == kind:
		return b.keep(ctx, c, r, info)
	case is == "blockSpecial" || is == "characterSpecial" || is == "unknown":
		return fmt.Errorf("%s is a %s, which is not replaced", r.Name(), is)
	}
	return b.remove(ctx, c, r, info, "replacing it by a "+kind)
}
