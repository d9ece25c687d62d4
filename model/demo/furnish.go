package demo

import (
	"context"
	"embed"
	"io/fs"
	"strings"

	"ralsh/ral/host"
)

//go:embed all:tree
var tree embed.FS

// furnish writes the files of the sample host below a folder, then what files
// alone cannot say: empty folders, links, modes, and owners where root makes it.
func furnish(ctx context.Context, folder string) error {
	below, err := host.Below(folder)
	if err != nil {
		return err
	}
	c := below.Writer()
	if err := write(ctx, c); err != nil {
		return err
	}
	for _, name := range folders() {
		if err := c.Mkdir(ctx, name, 0o755); err != nil {
			return err
		}
	}
	for _, l := range links() {
		if err := c.Symlink(ctx, l.target, l.path); err != nil {
			return err
		}
	}
	for _, r := range rights() {
		if c.Reader().UID() == 0 {
			if err := c.Chown(ctx, r.path, r.uid, r.gid); err != nil {
				return err
			}
		}
		if err := c.Chmod(ctx, r.path, host.FileMode(r.mode)); err != nil {
			return err
		}
	}
	return nil
}

func write(ctx context.Context, c host.Writer) error {
	return fs.WalkDir(tree, "tree", func(name string, d fs.DirEntry, err error) error {
		path := strings.TrimPrefix(name, "tree")
		switch {
		case err != nil || path == "":
			return err
		case d.IsDir():
			return c.Mkdir(ctx, path, 0o755)
		}
		data, err := tree.ReadFile(name)
		if err != nil {
			return err
		}
		return c.WriteFile(ctx, path, data, host.WriteOptions{NoSync: true})
	})
}
