package host

import (
	"fmt"

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
