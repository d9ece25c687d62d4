package file

import (
	"os"
	"path/filepath"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
)

// suite returns the cases of files below a directory.
func suite(dir string) raltest.Suite {
	return raltest.Suite{Register: Register, Type: "file", Provider: "posix", Unlisted: true, NotCovered: spared(), Cases: []raltest.Case{
		{
			Name: "file", Title: dir + "/new", Remove: "absent",
			Create: []ral.Attr{raltest.A("ensure", "file"), raltest.A("content", "a\n"), raltest.A("mode", "u=rw,go=")},
			Changes: []ral.Attr{
				raltest.A("content", "b\n"), raltest.A("content", "\xff"), raltest.A("mode", "0755"), raltest.A("mode", "g-x,o="),
			},
		},
		{
			Name: "directory", Title: dir + "/dir", Remove: "absent", With: []ral.Attr{raltest.A("force", "true")},
			Create:  []ral.Attr{raltest.A("ensure", "directory"), raltest.A("mode", "0640")},
			Changes: []ral.Attr{raltest.A("mode", "2755"), raltest.A("mode", "go-rx,g+rX"), raltest.A("ensure", "file"), raltest.A("ensure", dir+"/x")},
		},
		{
			Name: "link", Title: dir + "/link", Remove: "absent",
			Create:  []ral.Attr{raltest.A("ensure", "link"), raltest.A("target", "there")},
			Changes: []ral.Attr{raltest.A("target", "/else"), raltest.A("ensure", "directory"), raltest.A("mode", "0700")},
			With:    []ral.Attr{raltest.A("force", "true")},
		},
	}}
}

// spared returns properties that other tests cover: TestSource, TestLabels.
func spared() map[string]string {
	m := map[string]string{"checksum_value": "it says what content must be, and is nothing to change by itself"}
	for _, name := range labels {
		m[name] = "there is no SELinux here"
	}
	return m
}

// given adds changes that only root can make.
func given(s raltest.Suite, dir string) raltest.Suite {
	give := []ral.Attr{
		raltest.A("owner", "1234"), raltest.A("group", "4321"), raltest.A("owner", "root"), raltest.A("group", "root"),
	}
	s.Cases = append(s.Cases,
		raltest.Case{
			Name: "file given away", Title: dir + "/given", Remove: "absent",
			Create: []ral.Attr{raltest.A("ensure", "file"), raltest.A("mode", "4755")}, Changes: give,
		},
		raltest.Case{
			Name: "directory given away", Title: dir + "/givendir", Remove: "absent", With: []ral.Attr{raltest.A("force", "true")},
			Create: []ral.Attr{raltest.A("ensure", "directory"), raltest.A("owner", "1234")}, Changes: give[1:],
		},
		raltest.Case{
			Name: "link given away", Title: dir + "/givenlink", Remove: "absent",
			Create: []ral.Attr{raltest.A("ensure", "link"), raltest.A("target", "nowhere")}, Changes: give,
		},
	)
	return s
}

const (
	someUsers  = "root:x:0:0::/root:/bin/sh\n"
	someGroups = "root:x:0:\n"
)

func TestSuiteOnFake(t *testing.T) {
	s := given(suite("/srv"), "/srv")
	s.Host = func(*testing.T) host.Host {
		return fakehost.New(map[string]string{"/srv/": "", "/etc/passwd": someUsers, "/etc/group": someGroups}).Host
	}
	s.Run(t)
}

// An ordinary user can do everything that does not change the owner.
func TestSuiteBelow(t *testing.T) {
	s := suite("/srv")
	const reason = "root alone gives files away"
	s.NotCovered["owner"], s.NotCovered["group"] = reason, reason
	s.Host = below
	s.Run(t)
}

func TestSuiteBelowAsRoot(t *testing.T) {
	real.Need(t, "gives files away")
	s := given(suite("/srv"), "/srv")
	s.Host = below
	s.Run(t)
}

func TestSuiteOnRealSystem(t *testing.T) {
	real.Need(t, "gives files away")
	dir := t.TempDir()
	s := given(suite(dir), dir)
	s.Host = func(*testing.T) host.Host { return local.Machine() }
	s.Watch = []string{dir}
	s.Run(t)
}

func below(t *testing.T) host.Host {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{"etc/passwd": someUsers, "etc/group": someGroups, "srv/.keep": ""} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return raltest.Below(t, root)
}
