package accounts

import (
	"strings"
	"testing"

	"ralsh/ral/host/fakehost"
)

// TestNewName expects an error for a name that all tools refuse, and a doubt
// for a name that some refuse. The results are those of Debian 12: useradd -M
// NAME, groupadd NAME.
func TestNewName(t *testing.T) {
	long := strings.Repeat("a", 33)
	debian := map[string]string{"/etc/os-release": "NAME=\"Debian GNU/Linux\"\nVERSION_ID=\"12\"\nID=debian\n"}
	later := map[string]string{"/usr/lib/os-release": "ID=debian\nVERSION_ID='13'\n"}
	for _, test := range []struct {
		files      map[string]string
		what, name string
		doubt, bad bool
	}{
		{nil, "User", "deploy", false, false},
		{nil, "User", "_x-1$", false, false},
		{nil, "User", long[1:], false, false},
		{nil, "User", "Bob", true, false},
		{nil, "User", "9x", true, false},
		{nil, "User", "a.b", true, false},
		{nil, "User", long, true, false},
		{nil, "Group", long, false, true},
		{nil, "User", "a b", false, true},
		{nil, "Group", "~x", false, true},
		{debian, "User", "Bob", false, false},
		{debian, "User", "9x", false, false},
		{debian, "User", "123", false, false},
		{debian, "User", long, false, true},
		{debian, "User", "a b", false, true},
		{debian, "Group", "~x", false, true},
		{later, "User", "Bob", true, false},
		{later, "User", long, true, false},
	} {
		doubt, err := NewName(t.Context(), fakehost.New(test.files).Reader(), test.what, test.name)
		if (doubt != "") != test.doubt || (err != nil) != test.bad {
			t.Errorf("%s %q with %v: doubt %q, error %v", test.what, test.name, test.files, doubt, err)
		}
	}
}
