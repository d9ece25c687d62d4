package cron

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/parsedfile"
	"ralsh/ral/value"
)

// spoolDirs returns the directories of crontabs, on Debian and on Red Hat.
func spoolDirs() []string { return []string{"/var/spool/cron/crontabs", "/var/spool/cron"} }

func theSpoolDir(ctx context.Context, rd host.Reader) string {
	all := spoolDirs()
	for _, dir := range all {
		if info, err := rd.Stat(ctx, dir); err == nil && info.IsDir() {
			return dir
		}
	}
	return all[0]
}

// spoolFile returns the path of a user's crontab. An unprivileged user may not
// read it.
func spoolFile(ctx context.Context, rd host.Reader, user string) string {
	return path.Join(theSpoolDir(ctx, rd), user)
}

// self returns the user who runs ralsh.
func (s *spool) self(ctx context.Context, rd host.Reader) string {
	if rd.UID() == 0 {
		return "root"
	}
	table, err := s.accounts.Passwd(ctx, rd)
	if err != nil {
		return ""
	}
	for _, account := range table.All() {
		if account.UID == int64(rd.UID()) {
			return account.Name
		}
	}
	return ""
}

// Paths returns the users who may have a crontab, the current user first. If the user
// may not read the directory, the other users are missing, and the error is a
// *ral.DamageError.
func (s *spool) Paths(ctx context.Context, rd host.Reader) ([]string, error) {
	var list []string
	if self := s.self(ctx, rd); self != "" {
		list = append(list, self)
	}
	dir := theSpoolDir(ctx, rd)
	names, err := rd.ReadDir(ctx, dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return list, nil
	case errors.Is(err, fs.ErrPermission):
		return list, &ral.DamageError{Lines: []string{"the crontabs of other users were not read: " + err.Error() + " (run as root)"}}
	case err != nil:
		return list, err
	}
	for _, name := range names {
		info, err := rd.Lstat(ctx, path.Join(dir, name))
		if err != nil || !info.Mode.IsRegular() || strings.HasPrefix(name, ".") || slices.Contains(list, name) {
			continue
		}
		list = append(list, name)
	}
	return list, nil
}

// Retrieve reads a job. A job that is only identified by name may be in a crontab that the
// user may not read.
func (t *tabs) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	inst, err := t.Behaviour.Retrieve(ctx, rd, r)
	if err != nil || inst.Present() || r.Has("user") || r.Has("target") || r.Has("command") {
		return inst, err
	}
	if _, unread := t.Paths(ctx, rd); unread != nil {
		inst.Set("ensure", value.Unread(unread.Error()))
	}
	return inst, nil
}

// Places returns the crontab of the declared user, or of the current user; a
// job that is only identified by name may be in any crontab.
func (t *tabs) Places(ctx context.Context, rd host.Reader, r *ral.Resource) ([]string, error) {
	for _, attr := range []string{"user", "target"} {
		if v := r.Get(attr); !v.IsNil() {
			return []string{v.Text()}, nil
		}
	}
	self := t.self(ctx, rd)
	unnamed := fmt.Errorf("UID %d has no user name, and therefore no crontab", rd.UID())
	var own []string
	if self != "" {
		own = []string{self}
	}
	if !r.Has("command") {
		all, err := t.Paths(ctx, rd)
		if err != nil && !ral.IsDamage(err) {
			return nil, err
		}
		var others []string
		for _, user := range all {
			if file, err := t.Load(ctx, rd, user); user != self && err == nil && holds(file, r.Name()) {
				others = append(others, user)
			}
		}
		if len(others) > 1 && !t.hasOwn(ctx, rd, self, r.Name()) {
			return nil, fmt.Errorf("the crontabs of %s and %s both contain a job %s: set user to select one", others[0], others[1], r.Name())
		}
		own = append(own, others...)
	}
	if len(own) == 0 {
		return nil, unnamed
	}
	return own, nil
}

// hasOwn reports whether the user's crontab contains a job of that name.
func (t *tabs) hasOwn(ctx context.Context, rd host.Reader, user, name string) bool {
	if user == "" {
		return false
	}
	file, err := t.Load(ctx, rd, user)
	return err == nil && holds(file, name)
}

func holds(file *parsedfile.File, name string) bool {
	return slices.ContainsFunc(file.Lines(), func(line parsedfile.Line) bool {
		return line.Record.Type == job && line.Record.Text("name") == name
	})
}
