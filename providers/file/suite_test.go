package file

import (
	"os"
	"path/filepath"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/raltest"
)

func TestSuite(t *testing.T) {
	cases := []raltest.Case{
		{
			Name: "file", Title: "/srv/new", Remove: "absent",
			Create: []ral.Attr{raltest.A("ensure", "file"), raltest.A("content", "a\n"), raltest.A("mode", "u=rw,go=")},
			Changes: []ral.Attr{
				raltest.A("content", "b\n"), raltest.A("content", "\xff"), raltest.A("mode", "0755"), raltest.A("mode", "g-x,o="),
			},
		},
		{
			Name: "directory", Title: "/srv/dir", Remove: "absent", With: []ral.Attr{raltest.A("force", "true")},
			Create:  []ral.Attr{raltest.A("ensure", "directory"), raltest.A("mode", "0640")},
			Changes: []ral.Attr{raltest.A("mode", "2755"), raltest.A("mode", "go-rx,g+rX"), raltest.A("ensure", "file"), raltest.A("ensure", "/srv/x")},
		},
		{
			Name: "link", Title: "/srv/link", Remove: "absent",
			Create:  []ral.Attr{raltest.A("ensure", "link"), raltest.A("target", "there")},
			Changes: []ral.Attr{raltest.A("target", "/else"), raltest.A("ensure", "directory"), raltest.A("mode", "0700")},
			With:    []ral.Attr{raltest.A("force", "true")},
		},
	}
	suite := raltest.Suite{Register: Register, Type: "file", Provider: "posix", Unlisted: true, Cases: cases}
	t.Run("fake", func(t *testing.T) {
		suite.Host = func(*testing.T) host.Host {
			return host.NewFake(map[string]string{"/srv/": "", "/etc/passwd": "root:x:0:\n", "/etc/group": ""}).Host
		}
		suite.Run(t)
	})
	t.Run("below", func(t *testing.T) {
		suite.Host = func(t *testing.T) host.Host {
			root := t.TempDir()
			if err := os.Mkdir(filepath.Join(root, "srv"), 0o755); err != nil {
				t.Fatal(err)
			}
			h, err := host.Below(root)
			if err != nil {
				t.Fatal(err)
			}
			return h
		}
		suite.Run(t)
	})
}
