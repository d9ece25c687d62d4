package demo

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/host/local"
	"ralsh/ral/host/ownfiles"
)

// Host is a sample host in a separate directory.
type Host struct {
	Dir     string // used as /
	Machine string // name of the machine, without its domain
}

// Make creates the directory, mode 0700, below TMPDIR or /tmp, and the host in
// it. On an error, it removes the directory.
func Make(ctx context.Context) (*Host, error) {
	machine := local.Machine()
	dir, err := newDir(ctx, machine)
	if err != nil {
		return nil, err
	}
	h := &Host{Dir: dir, Machine: "this machine"}
	if u, err := machine.Reader().Uname(ctx); err == nil && u.Nodename != "" {
		h.Machine, _, _ = strings.Cut(u.Nodename, ".")
	}
	if err := furnish(ctx, dir); err != nil {
		err = fmt.Errorf("cannot create the sample host: %w", err)
		return nil, errors.Join(err, h.Remove(context.WithoutCancel(ctx)))
	}
	return h, nil
}

// newDir uses the short name if it is free. It never uses an existing
// directory, because a different user may have created it.
func newDir(ctx context.Context, machine host.Host) (string, error) {
	temp := machine.Reader().Getenv("TMPDIR")
	if !path.IsAbs(temp) {
		temp = "/tmp"
	}
	dir := path.Join(temp, "ralsh-demo")
	err := machine.Writer().Mkdir(ctx, dir, 0o700)
	if errors.Is(err, fs.ErrExist) {
		dir += "-" + strings.ToLower(rand.Text()[:8])
		err = machine.Writer().Mkdir(ctx, dir, 0o700)
	}
	return dir, err
}

// State returns the directory of the sample host's basket, journal, log and
// caches. [Host.Command] selects it with XDG_STATE_HOME.
func (h *Host) State() string { return path.Join(h.Dir, "var/lib/ralsh") }

// Command returns the command line that works on the directory, with a separate
// basket and journal. Without arguments it opens the terminal UI.
func (h *Host) Command(args ...string) string {
	return ownfiles.StateSetting(h.State()) + " " + host.ShellJoin(append([]string{"ralsh", "--root", h.Dir}, args...))
}

// Remove removes the directory and its contents, even if modes deny the owner.
func (h *Host) Remove(ctx context.Context) error {
	machine := local.Machine().Writer()
	err := machine.Remove(ctx, h.Dir, true)
	if !errors.Is(err, fs.ErrPermission) {
		return err
	}
	below, belowErr := local.Below(h.Dir)
	if belowErr != nil {
		return err
	}
	open(ctx, below.Writer(), "/")
	return machine.Remove(ctx, h.Dir, true)
}

// open gives the owner access to a directory and its subdirectories. Errors are
// ignored, because Remove reports inaccessible directories.
func open(ctx context.Context, wr host.Writer, dir string) {
	_ = wr.Chmod(ctx, dir, 0o700)
	names, _ := wr.Reader().ReadDir(ctx, dir)
	for _, name := range names {
		inner := path.Join(dir, name)
		if info, err := wr.Reader().Lstat(ctx, inner); err == nil && info.IsDir() {
			open(ctx, wr, inner)
		}
	}
}
