package repository

import (
	"strings"
	"testing"
)

// Each mutant of .ci/mutants/list.txt changes code that there is, in one place.
func TestMutantsMatch(t *testing.T) {
	inTop(t)
	checked := 0
	for line := range strings.Lines(read(t, ".ci/mutants/list.txt")) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || len(fields) < 3 {
			continue
		}
		if n := strings.Count(read(t, fields[0]), fields[1]); n != 1 {
			t.Errorf("%s has %q %d times", fields[0], fields[1], n)
		}
		checked++
	}
	if checked < 20 {
		t.Errorf("only %d mutants", checked)
	}
}
