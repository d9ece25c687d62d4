package e2e_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

const (
	sitesDir = "testdata/sites"
	// The site's place in a root, where Puppet looks for it.
	siteAt = "/etc/puppet/code/environments/production"
)

// The three runs of a site, in this order and in the same root, and what the first of
// the two that change something left on the disk.
var siteRuns = []string{"noop", "first", "second"}

// TestSites applies the compiled catalogs of ten sites as Puppet did: first only the
// plan, then for real, then once more. The order, the events and the changed files
// are those that Puppet left, except for the differences that differences.txt of a
// site names with their reasons. With RALSH_AGAINST, Debian's Puppet compiles and
// applies the sites first, and keep records or checks what it did. If it checks, Debian
// 13 and its Puppet do the same, without a record.
func TestSites(t *testing.T) {
	t.Parallel()
	sites, err := os.ReadDir(sitesDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range sites {
		t.Run(entry.Name(), func(t *testing.T) {
			t.Parallel()
			site := filepath.Join(sitesDir, entry.Name())
			record := filepath.Join(site, recordedIn, "account.txtar")
			if against(t) != "" {
				catalog, did := applySiteWithPuppet(t, site, siteRoot(t, site, real.Puppet(t)))
				keep(t, filepath.Join(site, recordedIn, "catalog.json"), catalog)
				keep(t, record, did.text())
			}
			agree(t, site, readAccount(t, record), applySite(t, siteRoot(t, site, real.Puppet(t))))
			if against(t) != checkPuppet {
				return
			}
			catalog, did := applySiteWithPuppet(t, site, siteRoot(t, site, real.Trixie(t)))
			root := siteRoot(t, site, real.Trixie(t))
			real.Write(t, filepath.Join(root, siteAt, recordedIn, "catalog.json"), catalog, 0o644)
			agree(t, site, did, applySite(t, root))
		})
	}
}

// agree compares an account of Puppet with one of ralsh.
func agree(t *testing.T, site string, want, got account) {
	t.Helper()
	diff := differences(want, got)
	known := withoutReasons(t, filepath.Join(site, "differences.txt"))
	for _, line := range diff {
		if !slices.Contains(known, line) {
			t.Errorf("- is Puppet, + is ralsh:\n%s", strings.Join(diff, "\n"))
			break
		}
	}
	for _, line := range known {
		if !slices.Contains(diff, line) {
			t.Errorf("no longer so: %s", line)
		}
	}
	t.Logf("%d resources, %d events, %d lines of files, %d differences", count(want["first"], false),
		count(want["first"], true), len(want["files"]), len(diff))
}

func count(lines []string, events bool) int {
	n := 0
	for _, line := range lines {
		if strings.HasPrefix(line, "  ") == events {
			n++
		}
	}
	return n
}

// differences returns the lines that only one of the accounts has, with their
// section and in order.
func differences(want, got account) []string {
	var all []string
	for _, section := range append(slices.Clone(siteRuns), "files") {
		for _, line := range lineDiff(want[section], got[section]) {
			all = append(all, section+": "+line)
		}
	}
	return all
}

// lineDiff returns the lines of a that are not in b with -, and those of b that are
// not in a with +, by their longest common subsequence. An indented line has the line
// that it belongs to before it.
func lineDiff(a, b []string) []string {
	a, b = belonging(a), belonging(b)
	common := make([][]int, len(a)+1)
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if common[i][j] = max(common[i+1][j], common[i][j+1]); a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			}
		}
	}
	var diff []string
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			diff = append(diff, "- "+a[i])
			i++
		default:
			diff = append(diff, "+ "+b[j])
			j++
		}
	}
	return diff
}

func belonging(lines []string) []string {
	var all []string
	head := ""
	for _, line := range lines {
		if indented, ok := strings.CutPrefix(line, "  "); ok {
			line = head + " > " + indented
		} else {
			head = line
		}
		all = append(all, line)
	}
	return all
}

// withoutReasons returns the lines of a file, if there is one, that are not comments.
func withoutReasons(t *testing.T, file string) []string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return slices.DeleteFunc(strings.Split(string(data), "\n"), func(line string) bool {
		return line == "" || strings.HasPrefix(line, "#")
	})
}

