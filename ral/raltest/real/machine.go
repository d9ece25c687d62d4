package real

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"testing"
)

// Command returns a command in the machine, as root. The environment has only PATH, HOME
// and LC_ALL=C.
func (m *Machine) Command(ctx context.Context, argv ...string) *exec.Cmd {
	argv = m.enter(argv)
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Env = environment("HOME=/root", "LC_ALL=C")
	return cmd
}

// Run runs a command in the machine, as root and with empty standard input. exit is
// the command's status; -1 if it could not be started or was killed, with the reason
// at the end of stderr.
func (m *Machine) Run(ctx context.Context, argv ...string) (stdout, stderr string, exit int) {
	cmd := m.Command(ctx, argv...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var status *exec.ExitError
	switch {
	case err == nil:
		return out.String(), errs.String(), 0
	case errors.As(err, &status) && status.Exited():
		return out.String(), errs.String(), status.ExitCode()
	}
	return out.String(), fmt.Sprintf("%s%v", errs.String(), err), -1
}

// Root returns the machine's / as a path on the host, for reading and writing its
// files.
func (m *Machine) Root() string { return "/proc/" + strconv.Itoa(m.Leader) + "/root" }

// Bus returns the address of the machine's system bus (DBUS_SYSTEM_BUS_ADDRESS).
func (m *Machine) Bus() string { return "unix:path=" + m.Root() + "/run/dbus/system_bus_socket" }

// Tmux runs a program of the machine in a terminal on the host.
func (m *Machine) Tmux(t testing.TB, argv []string, cols, rows int) *Term {
	t.Helper()
	return Terminal(t, m.enter(append([]string{"env", "HOME=/root"}, argv...)), cols, rows)
}

// AptRepo is [AptRepo] for the booted machine.
func (m *Machine) AptRepo(t testing.TB, debs ...Deb) {
	t.Helper()
	Need(t, "building packages", "dpkg-deb")
	writeRepo(t, m.Root(), debs)
	if stdout, stderr, exit := m.Run(t.Context(), "apt-get", "-q", "update"); exit != 0 {
		t.Fatalf("apt-get update exits %d\n%s%s", exit, stdout, stderr)
	}
}

func (m *Machine) enter(argv []string) []string {
	return append([]string{"nsenter", "-t", strconv.Itoa(m.Leader), "-a", "--"}, argv...)
}
