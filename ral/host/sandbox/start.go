package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// start runs the supervisor. The kernel ends it together with the thread that started it, so
// this thread waits for its end.
func (s *Sandbox) start(spec Spec, socket *os.File) error {
	given, err := handOver(spec)
	if err != nil {
		return err
	}
	cmd := &exec.Cmd{
		Path: "/proc/self/exe", Args: []string{"ralsh-sandbox"}, Env: []string{marker + "=1"}, Dir: "/",
		Stderr: s.log, ExtraFiles: []*os.File{socket, given},
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Setsid: true, Pdeathsig: unix.SIGKILL,
		Cloneflags: unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC,
	}
	if uid, gid := os.Geteuid(), os.Getegid(); uid != 0 {
		cmd.SysProcAttr.Cloneflags |= unix.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: uid, HostID: uid, Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: gid, HostID: gid, Size: 1}}
		for c := range unix.CAP_LAST_CAP + 1 {
			cmd.SysProcAttr.AmbientCaps = append(cmd.SysProcAttr.AmbientCaps, uintptr(c))
		}
	}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		err := rootOfNamespace()
		if err == nil {
			err = cmd.Start()
		}
		_ = given.Close()
		started <- err
		if err == nil {
			err = cmd.Wait()
			s.ended(err)
		}
	}()
	if err := <-started; err != nil {
		return &UnavailableError{Why: "namespaces: " + err.Error()}
	}
	s.stop = func() { _ = cmd.Process.Kill() }
	return nil
}

// handOver writes the spec to a file in memory.
func handOver(spec Spec) (*os.File, error) {
	fd, err := unix.MemfdCreate("spec", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, err
	}
	file := os.NewFile(uintptr(fd), "spec")
	err = json.NewEncoder(file).Encode(spec)
	if err == nil {
		_, err = file.Seek(0, 0)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// rootOfNamespace moves the calling thread permanently into a mount namespace whose root is
// the root of this process. In a chroot(2) the two differ, and a process that enters a
// namespace (setns(2)) is at the root of the namespace: outside of the chroot. An unprivileged
// user does not need it, because the kernel allows a user namespace only outside of a chroot.
func rootOfNamespace() error {
	if os.Geteuid() != 0 {
		return nil
	}
	if err := unix.Unshare(unix.CLONE_FS | unix.CLONE_NEWNS); err != nil {
		return fmt.Errorf("private mounts: %w", err)
	}
	ns, err := unix.Open("/proc/thread-self/ns/mnt", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	tree, err := unix.OpenTree(unix.AT_FDCWD, "/", unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_RECURSIVE)
	if err != nil {
		closeAll([]int{ns})
		return fmt.Errorf("copy all mounts: %w", err)
	}
	defer closeAll([]int{ns, tree})
	if err := unix.Setns(ns, unix.CLONE_NEWNS); err != nil {
		return fmt.Errorf("the root of the mounts: %w", err)
	}
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_SLAVE, ""); err != nil {
		return fmt.Errorf("private mounts: %w", err)
	}
	if err := unix.MoveMount(tree, "", unix.AT_FDCWD, area, unix.MOVE_MOUNT_F_EMPTY_PATH); err != nil {
		return fmt.Errorf("place all mounts: %w", err)
	}
	// With systemd, mounts are shared, and a shared mount cannot become a root.
	if err := unix.Mount("", area, "", unix.MS_REC|unix.MS_SLAVE, ""); err != nil {
		return fmt.Errorf("private mounts: %w", err)
	}
	return become(tree)
}
