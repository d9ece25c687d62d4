package pkg

import (
	"strings"
	"testing"

	"ralsh/ral/host"
)

// The parsers of package manager output accept any input without a panic, and the
// names they return are valid arguments for the tool.
func FuzzAnswers(f *testing.F) {
	f.Add("tiny 1.0-1\nbash 5.2-1\n")
	f.Add("tiny 1.0-1 -> 2.0-1\n")
	f.Add("Available Packages\ntiny.noarch   1:2.0-1\n   t\nbash.x86_64  5-1  t\n")
	f.Add(dnfTable)
	f.Add(zypperSummary)
	f.Add(apkText)
	f.Add(apkSimulation + "tiny-1.0-r0   < 2.0-r0\n")
	f.Add("json (2.6.3, default: 2.6.1)\ntiny (1.0 < 2.0)\n  tiny-2.0\n")
	f.Add(`[{"name": "tiny", "version": "1.0"}]`)
	f.Add(`{"dependencies": {"@a/tiny": {"version": "1.0.0"}}}`)
	f.Add("org.gnome.Maps\t\tstable\n")
	f.Add("Name  Version  Rev  Tracking  Publisher  Notes\ntiny  1.0  12  latest/stable  x  held\n")
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
		for name, parse := range map[string]func(string) ([]have, error){"gem": parseGems, "flatpak": parseFlatpak, "snap": parseSnap} {
			list, err := parse(out)
			for _, h := range list {
				if h.name == "" || h.version == "" || err != nil {
					t.Errorf("%s: %+v, %v", name, h, err)
				}
			}
		}
		for _, e := range parseApk(out) {
			if apkName(e.name) != nil || e.version == "" {
				t.Errorf("apk: %+v", e)
			}
		}
		parsePip([]byte(out))
		parseNpm([]byte(out))
		parseNpmOutdated(host.Result{Stdout: []byte(out)})
		parseApkSteps(out)
		parseApkVersion(out)
		parseNamed(strings.Fields(out))
		parsePrint(out, false, nil)
		parseTransaction(out)
		if answer, err := parseZypper([]byte(out)); err == nil {
			answer.steps()
		}
	})
}
