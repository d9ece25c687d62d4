package file

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ralsh/providers/filebucket"
	"ralsh/ral"
	"ralsh/ral/host"
)

// backup returns where to save the old content: a suffix for a copy next to
// the file, or the name of a bucket. Both are empty without a backup.
func backup(r *ral.Resource) (suffix, bucket string) {
	switch text := r.Get("backup").Text(); {
	case text == "false" || text == "":
		return "", ""
	case text == "true":
		return ".puppet-bak", ""
	case strings.HasPrefix(text, "."):
		return text, ""
	default:
		return "", text
	}
}

// hasBucket checks, before the first change, that the bucket of a resource is
// declared.
func hasBucket(_ context.Context, _ host.Reader, r *ral.Resource) error {
	_, name := backup(r)
	if name == "" || name == filebucket.Default || r.Peer("filebucket", name) != nil {
		return nil
	}
	return fmt.Errorf("Could not find filebucket %s specified in backup", name)
}

// keep saves the content of a path according to backup.
func (b *files) keep(ctx context.Context, wr host.Writer, r *ral.Resource, info host.Info) error {
	ending, name := backup(r)
	switch {
	case name != "":
		return b.keepIn(ctx, wr, r, filebucket.PathOf(wr.Reader(), r.Peer("filebucket", name)), r.Name(), info)
	case ending == "" || !info.Mode.IsRegular():
		return nil
	}
	data, err := wr.Reader().ReadFile(ctx, r.Name())
	if err != nil {
		return cannot("back up", r.Name(), err)
	}
	return wrap("back up", r.Name(), wr.WriteFile(ctx, r.Name()+ending, data, host.WriteOptions{
		Mode: &info.Mode, UID: &info.UID, GID: &info.GID, Secret: secret(r),
	}))
}

// keepIn saves a file in a bucket, or all files of a directory to be removed.
func (b *files) keepIn(ctx context.Context, wr host.Writer, r *ral.Resource, bucket, name string, info host.Info) error {
	switch {
	case info.IsDir() && r.Removing():
		all, err := walk(ctx, wr.Reader(), name, tree{limit: endless})
		if err != nil {
			return err
		}
		for _, e := range all {
			if e.info.Mode.IsRegular() {
				if err := b.keepIn(ctx, wr, r, bucket, name+"/"+e.rel, e.info); err != nil {
					return err
				}
			}
		}
		return nil
	case !info.Mode.IsRegular():
		return nil
	}
	data, err := wr.Reader().ReadFile(ctx, name)
	if err == nil {
		err = filebucket.Keep(ctx, wr, bucket, name, data, secret(r))
	}
	if errors.Is(err, host.ErrNotRun) {
		return err
	}
	return wrap("back up", name, err)
}
