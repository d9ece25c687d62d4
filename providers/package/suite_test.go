package pkg

import (
	"fmt"
	"os"
	"os/exec"
	"testing"

	"ralsh/providers/package/dpkgdb"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/local"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
)

func lives() []raltest.Case {
	A := raltest.A
	return []raltest.Case{
		{Title: "tiny", Create: []ral.Attr{}, Remove: "absent"},
		{
			Name: "versions", Title: "tiny", Create: []ral.Attr{A("ensure", "1.0-1")},
			Changes: []ral.Attr{A("ensure", "latest"), A("ensure", "1.0-1"), A("ensure", ">=1.5 <3"), A("mark", "hold"), A("mark", "none")},
			Remove:  "purged",
		},
		{
			Name: "held", Title: "tiny", Create: []ral.Attr{A("ensure", "1.0-1"), A("mark", "hold")},
			Changes: []ral.Attr{A("ensure", "latest")}, Remove: "absent",
		},
		{Name: "ensure held", Title: "tiny", Create: []ral.Attr{A("ensure", "held")}, Remove: "purged"},
	}
}

func atOnce() *raltest.Several {
	return &raltest.Several{Titles: []string{"tiny", "small"}, Remove: "purged"}
}

func TestAptSuiteOnFake(t *testing.T) {
	raltest.Suite{
		Register: Register, Type: "package", Provider: "apt", Facts: raltest.Facts(debianFacts),
		Host: func(*testing.T) host.Host {
			return debian(nil, map[string][]string{"tiny": {"1.0-1", "2.0-1"}, "small": {"1.0"}}).Host
		},
		Many: func(_ *testing.T, n int) host.Host {
			all, repo := status, map[string][]string{}
			for i := range n {
				all += fmt.Sprintf("\nPackage: p%d\nStatus: install ok installed\nArchitecture: all\nVersion: 1\n", i)
				all += fmt.Sprintf("\nPackage: old%d\nStatus: install ok installed\nArchitecture: all\nVersion: 1\n", i)
				repo[fmt.Sprint("p", i)], repo[fmt.Sprint("old", i)] = []string{"1"}, []string{"1", "2", "3"}
				repo[fmt.Sprint("new", i)] = []string{"1"}
			}
			return debian(map[string]string{dpkgdb.StatusFile: all}, repo).Host
		},
		Cases: lives(), Several: atOnce(),
		Crowds: []raltest.Crowd{
			{Name: "the latest that are there", Title: numbered("p"), Attrs: []ral.Attr{raltest.A("ensure", "latest")}, InSync: true},
			{Name: "upgrades", Title: numbered("old"), Attrs: []ral.Attr{raltest.A("ensure", "latest")}},
			{Name: "a range of versions", Title: numbered("old"), Attrs: []ral.Attr{raltest.A("ensure", ">1 <3")}},
			{Name: "installations", Title: numbered("new"), Attrs: []ral.Attr{raltest.A("ensure", "present")}},
			{Name: "removals", Title: numbered("old"), Attrs: []ral.Attr{raltest.A("ensure", "absent")}},
		},
	}.Run(t)
}

// tinyRepo makes the test packages known to the root's apt.
func tinyRepo(t *testing.T, root string) {
	t.Helper()
	conf := map[string]string{"/etc/tiny.conf": "one\n"}
	real.AptRepo(t, root,
		real.Deb{Name: "tiny", Version: "1.0-1", Files: conf},
		real.Deb{Name: "tiny", Version: "2.0-1", Files: conf, Depends: "tiny-common"},
		real.Deb{Name: "old", Version: "1.0"}, real.Deb{Name: "old", Version: "2.0"},
		real.Deb{Name: "tiny-common", Version: "1.0"}, real.Deb{Name: "small", Version: "1.0"},
	)
}

// apt runs on the system itself, which is its most common use.
func TestAptSuiteOnRealSystem(t *testing.T) {
	real.Full(t)
	if os.Getenv(inside) == "" {
		real.Need(t, "apt in a root", "unshare", "chroot")
		enterAgain(t, func() string {
			root := real.Chroot(t)
			tinyRepo(t, root)
			return root
		})
		return
	}
	raltest.Suite{
		Register: Register, Type: "package", Provider: "apt", Facts: raltest.Facts(debianFacts),
		Host:  func(*testing.T) host.Host { return local.Machine() },
		Watch: []string{"/etc", "/var/lib/dpkg", "/var/lib/apt", "/var/cache", "/var/log"},
		Cases: lives(), Several: atOnce(),
	}.Run(t)
}

// apt works below another root and runs dpkg inside it.
func TestAptSuiteOnRealRoot(t *testing.T) {
	real.Need(t, "apt below another root", "apt-get", "dpkg")
	t.Parallel()
	raltest.Suite{
		Register: Register, Type: "package", Provider: "apt", Facts: raltest.Facts(debianFacts),
		Host: func(t *testing.T) host.Host {
			root := real.Chroot(t)
			tinyRepo(t, root)
			fromOutside(t, root)
			return raltest.Below(t, root)
		},
		Watch: []string{"/etc", "/var/lib/dpkg", "/var/lib/apt", "/var/cache", "/var/log"},
		Cases: lives(), Several: atOnce(),
	}.Run(t)
}

// fromOutside makes the repository in a root known to an apt that works on that root
// from outside: the path in its file: address is then one of this machine.
func fromOutside(t *testing.T, root string) {
	t.Helper()
	sources := "deb [trusted=yes] file:" + root + "/srv/repo ./\n"
	if err := os.WriteFile(root+"/etc/apt/sources.list", []byte(sources), 0o644); err != nil {
		t.Fatal(err)
	}
	args := ral.RootArgs(aptRoot(), root, "-q", "update")
	if out, err := exec.Command("apt-get", args...).CombinedOutput(); err != nil {
		t.Fatalf("apt-get update: %v\n%s", err, out)
	}
}
