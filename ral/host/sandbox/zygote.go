package sandbox

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// rubyFiles is the side of Ruby.
//
//go:embed zygote.rb runner.rb
var rubyFiles embed.FS

// bootLimit limits the time to load the trusted code.
const bootLimit = 5 * time.Minute

// kept returns the capabilities that a process keeps: those with which root reads, writes and
// owns any file, and acts as a different user. A Probe also keeps those with which root lists
// the rules of a firewall, and the open files of other processes. For an unprivileged user it
// is empty.
func (b base) kept(kind Kind) []int {
	if b.user {
		return []int{}
	}
	all := []int{unix.CAP_CHOWN, unix.CAP_DAC_OVERRIDE, unix.CAP_DAC_READ_SEARCH, unix.CAP_FOWNER, unix.CAP_FSETID, unix.CAP_SETGID, unix.CAP_SETUID}
	if kind == Probe {
		all = append(all, unix.CAP_NET_ADMIN, unix.CAP_SYS_PTRACE)
	}
	return all
}

func filterName(kind Kind, network bool) string {
	if network {
		return string(kind) + " with network"
	}
	return string(kind)
}

// placeFiles writes the files of the zygote where each view has them.
func (s *supervisor) placeFiles() error {
	setup, err := json.Marshal(map[string]any{
		"calls": map[string]int{
			"unshare": unix.SYS_UNSHARE, "setns": unix.SYS_SETNS, "capset": unix.SYS_CAPSET, "prctl": unix.SYS_PRCTL,
			"landlock_create_ruleset": unix.SYS_LANDLOCK_CREATE_RULESET, "landlock_add_rule": unix.SYS_LANDLOCK_ADD_RULE,
			"landlock_restrict_self": unix.SYS_LANDLOCK_RESTRICT_SELF,
		},
		"memory": s.spec.Memory,
		"filters": map[string][]byte{
			filterName(Code, false):   filter(Code, false),
			filterName(Code, true):    filter(Code, true),
			filterName(Runner, false): filter(Runner, false),
			filterName(Client, false): filter(Client, false),
			filterName(Probe, false):  filter(Probe, false),
		},
	})
	if err != nil {
		return err
	}
	dir := filepath.Join(devices, "sandbox")
	err = errors.Join(os.CopyFS(dir, rubyFiles), os.Mkdir(filepath.Join(dir, "home"), 0o755))
	for name, content := range s.spec.Files {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644))
	}
	return errors.Join(err, os.WriteFile(filepath.Join(dir, "zygote.json"), setup, 0o644))
}

// startZygote starts the interpreter in a read-only view. All views see its writes to
// /dev/shm.
func (s *supervisor) startZygote() error {
	ours, theirs, err := socketPair(unix.SOCK_STREAM)
	if err != nil {
		return err
	}
	w, err := newWire(ours)
	if err != nil {
		return err
	}
	null, err := unix.Open("/dev/dev/null", unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer closeAll([]int{theirs, null})
	pid := 0
	err = apart(func() error {
		var made built
		if err := s.base.tree(mounts{}, &made); err != nil {
			return err
		}
		shm := filepath.Join(newRoot, "dev/shm")
		if err := unix.Unmount(shm, 0); err != nil {
			return err
		}
		if err := unix.Mount(memory, shm, "", unix.MS_BIND, ""); err != nil {
			return err
		}
		if err := s.base.open(&made); err != nil {
			return err
		}
		defer closeAll([]int{made.root, made.layers})
		if err := become(made.root); err != nil {
			return err
		}
		pid, err = syscall.ForkExec(s.spec.Program, append(append([]string{s.spec.Program}, s.spec.Args...), dirRun+"/zygote.rb"), &syscall.ProcAttr{
			Dir: "/", Env: append(s.spec.Env, "HOME=/dev/shm/home", "TMPDIR=/dev/shm/tmp"),
			Files: []uintptr{uintptr(null), 2, 2, uintptr(theirs)},
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("start %s: %w", s.spec.Program, err)
	}
	s.zygote = w.conn
	go s.reap(pid)
	if _, err := ready(w.conn, bootLimit, 1); err != nil {
		return fmt.Errorf("cannot load the trusted code: %w", err)
	}
	return nil
}
