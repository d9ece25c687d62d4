package modules_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/raltest"
)

// cargo is a cargo(1) without a compiler: what is installed, by name, and the newest
// version of each program.
func cargo(installed map[string]string) *host.Fake {
	newest := map[string]string{"ripgrep": "14.1.1", "hyperfine": "1.19.0"}
	f := host.NewFake(nil)
	f.Command("/usr/bin/cargo")
	f.Handle("cargo", func(_ context.Context, _ *host.Fake, cmd host.Command) host.Result {
		name := cmd.Args[min(1, len(cmd.Args)-1)]
		var out strings.Builder
		switch cmd.Args[0] {
		case "search":
			name = cmd.Args[3]
			fmt.Fprintf(&out, "%s-all = \"9.9.9\"    # another\n%s = \"%s\"    # a program\n... and 12 crates more\n", name, name, newest[name])
		case "uninstall":
			delete(installed, name)
		case "install":
			if name == "--list" {
				for _, name := range slices.Sorted(maps.Keys(installed)) {
					fmt.Fprintf(&out, "%s v%s:\n    %s\n", name, installed[name], name)
				}
				break
			}
			installed[name] = newest[name]
			if len(cmd.Args) > 2 {
				installed[name] = cmd.Args[3]
			}
		}
		return host.Result{Stdout: []byte(out.String())}
	})
	return f
}

// The methods of Puppet's providers are enough for a provider of package: it passes
// the suite of those that are built in.
func TestCargo(t *testing.T) {
	e := examples(t)
	raltest.Suite{
		Register: func(reg *ral.Registry) { reg.InheritFrom(e.Registry) }, Type: "package", Provider: "cargo",
		Host: func(*testing.T) host.Host { return cargo(map[string]string{"hyperfine": "1.0.0"}).Host },
		Cases: []raltest.Case{
			{Title: "ripgrep", Create: []ral.Attr{raltest.A("ensure", "13.0.0")}, Changes: []ral.Attr{raltest.A("ensure", "latest"), raltest.A("ensure", "14.0.0")}, Remove: "absent"},
			{Title: "hyperfine", Changes: []ral.Attr{raltest.A("ensure", "latest")}, Remove: "absent"},
			{Name: "present", Title: "ripgrep", Create: []ral.Attr{}, Remove: "absent"},
		},
	}.Run(t)
	p := e.Registry.Type("package").Provider("cargo")
	if got := fmt.Sprint(p.FeatureNames()); got != "[installable uninstallable upgradeable versionable]" {
		t.Errorf("features: %s", got)
	}
}
