package pkg

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"ralsh/providers/package/dpkgdb"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/local"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
)

// fromFiles returns cases for packages installed from files in a directory: tiny, and
// old, whose version 1.0 is installed. name returns the file of a package.
func fromFiles(name func(pkg, version string) string) []raltest.Case {
	A := raltest.A
	with := func(pkg, version string) []ral.Attr { return []ral.Attr{A("source", name(pkg, version))} }
	return []raltest.Case{
		{Title: "tiny", Create: []ral.Attr{}, With: with("tiny", "1.0"), Remove: "absent"},
		{Name: "upgrade", Title: "old", Changes: []ral.Attr{A("ensure", "latest")}, With: with("old", "2.0"), Remove: "absent"},
	}
}

func debLives(dir string) []raltest.Case {
	A := raltest.A
	file := func(pkg, version string) string {
		revision := map[string]string{"tiny": "-1"}[pkg]
		return fmt.Sprintf("%s/%s_%s%s_all.deb", dir, pkg, version, revision)
	}
	return append(fromFiles(file),
		raltest.Case{
			Name: "marks", Title: "tiny", Create: []ral.Attr{A("mark", "hold")}, With: []ral.Attr{A("source", file("tiny", "1.0"))},
			Changes: []ral.Attr{A("mark", "none"), A("mark", "hold")}, Remove: "purged",
		},
		raltest.Case{
			Name: "ensure held", Title: "tiny", Create: []ral.Attr{A("ensure", "held")},
			With: []ral.Attr{A("source", file("tiny", "1.0"))}, Remove: "purged",
		},
		raltest.Case{
			Name: "held through an upgrade", Title: "old", With: []ral.Attr{A("source", file("old", "2.0"))},
			Changes: []ral.Attr{A("mark", "hold"), A("ensure", "latest"), A("mark", "none")}, Remove: "purged",
		},
	)
}

func TestDpkgSuiteOnFake(t *testing.T) {
	const old = "\nPackage: old\nStatus: install ok installed\nArchitecture: all\nVersion: 1.0\n"
	raltest.Suite{
		Register: Register, Type: "package", Provider: "dpkg", Facts: raltest.Facts(debianFacts),
		Host: func(*testing.T) host.Host {
			return debian(map[string]string{dpkgdb.StatusFile: status + old}, nil).Host
		},
		Many: func(_ *testing.T, n int) host.Host {
			all := status
			for i := range n {
				all += fmt.Sprintf("\nPackage: p%d\nStatus: install ok installed\nArchitecture: all\nVersion: 1\n", i)
			}
			return debian(map[string]string{dpkgdb.StatusFile: all}, nil).Host
		},
		Cases: debLives("/srv"),
		Crowds: []raltest.Crowd{
			{Name: "what is there", Title: numbered("p"), Attrs: []ral.Attr{raltest.A("ensure", "present")}, InSync: true},
			{Name: "removals", Title: numbered("p"), Attrs: []ral.Attr{raltest.A("ensure", "purged")}},
		},
	}.Run(t)
}

func numbered(prefix string) func(int) string {
	return func(i int) string { return fmt.Sprint(prefix, i) }
}

func TestDpkgSuiteOnRealSystem(t *testing.T) {
	if os.Getenv(inside) == "" {
		real.Need(t, "dpkg in a root", "unshare", "chroot")
		enterAgain(t, func() string {
			root := real.Chroot(t)
			tinyRepo(t, root)
			return root
		})
		return
	}
	raltest.Suite{
		Register: Register, Type: "package", Provider: "dpkg", Facts: raltest.Facts(debianFacts),
		Host: func(t *testing.T) host.Host {
			bring(t, "dpkg", "--force-downgrade", "-i", "/srv/repo/old_1.0_all.deb")
			return local.Machine()
		},
		Watch: []string{"/etc", "/var/lib/dpkg", "/var/cache", "/var/log"},
		Cases: debLives("/srv/repo"),
	}.Run(t)
}

func bring(t *testing.T, argv ...string) {
	t.Helper()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C"}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(argv, " "), err, out)
	}
}
