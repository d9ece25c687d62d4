package host

import (
	"context"
	"errors"
	"io/fs"
)

// Writer writes to one host. Only sync, flush, create, destroy and refresh are
// given one.
type Writer struct {
	be writeBackend
	rd Reader
}

// writeBackend is what a Writer is built on.
type writeBackend interface {
	readBackend
	WriteFile(ctx context.Context, path string, data []byte, opt WriteOptions) error
	Mkdir(ctx context.Context, path string, mode fs.FileMode) error
	Remove(ctx context.Context, path string, recurse bool) error
	Chmod(ctx context.Context, path string, mode fs.FileMode) error
	Chown(ctx context.Context, path string, uid, gid int) error
	Symlink(ctx context.Context, target, path string) error
	Change(ctx context.Context, cmd Command) (Result, error)
	Tell(ctx context.Context, x exchange) (reply, error)
}

// WriteOptions says how a file is written.
type WriteOptions struct {
	Mode *fs.FileMode // nil keeps the file's own, 0644 for a new one
	UID  *int         // nil keeps the file's own, this process's for a new one
	GID  *int
	// Replace puts the file in place of a link, a FIFO or a socket; a link is
	// then not followed.
	Replace bool
	Secret  bool // the content is never shown in plans, logs and traces
	// Check is the command that looks at the new content, in the file that it
	// is given, before it takes the place of the old; the write fails when the
	// command does.
	Check  func(file string) Command
	NoSync bool // not waited for until it is on the disk: for what may be lost with the power
}

// Reader returns the reading side of the same host, with the same queries.
func (wr Writer) Reader() Reader { return wr.rd }

// Allow returns a Writer whose Reader may run just these queries.
func (wr Writer) Allow(queries ...Query) Writer {
	wr.rd = wr.rd.Allow(queries...)
	return wr
}

// WriteFile replaces a file as a whole: a temporary file in the same folder,
// fsync, the mode, owner, extended attributes and label of the old one, rename,
// fsync of the folder. A symbolic link is followed first, so that its target is
// replaced. A bind-mounted file (EBUSY) is rewritten in place.
func (wr Writer) WriteFile(ctx context.Context, path string, data []byte, opt WriteOptions) error {
	return wr.be.WriteFile(ctx, path, data, opt)
}

// Mkdir makes one folder; its parent must be there.
func (wr Writer) Mkdir(ctx context.Context, path string, mode fs.FileMode) error {
	return wr.be.Mkdir(ctx, path, mode)
}

// Remove removes a file, link or empty folder; with recurse, a folder and all
// in it. Nothing there is no error.
func (wr Writer) Remove(ctx context.Context, path string, recurse bool) error {
	return wr.be.Remove(ctx, path, recurse)
}

// Chmod sets the permission bits, setuid, setgid and sticky; links are followed.
func (wr Writer) Chmod(ctx context.Context, path string, mode fs.FileMode) error {
	return wr.be.Chmod(ctx, path, mode)
}

// Chown sets user and group by number, -1 to leave one; a link itself is
// changed, not what it leads to.
func (wr Writer) Chown(ctx context.Context, path string, uid, gid int) error {
	return wr.be.Chown(ctx, path, uid, gid)
}

// Symlink makes path a symbolic link with the text target, and replaces a link
// that is there, by rename.
func (wr Writer) Symlink(ctx context.Context, target, path string) error {
	return wr.be.Symlink(ctx, target, path)
}

// Run runs a command that changes the host. A status other than 0 is a
// *CommandError. While planning, the command is recorded and nil is returned.
func (wr Writer) Run(ctx context.Context, cmd Command) error {
	_, err := wr.Output(ctx, cmd)
	if errors.Is(err, ErrNotRun) {
		return nil
	}
	return err
}

// Output is Run for a provider that needs what the command prints. While
// planning there is no output: the command is recorded and the error is
// ErrNotRun.
func (wr Writer) Output(ctx context.Context, cmd Command) (Result, error) {
	res, err := wr.runRetrying(ctx, cmd)
	if err == nil && cmd.Completed != nil {
		await(ctx, func() bool { return cmd.Completed(ctx, wr.rd) })
	}
	return res, err
}
