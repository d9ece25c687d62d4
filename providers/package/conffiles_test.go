package pkg

import (
	"slices"
	"testing"

	"ralsh/providers/package/dpkgdb"
	"ralsh/ral/host/fakehost"
)

// newConffiles returns the .dpkg-dist files of edited configuration files, only for
// the named packages.
func TestNewConffiles(t *testing.T) {
	fake := fakehost.New(map[string]string{
		dpkgdb.StatusFile: "Package: g++\nStatus: install ok installed\nConffiles:\n /etc/same acbd18db4cc2f85cedef654fccc4a4d8\n /etc/edited acbd18db4cc2f85cedef654fccc4a4d8\n" +
			" /etc/gone acbd18db4cc2f85cedef654fccc4a4d8\n /etc/old acbd18db4cc2f85cedef654fccc4a4d8 obsolete\nDescription: x\n /etc/edited 0\n\n" +
			"Package: other\nConffiles:\n /etc/others acbd18db4cc2f85cedef654fccc4a4d8\nVersion: 1\n",
		"/etc/same": "foo", "/etc/edited": "foo, bar", "/etc/others": "bar", "/etc/old": "bar",
	})
	for _, args := range [][]string{{"-y", "install", "g++=2"}, {"install", "g++:amd64"}} {
		if got := newConffiles(t.Context(), fake.Reader(), args); !slices.Equal(got, []string{"/etc/edited.dpkg-dist"}) {
			t.Errorf("%q: %q", args, got)
		}
	}
}
