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

// Error returns the path and the reason.
func (e *ProtectedError) Error() string { return fmt.Sprintf("%s %s", e.Path, e.Why) }

// Unwrap returns the kernel's error.
func (e *ProtectedError) Unwrap() error { return e.Err }

// protection is what prevents changes of a path.
type protection struct {
	readOnly, immutable, appendOnly bool
	denied                          bool // for the user of WithUser
}

// Protection reads the protection of a path itself (statfs(2), statx(2)).
func (m machine) Protection(ctx context.Context, path string) (p protection, err error) {
	fd, err := m.forRead(ctx).open(path, unix.O_PATH|unix.O_NOFOLLOW)
	if err != nil {
		return p, err
	}
	defer closeFD(fd)
	var fs unix.Statfs_t
	if err := unix.Fstatfs(fd, &fs); err != nil {
		return p, pathError("statfs", path, err)
	}
	var st unix.Statx_t
	if err := unix.Statx(fd, "", unix.AT_EMPTY_PATH, 0, &st); err != nil {
		return p, pathError("statx", path, err)
	}
	p.readOnly = fs.Flags&unix.ST_RDONLY != 0
	p.immutable = st.Attributes&unix.STATX_ATTR_IMMUTABLE != 0
	p.appendOnly = st.Attributes&unix.STATX_ATTR_APPEND != 0
	if actsAsAnother(ctx) {
		err := m.acting(ctx, func() error { return unix.Faccessat2(fd, "", unix.W_OK, unix.AT_EACCESS|unix.AT_EMPTY_PATH) })
		p.denied = err == unix.EACCES
	}
	return p, nil
}

func (t *tree) Protection(ctx context.Context, path string) (protection, error) {
	if t.lower == nil {
		return protection{}, nil
	}
	return t.lower.Protection(ctx, path)
}

// refuses returns why a path cannot be changed. alters means that a name is
// removed from a directory, which an append-only directory does not allow.
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

// protects returns why a name cannot be created, replaced or removed.
func (o *overlay) protects(ctx context.Context, file string, follow bool, alters func(there bool) bool) error {
	real, err := o.RealPath(ctx, file, follow)
	if err != nil {
		return nil
	}
	self, err := o.Protection(ctx, real)
	there := err == nil
	if dir, err := o.Protection(ctx, path.Dir(real)); err == nil {
		if there && dir.readOnly && !self.readOnly {
			return nil // a bind-mounted file is rewritten in place
		}
		if err := dir.refuses(path.Dir(real), alters(there)); err != nil {
			return err
		}
	}
	self.denied = false // a name belongs to its directory
	return self.refuses(real, true)
}

// protectsItself returns why mode and owner of a file cannot be changed.
func (o *overlay) protectsItself(ctx context.Context, file string, follow bool) error {
	real, err := o.RealPath(ctx, file, follow)
	if err != nil {
		return nil
	}
	self, err := o.Protection(ctx, real)
	if err != nil {
		return nil
	}
	self.denied = false // the owner may
	return self.refuses(real, true)
}
