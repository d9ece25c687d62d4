package vectors

import (
	"io/fs"
	"path"
	"strings"
	"testing"
)

// entry is a line of the form PATTERN [FIELD] REASON.
type entry struct {
	pattern, field, reason string
	used                   bool
}

func readList(t *testing.T, dir fs.FS, name string, columns int) []*entry {
	t.Helper()
	data, err := fs.ReadFile(dir, name)
	if err != nil {
		return nil
	}
	var list []*entry
	for _, line := range strings.Split(string(data), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		parts := strings.SplitN(line, " ", columns)
		if len(parts) < columns {
			t.Fatalf("%s: no reason is given: %s", name, line)
		}
		e := &entry{pattern: parts[0], reason: parts[columns-1]}
		if columns == 3 {
			e.field = parts[1]
		}
		list = append(list, e)
	}
	return list
}

func (e *entry) matches(id string) bool {
	ok, err := path.Match(e.pattern, id)
	return ok && err == nil
}

func find(list []*entry, id, field string) *entry {
	for _, e := range list {
		if e.matches(id) && (e.field == field || e.field == "*") {
			return e
		}
	}
	return nil
}

// Waiting returns the cases in later.txt, by ID.
func Waiting(t *testing.T, dir fs.FS) map[string]bool {
	t.Helper()
	files, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	later := readList(t, dir, "later.txt", 2)
	ids := make(map[string]bool)
	for _, f := range files {
		for _, c := range f.Cases {
			if find(later, c.ID, "") != nil {
				ids[c.ID] = true
			}
		}
	}
	return ids
}
