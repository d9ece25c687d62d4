package linux

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"time"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
)

// read returns a file's content. A missing file is "" without an error, because it may
// be missing on different hardware, kernels and systems.
func read(ctx context.Context, rd host.Reader, path string) (string, error) {
	data, err := rd.ReadFile(ctx, path)
	if err != nil {
		if gone(err) {
			return "", nil
		}
		return "", host.Unreadable(path, err)
	}
	return string(data), nil
}

// need is read for a file that is required.
func need(ctx context.Context, rd host.Reader, path string) (string, error) {
	data, err := rd.ReadFile(ctx, path)
	if err != nil {
		return "", host.Unreadable(path, err)
	}
	return string(data), nil
}

// line returns the trimmed content of a file; an unreadable file is "". It is for the
// small files of /sys, where reading fails if a driver lacks a value.
func line(ctx context.Context, rd host.Reader, path string) string {
	text, _ := small(ctx, rd, path)
	return text
}

// small is line with the error of missing permission.
func small(ctx context.Context, rd host.Reader, path string) (string, error) {
	data, err := rd.ReadFile(ctx, path)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return "", host.Unreadable(path, err)
	case err != nil:
		return "", nil
	}
	return strings.TrimSpace(string(data)), nil
}

// lineAt adds the content of a small file; if it cannot be read, the leaf is
// missed.
func lineAt(ctx context.Context, rd host.Reader, b *leaf.Builder, path []string, file string) {
	text, err := small(ctx, rd, file)
	b.Miss(path, file, err)
	b.TextAt(path, text, file)
}

// join returns a path with one more step.
func join(at []string, name string) []string { return append(at[:len(at):len(at)], name) }

func gone(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// answerTimeout is the timeout of a command, and of a file server.
const answerTimeout = 5 * time.Second

// killAfter is the time between TERM and KILL of a command.
const killAfter = time.Second

// ask returns the output of a command, both streams. A missing command is "" without an
// error. Below a different root ask runs nothing, because the command would describe
// this machine.
func ask(ctx context.Context, rd host.Reader, name string, args ...string) (string, error) {
	if rd.Root() != "/" {
		return "", nil
	}
	res, err := rd.Query(ctx, host.Command{Name: name, Args: args, Timeout: answerTimeout, Grace: killAfter})
	var none *host.NoCommandError
	if errors.As(err, &none) {
		return "", nil
	}
	return string(res.Stdout) + string(res.Stderr), err
}
