package accounts

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"sync"

	"ralsh/ral/host"
)

// Paths of the files on the host.
const (
	PasswdFile    = "/etc/passwd"
	GroupFile     = "/etc/group"
	ShadowFile    = "/etc/shadow"
	LoginDefsFile = "/etc/login.defs"
)

// Reader reads a file on every call, so that it sees what a tool has just
// written, and parses it again only if its bytes changed. It is safe for
// concurrent use, and the zero value is ready to use.
type Reader struct {
	passwd kept[*Table[Passwd]]
	group  kept[*Groups]
	shadow kept[*Table[Shadow]]
	defs   kept[LoginDefs]

	uids, gids index
}

// Passwd reads /etc/passwd.
func (r *Reader) Passwd(ctx context.Context, rd host.Reader) (*Table[Passwd], error) {
	return r.passwd.read(ctx, rd, PasswdFile, ParsePasswd)
}

// Group reads /etc/group.
func (r *Reader) Group(ctx context.Context, rd host.Reader) (*Groups, error) {
	return r.group.read(ctx, rd, GroupFile, ParseGroup)
}

// Shadow reads /etc/shadow. Without the file it returns an empty table and no
// error, because passwords are then in /etc/passwd. For a user who may not read
// the file, it returns a *ReadError that matches fs.ErrPermission.
func (r *Reader) Shadow(ctx context.Context, rd host.Reader) (*Table[Shadow], error) {
	t, err := r.shadow.read(ctx, rd, ShadowFile, ParseShadow)
	if errors.Is(err, fs.ErrNotExist) {
		return ParseShadow(""), nil
	}
	return t, err
}

// LoginDefs reads /etc/login.defs. Without the file it returns nil, which has
// the defaults.
func (r *Reader) LoginDefs(ctx context.Context, rd host.Reader) (LoginDefs, error) {
	d, err := r.defs.read(ctx, rd, LoginDefsFile, ParseLoginDefs)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return d, err
}

// kept caches one file with the result of its last parse.
type kept[T any] struct {
	mu     sync.Mutex
	text   string
	parsed T
	done   bool
}

func (k *kept[T]) read(ctx context.Context, rd host.Reader, file string, parse func(string) T) (T, error) {
	data, err := rd.ReadFile(ctx, file)
	if err != nil {
		var none T
		return none, &ReadError{File: file, Cause: err}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.done || k.text != string(data) {
		k.text, k.done = string(data), true
		k.parsed = parse(k.text)
	}
	return k.parsed, nil
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
