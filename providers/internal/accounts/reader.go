package accounts

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"

	"ralsh/ral/host"
)

// Paths of the files on the host.
const (
	PasswdFile    = "/etc/passwd"
	GroupFile     = "/etc/group"
	ShadowFile    = "/etc/shadow"
	LoginDefsFile = "/etc/login.defs"
)

// Reader reads the files, again when a tool has changed them (host.Parsed). It is
// safe for concurrent use, and the zero value is ready to use.
type Reader struct {
	passwd host.Parsed[*Table[Passwd]]
	group  host.Parsed[*Groups]
	shadow host.Parsed[*Table[Shadow]]
	defs   host.Parsed[LoginDefs]

	uids, gids index
}

// Passwd reads /etc/passwd.
func (r *Reader) Passwd(ctx context.Context, rd host.Reader) (*Table[Passwd], error) {
	return read(ctx, rd, &r.passwd, PasswdFile, ParsePasswd)
}

// Group reads /etc/group.
func (r *Reader) Group(ctx context.Context, rd host.Reader) (*Groups, error) {
	return read(ctx, rd, &r.group, GroupFile, ParseGroup)
}

// Shadow reads /etc/shadow. Without the file it returns an empty table and no
// error, because passwords are then in /etc/passwd. For a user who may not read
// the file, it returns a *ReadError that matches fs.ErrPermission.
func (r *Reader) Shadow(ctx context.Context, rd host.Reader) (*Table[Shadow], error) {
	t, err := read(ctx, rd, &r.shadow, ShadowFile, ParseShadow)
	if errors.Is(err, fs.ErrNotExist) {
		return ParseShadow(""), nil
	}
	return t, err
}

// LoginDefs reads /etc/login.defs. Without the file it returns nil, which has
// the defaults.
func (r *Reader) LoginDefs(ctx context.Context, rd host.Reader) (LoginDefs, error) {
	d, err := read(ctx, rd, &r.defs, LoginDefsFile, ParseLoginDefs)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return d, err
}

func read[T any](ctx context.Context, rd host.Reader, in *host.Parsed[T], file string, parse func(string) T) (T, error) {
	parsed, err := in.Load(ctx, rd, file, func(data []byte) T { return parse(string(data)) })
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
	cause := e.Cause
	var at *fs.PathError
	if errors.As(cause, &at) {
		cause = at.Err
	}
	return fmt.Sprintf("cannot read %s: %s", e.File, cause)
}

// Unwrap returns the Cause.
func (e *ReadError) Unwrap() error { return e.Cause }

// At formats the position of a line in a file: "/etc/passwd:20".
func At(file string, line int) string { return file + ":" + strconv.Itoa(line) }
