package mount

import (
	"slices"
	"testing"
)

// What a remount changes for good depends on whether the kernel's options are
// those of the entry. Defaults, and what only mount(8) reads, do not count.
func TestDiffersFrom(t *testing.T) {
	for _, c := range []struct {
		fstype, has, written string
		want                 bool
	}{
		{"tmpfs", "rw,relatime", "defaults", false},
		{"tmpfs", "rw,relatime,inode64", "rw,auto,nofail,x-systemd.automount,_netdev", false},
		{"tmpfs", "rw,relatime", "size=1m,nodev", true},
		{"tmpfs", "rw,nodev,relatime,size=1024k", "size=1m,nodev", false},
		{"tmpfs", "rw,nodev,relatime,size=1048576k", "nodev,size=1G", false},
		{"tmpfs", "rw,relatime,size=2048k", "size=1m", true},
		{"tmpfs", "rw,relatime,mode=755", "mode=0755", false},
		{"tmpfs", "rw,relatime,size=1024k", "defaults", true},
		{"tmpfs", "ro,relatime", "defaults", true},
		{"tmpfs", "ro,relatime", "rw,ro", false},
		{"tmpfs", "rw,relatime", "ro,rw", false},
		{"ext4", "rw,nosuid,nodev,noexec,relatime", "user", false},
		{"ext4", "rw,nosuid,nodev,relatime", "user,exec", false},
		{"ext4", "rw,relatime,errors=remount-ro", "defaults", false},
		{"ext4", "rw,noatime,data=ordered", "noatime,commit=30", false},
		{"ext4", "rw,relatime", "noatime", true},
	} {
		m := mounted{fstype: c.fstype, options: c.has}
		if got := m.differsFrom(splitOptions(c.written)); got != c.want {
			t.Errorf("%s with %s differs from %s: %v", c.fstype, c.has, c.written, got)
		}
	}
}

// The options are those of the mount and of its file system.
func TestMountedOptions(t *testing.T) {
	all := parseMounted("29 1 0:26 / /m rw,nodev shared:1 - tmpfs tmpfs rw,size=4k\n30 1 0:27 / /n rw - proc proc\n")
	got := []string{all[0].options, all[1].options}
	if want := []string{"rw,nodev,size=4k", "rw"}; !slices.Equal(got, want) {
		t.Errorf("options %q, want %q", got, want)
	}
}
