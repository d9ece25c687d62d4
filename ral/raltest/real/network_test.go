package real_test

import (
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// Machines of a network reach each other, but not while one is cut off.
func TestNetwork(t *testing.T) {
	network, root := real.NewNetwork(t), real.Agent(t)
	if out, err := real.Enter(root, "rm", "/etc/hostname").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	both := real.BootAll(
		t,
		real.System{Root: root, Name: "one", Network: network, Address: "10.77.0.1"},
		real.System{Root: root, Name: "two", Network: network, Address: "10.77.0.2"},
	)
	reaches := func() bool {
		out, _, _ := both[0].Run(t.Context(), "timeout", "2", "bash", "-c", "exec 3<>/dev/tcp/10.77.0.2/22 && read -r line <&3 && echo $line")
		return strings.HasPrefix(out, "SSH-2.0-")
	}
	if !reaches() {
		t.Error("one does not reach two")
	}
	both[1].Cut(t, true)
	if reaches() {
		t.Error("one reaches two, which is cut off")
	}
	both[1].Cut(t, false)
	if !reaches() {
		t.Error("one does not reach two again")
	}
	if name, _, _ := both[1].Run(t.Context(), "hostname"); name != "two\n" {
		t.Errorf("two has the name %q", name)
	}
	both[1].Stop()
	if reaches() {
		t.Error("one reaches two, which is stopped")
	}
}
