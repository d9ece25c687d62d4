package filebucket

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
)

// PathOf is the folder of a bucket, of the default one when r is nil.
func PathOf(rd host.Reader, r *ral.Resource) string {
	if r != nil && r.Has("path") {
		return path.Clean(r.Get("path").Text())
	}
	if dir := rd.Getenv("XDG_STATE_HOME"); strings.HasPrefix(dir, "/") {
		return path.Join(dir, "ralsh/bucket")
	}
	if home := rd.Getenv("HOME"); rd.UID() != 0 && strings.HasPrefix(home, "/") {
		return path.Join(home, ".local/state/ralsh/bucket")
	}
	return "/var/lib/ralsh/bucket"
}

// Place is the folder in a bucket that keeps a content, by its SHA-256: the
// first eight digits are a folder each.
func Place(bucket string, data []byte) string {
	sum := sha256.Sum256(data)
	digits := hex.EncodeToString(sum[:])
	return path.Join(append(append([]string{bucket}, strings.Split(digits[:8], "")...), digits)...)
}

// Keep puts what a file holds into a bucket, and notes where the file is.
func Keep(ctx context.Context, wr host.Writer, bucket, file string, data []byte, secret bool) error {
	dir := Place(bucket, data)
	if err := folders(ctx, wr, dir); err != nil {
		return err
	}
	contents, paths := path.Join(dir, "contents"), path.Join(dir, "paths")
	kept, err := wr.Reader().ReadFile(ctx, contents)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		mode := fs.FileMode(0o440)
		err = wr.WriteFile(ctx, contents, data, host.WriteOptions{Mode: &mode, Secret: secret})
	case err == nil && string(kept) != string(data):
		err = fmt.Errorf("%s was changed since: it does not hold what its name says", contents)
	}
	if err != nil {
		return err
	}
	noted, err := wr.Reader().ReadFile(ctx, paths)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if slices.Contains(strings.Split(string(noted), "\n"), file) {
		return nil
	}
	mode := fs.FileMode(0o640)
	return wr.WriteFile(ctx, paths, append(noted, file+"\n"...), host.WriteOptions{Mode: &mode})
}

// folders makes a folder and those above it that are missing.
func folders(ctx context.Context, wr host.Writer, dir string) error {
	there, err := wr.Reader().Exists(ctx, dir)
	if err != nil || there || dir == "/" {
		return err
	}
	if err := folders(ctx, wr, path.Dir(dir)); err != nil {
		return err
	}
	return wr.Mkdir(ctx, dir, 0o770)
}
