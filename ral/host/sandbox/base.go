package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/sys/unix"
)

// All views share a file system in memory, which covers /dev in the namespace of the
// supervisor.
const (
	area    = "/dev"
	devices = area + "/dev"    // mounted as /dev in a view
	memory  = area + "/memory" // mounted as /dev/shm in a view, copied on write
	stage   = area + "/stage"  // where a view is built
	procs   = area + "/proc"   // the /proc of the host
	newRoot = stage + "/root"  // its root
	private = unix.MS_NOSUID | unix.MS_NODEV
)

// base contains the shared parts of views.
type base struct {
	user   bool   // it is in a user namespace
	layers string // mount options of the file system for writes
	noNet  int    // a network namespace without a network
}

// prepare sets up the namespaces of this process: their mounts never reach the host.
func (s *supervisor) prepare() error {
	if err := nameLikeInit(); err != nil {
		return err
	}
	if _, err := unix.PrctlRetInt(unix.PR_GET_SECCOMP, 0, 0, 0, 0); err != nil {
		return fmt.Errorf("seccomp: %w", err)
	}
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_SLAVE, ""); err != nil {
		return fmt.Errorf("private mounts: %w", err)
	}
	var info unix.Sysinfo_t
	if err := unix.Sysinfo(&info); err != nil {
		return err
	}
	size := min(2<<30, uint64(info.Totalram)*uint64(info.Unit)/2)
	s.base = base{user: os.Geteuid() != 0, layers: fmt.Sprintf("mode=0755,size=%d", size)}
	proc, err := unix.OpenTree(unix.AT_FDCWD, "/proc", unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_RECURSIVE)
	if err != nil {
		return fmt.Errorf("/proc of the host: %w", err)
	}
	defer closeAll([]int{proc})
	if err := unix.Mount("proc", "/proc", "proc", private|unix.MS_NOEXEC|unix.MS_RDONLY, ""); err != nil {
		return fmt.Errorf("a private /proc: %w", err)
	}
	if err := s.makeArea(); err != nil {
		return err
	}
	if err := unix.MoveMount(proc, "", unix.AT_FDCWD, procs, unix.MOVE_MOUNT_F_EMPTY_PATH); err != nil {
		return fmt.Errorf("/proc of the host: %w", err)
	}
	if err := s.base.probe(); err != nil {
		return err
	}
	return apart(func() (err error) {
		if err := unix.Unshare(unix.CLONE_NEWNET); err != nil {
			return fmt.Errorf("network namespaces: %w", err)
		}
		s.base.noNet, err = unix.Open("/proc/thread-self/ns/net", unix.O_RDONLY|unix.O_CLOEXEC, 0)
		return err
	})
}

// nameLikeInit gives this process the name of the first process of the host, because code
// reads /proc/1/comm to detect the service manager.
func nameLikeInit() error {
	name, err := os.ReadFile("/proc/1/comm")
	if errors.Is(err, os.ErrPermission) || errors.Is(err, os.ErrNotExist) {
		return nil // hidden from this user
	}
	if err != nil {
		return err
	}
	return os.WriteFile("/proc/self/comm", []byte(strings.TrimSpace(string(name))), 0)
}

// makeArea covers /dev.
func (s *supervisor) makeArea() error {
	nodes := map[string]int{}
	for _, name := range []string{"null", "zero", "full", "random", "urandom", "tty"} {
		fd, err := unix.Open(filepath.Join("/dev", name), unix.O_PATH|unix.O_CLOEXEC, 0)
		if err != nil {
			return fmt.Errorf("/dev/%s: %w", name, err)
		}
		defer func() { _ = unix.Close(fd) }()
		nodes[name] = fd
	}
	if err := unix.Mount("sandbox", area, "tmpfs", unix.MS_NOSUID, "mode=0755,size=64m"); err != nil {
		return fmt.Errorf("a file system in memory: %w", err)
	}
	for _, dir := range []string{devices, devices + "/shm", devices + "/sandbox", memory, memory + "/home", memory + "/tmp", stage, procs} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			return err
		}
	}
	for _, dir := range []string{memory, memory + "/tmp"} {
		if err := os.Chmod(dir, 0o777|os.ModeSticky); err != nil {
			return err
		}
	}
	for name, fd := range nodes {
		path := filepath.Join(devices, name)
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			return err
		}
		if err := unix.Mount(fmt.Sprintf("/proc/self/fd/%d", fd), path, "", unix.MS_BIND, ""); err != nil {
			return fmt.Errorf("/dev/%s: %w", name, err)
		}
		if err := readOnly(path, 0); err != nil {
			return err
		}
	}
	for name, to := range map[string]string{"fd": "fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2"} {
		if err := os.Symlink("/proc/self/"+to, filepath.Join(devices, name)); err != nil {
			return err
		}
	}
	return s.placeFiles()
}

// probe checks whether the kernel supports overlays here.
func (b base) probe() error {
	return apart(func() error {
		if err := unix.Unshare(unix.CLONE_NEWNS); err != nil {
			return fmt.Errorf("mount namespaces: %w", err)
		}
		if err := b.mountLayers(); err != nil {
			return err
		}
		if err := b.overlay(memory, newRoot, "probe", private); err != nil {
			return fmt.Errorf("overlays: %w", err)
		}
		return nil
	})
}

// apart runs f on a thread that is not used again, so that it may enter
// namespaces.
func apart(f func() error) error {
	done := make(chan error)
	go func() {
		runtime.LockOSThread()
		done <- f()
	}()
	return <-done
}
