package repository

import (
	"os"
	"strings"
	"testing"
)

// Each mutant of .ci/mutants/list.txt changes code that there is, in one place.
func TestMutantsMatch(t *testing.T) {
	list, err := os.ReadFile(".ci/mutants/list.txt")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for line := range strings.Lines(string(list)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || len(fields) < 3 {
			continue
		}
		code, err := os.ReadFile(fields[0])
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(code), fields[1]); n != 1 {
			t.Errorf("%s has %q %d times", fields[0], fields[1], n)
		}
		checked++
	}
	if checked < 20 {
		t.Errorf("only %d mutants", checked)
	}
}
