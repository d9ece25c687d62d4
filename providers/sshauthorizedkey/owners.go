package sshauthorizedkey

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sync"

	"ralsh/providers/internal/accounts"
	"ralsh/ral/host"
)

// owners maps files to their users, and reads and writes each file with the privileges of
// its user. It is safe for concurrent use.
type owners struct {
	reader accounts.Reader
	nss    accounts.NSS
	cache  host.FileCache

	mu     sync.Mutex
	byPath map[string]ownership
}

type ownership struct {
	accounts.Passwd
	drops bool // // use only the user's privileges
}

func (o *owners) account(ctx context.Context, rd host.Reader, name string) (accounts.Passwd, bool, error) {
	table, err := o.reader.Passwd(ctx, rd)
	if err != nil {
		return accounts.Passwd{}, false, err
	}
	if account, ok := table.Get(name); ok {
		return account, true, nil
	}
	return o.nss.Passwd(ctx, rd, name)
}

func (o *owners) set(path string, account accounts.Passwd, drops bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.byPath == nil {
		o.byPath = make(map[string]ownership)
	}
	o.byPath[path] = ownership{account, drops}
}

func (o *owners) get(path string) (ownership, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	owner, ok := o.byPath[path]
	return owner, ok
}

// of returns the name of the user of a file, or "" if it is unknown.
func (o *owners) of(path string) string {
	owner, _ := o.get(path)
	return owner.Name
}

func (o *owners) as(ctx context.Context, path string) context.Context {
	owner, ok := o.get(path)
	if !ok || !owner.drops {
		return ctx
	}
	return host.WithUser(ctx, int(owner.UID), int(owner.GID))
}

// Read reads a file as its user.
func (o *owners) Read(ctx context.Context, rd host.Reader, path string) ([]byte, error) {
	data, err := o.cache.ReadFile(o.as(ctx, path), rd, path)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", path, host.Cause(err))
	}
	return data, nil
}

// Write writes a file with mode 0600 for its user, and creates its directory with mode
// 0700.
func (o *owners) Write(ctx context.Context, wr host.Writer, file string, data []byte) error {
	owner, ok := o.get(file)
	if !ok {
		return fmt.Errorf("cannot write %s: the user of the file is unknown", file)
	}
	mode, uid, gid := fs.FileMode(0o600), int(owner.UID), int(owner.GID)
	if err := o.safe(ctx, wr.Reader(), file, owner); err != nil {
		return err
	}
	ctx = o.as(ctx, file)
	if err := makeDir(ctx, wr, path.Dir(file), owner); err != nil {
		return fmt.Errorf("cannot create %s: %w", path.Dir(file), host.Cause(err))
	}
	if err := wr.WriteFile(ctx, file, data, host.WriteOptions{Mode: &mode, UID: &uid, GID: &gid}); err != nil {
		return fmt.Errorf("cannot write %s: %w", file, host.Cause(err))
	}
	return nil
}

func makeDir(ctx context.Context, wr host.Writer, dir string, owner ownership) error {
	if there, err := wr.Reader().Exists(ctx, dir); there || err != nil || !owner.drops {
		return err
	}
	if err := wr.Mkdir(ctx, dir, 0o700); err != nil {
		return err
	}
	return wr.Chown(ctx, dir, int(owner.UID), int(owner.GID))
}

// safe checks that only the writing user can change a path. With only the privileges of
// its user, any path is safe.
func (o *owners) safe(ctx context.Context, rd host.Reader, file string, owner ownership) error {
	if owner.drops {
		return nil
	}
	for dir := file; path.Dir(dir) != dir; dir = path.Dir(dir) {
		info, err := rd.Lstat(ctx, dir)
		if dir == file && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil || info.IsLink() || dir != file && (info.UID != rd.UID() || info.Mode.Perm()&0o022 != 0) {
			return fmt.Errorf("drop_privileges is false but the target path is not trusted")
		}
	}
	return nil
}
