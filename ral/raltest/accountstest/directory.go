package accountstest

import (
	"testing"

	"ralsh/ral/host"
)

// Directory makes a root have a second source of names beside its files, with one
// line of a database (passwd, group): what stands in /var/lib/extrausers.
func Directory(t *testing.T, database, line string) func(root string) {
	t.Helper()
	return func(root string) {
		t.Helper()
		h, err := host.Below(root)
		if err != nil {
			t.Fatal(err)
		}
		write(t, h, "/etc/nsswitch.conf", "passwd: files extrausers\ngroup: files extrausers\nshadow: files extrausers\n", 0o644)
		write(t, h, "/var/lib/extrausers/"+database, line+"\n", 0o644)
	}
}
