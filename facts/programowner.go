package facts

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"ralsh/ral/host"
)

// mayRun rejects a program that does not belong to the root of the host. For root, it
// also rejects a program that a different user could have written, because the program
// would run as root.
func mayRun(root string, rd host.Reader, file string, info host.Info) error {
	if root != "/" {
		return errors.New("not run: the program is below a different root directory, but would read this machine")
	}
	if rd.UID() != 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := roots("it", info, false); err != nil {
		return err
	}
	for range maxLinks {
		if err := trustedDir(ctx, rd, path.Dir(file)); err != nil {
			return err
		}
		target, err := rd.ReadLink(ctx, file)
		if err != nil {
			return nil
		}
		if !path.IsAbs(target) {
			target = path.Join(path.Dir(file), target)
		}
		file = target
	}
	return errors.New("not run: the path has more than 40 symbolic links")
}

// maxLinks is the maximum number of links in a path, as in the kernel.
const maxLinks = 40

// trustedDir rejects a directory if a user other than root can write to it or to a
// parent.
func trustedDir(ctx context.Context, rd host.Reader, dir string) error {
	for what, sticky := "its directory", false; ; what, sticky = dir, true {
		info, err := rd.Stat(ctx, dir)
		if err != nil {
			return host.Unreadable(dir, err)
		}
		if err := roots(what, info, sticky); err != nil {
			return err
		}
		if dir == "/" || dir == "." {
			return nil
		}
		dir = path.Dir(dir)
	}
}

// roots rejects a file that does not belong to root or that other users may write. In a
// sticky directory, other users cannot replace root's files.
func roots(what string, info host.Info, sticky bool) error {
	mode := info.Mode.Perm()
	switch {
	case info.UID != 0:
		return fmt.Errorf("not run: %s belongs to uid %d, but the program would run as root", what, info.UID)
	case sticky && info.Mode&fs.ModeSticky != 0:
		return nil
	case mode&0o002 != 0, mode&0o020 != 0 && info.GID != 0:
		return fmt.Errorf("not run: users other than root can write %s (mode %#o), but the program would run as root", what, mode)
	}
	return nil
}
