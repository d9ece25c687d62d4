package real

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// Execution is a program that a traced command or a descendant executed.
type Execution struct {
	Path string   // as execve(2) was given it
	Argv []string // as execve(2) was given it
	By   int      // index of the previous execution of this process, or else of its parent; -1 for the first
}

// Trace runs a command to its end, and returns the executed programs in order, starting with
// the command. It does not trace processes that outlive the command. The error is an error of
// the tracing, not of the command. The output of the command must be a file, not a Go writer.
func Trace(cmd *exec.Cmd) ([]Execution, error) {
	var list []Execution
	err := onThread(func() (err error) {
		list, err = trace(cmd)
		return err
	})
	return list, err
}

// onThread calls f in a thread that ends with it. The kernel then stops tracing the processes
// of this thread, see ptrace(2). The first thread of a process would stay. onThread avoids a
// thread that has already started a process: wait collects all children of the thread, so the
// code that waits for that process would miss its end.
func onThread(f func() error) error {
	done := make(chan error, 1)
	over := make(chan struct{})
	defer close(over)
	var try func()
	try = func() {
		runtime.LockOSThread()
		if children, _ := os.ReadFile("/proc/thread-self/children"); syscall.Gettid() == syscall.Getpid() || len(children) > 0 {
			go try()
			<-over
			runtime.UnlockOSThread()
			return
		}
		done <- f()
	}
	go try()
	return <-done
}

// tracer knows which execution each traced process or thread descends from.
type tracer struct {
	list []Execution
	by   map[int]int
	held map[int]bool // children that stopped before the event of their parent
}

func trace(cmd *exec.Cmd) ([]Execution, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Ptrace: true}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	defer func() { _ = cmd.Process.Release() }() // Trace waits for it itself
	first := cmd.Process.Pid
	r := tracer{by: map[int]int{first: -1}, held: make(map[int]bool)}
	var status syscall.WaitStatus
	if _, err := wait(first, &status); err != nil {
		return nil, err
	}
	if !status.Stopped() {
		return nil, fmt.Errorf("the process did not stop at its start: %#x", status)
	}
	if err := r.executed(first, first); err != nil {
		return nil, err
	}
	if err := seize(first); err != nil {
		return nil, err
	}
	for {
		pid, err := wait(-1, &status)
		if err != nil {
			return nil, err
		}
		if !status.Stopped() {
			delete(r.by, pid)
			if pid == first {
				return r.list, nil
			}
			continue
		}
		if err := r.stopped(pid, status); err != nil {
			return nil, err
		}
	}
}

// stopped handles a stop of a process, and lets it go on.
func (r *tracer) stopped(pid int, status syscall.WaitStatus) error {
	signal := status.StopSignal()
	event := int(status) >> 16
	if _, known := r.by[pid]; !known {
		r.held[pid] = true
		return nil
	}
	switch event {
	case unix.PTRACE_EVENT_STOP: // it begins, or is stopped as by a shell
		signal = 0
	case syscall.PTRACE_EVENT_EXEC, syscall.PTRACE_EVENT_FORK, syscall.PTRACE_EVENT_VFORK, syscall.PTRACE_EVENT_CLONE:
		signal = 0
		message, err := syscall.PtraceGetEventMsg(pid)
		if errors.Is(err, syscall.ESRCH) {
			return nil // killed meanwhile: its end is reported next
		}
		if err != nil {
			return err
		}
		other := int(message)
		if event == syscall.PTRACE_EVENT_EXEC {
			if err := r.executed(pid, other); err != nil {
				return err
			}
		} else {
			r.by[other] = r.by[pid]
			if r.held[other] {
				delete(r.held, other)
				if err := resume(other, 0); err != nil {
					return err
				}
			}
		}
	}
	return resume(pid, signal)
}

