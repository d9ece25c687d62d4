package exec

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"time"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// runner runs the commands of resources. words splits a line.
type runner struct {
	words    func(line string) []string
	accounts accounts.Reader
	nss      accounts.NSS
	answers  map[*ral.Resource]answer
}

func newRunner(words func(string) []string) *runner {
	return &runner{words: words, answers: make(map[*ral.Resource]answer)}
}

// secret reports whether the command must not be shown, because it or a check
// is a secret.
func secret(r *ral.Resource) bool {
	return r.IsSecret("command") || r.IsSecret("onlyif") || r.IsSecret("unless")
}

// command returns the command for a line or a list of words. It returns a
// *ral.DependencyError for something that is missing, perhaps only yet.
func (b *runner) command(ctx context.Context, rd host.Reader, r *ral.Resource, v value.Value) (host.Command, error) {
	var words []string
	if v = v.Reveal(); v.Kind() == value.List {
		for _, w := range v.Items() {
			words = append(words, w.Text())
		}
	} else {
		words = b.words(v.Text())
	}
	cmd := host.Command{
		Dir: r.Get("cwd").Text(), Env: environment(r), Timeout: limit(r), Hidden: secret(r),
		Name: words[0], Args: words[1:],
	}
	var err error
	if mask := r.Get("umask"); !mask.IsNil() {
		n, bad := strconv.ParseUint(mask.Text(), 8, 32)
		bits := host.FileMode(uint32(n))
		cmd.Umask, err = &bits, bad
	}
	if err == nil {
		cmd.Name, err = find(ctx, rd, r, words[0])
	}
	if err == nil {
		cmd.As, err = b.identity(ctx, rd, r)
	}
	if err == nil && cmd.Dir != "" {
		err = isDirectory(ctx, rd, cmd.Dir)
	}
	return cmd, err
}

func limit(r *ral.Resource) time.Duration {
	n, err := seconds(r.Get("timeout"))
	if d := n * float64(time.Second); err == nil && d >= 1 && d < float64(host.NoTimeout) {
		return time.Duration(d)
	}
	return host.NoTimeout
}

func environment(r *ral.Resource) []string {
	var list []string
	if r.Has("path") {
		list = append(list, "PATH="+strings.Join(parentDirs(r), ":"))
	}
	for _, each := range r.Get("environment").Elements() {
		list = append(list, each.Text())
	}
	return list
}

func parentDirs(r *ral.Resource) []string {
	var dirs []string
	for _, dir := range r.Get("path").Elements() {
		dirs = append(dirs, dir.Text())
	}
	return dirs
}

// find returns the file of a command, by its full path or in the directories of
// path.
func find(ctx context.Context, rd host.Reader, r *ral.Resource, name string) (string, error) {
	if strings.HasPrefix(name, "/") {
		return name, runnable(ctx, rd, r, name)
	}
	for _, dir := range parentDirs(r) {
		file := path.Join(dir, name)
		if strings.HasPrefix(file, "/") && runnable(ctx, rd, r, file) == nil {
			return file, nil
		}
	}
	return name, missing(r, name)
}

func missing(r *ral.Resource, name string) error {
	if secret(r) {
		name = "[command redacted]"
	}
	return &ral.DependencyError{Type: "command", Name: "'" + name + "'"}
}

// runnable checks that a file can be executed.
func runnable(ctx context.Context, rd host.Reader, r *ral.Resource, file string) error {
	info, err := rd.Stat(ctx, file)
	shown := file
	if secret(r) {
		shown = "[command redacted]"
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return missing(r, file)
	case err != nil:
		return fmt.Errorf("cannot access '%s': %w", shown, host.Cause(err))
	case info.IsDir():
		return fmt.Errorf("'%s' is a directory, not a file", shown)
	case !info.Mode.IsRegular():
		return fmt.Errorf("'%s' is not a file", shown)
	case info.Mode.Perm()&0o111 == 0:
		return fmt.Errorf("'%s' is not executable", shown)
	}
	return nil
}

// noDirectoryError reports a missing directory that an earlier step may create.
type noDirectoryError struct{ host.NoDirectoryError }

// Unwrap returns a DependencyError.
func (e *noDirectoryError) Unwrap() error {
	return &ral.DependencyError{Type: "directory", Name: e.Dir}
}

func isDirectory(ctx context.Context, rd host.Reader, dir string) error {
	info, err := rd.Stat(ctx, dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("cannot run the command: %w", &noDirectoryError{host.NoDirectoryError{Dir: dir}})
	case err != nil:
		return fmt.Errorf("cannot access %s: %w", dir, host.Cause(err))
	case !info.IsDir():
		return fmt.Errorf("cannot run in %s: it is not a directory", dir)
	}
	return nil
}
