package confined

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"syscall"
	"time"

	"github.com/pkg/xattr"
	"golang.org/x/sys/unix"

	"ralsh/ral/host"
	"ralsh/ral/host/sandbox"
)

// eachUpper calls fn with every path that was written below a mount since a time, a directory
// before its contents, and with the hidden contents of new directories.
func eachUpper(ctx context.Context, upper sandbox.Upper, since time.Time, fn func(path string) error) error {
	if _, err := os.ReadDir(upper.Dir); errors.Is(err, fs.ErrPermission) {
		return nil // of a directory that this user may not enter, and so not change
	}
	return walkUpper(ctx, upper.Dir, upper.Mount, since, fn)
}

func walkUpper(ctx context.Context, dir, at string, since time.Time, fn func(path string) error) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		below, within := path.Join(at, entry.Name()), since
		if written(entry, since) {
			if err := fn(below); err != nil {
				return err
			}
			within = time.Time{} // a moved directory contains older files
		}
		if !entry.IsDir() {
			continue
		}
		if opaque(path.Join(dir, entry.Name())) {
			if err := fn(path.Join(below, hiddenNames)); err != nil {
				return err
			}
		}
		if err := walkUpper(ctx, path.Join(dir, entry.Name()), below, within, fn); err != nil {
			return err
		}
	}
	return nil
}

