package e2e_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"ralsh/ral/raltest/real"
)

// applySiteWithPuppet compiles and applies a site with Debian's Puppet. It returns the
// catalog and what Puppet did.
func applySiteWithPuppet(t *testing.T, site, root string) (catalog string, did account) {
	t.Helper()
	certname := filepath.Base(site) + ".example.com"
	out := puppet(t, root, "catalog", "compile", certname, "--certname", certname, "--render-as", "json")
	at := bytes.IndexByte(out, '{')
	if at < 0 {
		t.Fatalf("no catalog in %s", out)
	}
	return string(withoutVersions(t, out[at:])), threeRuns(t, root, func(run string) []string {
		argv := []string{
			"apply", siteAt + "/manifests", "--certname", certname,
			"--environment", "production", "--evaltrace", "--verbose", "--logdest", "/tmp/" + run + ".json", "--no-exclude_unchanged_resources",
		}
		if run == "noop" {
			argv = append(argv, "--noop")
		}
		puppet(t, root, argv...)
		return reportLines(t, root, "/tmp/"+run+".json")
	})
}

// puppet returns what a command of Puppet prints. It fails only without output, because
// an apply exits with an error, too, if a resource fails.
func puppet(t *testing.T, root string, argv ...string) []byte {
	t.Helper()
	cmd := real.Enter(root, append(append([]string{"puppet"}, argv...), "--color", "false")...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if exited := new(exec.ExitError); err != nil && !errors.As(err, &exited) || argv[0] == "catalog" && len(out) == 0 {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	return out
}

// withoutVersions removes from a catalog what is different each time it is compiled.
func withoutVersions(t *testing.T, data []byte) []byte {
	t.Helper()
	var catalog map[string]any
	if err := json.Unmarshal(data, &catalog); err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	catalog["version"] = 1
	delete(catalog, "catalog_uuid")
	out, err := json.MarshalIndent(catalog, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return append(out, '\n')
}

// reportLines returns the resources in the order of their evaluation, and their events,
// from the last report of Puppet and its log.
func reportLines(t *testing.T, root, log string) []string {
	t.Helper()
	type status struct {
		Containment []string `yaml:"containment_path"`
		Type        string   `yaml:"resource_type"`
		File        string   `yaml:"file"`
		Skipped     bool     `yaml:"skipped"`
		Events      []struct {
			Property, Status, Message, Name string
		}
	}
	var report struct {
		Statuses map[string]status `yaml:"resource_statuses"`
	}
	data, err := os.ReadFile(filepath.Join(root, "var/cache/puppet/state/last_run_report.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	data = regexp.MustCompile(`!ruby/\S+`).ReplaceAll(data, nil)
	if err := yaml.Unmarshal(data, &report); err != nil {
		t.Fatal(err)
	}
	names := make(map[string]string)
	for name, s := range report.Statuses {
		names["/"+strings.Join(s.Containment, "/")] = name
	}
	text, err := os.ReadFile(filepath.Join(root, log))
	if err != nil {
		t.Fatal(err)
	}
	var messages []struct{ Source, Message string }
	if err := json.Unmarshal(append(bytes.TrimRight(bytes.TrimSpace(text), ","), ']'), &messages); err != nil {
		if err := json.Unmarshal(text, &messages); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
	var lines []string
	seen := make(map[string]bool)
	for _, m := range messages {
		name, ok := names[m.Source]
		if !ok || seen[name] || !strings.HasPrefix(m.Message, "Starting to evaluate") {
			continue
		}
		seen[name] = true
		s := report.Statuses[name]
		if s.File == "" && (s.Type == "Schedule" || s.Type == "Filebucket") { // Puppet adds its own
			continue
		}
		if s.Type == "Class" || s.Type == "Stage" || s.Type == "Whit" || strings.Contains(s.Type, "::") {
			continue
		}
		lines = append(lines, name)
		if s.Skipped {
			lines = append(lines, "  skipped")
		}
		for _, e := range s.Events {
			if e.Status == "noop" {
				lines = append(lines, fmt.Sprintf("  %s: noop", cmp.Or(e.Property, e.Name)))
				continue
			}
			lines = append(lines, fmt.Sprintf("  %s: %s: %s", cmp.Or(e.Property, e.Name), e.Status, inShort(e.Message)))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(report.Statuses)) {
		if s := report.Statuses[name]; !seen[name] && s.Type != "Schedule" && s.Type != "Filebucket" {
			lines = append(lines, "not evaluated: "+name)
		}
	}
	return lines
}
