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

// The files, by their paths on the host.
const (
	PasswdFile    = "/etc/passwd"
	GroupFile     = "/etc/group"
	ShadowFile    = "/etc/shadow"
	LoginDefsFile = "/etc/login.defs"
)

// Reader reads the files again each time it is asked, so that what a tool has
// just written is seen, and takes them apart only when they have other bytes
// than before. It is safe for concurrent use; the zero Reader is ready.
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

// Shadow reads /etc/shadow. A host without it has no entries and no error
// (passwords are in /etc/passwd then); an ordinary user may not read it, and
// the *ReadError matches fs.ErrPermission.
func (r *Reader) Shadow(ctx context.Context, rd host.Reader) (*Table[Shadow], error) {
	t, err := r.shadow.read(ctx, rd, ShadowFile, ParseShadow)
	if errors.Is(err, fs.ErrNotExist) {
		return ParseShadow(""), nil
	}
	return t, err
}

// LoginDefs reads /etc/login.defs. A host without it has the defaults.
func (r *Reader) LoginDefs(ctx context.Context, rd host.Reader) (LoginDefs, error) {
	d, err := r.defs.read(ctx, rd, LoginDefsFile, ParseLoginDefs)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return d, err
}

// kept is one file as it was when it was last taken apart.
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

// ReadError is one of the files that could not be read.
type ReadError struct {
	File  string
	Cause error
}

// Error says which file and why: "cannot read /etc/shadow: permission denied".
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

// At names a line of a file: "/etc/passwd:20".
func At(file string, line int) string { return file + ":" + strconv.Itoa(line) }
