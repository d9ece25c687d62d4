package linux

import (
	"testing"

	"ralsh/ral/host/fakehost"
)

// Unreadable leases are the reason why a server is unknown.
func TestReasonOfTheServer(t *testing.T) {
	fake := fakehost.New(map[string]string{"/var/lib/dhcp/dhclient.leases": ""}, fakehost.WithUID(1000))
	fake.Deny("/var/lib/dhcp")
	_, _, err := dhcpServer(t.Context(), fake.Reader(), &link{name: "eth0", index: 2})
	if err == nil || err.Error() != "cannot read /var/lib/dhcp: permission denied" {
		t.Error(err)
	}
}
