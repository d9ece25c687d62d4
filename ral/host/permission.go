package host

import (
	"context"
	"fmt"
	"path"

	"golang.org/x/sys/unix"
)

// Distrust returns why root must not execute the contents of a file or directory: a different
// user could have written it. It returns "" for an unprivileged user. what names the file in
// the message.
func (rd Reader) Distrust(what string, info Info) string {
	mode := info.Mode.Perm()
	switch {
	case rd.UID() != 0:
		return ""
	case info.UID != 0:
		return fmt.Sprintf("%s belongs to uid %d, and would run as root", what, info.UID)
	case mode&0o002 != 0, mode&0o020 != 0 && info.GID != 0:
		return fmt.Sprintf("a user other than root may write %s (mode %#o), and it would run as root", what, mode)
	}
	return ""
}

// Denied returns why the user of this process certainly may not do an act on a file, or "".
// It ignores access by group Permissions, because a Reader does not know all groups of this
// process.
func (rd Reader) Denied(ctx context.Context, a Act) string {
	uid, file := rd.UID(), a.Path
	if a.Real != "" {
		file = a.Real
	}
	switch {
	case uid == 0 || a.Kind == ActRun || a.Kind == ActRequest:
		return ""
	case a.UID >= 0 && a.UID != uid:
		return fmt.Sprintf("UID %d cannot change the owner of files", uid)
	case a.Kind == ActChmod || a.Kind == ActChown:
		if info, err := rd.Stat(ctx, file); err == nil && info.UID != uid {
			return fmt.Sprintf("UID %d does not own %s", uid, file)
		}
		return ""
	}
	dir, err := rd.Stat(ctx, path.Dir(file))
	closed := dir.Mode&0o022 == 0
	if dir.UID == uid {
		closed = dir.Mode&0o200 == 0
	}
	if err != nil || !closed {
		return ""
	}
	return fmt.Sprintf("the directory %s is not writable for UID %d", dir.Path, uid)
}

// ProtectedError is a path that even root cannot change. A plan detects it in
// advance.
type ProtectedError struct {
	Path, Why string
	Err       error // error that the kernel would return
}

func (e *ProtectedError) Error() string { return fmt.Sprintf("%s %s", e.Path, e.Why) }

func (e *ProtectedError) Unwrap() error { return e.Err }

// Protection describes the restrictions on changes of a path.
type Protection struct {
	ReadOnly, Immutable, AppendOnly bool
	Denied                          bool // for the user of WithUser
}

// Refuses returns why a path cannot be changed. alters means that a name is removed from a
// directory, which an append-only directory does not allow.
func (p Protection) Refuses(file string, alters bool) error {
	switch {
	case p.ReadOnly:
		return &ProtectedError{file, "is on a file system that is mounted read-only", unix.EROFS}
	case p.Immutable:
		return &ProtectedError{file, "is immutable (chattr +i)", unix.EPERM}
	case p.AppendOnly && alters:
		return &ProtectedError{file, "is append-only (chattr +a)", unix.EPERM}
	case p.Denied:
		return &ProtectedError{file, "is not writable for the user", unix.EACCES}
	}
	return nil
}