// written reports whether a file was written, or its attributes were, since a time.
func written(entry fs.DirEntry, since time.Time) bool {
	info, err := entry.Info()
	if err != nil {
		return true // who wants to know more finds out
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return !ok || !time.Unix(stat.Ctim.Unix()).Before(since)
}

// hiddenNames is an impossible file name: it stands for the previous contents of a directory.
const hiddenNames = "\x00"

// opaque reports whether an upper directory hides the lower directory.
func opaque(dir string) bool {
	for _, name := range []string{"trusted.overlay.opaque", "user.overlay.opaque"} {
		if v, err := xattr.LGet(dir, name); err == nil && string(v) == "y" {
			return true
		}
	}
	return false
}

// carry copies the state of a path from a host to a different host.
func carry(ctx context.Context, from host.Reader, to host.Writer, file string, secret bool) error {
	_, err := carried(ctx, from, to, file, secret)
	return err
}

// SpecialFileError reports that the code of a module created a device, a pipe or a socket.
type SpecialFileError struct {
	Path string
	Mode fs.FileMode
}

func (e *SpecialFileError) Error() string {
	return fmt.Sprintf("the code of a module created %s, a %s: ralsh copies only files, directories and links", e.Path, host.KindOf(e.Mode))
}

// carried is carry; it reports whether it changed the host.
func carried(ctx context.Context, from host.Reader, to host.Writer, file string, secret bool) (bool, error) {
	if path.Base(file) == hiddenNames {
		return removeHidden(ctx, from, to, path.Dir(file))
	}
	want, err := from.Lstat(ctx, file)
	if err != nil && !host.IsMissing(err) {
		return false, err
	}
	gone := err != nil
	have, err := to.Reader().Lstat(ctx, file)
	if err != nil && !host.IsMissing(err) {
		return false, err
	}
	missing := err != nil
	switch {
	case gone && missing:
		return false, nil
	case gone:
		return true, to.Remove(ctx, file, have.IsDir())
	case !missing && want.Mode.Type() != have.Mode.Type():
		if err := to.Remove(ctx, file, have.IsDir()); err != nil {
			return true, err
		}
		missing = true
	}
	switch {
	case want.IsLink():
		return carryLink(ctx, from, to, file, missing)
	case want.IsDir():
		return carryDir(ctx, to, file, want, have, missing)
	case want.Mode.IsRegular():
		return carryFile(ctx, from, to, want, have, missing, secret)
	}
	return false, &SpecialFileError{file, want.Mode}
}

// removeHidden removes the names that a new directory lacks.
func removeHidden(ctx context.Context, from host.Reader, to host.Writer, dir string) (bool, error) {
	names, err := to.Reader().ReadDir(ctx, dir)
	if host.IsMissing(err) {
		return false, nil
	}
	left, err2 := from.ReadDir(ctx, dir)
	if err := errors.Join(err, err2); err != nil {
		return false, err
	}
	did := false
	for _, name := range names {
		if !slices.Contains(left, name) {
			did = true
			if _, err := carried(ctx, from, to, path.Join(dir, name), false); err != nil {
				return did, err
			}
		}
	}
	return did, nil
}

func carryLink(ctx context.Context, from host.Reader, to host.Writer, file string, missing bool) (bool, error) {
	target, err := from.ReadLink(ctx, file)
	if err != nil {
		return false, err
	}
	if is, err := to.Reader().ReadLink(ctx, file); !missing && err == nil && is == target {
		return false, nil
	}
	return true, to.Symlink(ctx, target, file)
}

func carryDir(ctx context.Context, to host.Writer, dir string, want, have host.Info, missing bool) (bool, error) {
	if missing {
		if err := to.Mkdir(ctx, dir, want.Mode); err != nil {
			return true, err
		}
		made, err := to.Reader().Lstat(ctx, dir)
		if err != nil {
			return true, err
		}
		have = made
	}
	did, err := carryRights(ctx, to, dir, want, have)
	return did || missing, err
}

// carryRights sets mode and owner where they differ, the owner first, because a change of the
// owner can clear bits of the mode.
func carryRights(ctx context.Context, to host.Writer, file string, want, have host.Info) (bool, error) {
	did := false
	if want.UID != have.UID || want.GID != have.GID {
		did = true
		if err := to.Chown(ctx, file, want.UID, want.GID); err != nil {
			return did, err
		}
	}
	if host.Permissions(want.Mode) != host.Permissions(have.Mode) {
		return true, to.Chmod(ctx, file, want.Mode)
	}
	return did, nil
}

func carryFile(ctx context.Context, from host.Reader, to host.Writer, want, have host.Info, missing, secret bool) (bool, error) {
	file := want.Path
	if !missing {
		same, err := sameContent(ctx, from, to.Reader(), want, have)
		if err != nil {
			return false, err
		}
		if same {
			return carryRights(ctx, to, file, want, have)
		}
	}
	mode := host.Permissions(want.Mode)
	opt := host.WriteOptions{Mode: &mode, Secret: secret}
	if missing && (want.UID != to.Reader().UID() || want.GID != to.Reader().GID()) || !missing && (want.UID != have.UID || want.GID != have.GID) {
		opt.UID, opt.GID = &want.UID, &want.GID
	}
	if want.Size > host.LargeFile {
		return true, to.CopyFile(ctx, file, largeSource(from, want), opt)
	}
	data, err := from.ReadFile(ctx, file)
	if err != nil {
		return false, err
	}
	return true, to.WriteFile(ctx, file, data, opt)
}

func largeSource(from host.Reader, info host.Info) host.Source {
	return host.Source{Name: "content from the code of a module", Size: info.Size, To: func(ctx context.Context, w io.Writer) error {
		return from.ReadTo(ctx, info.Path, w)
	}}
}

func sameContent(ctx context.Context, a, b host.Reader, want, have host.Info) (bool, error) {
	if want.Size != have.Size {
		return false, nil
	}
	if want.Size <= host.LargeFile {
		one, err := a.ReadFile(ctx, want.Path)
		two, err2 := b.ReadFile(ctx, want.Path)
		if errors.Is(err2, unix.EACCES) {
			return false, err
		}
		return bytes.Equal(one, two), errors.Join(err, err2)
	}
	one, two := sha256.New(), sha256.New()
	if err := errors.Join(a.ReadTo(ctx, want.Path, one), b.ReadTo(ctx, want.Path, two)); err != nil {
		return false, err
	}
	return bytes.Equal(one.Sum(nil), two.Sum(nil)), nil
}
