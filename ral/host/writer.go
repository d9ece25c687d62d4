package host

import (
	"context"
	"errors"
	"io/fs"
)

// Writer writes to a host. Only sync, flush, create, destroy and refresh get one.
type Writer struct {
	be WriteBackend
	rd Reader
}

// WriteOptions are the options of WriteFile.
type WriteOptions struct {
	Mode *fs.FileMode // nil for that of the existing file, or 0644
	UID  *int         // nil for that of the existing file, or of this process
	GID  *int
	// Replace replaces a link, a FIFO or a socket instead of following the
	// link.
	Replace bool
	Secret  bool // the content is never shown in plans, logs and traces
	// Check returns the command that validates the new content in the given file before the
	// replacement; if the command fails, the write fails.
	Check func(file string) Command
	// Stage is the directory of the file that Check gets; "" for that of the written file.
	Stage  string
	NoSync bool // no fsync: for files that may be lost in a power failure
}

// Reader returns the reader of the same host, with the same queries.
func (wr Writer) Reader() Reader { return wr.rd }

// Allow returns a Writer whose Reader may run only these queries.
func (wr Writer) Allow(queries ...Query) Writer {
	wr.rd = wr.rd.Allow(queries...)
	return wr
}

// WithoutChecks returns a Writer whose Reader runs no Check.
func (wr Writer) WithoutChecks() Writer {
	wr.rd = wr.rd.WithoutChecks()
	return wr
}

// WriteFile replaces a file atomically: temporary file in the same directory,
// fsync, the mode, owner, extended attributes and label of the old file,
// rename, fsync of the directory. A symbolic link is followed first, so that
// its target is replaced. A bind-mounted file (EBUSY) is rewritten in place. data must not
// be changed afterwards, because a plan keeps it.
func (wr Writer) WriteFile(ctx context.Context, path string, data []byte, opt WriteOptions) error {
	act := Act{Kind: ActWrite, Path: path, After: data, UID: -1, GID: -1, Secret: opt.Secret}
	return wr.do(ctx, Action{Act: act, Options: opt})
}

// Mkdir creates a directory; its parent must exist.
func (wr Writer) Mkdir(ctx context.Context, path string, mode fs.FileMode) error {
	return wr.do(ctx, Action{Act: Act{Kind: ActMkdir, Path: path, Mode: Permissions(mode), UID: -1, GID: -1}})
}

// Remove removes a file, link or empty directory; with recurse, a directory
// with its contents. A missing file is not an error.
func (wr Writer) Remove(ctx context.Context, path string, recurse bool) error {
	return wr.do(ctx, Action{Act: Act{Kind: ActRemove, Path: path, UID: -1, GID: -1, Recurse: recurse}})
}

// Chmod sets the permission bits, setuid, setgid and sticky; links are followed.
func (wr Writer) Chmod(ctx context.Context, path string, mode fs.FileMode) error {
	return wr.do(ctx, Action{Act: Act{Kind: ActChmod, Path: path, Mode: Permissions(mode), UID: -1, GID: -1}})
}

// Chown sets user and group by number; -1 leaves it unchanged. Links are not
// followed.
func (wr Writer) Chown(ctx context.Context, path string, uid, gid int) error {
	return wr.do(ctx, Action{Act: Act{Kind: ActChown, Path: path, UID: uid, GID: gid}})
}

// Symlink makes path a symbolic link to target. It replaces an existing link,
// by rename.
func (wr Writer) Symlink(ctx context.Context, target, path string) error {
	return wr.do(ctx, Action{Act: Act{Kind: ActSymlink, Path: path, Target: target, UID: -1, GID: -1}})
}

func (wr Writer) do(ctx context.Context, a Action) error {
	_, err := wr.be.Do(ctx, a)
	return wr.rd.withDirectory(ctx, a.Act, err)
}

func (wr Writer) run(ctx context.Context, cmd Command) (Result, error) {
	return wr.be.Do(ctx, Action{Act: Act{Kind: ActRun, Path: cmd.Name, UID: -1, GID: -1, Secret: cmd.Secret}, Command: &cmd})
}

// Run runs a command that changes the host. A status other than 0 is a
// *CommandError. While planning, it records the command and returns nil.
func (wr Writer) Run(ctx context.Context, cmd Command) error {
	_, err := wr.Output(ctx, cmd)
	if errors.Is(err, ErrNotRun) {
		return nil
	}
	return err
}

// Output is Run for a provider that needs the output of the command. While planning, it
// records the command and returns ErrNotRun.
func (wr Writer) Output(ctx context.Context, cmd Command) (Result, error) {
	res, err := wr.runRetrying(ctx, cmd)
	if err == nil && cmd.Completed != nil {
		await(ctx, func() bool { return cmd.Completed(ctx, wr.rd) })
	}
	return res, err
}

// NewFileMode is the mode of a new file, regardless of the umask.
const NewFileMode = 0o644

// ErrNotRegular reports a file that is not a regular file.
var ErrNotRegular = errors.New("not a regular file")

// Replaceable returns the kind of a file that WriteOptions.Replace replaces, or "".
func Replaceable(mode fs.FileMode) string {
	switch mode.Type() {
	case fs.ModeSymlink:
		return "a link"
	case fs.ModeNamedPipe:
		return "a named pipe"
	case fs.ModeSocket:
		return "a socket"
	}
	return ""
}
