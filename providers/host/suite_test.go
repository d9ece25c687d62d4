package hosts

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest"
)

func TestSuite(t *testing.T) {
	suite := raltest.Suite{
		Register: Register, Type: "host", Provider: "parsed",
		Several: &raltest.Several{
			Titles: []string{"a1.example.com", "a2.example.com", "a3.example.com"}, Remove: "absent",
			Create: func(i int) []ral.Attr { return []ral.Attr{raltest.A("ip", fmt.Sprint("10.0.1.", i))} },
		},
		Many: func(_ *testing.T, n int) host.Host {
			text := sample
			for i := range n {
				text += fmt.Sprintf("192.0.2.%d many%d\n", i+1, i)
			}
			return fakehost.New(map[string]string{"/etc/hosts": text}).Host
		},
		NotCovered: map[string]string{"target": "an entry in another file is not listed; host_test.go moves one"},
		Cases: []raltest.Case{
			{
				Title: "new.example.com", Remove: "absent",
				Create: []ral.Attr{raltest.A("ip", "10.0.0.1"), raltest.L("host_aliases", "n1", "n2"), raltest.A("comment", "it's \"new\"")},
				Changes: []ral.Attr{
					raltest.A("ip", "fe80::1"), raltest.L("host_aliases", "n2", "n1"), raltest.A("comment", ""),
					raltest.L("host_aliases", "n3"), raltest.A("comment", "# twice"),
				},
			},
			{Title: "db.example.com", Changes: []ral.Attr{raltest.A("ip", "10.0.0.6")}, Remove: "absent"},
		},
	}
	t.Run("fake", func(t *testing.T) {
		suite.Host = func(*testing.T) host.Host { return fakehost.New(map[string]string{"/etc/hosts": sample}).Host }
		suite.Run(t)
	})
	t.Run("below", func(t *testing.T) {
		suite.Host = func(t *testing.T) host.Host {
			root := t.TempDir()
			if err := os.Mkdir(filepath.Join(root, "etc"), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(root, "etc/hosts"), []byte(sample), 0o644); err != nil {
				t.Fatal(err)
			}
			return raltest.Below(t, root)
		}
		suite.Run(t)
	})
}
