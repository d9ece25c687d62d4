package pkg

import (
	"fmt"
	"os"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/raltest"
)

func rpmFileLives(dir string) []raltest.Case {
	A := raltest.A
	file := func(pkg, version string) string { return fmt.Sprintf("%s/%s-%s-1.noarch.rpm", dir, pkg, version) }
	return append(fromFiles(file),
		raltest.Case{
			Name: "version", Title: "tiny", Create: []ral.Attr{A("ensure", "1.0-1")},
			With: []ral.Attr{A("source", file("tiny", "1.0"))}, Remove: "absent",
		},
		raltest.Case{
			Name: "another version", Title: "old", Changes: []ral.Attr{A("ensure", "2.0")},
			With: []ral.Attr{A("source", file("old", "2.0"))}, Remove: "absent",
		},
	)
}

// filesAtOnce returns packages that one rpm command installs from files.
func filesAtOnce(dir string) *raltest.Several {
	titles := []string{"tiny", "small"}
	return &raltest.Several{Titles: titles, Remove: "absent", Create: func(i int) []ral.Attr {
		return []ral.Attr{raltest.A("source", dir+"/"+titles[i]+"-1.0-1.noarch.rpm")}
	}}
}

func TestRpmSuiteOnFake(t *testing.T) {
	raltest.Suite{
		Register: Register, Type: "package", Provider: "rpm", Facts: raltest.Facts(fedoraFacts),
		Host:  func(*testing.T) host.Host { return fedora(rpmDBText+"old 0 1.0 1 noarch\n", "").Host },
		Many:  func(_ *testing.T, n int) host.Host { return fedora(manyRPMs(n), "").Host },
		Cases: rpmFileLives("/srv"), Several: filesAtOnce("/srv"),
		Crowds: []raltest.Crowd{
			{Name: "what is there", Title: numbered("p"), Attrs: []ral.Attr{raltest.A("ensure", "present")}, InSync: true},
			{Name: "removals", Title: numbered("p"), Attrs: []ral.Attr{raltest.A("ensure", "absent")}},
		},
	}.Run(t)
}

func manyRPMs(n int) string {
	db := rpmDBText
	for i := range n {
		db += fmt.Sprintf("p%d 0 1.0 1 x86_64\n", i)
	}
	return db
}

func TestRpmSuiteOnRealRoot(t *testing.T) {
	if os.Getenv(inside) == "" {
		enterAgain(t, func() string { return rpmBuildRoot(t) })
		return
	}
	raltest.Suite{
		Register: Register, Type: "package", Provider: "rpm", Facts: raltest.Facts(fedoraFacts),
		Host: copiesOf(t, func(root string) {
			readyDnf(t, root)
			bring(t, "rpm", "--root", root, "-i", "/b/RPMS/noarch/old-1.0-1.noarch.rpm")
		}),
		Watch: []string{"/etc", "/usr", "/.rpmdb/rpmdb.sqlite"},
		Cases: rpmFileLives("/b/RPMS/noarch"), Several: filesAtOnce("/b/RPMS/noarch"),
	}.Run(t)
}
