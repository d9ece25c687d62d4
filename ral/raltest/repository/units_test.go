package repository

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"ralsh/ral/raltest/real"
)

// TestUnitsAreConfined has systemd judge the units of the agent: 0 is the safest, and 10 is a
// service that may do anything. What runs orders is not confined.
func TestUnitsAreConfined(t *testing.T) {
	inTop(t)
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		real.Lacks(t, "the units are judged by systemd-analyze")
	}
	level := regexp.MustCompile(`Overall exposure level for \S+: ([0-9.]+)`)
	for unit, below := range map[string]float64{"ralsh-agent.service": 2, "ralsh-agent-order@.service": 2} {
		path := filepath.Join(".ci/packaging/units", unit)
		out, err := exec.Command("systemd-analyze", "security", "--offline=true", "--no-pager", path).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", unit, err, out)
		}
		text := level.FindSubmatch(out)
		if text == nil {
			t.Fatalf("%s: no level in\n%s", unit, out)
		}
		if is, err := strconv.ParseFloat(string(text[1]), 64); err != nil || is >= below {
			t.Errorf("%s has the exposure %s, and it is to be below %g\n%s", unit, text[1], below, out)
		}
	}
}
