package facts

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"time"

	"ralsh/ral/host"
)

// read returns a file's content. A file that is not there is the empty text and
// no error: on other hardware, kernels and systems each of them may be missing.
func read(ctx context.Context, rd host.Reader, path string) (string, error) {
	data, err := rd.ReadFile(ctx, path)
	if err != nil {
		if gone(err) {
			return "", nil
		}
		return "", &readError{path, err}
	}
	return string(data), nil
}

// need is read for a file without which there is nothing to say.
func need(ctx context.Context, rd host.Reader, path string) (string, error) {
	data, err := rd.ReadFile(ctx, path)
	if err != nil {
		return "", &readError{path, err}
	}
	return string(data), nil
}

// line is read without the space around; what cannot be read is no text. It is
// for the small files of /sys, where a driver that has nothing to say fails the
// read.
func line(ctx context.Context, rd host.Reader, path string) string {
	text, _ := small(ctx, rd, path)
	return text
}

// small is line, and the error of what may not be read.
func small(ctx context.Context, rd host.Reader, path string) (string, error) {
	data, err := rd.ReadFile(ctx, path)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return "", &readError{path, err}
	case err != nil:
		return "", nil
	}
	return strings.TrimSpace(string(data)), nil
}

func gone(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// patience is how long one command, or one server of files, may take.
const patience = 5 * time.Second

// ask returns what a command printed, on both streams. A command that is not there is the empty
// text and no error. Below another root none is run: it would tell of this
// machine.
func ask(ctx context.Context, rd host.Reader, name string, args ...string) (string, error) {
	if rd.Root() != "/" {
		return "", nil
	}
	res, err := rd.Query(ctx, host.Command{Name: name, Args: args, Timeout: patience, Grace: killAfter})
	var none *host.NoCommandError
	if errors.As(err, &none) {
		return "", nil
	}
	return string(res.Stdout) + string(res.Stderr), err
}