// seize traces a process that has stopped at its start, and its descendants, and continues it.
// PTRACE_TRACEME would start descendants with a SIGSTOP, which would stop a process
// permanently if its tracer has ended.
func seize(pid int) error {
	const options = syscall.PTRACE_O_TRACEFORK | syscall.PTRACE_O_TRACEVFORK | syscall.PTRACE_O_TRACECLONE | syscall.PTRACE_O_TRACEEXEC
	if _, _, errno := syscall.Syscall6(syscall.SYS_PTRACE, syscall.PTRACE_DETACH, uintptr(pid), 0, uintptr(syscall.SIGSTOP), 0, 0); errno != 0 {
		return os.NewSyscallError("ptrace", errno)
	}
	if _, _, errno := syscall.Syscall6(syscall.SYS_PTRACE, unix.PTRACE_SEIZE, uintptr(pid), 0, options, 0, 0); errno != 0 {
		return os.NewSyscallError("ptrace", errno)
	}
	return os.NewSyscallError("kill", syscall.Kill(pid, syscall.SIGCONT))
}

// executed records the program that a thread of a process has just executed.
func (r *tracer) executed(pid, thread int) error {
	done, err := executionOf(pid)
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ESRCH) {
		return nil // killed meanwhile
	}
	if err != nil {
		return err
	}
	done.By = r.by[thread]
	if thread != pid {
		delete(r.by, thread)
	}
	r.by[pid] = len(r.list)
	r.list = append(r.list, done)
	return nil
}

// wait waits for a process of this thread only.
func wait(pid int, status *syscall.WaitStatus) (int, error) {
	for {
		got, err := syscall.Wait4(pid, status, syscall.WALL|syscall.WNOTHREAD, nil)
		if !errors.Is(err, syscall.EINTR) {
			return got, os.NewSyscallError("wait4", err)
		}
	}
}

func resume(pid int, signal syscall.Signal) error {
	err := syscall.PtraceCont(pid, int(signal))
	if errors.Is(err, syscall.ESRCH) {
		return nil // killed meanwhile
	}
	return os.NewSyscallError("ptrace", err)
}

// executionOf reads the program that a process has just executed. For a script, the kernel
// replaces the first argument by the interpreter, its argument and the script, execve(2).
func executionOf(pid int) (Execution, error) {
	proc := fmt.Sprintf("/proc/%d/", pid)
	line, err := os.ReadFile(proc + "cmdline")
	if err != nil {
		return Execution{}, err
	}
	path, err := execName(proc)
	if err != nil {
		return Execution{}, err
	}
	argv := strings.Split(strings.TrimSuffix(string(line), "\x00"), "\x00")
	script, err := os.Open(proc + "root" + path)
	if err != nil {
		return Execution{Path: path, Argv: argv}, nil // relative, or removed: not a script of ours
	}
	defer script.Close()
	var mark [2]byte
	if _, err := script.Read(mark[:]); err == nil && string(mark[:]) == "#!" {
		for i := 1; i < 3 && i < len(argv); i++ {
			if argv[i] == path {
				return Execution{Path: path, Argv: argv[i:]}, nil
			}
		}
	}
	return Execution{Path: path, Argv: argv}, nil
}

// execName returns the path that execve(2) was given, AT_EXECFN of getauxval(3).
func execName(proc string) (string, error) {
	const atExecFn = 31
	vector, err := os.ReadFile(proc + "auxv")
	if err != nil {
		return "", err
	}
	memory, err := os.Open(proc + "mem")
	if err != nil {
		return "", err
	}
	defer memory.Close()
	for ; len(vector) >= 16; vector = vector[16:] {
		if binary.NativeEndian.Uint64(vector) != atExecFn {
			continue
		}
		name := make([]byte, 4096)
		n, err := memory.ReadAt(name, int64(binary.NativeEndian.Uint64(vector[8:])))
		path, _, found := bytes.Cut(name[:n], []byte{0})
		if found {
			return string(path), nil
		}
		return "", err
	}
	return "", errors.New(proc + "auxv has no path of the executed program")
}
