package host

import (
	"context"
	"fmt"
	"path"

	"golang.org/x/sys/unix"
)

// ProtectedError is a path that even root cannot change. A plan detects it in
// advance.
type ProtectedError struct {
	Path, Why string
	Err       error // error that the kernel would return
}

func (e *ProtectedError) Error() string { return fmt.Sprintf("%s %s", e.Path, e.Why) }

func (e *ProtectedError) Unwrap() error { return e.Err }

// protection describes the restrictions on changes of a path.
type protection struct {
	readOnly, immutable, appendOnly bool
	denied                          bool // for the user of WithUser
}

// protectionOf reads the protection of a path itself (statfs(2), statx(2)).
func (f files) protectionOf(ctx context.Context, path string) (p protection, err error) {
	fd, err := f.open(path, unix.O_PATH|unix.O_NOFOLLOW)
	if err != nil {
		return p, err
	}
	defer closeFD(fd)
	var fs unix.Statfs_t
	if err := unix.Fstatfs(fd, &fs); err != nil {
		return p, pathError("access", path, err)
	}
	var st unix.Statx_t
	if err := unix.Statx(fd, "", unix.AT_EMPTY_PATH, 0, &st); err != nil {
		return p, pathError("access", path, err)
	}
	p.readOnly = fs.Flags&unix.ST_RDONLY != 0
	p.immutable = st.Attributes&unix.STATX_ATTR_IMMUTABLE != 0
	p.appendOnly = st.Attributes&unix.STATX_ATTR_APPEND != 0
	if actsAsAnother(ctx) {
		err := f.acting(ctx, func() error { return unix.Faccessat2(fd, "", unix.W_OK, unix.AT_EACCESS|unix.AT_EMPTY_PATH) })
		p.denied = err == unix.EACCES
	}
	return p, nil
}

// refuses returns why a path cannot be changed. alters means that a name is removed from a
// directory, which an append-only directory does not allow.
func (p protection) refuses(file string, alters bool) error {
	switch {
	case p.readOnly:
		return &ProtectedError{file, "is on a file system that is mounted read-only", unix.EROFS}
	case p.immutable:
		return &ProtectedError{file, "is immutable (chattr +i)", unix.EPERM}
	case p.appendOnly && alters:
		return &ProtectedError{file, "is append-only (chattr +a)", unix.EPERM}
	case p.denied:
		return &ProtectedError{file, "is not writable for the user", unix.EACCES}
	}
	return nil
}

// protects returns why the protection of a file prevents an act.
func (o *overlay) protects(ctx context.Context, a action) error {
	real, err := realPathOf(ctx, o, a.Path, a.follows())
	if err != nil {
		return nil
	}
	self, err := protectionOf(ctx, o, real)
	there := err == nil
	if a.Kind == ActChmod || a.Kind == ActChown {
		self.denied = false // the owner may
		return self.refuses(real, true)
	}
	if a.Kind == ActRemove {
		if _, err := statOf(ctx, o, a.Path, false); err != nil {
			return nil
		}
	}
	if dir, err := protectionOf(ctx, o, path.Dir(real)); err == nil {
		if there && dir.readOnly && !self.readOnly {
			return nil // a bind-mounted file is rewritten in place
		}
		alters := there || a.Kind == ActWrite || a.Kind == ActRemove
		if err := dir.refuses(path.Dir(real), alters); err != nil {
			return err
		}
	}
	self.denied = false // a name belongs to its directory
	return self.refuses(real, true)
}
