package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Attached is a program that runs a command line on a remote host, for example ssh(1), with
// streams of the caller. It changes nothing on this host. It has a separate process group, and
// ends with this process.
type Attached struct {
	cmd   *exec.Cmd
	ended chan struct{}
}

// Attach starts a program of PATH. It reads in, unless that is nil, and its environment is
// that of this process.
func Attach(ctx context.Context, argv []string, in io.Reader, out, errs io.Writer) (*Attached, error) {
	return Child{Argv: argv, In: in, Out: out, Err: errs, Drain: drain}.Start(ctx)
}

// startAttached starts a program that gets a TERM when this process ends.
func startAttached(cmd *exec.Cmd) (*Attached, error) {
	cmd.SysProcAttr.Pdeathsig = unix.SIGTERM
	a, started := &Attached{cmd: cmd, ended: make(chan struct{})}, make(chan error)
	go func() {
		runtime.LockOSThread() // the signal is sent when this thread ends
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait()
			close(a.ended)
		}
	}()
	if err := <-started; err != nil {
		return nil, &PathError{Op: "start", Path: cmd.Args[0], Err: Cause(err)}
	}
	return a, nil
}

// Ended is closed when the program has ended and its output was read.
func (a *Attached) Ended() <-chan struct{} { return a.ended }

// Wait waits for the end of the program. If ctx ends before, it stops the program and
// returns the error of ctx.
func (a *Attached) Wait(ctx context.Context) error {
	select {
	case <-a.ended:
		return nil
	case <-ctx.Done():
		a.Stop()
		<-a.ended
		return ctx.Err()
	}
}

// Exit returns the exit status of a program that has ended, -1 if a signal ended it.
func (a *Attached) Exit() int { return a.cmd.ProcessState.ExitCode() }

// Stop ends the program and its children.
func (a *Attached) Stop() { stopGroup(a.cmd.Process.Pid, time.Second) }

// RuntimeDir returns a directory for sockets of this user, and creates it. Only this user may
// write there.
func RuntimeDir() (string, error) {
	parent := os.Getenv("XDG_RUNTIME_DIR")
	if parent == "" && os.Geteuid() == 0 {
		parent = "/run"
	}
	if !filepath.IsAbs(parent) {
		cache, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		parent = cache
	}
	dir := filepath.Join(parent, "ralsh")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return "", err
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); !ok || !info.IsDir() || int(stat.Uid) != os.Geteuid() || info.Mode().Perm()&0o022 != 0 {
		return "", fmt.Errorf("%s: the directory must belong to the current user, and no other user may write it", dir)
	}
	return dir, nil
}

// RootProgram returns the path of this program, if only root can have written it: the file and
// every directory above it belong to root, and only root may write them.
func RootProgram() (path string, ok bool) {
	path, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return "", false
	}
	for at := path; ; at = filepath.Dir(at) {
		info, err := os.Lstat(at)
		if err != nil {
			return "", false
		}
		stat, is := info.Sys().(*syscall.Stat_t)
		if !is || stat.Uid != 0 || info.Mode().Perm()&0o022 != 0 || info.Mode()&os.ModeSymlink != 0 {
			return "", false
		}
		if at == "/" {
			return path, true
		}
	}
}

// OpenProgram opens the file of this program, to copy it to a remote host.
func OpenProgram() (io.ReadCloser, error) { return os.Open("/proc/self/exe") }

// ErrNoProgram reports a missing build.
var ErrNoProgram = errors.New("the directories contain no such build")

// OpenProgramFor opens a build of this program for a different architecture, from the first
// directory that contains it. Without a build, the error is ErrNoProgram.
func OpenProgramFor(folders []string, name string) (io.ReadCloser, error) {
	for _, dir := range folders {
		f, err := os.Open(dir + "/" + name)
		if err == nil || !errors.Is(err, os.ErrNotExist) {
			return f, err
		}
	}
	return nil, ErrNoProgram
}

// ProgramBeside returns the path of a program in the directory of this program.
func ProgramBeside(name string) (path string, ok bool) {
	self, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return "", false
	}
	path = filepath.Join(filepath.Dir(self), name)
	info, err := os.Stat(path)
	return path, err == nil && info.Mode().IsRegular()
}
