package accountstest

import (
	"testing"

	"ralsh/ral/host/local"
)

// Directory returns a function that gives a root a second source of names
// (libnss-extrausers): /var/lib/extrausers with one line of a database (passwd or
// group).
func Directory(t *testing.T, database, line string) func(root string) {
	t.Helper()
	return func(root string) {
		t.Helper()
		h, err := local.Below(root)
		if err != nil {
			t.Fatal(err)
		}
		write(t, h, "/etc/nsswitch.conf", "passwd: files extrausers\ngroup: files extrausers\nshadow: files extrausers\n", 0o644)
		write(t, h, "/var/lib/extrausers/"+database, line+"\n", 0o644)
	}
}
