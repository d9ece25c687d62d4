package pkg

import (
	"strings"
	"testing"
)

// The parsers of what package managers print take anything: they end, and what
// they name could be handed to the tool again.
func FuzzAnswers(f *testing.F) {
	f.Add("tiny 1.0-1\nbash 5.2-1\n")
	f.Add("tiny 1.0-1 -> 2.0-1\n")
	f.Add("Available Packages\ntiny.noarch   1:2.0-1\n   t\nbash.x86_64  5-1  t\n")
	f.Add(dnfTable)
	f.Add(zypperSummary)
	f.Add("error: x\n\x00\xff")
	f.Fuzz(func(t *testing.T, out string) {
		list, _ := parsePacman(out)
		for _, h := range list {
			if pacmanName(h.name) != nil || h.version == "" {
				t.Errorf("pacman: %+v", h)
			}
		}
		for name, version := range parseUpgrades(out) {
			if name == "" || version == "" {
				t.Errorf("an upgrade of %q to %q", name, version)
			}
		}
		for _, p := range parseYumList(out) {
			if p.name == "" || p.release == "" && !strings.Contains(out, "-") {
				t.Errorf("yum: %+v", p)
			}
		}
		parsePrint(out, false, nil)
		parseTransaction(out)
		if answer, err := parseZypper([]byte(out)); err == nil {
			answer.steps()
		}
	})
}
