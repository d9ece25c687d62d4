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

// PathOf returns the directory of a bucket, of the default bucket if r is nil.
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

// Place returns the directory of a content in a bucket, by its SHA-256: each
// of the first eight digits is a directory.
func Place(bucket string, data []byte) string {
	sum := sha256.Sum256(data)
	return placeOf(bucket, hex.EncodeToString(sum[:]))
}

func placeOf(bucket, digits string) string {
	return path.Join(append(append([]string{bucket}, strings.Split(digits[:8], "")...), digits)...)
}

// Fetch returns the content with a SHA-256, in hexadecimal, from a bucket. A
// malformed content is an error.
func Fetch(ctx context.Context, rd host.Reader, bucket, digits string) ([]byte, error) {
	if raw, err := hex.DecodeString(digits); err != nil || len(raw) != sha256.Size {
		return nil, fmt.Errorf("%q is not a SHA-256 checksum", digits)
	}
	contents := path.Join(placeOf(bucket, strings.ToLower(digits)), "contents")
	data, err := rd.ReadFile(ctx, contents)
	if err == nil && Place(bucket, data) != path.Dir(contents) {
		return nil, fmt.Errorf("%s is malformed: its checksum does not match", contents)
	}
	return data, err
}

// Keep stores the content of a file in a bucket, and records the file's path.
// It writes a malformed content again, like Puppet.
func Keep(ctx context.Context, wr host.Writer, bucket, file string, data []byte, secret bool) error {
	dir := Place(bucket, data)
	if err := makeDirs(ctx, wr, dir); err != nil {
		return err
	}
	contents, paths := path.Join(dir, "contents"), path.Join(dir, "paths")
	kept, err := wr.Reader().ReadFile(ctx, contents)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && string(kept) != string(data):
		mode := fs.FileMode(0o440)
		err = wr.WriteFile(ctx, contents, data, host.WriteOptions{Mode: &mode, Secret: secret})
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

// makeDirs creates a directory and its missing parents.
func makeDirs(ctx context.Context, wr host.Writer, dir string) error {
	there, err := wr.Reader().Exists(ctx, dir)
	if err != nil || there || dir == "/" {
		return err
	}
	if err := makeDirs(ctx, wr, path.Dir(dir)); err != nil {
		return err
	}
	return wr.Mkdir(ctx, dir, 0o770)
}
