package pkg

import (
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
)

// The test of a command names the manager's own file, not the shared file.
func TestFailedCommandNamesItsManager(t *testing.T) {
	reg := ral.NewRegistry()
	Register(reg)
	env := onhost.NewEnv(reg, fakehost.New(nil).Host.Reader(), nil)
	for _, p := range reg.Type("package").Providers() {
		for _, v := range env.Explain(t.Context(), p).Tests {
			if v.From == "" || strings.Contains(v.From, "/manager.go:") {
				t.Errorf("%s: the test %q is from %q", p.Name, v.Title, v.From)
			}
		}
	}
}
