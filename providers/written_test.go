package providers_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
)

// Each test of a provider has the position of its source.
func TestWhereTestsAreWritten(t *testing.T) {
	reg := registry(t)
	env := onhost.NewEnv(reg, fakehost.New(nil).Reader(), raltest.Facts{})
	known := map[string]string{
		"service/systemd PID 1 is systemd":              "providers/service/pid1.go",
		"cron/crontab command crontab is on PATH":       "providers/cron/crontab.go",
		"yumrepo/inifile yum or dnf is configured here": "providers/yumrepo/inifile.go",
	}
	found := map[string]bool{}
	for _, ty := range reg.Types() {
		for _, p := range ty.Providers() {
			for _, v := range env.Explain(t.Context(), p).Tests {
				name := ty.Name + "/" + p.Name + " " + v.Title
				file, line, _ := strings.Cut(v.From, ":")
				if _, err := os.Stat(filepath.Join("..", file)); err != nil || line == "" || !strings.HasPrefix(file, "providers/") {
					t.Errorf("%s is written in %q", name, v.From)
				}
				if want, ok := known[name]; ok {
					found[name] = want == file
				}
			}
		}
	}
	for name := range known {
		if !found[name] {
			t.Errorf("%s: not written in %s", name, known[name])
		}
	}
}
