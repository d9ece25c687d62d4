package confined

import (
	"context"
	"slices"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/host/local"
	"ralsh/ral/host/sandbox"
)

// query is a view for commands that query this machine. It contains no code of modules, and no
// files that such code wrote.
type query struct {
	view   *sandbox.View
	runner *sandbox.Process
}

func (q query) close() {
	if q.view != nil {
		q.view.Close() // with its runner
	}
}

// AskServer runs a command of the system that queries a server of this machine. It sees the
// filesystems without the homes of other accounts and temporary files, cannot write to them,
// connects to sockets that are files, and has no network. Its home directory is empty, unless
// the command sets a different home.
func (w *Worker) AskServer(ctx context.Context, cmd host.Command) (host.Result, error) {
	return w.ask(ctx, cmd, &w.server, sandbox.Client, func() (*sandbox.View, error) {
		return w.box.Hiding(ctx, foreignDirs(ctx, local.Machine().Reader()))
	})
}

// AskKernel runs a command of the system that queries the kernel for processes, or for the
// network of this machine. It cannot write to the filesystems, and cannot connect to sockets.
// Its home directory is empty, unless the command sets a different home.
func (w *Worker) AskKernel(ctx context.Context, cmd host.Command) (host.Result, error) {
	return w.ask(ctx, cmd, &w.kernel, sandbox.Probe, func() (*sandbox.View, error) { return w.box.Host(ctx) })
}

func (w *Worker) ask(ctx context.Context, cmd host.Command, q *query, kind sandbox.Kind, open func() (*sandbox.View, error)) (host.Result, error) {
	if q.view == nil {
		var err error
		if q.view, err = open(); err != nil {
			return host.Result{Exit: -1}, err
		}
	}
	cmd.Env = append([]string{"HOME=" + sandbox.Home}, cmd.Env...)
	return w.confined(ctx, cmd, q.view, func() (place, error) { return place{q.view, kind, &q.runner}, nil })
}

// foreignDirs returns directories in which accounts other than root and the user of this
// process may have sockets and settings.
func foreignDirs(ctx context.Context, rd host.Reader) []string {
	dirs := []string{"/tmp", "/var/tmp", "/run/user"}
	if rd.UID() == 0 {
		dirs = append(dirs, "/home")
	}
	accounts, err := rd.ReadFile(ctx, "/etc/passwd")
	if err != nil {
		return dirs
	}
	for line := range strings.Lines(string(accounts)) {
		f := strings.Split(line, ":")
		if len(f) < 7 {
			continue
		}
		dir, err := rd.RealPath(ctx, f[5])
		if err != nil || strings.HasPrefix(dir, "/run/") || slices.Contains(append(dirs, socketHome), dir) {
			continue
		}
		if info, err := rd.Stat(ctx, dir); err == nil && info.IsDir() && info.UID != 0 && info.UID != rd.UID() {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// socketHome is the home of the account mysql, which contains the socket of its server on some
// systems. Directories below /run belong to servers too.
const socketHome = "/var/lib/mysql"
