package local

import (
	"bufio"
	"context"
	"errors"
	"net"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/host/internal/key"
	"ralsh/ral/raltest/real"
)

var busID = host.BusCall{
	Dest: "org.freedesktop.DBus", Object: "/org/freedesktop/DBus", Interface: "org.freedesktop.DBus", Method: "GetId",
}

func TestNoBus(t *testing.T) {
	t.Setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "none"))
	_, err := Machine().Reader().Bus(t.Context(), busID)
	if !errors.Is(err, host.ErrNoBus) || !strings.HasPrefix(err.Error(), "busctl call org.freedesktop.DBus ") {
		t.Errorf("error %v", err)
	}
}

func TestBusThatSaysNothing(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "bus")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	t.Setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path="+socket)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	rd := Machine().Reader()
	for range 2 {
		if _, err := rd.Bus(ctx, busID); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
	}
}

func TestBus(t *testing.T) {
	daemon, err := exec.LookPath("dbus-daemon")
	if err != nil {
		real.Lacks(t, "needs dbus-daemon")
	}
	cmd := exec.Command(daemon, "--session", "--nofork", "--print-address", "--address=unix:path="+filepath.Join(t.TempDir(), "bus"))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	cmd.Stderr = &text
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		_ = cmd.Wait()
		real.Lacks(t, "dbus-daemon does not start here, as for a user without a name: %s", text.String())
	}
	t.Setenv("DBUS_SYSTEM_BUS_ADDRESS", strings.TrimSpace(address))
	rd := Machine().Reader()
	var ids [2]string
	for i := range ids {
		reply, err := rd.Bus(t.Context(), busID)
		if err != nil || len(reply) != 1 {
			t.Fatalf("reply %v, %v", reply, err)
		}
		ids[i], _ = reply[0].(string)
	}
	if ids[0] == "" || ids[0] != ids[1] {
		t.Errorf("ids %q", ids)
	}
	if b := host.Unwrap(key.Key{}, rd).Base().(machine).bus; b.conn == nil {
		t.Error("the connection is not kept")
	}
	absent := busID
	absent.Dest = "org.example.Absent"
	if _, err := rd.Bus(t.Context(), absent); err == nil || errors.Is(err, host.ErrNoBus) {
		t.Errorf("a service that is not there: %v", err)
	}
	absent.Method = "Stop"
	if _, err := rd.Bus(t.Context(), absent); !errorIs[*host.UndeclaredError](err) {
		t.Errorf("a method that changes: %v", err)
	}
}