// siteRoot puts a site and its packages into a root, which it returns as it is before a run.
func siteRoot(t *testing.T, site, root string) string {
	t.Helper()
	real.AptRepo(t, root, sitePackages()...)
	at := filepath.Join(root, siteAt)
	if err := os.RemoveAll(at); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(at, os.DirFS(site)); err != nil {
		t.Fatal(err)
	}
	ready, err := os.ReadFile(filepath.Join(site, "ready.sh"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := real.Enter(root, "sh", "-e")
	cmd.Stdin = bytes.NewReader(ready)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return root
}

// applySite runs ralsh three times.
func applySite(t *testing.T, root string) account {
	t.Helper()
	program, err := os.ReadFile(real.Binary(t))
	if err != nil {
		t.Fatal(err)
	}
	real.Write(t, filepath.Join(root, "usr/local/bin/ralsh"), string(program), 0o755)
	return threeRuns(t, root, func(run string) []string {
		argv := []string{
			"ralsh", "--modulepath", siteAt + "/modules", "apply", siteAt + "/" + recordedIn + "/catalog.json", "-o", "jsonl",
		}
		if run == "noop" {
			argv = append(argv, "--noop")
		}
		cmd := real.Enter(root, argv...)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if exited := new(exec.ExitError); err != nil && !errors.As(err, &exited) || len(out) == 0 {
			t.Fatalf("%v\n%s%s", err, out, stderr.Bytes())
		}
		return streamLines(t, out)
	})
}

// threeRuns calls run for each of the runs, and compares the files before and after.
func threeRuns(t *testing.T, root string, run func(string) []string) account {
	t.Helper()
	all := make(account)
	before := snapshot(t, root)
	for _, name := range siteRuns {
		all[name] = run(name)
		switch after := snapshot(t, root); name {
		case "noop":
			if changed := changedFiles(t, root, before, after); len(changed) > 0 {
				t.Errorf("the plan changed files:\n%s", strings.Join(changed, "\n"))
			}
		case "first":
			all["files"] = changedFiles(t, root, before, after)
			before = after
		case "second":
			for _, line := range changedFiles(t, root, before, after) {
				all["second"] = append(all["second"], "changed file "+line)
			}
		}
	}
	return all
}

// streamLines returns the resources of a run and their events, in Puppet's words. If
// nothing was run, they are those of the plan.
func streamLines(t *testing.T, stream []byte) []string {
	t.Helper()
	var order []string
	events, seen := make(map[string][]string), make(map[string]bool)
	isRun := bytes.Contains(stream, []byte(`"event":"run_started"`))
	for dec := json.NewDecoder(bytes.NewReader(stream)); dec.More(); {
		var doc streamDoc
		if err := dec.Decode(&doc); err != nil {
			t.Fatal(err)
		}
		if doc.Event == "step_started" || doc.Event == "planned" && !isRun {
			if !seen[doc.Resource] {
				order = append(order, doc.Resource)
			}
			seen[doc.Resource] = true
		}
		if doc.Event == "planned" == !isRun {
			events[doc.Resource] = append(events[doc.Resource], doc.lines(t)...)
		}
	}
	var all []string
	for _, name := range order {
		all = append(append(all, name), events[name]...)
	}
	return all
}

// streamDoc is what is compared of a document of the stream.
type streamDoc struct {
	Event, Resource, Property, Status, Message, Kind string
	Events                                           int
	Changes                                          json.RawMessage
}

// lines returns the events that a document is in Puppet's report.
func (d streamDoc) lines(t *testing.T) []string {
	t.Helper()
	event := func(property, status, message string) string {
		if status == "planned" || status == "noop" {
			return fmt.Sprintf("  %s: noop", property)
		}
		return fmt.Sprintf("  %s: %s: %s", property, cmp.Or(map[string]string{
			"changed": "success", "failed": "failure", "did_not_take": "failure", "audited": "audit",
		}[status], status), inShort(message))
	}
	switch d.Event {
	case "planned":
		var changes []struct {
			Property, Status, Message string
			Part                      bool
		}
		if err := json.Unmarshal(d.Changes, &changes); d.Changes != nil && err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, c := range changes {
			if !c.Part {
				lines = append(lines, event(c.Property, c.Status, c.Message))
			}
		}
		return lines
	case "property_done":
		return []string{event(d.Property, d.Status, d.Message)}
	case "refreshed":
		plural := "s"
		if d.Events == 1 {
			plural = ""
		}
		return []string{event("refresh", "success", fmt.Sprintf("Triggered 'refresh' from %d event%s", d.Events, plural))}
	case "passed_over":
		return []string{"  skipped"}
	case "troubled":
		return []string{event("resource_error", "failure", d.Message)}
	}
	return nil
}

var (
	failedChange = regexp.MustCompile(`^change from .*? to .*? failed: `)
	redacted     = regexp.MustCompile(`^\w+ changed \[redacted\]`)
)

// inShort returns a message as one line, and without the parts that Puppet adds or
// leaves out because of its report: the values of a change that failed, and the
// property of a secret.
func inShort(message string) string {
	message = failedChange.ReplaceAllString(message, "")
	message = redacted.ReplaceAllString(message, "changed [redacted]")
	return strings.ReplaceAll(message, "\n", `\n`)
}
