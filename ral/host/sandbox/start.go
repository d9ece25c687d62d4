package sandbox

import (
	"encoding/json"
	"errors"
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
