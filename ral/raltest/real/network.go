package real

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// Network is a bridge in a new network namespace, which lasts until the test ends. The
// machines that are booted in it reach only each other, at their addresses.
type Network struct{ namespace string }

// The names of interfaces: the bridge, and the interface in each machine.
const (
	bridge = "bridge"
	inside = "host0"
)

// NewNetwork makes a network.
func NewNetwork(t testing.TB) *Network {
	t.Helper()
	Need(t, "connecting machines", "unshare", "nsenter", "ip")
	keeper := exec.Command("unshare", "--net", "sh", "-ec", "ip link add "+bridge+" type bridge; ip link set "+bridge+" up; echo kept; read -r end || :")
	keeper.Env = environment()
	ends, err := keeper.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	text, err := keeper.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := keeper.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ends.Close()
		if err := keeper.Wait(); err != nil {
			t.Errorf("start the process that keeps a network: %v", err)
		}
	})
	if line, err := bufio.NewReader(text).ReadString('\n'); line != "kept\n" {
		Lacks(t, "making a bridge: %q, %v", line, err)
	}
	return &Network{fmt.Sprintf("/proc/%d/ns/net", keeper.Process.Pid)}
}

func (n *Network) enter(argv ...string) []string {
	return append([]string{"nsenter", "--net=" + n.namespace, "--"}, argv...)
}

// ip runs ip(8) in the network.
func (n *Network) ip(args ...string) error { return run(n.enter(append([]string{"ip"}, args...)...)) }

func run(argv []string) error {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = environment("LC_ALL=C")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(argv, " "), err, out)
	}
	return nil
}

// port returns the name of the interface of the bridge that a machine is at. It has the
// address, because the name of an interface has at most 15 bytes.
func (m *Machine) port() string { return "p" + strings.ReplaceAll(m.system.Address, ".", "") }

// connect connects the machine to the bridge, and gives it its address.
func (m *Machine) connect() error {
	if err := m.system.Network.ip("link", "set", m.port(), "master", bridge, "up"); err != nil {
		return err
	}
	at := []string{"nsenter", "--net=/proc/" + strconv.Itoa(m.Leader) + "/ns/net", "--", "ip"}
	if err := run(append(at, "address", "add", m.system.Address+"/16", "dev", inside)); err != nil {
		return err
	}
	return run(append(at, "link", "set", inside, "up"))
}

// Cut disconnects a machine from its network, or connects it again. Its interface stays up,
// like after a fault behind the next switch.
func (m *Machine) Cut(t testing.TB, off bool) {
	t.Helper()
	to := []string{"master", bridge}
	if off {
		to = []string{"nomaster"}
	}
	if err := m.system.Network.ip(append([]string{"link", "set", m.port()}, to...)...); err != nil {
		t.Fatal(err)
	}
}

// moreInotify raises a limit of the kernel, from which each systemd takes a part, until
// the test ends.
func moreInotify(t testing.TB) {
	t.Helper()
	const file, most = "/proc/sys/fs/inotify/max_user_instances", "8192"
	before, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(file, []byte(most), 0o644)
	}
	if err != nil {
		Lacks(t, "booting many machines: %v", err)
	}
	t.Cleanup(func() {
		if err := os.WriteFile(file, before, 0o644); err != nil {
			t.Error(err)
		}
	})
}
