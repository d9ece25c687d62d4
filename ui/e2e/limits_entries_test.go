package e2e_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ralsh/ral/raltest/real"
)

// entries are the types whose resources are lines of one file: the line of number i, and
// the parameters that declare it.
var entries = []struct {
	name, title, line string
	parameters        map[string]any
}{
	{"host", "h%d.example.com", "10.0.0.1\th%[1]d.example.com\n", map[string]any{"ip": "10.0.0.1"}},
	{"mailalias", "a%d", "a%[1]d: b%[1]d\n", map[string]any{"recipient": []string{"b%d"}}},
	{"sshkey", "k%d", "k%[1]d ssh-ed25519 AAAA%[1]d\n", map[string]any{"type": "ssh-ed25519", "key": "AAAA%d"}},
	{"ssh_authorized_key", "k%d", "ssh-ed25519 AAAA%[1]d k%[1]d\n", map[string]any{"type": "ssh-ed25519", "key": "AAAA%d", "user": "root"}},
	{"mount", "/mnt/m%d", "/dev/d%[1]d\t/mnt/m%[1]d\text4\tdefaults\t0\t0\n", map[string]any{"device": "/dev/d%d", "fstype": "ext4", "options": "defaults", "dump": 0, "pass": 0}},
	{"file_line", "l%d", "key%[1]d = value\n", map[string]any{"line": "key%d = value"}},
	{"ini_setting", "s%d", "k%[1]d = v%[1]d\n", map[string]any{"section": "", "setting": "k%d", "value": "v%d"}},
}

// TestLimitEntries plans entries of one file that are in sync: 20,000 of /etc/hosts in a
// second, and for each type ten times as many in at most twelve times the processor time.
func TestLimitEntries(t *testing.T) {
	real.Limits(t)
	bin := real.Binary(t)
	for _, e := range entries {
		t.Run(e.name, func(t *testing.T) {
			used := make(map[int]time.Duration)
			for _, n := range []int{2_000, 20_000} {
				dir := t.TempDir()
				target, catalog := filepath.Join(dir, "target"), filepath.Join(dir, "site.json")
				var text bytes.Buffer
				var resources []map[string]any
				for i := range n {
					fmt.Fprintf(&text, e.line, i)
					parameters := map[string]any{"ensure": "present"}
					for name, v := range e.parameters {
						parameters[name] = numbered(v, i)
					}
					where := "target"
					if e.name == "file_line" || e.name == "ini_setting" {
						where = "path"
					}
					parameters[where] = target
					resources = append(resources, map[string]any{"type": e.name, "title": fmt.Sprintf(e.title, i), "parameters": parameters})
				}
				doc, err := json.Marshal(map[string]any{"catalog_format": 1, "version": 1, "environment": "production", "classes": []string{}, "edges": []string{}, "resources": resources})
				if err != nil {
					t.Fatal(err)
				}
				write(t, target, text.String())
				write(t, catalog, string(doc))
				best := process{wall: time.Hour, cpu: time.Hour}
				run := func() {
					p := noop(t, bin, catalog, n)
					best.wall, best.cpu, best.kib = min(best.wall, p.wall), min(best.cpu, p.cpu), max(best.kib, p.kib)
				}
				if e.name == "host" && n == 20_000 {
					real.WithinBest(t, "20,000 hosts", time.Second, run)
				} else {
					for round := 0; round < 3 || round < 9 && best.cpu > 12*used[2_000]; round++ {
						run()
					}
				}
				used[n] = best.cpu
				t.Logf("%d entries: ralsh apply --noop in %v, %v of the processors, %d MiB", n, best.wall.Round(time.Millisecond), best.cpu.Round(time.Millisecond), best.kib>>10)
			}
			if used[20_000] > 12*used[2_000] {
				t.Errorf("20,000 entries take %v of the processors and 2,000 take %v: more than 12 times", used[20_000], used[2_000])
			}
		})
	}
}

// numbered puts a number into the texts of a value.
func numbered(v any, i int) any {
	switch v := v.(type) {
	case string:
		if strings.Contains(v, "%d") {
			return fmt.Sprintf(v, i)
		}
	case []string:
		list := make([]string, len(v))
		for at, text := range v {
			list[at] = fmt.Sprintf(text, i)
		}
		return list
	}
	return v
}
