package demo

import (
	"context"
	"embed"
	"io/fs"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/host/local"
)

//go:embed all:tree
var tree embed.FS

// furnish writes the files of the sample host, then empty directories, links,
// modes, and, if run as root, owners.
func furnish(ctx context.Context, dir string) error {
	below, err := local.Below(dir)
	if err != nil {
		return err
	}
	wr := below.Writer()
	if err := write(ctx, wr); err != nil {
		return err
	}
	for _, name := range ownDirs() {
		if err := wr.Mkdir(ctx, name, 0o755); err != nil {
			return err
		}
	}
	for _, l := range links() {
		if err := wr.Symlink(ctx, l.target, l.path); err != nil {
			return err
		}
	}
	for _, r := range rights() {
		if wr.Reader().UID() == 0 {
			if err := wr.Chown(ctx, r.path, r.uid, r.gid); err != nil {
				return err
			}
		}
		if err := wr.Chmod(ctx, r.path, host.FileMode(r.mode)); err != nil {
			return err
		}
	}
	return nil
}

func write(ctx context.Context, wr host.Writer) error {
	return fs.WalkDir(tree, "tree", func(name string, d fs.DirEntry, err error) error {
		path := strings.TrimPrefix(name, "tree")
		switch {
		case err != nil || path == "":
			return err
		case d.IsDir():
			return wr.Mkdir(ctx, path, 0o755)
		}
		data, err := tree.ReadFile(name)
		if err != nil {
			return err
		}
		return wr.WriteFile(ctx, path, data, host.WriteOptions{NoSync: true})
	})
}
