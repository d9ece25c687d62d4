package real

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// Two machines are in two control groups, so that neither removes a group of the
// other's units. Nothing is left of them when they are stopped.
func TestBootApart(t *testing.T) {
	var groups []string
	t.Run("booted", func(t *testing.T) {
		for range 2 {
			text, err := os.ReadFile(fmt.Sprintf("/proc/%d/cgroup", Boot(t, "").Leader))
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(text)) {
				if group, is := strings.CutPrefix(strings.TrimSuffix(line, "/init.scope\n"), "0::"); is {
					groups = append(groups, group)
				}
			}
		}
		if len(groups) == 2 && groups[0] == groups[1] {
			t.Errorf("both are in %s", groups[0])
		}
	})
	for _, group := range groups {
		for _, mount := range []string{cgroups, cgroups + "/unified", cgroups + "/systemd"} {
			if _, err := os.Stat(mount + group); err == nil {
				t.Errorf("%s is left", mount+group)
			}
		}
	}
}
