package real

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Machine is a booted Debian with systemd as its PID 1. Its only network is loopback.
type Machine struct {
	Leader int    // its PID 1, as numbered on the host
	Out    string // directory of the host that is /out in the machine
}

// Boot boots a fresh Debian root and waits until systemd reports that it is up. The
// program at binary, if not empty, is /opt/ralsh there. The machine is stopped when
// the test ends. Several machines may run concurrently.
func Boot(t testing.TB, binary string) *Machine {
	t.Helper()
	return BootOf(t, "debian", binary)
}

// BootOf is Boot for the root of this name, which is one of those with systemd:
// "debian" or "ruby".
func BootOf(t testing.TB, name, binary string) *Machine {
	t.Helper()
	Need(t, "booting a system", "systemd-nspawn", "nsenter")
	root, out := base(t, name), t.TempDir()
	log := filepath.Join(t.TempDir(), "console.log")
	console, err := os.Create(log)
	if err != nil {
		t.Fatal(err)
	}
	defer console.Close()

	args := []string{
		"--quiet", "--directory=" + root, "--boot", "--register=no", "--keep-unit",
		"--machine=" + uniqueName(t), "--volatile=overlay", "--private-network",
		"--link-journal=no", "--console=read-only", "--bind=" + out + ":/out",
	}
	if binary != "" {
		args = append(args, "--bind-ro="+binary+":/opt/ralsh")
	}
	nspawn := exec.Command("systemd-nspawn", args...)
	nspawn.Stdout, nspawn.Stderr = console, console
	nspawn.Env = environment("LC_ALL=C")
	nspawn.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
	if group := ownCgroup(t); group != nil {
		defer group.Close()
		nspawn.SysProcAttr.UseCgroupFD, nspawn.SysProcAttr.CgroupFD = true, int(group.Fd())
	}
	if err := nspawn.Start(); err != nil {
		t.Fatalf("starting systemd-nspawn: %v", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- nspawn.Wait() }()
	m := &Machine{Out: out}
	t.Cleanup(func() { m.stop(t, nspawn, ended) })

	if err := m.await(nspawn.Process.Pid, ended); err != nil {
		text, _ := os.ReadFile(log)
		t.Fatalf("booting %s: %v\n%s", root, err, text)
	}
	return m
}

// await polls until the machine is up, because there is no event to wait for before
// its bus answers.
func (m *Machine) await(nspawn int, ended chan error) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	state := "not started"
	for {
		select {
		case err := <-ended:
			ended <- err
			return fmt.Errorf("systemd-nspawn ended: %w", err)
		case <-ctx.Done():
			return fmt.Errorf("not up after a minute: %s", state)
		case <-tick.C:
		}
		if m.Leader == 0 {
			m.Leader = leader(nspawn)
			continue
		}
		stdout, stderr, _ := m.Run(ctx, "systemctl", "is-system-running")
		switch state = strings.TrimSpace(stdout + stderr); state {
		case "running", "degraded":
			return nil
		}
	}
}

// stop kills PID 1 and with it the whole machine. nspawn ends by itself.
func (m *Machine) stop(t testing.TB, nspawn *exec.Cmd, ended chan error) {
	t.Helper()
	if m.Leader != 0 {
		_ = syscall.Kill(m.Leader, syscall.SIGKILL)
	}
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		_ = syscall.Kill(-nspawn.Process.Pid, syscall.SIGKILL)
		<-ended
	}
}

// leader returns the child of nspawn that has become systemd, 0 if there is none yet.
func leader(nspawn int) int {
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", nspawn, nspawn))
	for _, child := range strings.Fields(string(children)) {
		comm, _ := os.ReadFile("/proc/" + child + "/comm")
		if strings.TrimSpace(string(comm)) == "systemd" {
			pid, _ := strconv.Atoi(child)
			return pid
		}
	}
	return 0
}

// uniqueName returns a name that tests of other processes do not use.
func uniqueName(t testing.TB) string {
	t.Helper()
	return filepath.Base(tempDir(t))
}
