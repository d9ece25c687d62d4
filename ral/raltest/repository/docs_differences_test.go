package repository

import (
	"os"
	"strings"
	"testing"
)

// areas are the areas of the recorded cases, with their headings in
// docs/differences.md.
var areas = [...][2]string{
	{"attributes", "Attributes and values"},
	{"instances", "Listings"},
	{"features", "Features"},
	{"transaction", "Runs"},
	{"catalogs", "Catalogs"},
	{"manifest_output", "Output as code"},
	{"parsed_files", "Files of records"},
	{"plugins", "Modules"},
}

const generatedMark = "<!-- The rest is written from the list of deviations of the tests. -->\n"

// TestDifferences holds the generated part of docs/differences.md: each reason
// for a deviation from Puppet that the recorded cases accept, once.
func TestDifferences(t *testing.T) {
	inTop(t)
	reasons := make(map[string][]string)
	text := make(map[string]bool)
	for line := range strings.Lines(read(t, "ral/raltest/vectors/testdata/deviations.txt")) {
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		fields := strings.SplitN(strings.TrimSpace(line), " ", 3)
		area, _, _ := strings.Cut(fields[0], "/")
		reason := fields[2] + "."
		if !strings.HasPrefix(reason, "ralsh ") { // a name
			reason = strings.ToUpper(reason[:1]) + reason[1:]
		}
		if !text[reason] {
			text[reason] = true
			reasons[area] = append(reasons[area], reason)
		}
	}
	var want strings.Builder
	for _, area := range areas {
		if len(reasons[area[0]]) == 0 {
			t.Errorf("no deviation is of the area %s", area[0])
		}
		want.WriteString("\n## " + area[1] + "\n\n- " + strings.Join(reasons[area[0]], "\n- ") + "\n")
		delete(reasons, area[0])
	}
	for area := range reasons {
		t.Errorf("the area %s has no heading", area)
	}
	file := "docs/differences.md"
	head, rest, found := strings.Cut(read(t, file), generatedMark)
	if os.Getenv("RALSH_GOLDEN") != "" {
		if err := os.WriteFile(file, []byte(head+generatedMark+want.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !found || rest != want.String() {
		t.Errorf("docs/differences.md is not of the list; RALSH_GOLDEN=1 writes it")
	}
}
