package e2e_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"

	"ralsh/ral/raltest/real"
)

// recordedIn is the directory, next to a test's data, with the records of what Puppet
// did.
const recordedIn = "puppet"

// The values of RALSH_AGAINST. Both run Debian's Puppet. recordPuppet writes the records
// of what Puppet does. checkPuppet compares Puppet with the records instead.
const (
	recordPuppet = "puppet"
	checkPuppet  = "check"
)

// against returns the value of RALSH_AGAINST. It is "" if the tests do not run Puppet.
func against(t *testing.T) string {
	t.Helper()
	value := os.Getenv("RALSH_AGAINST")
	if value != "" && value != recordPuppet && value != checkPuppet {
		t.Fatalf("RALSH_AGAINST is %q: use %s or %s", value, recordPuppet, checkPuppet)
	}
	return value
}

// keep writes what Puppet did into a file if RALSH_AGAINST is puppet. If it is check,
// keep fails the test if the file has a different text.
func keep(t *testing.T, file, text string) {
	t.Helper()
	if against(t) == recordPuppet {
		real.Write(t, file, text, 0o644)
		return
	}
	recorded, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if changes := diff.Diff(file, recorded, "Puppet now", []byte(text)); changes != nil {
		t.Errorf("Puppet does not do what the record says. If the change is intended, record with RALSH_AGAINST=%s.\n%s", recordPuppet, changes)
	}
}

// account says what was done, in sections: the lines of each run, of the changed files
// and so on. An indented line belongs to the line before it, such as an event to its
// resource.
type account map[string][]string

// text returns the account as an archive with a file for each section.
func (a account) text() string {
	var all txtar.Archive
	for _, section := range slices.Sorted(maps.Keys(a)) {
		var data strings.Builder
		for _, line := range a[section] {
			data.WriteString(line + "\n")
		}
		all.Files = append(all.Files, txtar.File{Name: section, Data: []byte(data.String())})
	}
	return string(txtar.Format(&all))
}

// readAccount reads an account that [keep] wrote.
func readAccount(t *testing.T, file string) account {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	all := make(account)
	for _, section := range archive.Files {
		for line := range strings.Lines(string(section.Data)) {
			all[section.Name] = append(all[section.Name], strings.TrimSuffix(line, "\n"))
		}
	}
	return all
}

// An account is the same after it was written and read.
func TestAccount(t *testing.T) {
	file := filepath.Join(t.TempDir(), "account.txtar")
	want := account{"commands": {"/bin/true", "  /bin/sh", "- -- a --", ""}, "files": {"  -- files --"}, "second": nil}
	real.Write(t, file, want.text(), 0o644)
	got := readAccount(t, file)
	for section, lines := range want {
		if !slices.Equal(got[section], lines) {
			t.Errorf("%s is %q, not %q", section, got[section], lines)
		}
	}
}
