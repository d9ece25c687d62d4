package accounts

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"unsafe"

	"ralsh/ral/host"
)

// Paths of the files on the host.
const (
	PasswdFile    = "/etc/passwd"
	GroupFile     = "/etc/group"
	ShadowFile    = "/etc/shadow"
	loginDefsFile = "/etc/login.defs"
	nsswitchFile  = "/etc/nsswitch.conf"
)

// Reader reads the files, again when a tool has changed them (host.Parsed). It is
// safe for concurrent use, and the zero value is ready to use.
type Reader struct {
	passwd host.Parsed[*Table[Passwd]]
	group  host.Parsed[*Groups]
	shadow host.Parsed[*Table[Shadow]]
	defs   host.Parsed[LoginDefs]
}

// Passwd reads /etc/passwd.
func (r *Reader) Passwd(ctx context.Context, rd host.Reader) (*Table[Passwd], error) {
	return read(ctx, rd, &r.passwd, PasswdFile, (*Table[Passwd]).next, ParsePasswd)
}

// Group reads /etc/group.
func (r *Reader) Group(ctx context.Context, rd host.Reader) (*Groups, error) {
	return read(ctx, rd, &r.group, GroupFile, (*Groups).next, ParseGroup)
}

// Shadow reads /etc/shadow. Without the file it returns an empty table and no
// error, because passwords are then in /etc/passwd. For a user who may not read
// the file, it returns a *ReadError that matches fs.ErrPermission.
func (r *Reader) Shadow(ctx context.Context, rd host.Reader) (*Table[Shadow], error) {
	t, err := read(ctx, rd, &r.shadow, ShadowFile, (*Table[Shadow]).next, ParseShadow)
	if errors.Is(err, fs.ErrNotExist) {
		return ParseShadow(""), nil
	}
	return t, err
}

// LoginDefs reads /etc/login.defs. Without the file it returns nil, which has
// the defaults.
func (r *Reader) LoginDefs(ctx context.Context, rd host.Reader) (LoginDefs, error) {
	d, err := read(ctx, rd, &r.defs, loginDefsFile, nil, ParseLoginDefs)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return d, err
}

// read parses a file. next, which may be nil, returns the result for a file that differs
// little from the one that was parsed before.
func read[T any](ctx context.Context, rd host.Reader, in *host.Parsed[T], file string, next func(T, string) (T, bool), parse func(string) T) (T, error) {
	parsed, err := in.Update(ctx, rd, file, func(before T, data []byte) T {
		text := unsafe.String(unsafe.SliceData(data), len(data)) // Update does not change data, and copies take long in a plan of many accounts
		if next != nil {
			if t, ok := next(before, text); ok {
				return t
			}
		}
		return parse(text)
	})
	if err != nil {
		return parsed, &ReadError{File: file, Cause: err}
	}
	return parsed, nil
}

// ReadError reports a file that could not be read.
type ReadError struct {
	File  string
	Cause error
}

// Error returns the file and the cause: "cannot read /etc/shadow: permission
// denied".
func (e *ReadError) Error() string {
	return fmt.Sprintf("cannot read %s: %s", e.File, host.Cause(e.Cause))
}

// Unwrap returns the Cause.
func (e *ReadError) Unwrap() error { return e.Cause }

// At formats the position of a line in a file: "/etc/passwd:20".
func At(file string, line int) string { return file + ":" + strconv.Itoa(line) }
