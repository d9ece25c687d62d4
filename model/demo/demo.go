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
)

// Host is a sample host in a folder of its own, which is not the machine's.
type Host struct {
	Folder  string // stands for /
	Machine string // the name of the machine that it is on, without its domain
}

// Make makes the folder, mode 0700, below TMPDIR or /tmp, and the host in it.
// What was made is removed again when it fails.
func Make(ctx context.Context) (*Host, error) {
	machine := host.Machine()
	folder, err := newFolder(ctx, machine)
	if err != nil {
		return nil, fmt.Errorf("the sample host needs a folder: %w", err)
	}
	h := &Host{Folder: folder, Machine: "this machine"}
	if u, err := machine.Reader().Uname(ctx); err == nil && u.Nodename != "" {
		h.Machine, _, _ = strings.Cut(u.Nodename, ".")
	}
	if err := furnish(ctx, folder); err != nil {
		err = fmt.Errorf("the sample host cannot be made: %w", err)
		return nil, errors.Join(err, h.Remove(context.WithoutCancel(ctx)))
	}
	return h, nil
}

// newFolder takes the short name when it is free. A folder that is there
// already is never used: another user may have made it.
func newFolder(ctx context.Context, machine host.Host) (string, error) {
	temp := machine.Reader().Getenv("TMPDIR")
	if !path.IsAbs(temp) {
		temp = "/tmp"
	}
	folder := path.Join(temp, "ralsh-demo")
	err := machine.Writer().Mkdir(ctx, folder, 0o700)
	if errors.Is(err, fs.ErrExist) {
		folder += "-" + strings.ToLower(rand.Text()[:8])
		err = machine.Writer().Mkdir(ctx, folder, 0o700)
	}
	return folder, err
}

// State is the folder of the sample host's own basket, journal, log and caches.
// It is where XDG_STATE_HOME has it, so that [Host.Command] finds it again.
func (h *Host) State() string { return path.Join(h.Folder, "var/lib/ralsh") }

// Command is the command line that works on the folder, with its own basket and
// journal: without arguments it opens the terminal UI there.
func (h *Host) Command(args ...string) string {
	return host.StateSetting(h.State()) + " " + host.ShellJoin(append([]string{"ralsh", "--root", h.Folder}, args...))
}

// Remove removes the folder and all in it, also what was closed to its owner.
func (h *Host) Remove(ctx context.Context) error {
	machine := host.Machine().Writer()
	err := machine.Remove(ctx, h.Folder, true)
	if !errors.Is(err, fs.ErrPermission) {
		return err
	}
	below, belowErr := host.Below(h.Folder)
	if belowErr != nil {
		return err
	}
	open(ctx, below.Writer(), "/")
	return machine.Remove(ctx, h.Folder, true)
}

// open lets the owner into a folder and those in it, as far as that can be done:
// what stays closed is met again when it is removed.
func open(ctx context.Context, wr host.Writer, folder string) {
	_ = wr.Chmod(ctx, folder, 0o700)
	names, _ := wr.Reader().ReadDir(ctx, folder)
	for _, name := range names {
		inner := path.Join(folder, name)
		if info, err := wr.Reader().Lstat(ctx, inner); err == nil && info.IsDir() {
			open(ctx, wr, inner)
		}
	}
}
