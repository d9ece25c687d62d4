package sandbox

import (
	"context"
	"fmt"
	"strconv"
	"sync"

	"golang.org/x/sys/unix"
)

// View is a view of the filesystems of this machine.
type View struct {
	sandbox *Sandbox
	id      int

	mu     sync.Mutex
	root   int
	layers int // the directory of the upper directories, or 0
	mounts []string
	closed bool
}

// Upper contains the writes below a mount of an Overlay: an upper directory of overlayfs. A
// removed file is a character device 0:0 there, and a directory that replaces a path has the
// attribute overlay.opaque.
type Upper struct {
	Mount string // absolute path
	Dir   string // a path below /proc/self/fd, for this process
}

// ReadView returns a view in which all filesystems are read-only. It always shows the current
// files of this machine.
func (s *Sandbox) ReadView(ctx context.Context) (*View, error) {
	return s.newView(ctx, message{Op: makeView})
}

// Host returns a view like Looks, in which /proc contains the processes of this machine.
func (s *Sandbox) Host(ctx context.Context) (*View, error) {
	return s.newView(ctx, message{Op: makeView, Host: true})
}

// Hiding returns a view like Looks, in which these directories are empty.
func (s *Sandbox) Hiding(ctx context.Context, dirs []string) (*View, error) {
	return s.newView(ctx, message{Op: makeView, Hidden: dirs})
}

// Overlay returns a view with an overlay over the current state of each filesystem. A
// filesystem that does not support overlays is read-only. With network, Code reaches the
// network of this machine.
func (s *Sandbox) Overlay(ctx context.Context, network bool) (*View, error) {
	return s.newView(ctx, message{Op: makeView, Overlay: true, Network: network})
}

func (s *Sandbox) newView(ctx context.Context, m message) (*View, error) {
	made, err := s.ask(ctx, m)
	if err != nil {
		return nil, err
	}
	return &View{sandbox: s, id: made.View, root: made.fds[0], layers: made.fds[1], mounts: made.Uppers}, nil
}

// Root returns the path at which this process reaches the root of the view. An absolute
// symbolic link below it leads to the files of this machine.
func (v *View) Root() string { return fmt.Sprintf("/proc/self/fd/%d", v.root) }

// Uppers returns the writes since the view was created or refreshed. A view of Looks has none.
func (v *View) Uppers() []Upper {
	v.mu.Lock()
	defer v.mu.Unlock()
	var all []Upper
	for i, mount := range v.mounts {
		all = append(all, Upper{Mount: mount, Dir: fmt.Sprintf("/proc/self/fd/%d/%s", v.layers, upper(strconv.Itoa(i)))})
	}
	return all
}

// Refresh discards the writes: the view and its processes see the current filesystems of this
// machine. Open files do not change. The paths of Root and Uppers lead to the new state.
func (v *View) Refresh(ctx context.Context) error {
	made, err := v.sandbox.ask(ctx, message{Op: refreshView, View: v.id})
	if err != nil {
		return err
	}
	defer closeAll(made.fds)
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return ErrClosed
	}
	for i, fd := range []int{v.root, v.layers} {
		if err := unix.Dup3(made.fds[i], fd, unix.O_CLOEXEC); err != nil {
			return err
		}
	}
	v.mounts = made.Uppers
	return nil
}

// Close ends the processes of the view, and discards the writes.
func (v *View) Close() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return
	}
	v.closed = true
	v.sandbox.tell(message{Op: closeView, View: v.id})
	closeAll([]int{v.root, v.layers})
}
