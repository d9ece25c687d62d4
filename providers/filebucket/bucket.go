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

// PathOf returns the directory of a bucket, of the default one if r is nil.
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

// Place returns the directory of one content in a bucket, by its SHA-256: each
// of the first eight digits is a directory.
func Place(bucket string, data []byte) string {
	sum := sha256.Sum256(data)
	digits := hex.EncodeToString(sum[:])
	return path.Join(append(append([]string{bucket}, strings.Split(digits[:8], "")...), digits)...)
}

// Keep stores the content of a file in a bucket, and records the file's path.
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

// folders creates a directory and its missing parents.
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
