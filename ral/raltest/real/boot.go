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

	"golang.org/x/sync/errgroup"
)

// Machine is a booted Debian with systemd as its PID 1. Its only network is loopback,
// unless it is in a [Network].
type Machine struct {
	Leader int    // its PID 1, as numbered on the host
	Out    string // directory of the host that is /out in the machine

	system System
	nspawn *exec.Cmd
	ended  chan error // has the end of nspawn
	log    string     // file with the output of the console
}

// System describes the system of a machine.
type System struct {
	Root    string   // directory; the machine has an overlay of it
	Binary  string   // the program that is /opt/ralsh in the machine, or ""
	Test    string   // the test program, which is /opt/test in the machine, or ""
	Name    string   // host name if the root has no /etc/hostname; "" for any
	Network *Network // nil for loopback alone
	Address string   // in the network, for example 10.77.0.1
}

// Boot boots a fresh Debian root and waits until systemd reports that it is up. The
// program at binary, if not empty, is /opt/ralsh there. The machine is stopped when
// the test ends. Several machines may run concurrently.
func Boot(t testing.TB, binary string) *Machine {
	t.Helper()
	return BootOf(t, "debian", binary)
}

// BootOf is Boot for a root with systemd: "debian", "trixie", "ruby" or "agent".
func BootOf(t testing.TB, name, binary string) *Machine {
	t.Helper()
	return BootAll(t, System{Root: base(t, name), Binary: binary})[0]
}

// atOnce limits how many machines boot at the same time, because each waits for a
// processor.
const atOnce = 6

// BootAll is Boot for several systems. It returns their machines in the same order.
func BootAll(t testing.TB, systems ...System) []*Machine {
	t.Helper()
	Need(t, "booting a system", "systemd-nspawn", "nsenter")
	if len(systems) > atOnce {
		moreInotify(t)
	}
	list := make([]*Machine, len(systems))
	for i, system := range systems {
		list[i] = prepare(t, system)
	}
	var booting errgroup.Group
	booting.SetLimit(atOnce)
	for _, m := range list {
		booting.Go(m.boot)
	}
	if err := booting.Wait(); err != nil {
		t.Fatal(err)
	}
	return list
}

// prepare creates the requirements of a machine on the host. They are removed when the test
// ends.
func prepare(t testing.TB, system System) *Machine {
	t.Helper()
	m := &Machine{Out: t.TempDir(), system: system, ended: make(chan error, 1), log: filepath.Join(t.TempDir(), "console.log")}
	args := []string{
		"systemd-nspawn", "--quiet", "--directory=" + system.Root, "--boot", "--register=no", "--keep-unit",
		"--machine=" + uniqueName(t), "--volatile=overlay",
		"--link-journal=no", "--console=read-only", "--bind=" + m.Out + ":/out",
	}
	if system.Binary != "" {
		args = append(args, "--bind-ro="+system.Binary+":/opt/ralsh")
	}
	if system.Test != "" {
		args = append(args, "--bind-ro="+system.Test+":"+testProgram)
	}
	if system.Name != "" {
		args = append(args, "--hostname="+system.Name)
	}
	if system.Network == nil {
		args = append(args, "--private-network")
	} else {
		args = system.Network.enter(append(args, "--network-veth-extra="+m.port()+":"+inside)...)
	}
	m.nspawn = exec.Command(args[0], args[1:]...)
	m.nspawn.Env = environment("LC_ALL=C")
	m.nspawn.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
	if group := ownCgroup(t); group != nil {
		t.Cleanup(func() { group.Close() })
		m.nspawn.SysProcAttr.UseCgroupFD, m.nspawn.SysProcAttr.CgroupFD = true, int(group.Fd())
	}
	t.Cleanup(m.Stop)
	return m
}

func (m *Machine) boot() error {
	console, err := os.Create(m.log)
	if err != nil {
		return err
	}
	defer console.Close()
	m.nspawn.Stdout, m.nspawn.Stderr = console, console
	if err := m.nspawn.Start(); err != nil {
		return fmt.Errorf("starting systemd-nspawn: %w", err)
	}
	go func() { m.ended <- m.nspawn.Wait() }()
	if err = m.await(); err == nil && m.system.Network != nil {
		err = m.connect()
	}
	if err != nil {
		text, _ := os.ReadFile(m.log)
		return fmt.Errorf("booting %s: %w\n%s", m.system.Root, err, text)
	}
	return nil
}

// await polls until the machine is up, because there are no events before its bus answers.
func (m *Machine) await() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	state := "not started"
	for {
		select {
		case err := <-m.ended:
			m.ended <- err
			return fmt.Errorf("systemd-nspawn ended: %w", err)
		case <-ctx.Done():
			return fmt.Errorf("not up after a minute: %s", state)
		case <-tick.C:
		}
		if m.Leader == 0 {
			m.Leader = leader(m.nspawn.Process.Pid)
			continue
		}
		stdout, stderr, _ := m.Run(ctx, "systemctl", "is-system-running", "--wait")
		switch state = strings.TrimSpace(stdout + stderr); state {
		case "running", "degraded":
			return nil
		}
	}
}

// Stop kills PID 1 and with it the whole machine, like a power failure. nspawn ends by itself.
// A second call has no effect.
func (m *Machine) Stop() {
	if m.nspawn.Process == nil {
		return
	}
	var end error
	select {
	case end = <-m.ended:
		m.ended <- end
		return
	default:
	}
	if m.Leader != 0 {
		_ = syscall.Kill(m.Leader, syscall.SIGKILL)
	}
	select {
	case end = <-m.ended:
	case <-time.After(10 * time.Second):
		_ = syscall.Kill(-m.nspawn.Process.Pid, syscall.SIGKILL)
		end = <-m.ended
	}
	m.ended <- end
}

// leader returns the child of nspawn that has become systemd, or 0.
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
