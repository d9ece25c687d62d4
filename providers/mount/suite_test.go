package mount

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/local"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
)

const sample = "# <file system> <mount point>\nUUID=abc / ext4 errors=remount-ro 0 1\n\nproc /proc proc defaults 0 0\n" +
	"tmpfs /mnt/gone\ttmpfs size=1m\n/dev/b none swap sw 0 0\n\xff odd\n"

func spared() map[string]string {
	return map[string]string{
		"blockdevice": "Linux has none: it is accepted and does nothing", "atboot": "Linux has none: it is accepted and does nothing",
		"target": "an entry in another file is not listed; TestMoves moves one",
	}
}

func lives() []raltest.Case {
	tmpfs := func(ensure string) []ral.Attr {
		return []ral.Attr{
			raltest.A("ensure", ensure), raltest.A("device", "tmpfs"), raltest.A("fstype", "tmpfs"), raltest.A("options", "size=1m"),
		}
	}
	return []raltest.Case{
		{
			Title: "/mnt/new", Create: tmpfs("defined"), Remove: "absent",
			Changes: []ral.Attr{
				raltest.A("device", "a b"), raltest.A("fstype", "ramfs"), raltest.A("options", "noauto"),
				raltest.A("pass", "2"), raltest.A("dump", "1"),
			},
		},
		{Title: "/mnt/gone", Changes: []ral.Attr{raltest.A("options", "size=2m")}, Remove: "absent"},
	}
}

// mounting returns the cases that need the tools.
func mounting() []raltest.Case {
	up := func(more ...ral.Attr) []ral.Attr {
		return append([]ral.Attr{
			raltest.A("ensure", "mounted"), raltest.A("device", "tmpfs"), raltest.A("fstype", "tmpfs"),
		}, more...)
	}
	return []raltest.Case{
		{
			Name: "mounted and unmounted", Title: "/mnt/up", Create: up(raltest.A("options", "size=1m")), Remove: "absent",
			Changes: []ral.Attr{
				raltest.A("options", "size=2m"), raltest.A("ensure", "unmounted"), raltest.A("ensure", "mounted"),
			},
		},
		{
			Name: "with spaces, not remounted", Title: "/mnt/a b", Create: up(), Remove: "absent",
			Changes: []ral.Attr{raltest.A("options", "size=2m")}, With: []ral.Attr{raltest.A("remounts", "false")},
		},
		{
			Name: "in the file already", Title: "/mnt/gone", Remove: "absent",
			Changes: []ral.Attr{raltest.A("ensure", "mounted"), raltest.A("ensure", "unmounted"), raltest.A("ensure", "mounted")},
		},
	}
}

func TestSuite(t *testing.T) {
	suite := raltest.Suite{
		Register: Register, Type: "mount", Provider: "parsed", NotCovered: spared(),
		Many: func(_ *testing.T, n int) host.Host {
			text := sample
			for i := range n {
				text += fmt.Sprintf("tmpfs /mnt/%d tmpfs defaults 0 0\n", i)
			}
			return mountHost(text, "/", "/proc").Host
		},
	}
	t.Run("fake", func(t *testing.T) {
		suite.Host = func(*testing.T) host.Host { return mountHost(sample, "/", "/proc", "/mnt/ghost").Host }
		suite.Cases = append(lives(), mounting()...)
		suite.Run(t)
	})
	t.Run("below", func(t *testing.T) {
		suite.Many = nil
		suite.Cases = lives()
		suite.Host = func(t *testing.T) host.Host {
			root := t.TempDir()
			if err := os.Mkdir(filepath.Join(root, "etc"), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(root, fstab), []byte(sample), 0o644); err != nil {
				t.Fatal(err)
			}
			return raltest.Below(t, root)
		}
		suite.Run(t)
	})
}

func TestSuiteReal(t *testing.T) {
	if !real.Inside(t, nil) {
		return
	}
	raltest.Suite{
		Register: Register, Type: "mount", Provider: "parsed", NotCovered: spared(), Watch: []string{"/etc", "/mnt"}, Cases: append(lives(), mounting()...),
		Host: func(t *testing.T) host.Host {
			for _, dir := range []string{"/mnt/up", "/mnt/a b", "/mnt/gone"} {
				if err := os.MkdirAll(dir, 0o755); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.WriteFile(fstab, []byte(sample), 0o644); err != nil {
				t.Fatal(err)
			}
			return local.Machine()
		},
	}.Run(t)
}
