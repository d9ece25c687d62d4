package vectors

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Area does what the cases of one area say and returns what came of it, by the
// names of the fields of Then. A field it leaves out is a difference.
type Area func(t *testing.T, c Case) map[string]any

// Run runs every case of the areas as a subtest and prints the counts. A case
// that waits for something is in later.txt; a field that differs for a reason
// is in deviations.txt, * for all fields. Both stand beside the cases; a folder without them has
// none.
func Run(t *testing.T, dir fs.FS, areas map[string]Area) {
	t.Helper()
	files, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	s := suite{deviations: readList(t, dir, "deviations.txt", 3), later: readList(t, dir, "later.txt", 2)}
	for _, f := range files {
		if area := areas[f.Area]; area != nil {
			s.area(t, f, area)
		}
	}
	s.close(t, areas)
}

// entry is a line of a list: PATTERN [FIELD] REASON.
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

func find(list []*entry, id, field string) *entry {
	for _, e := range list {
		if ok, _ := path.Match(e.pattern, id); ok && (e.field == field || e.field == "*") {
			return e
		}
	}
	return nil
}

type suite struct {
	deviations, later []*entry
	sum               tally
	some              bool // only some cases were asked for
}

// tally counts cases and the fields compared.
type tally struct{ cases, passed, later, fields, deviating int }

func (s *suite) area(t *testing.T, f File, area Area) {
	var own tally
	for _, c := range f.Cases {
		own.cases++
		if e := find(s.later, c.ID, ""); e != nil {
			e.used = true
			own.later++
			continue
		}
		_, name, _ := strings.Cut(c.ID, "/")
		ran := false
		ok := t.Run(f.Area+"/"+name, func(t *testing.T) {
			ran = true
			if c.Err != nil {
				t.Fatal(c.Err)
			}
			s.compare(t, c, area(t, c), &own)
		})
		switch {
		case !ran:
			s.some = true
		case ok:
			own.passed++
		}
	}
	t.Logf("%-17s %v", f.Area, own)
	s.sum.add(own)
}

// String is the counts on one line.
func (n tally) String() string {
	return fmt.Sprintf("%4d cases, %4d passed, %3d later, %5d fields compared, %2d deviating", n.cases, n.passed, n.later, n.fields, n.deviating)
}

func (n *tally) add(m tally) {
	n.cases += m.cases
	n.passed += m.passed
	n.later += m.later
	n.fields += m.fields
	n.deviating += m.deviating
}

func (s *suite) compare(t *testing.T, c Case, got map[string]any, own *tally) {
	for _, field := range slices.Sorted(keys(c.Then)) {
		if notWorth(c, field) {
			continue
		}
		own.fields++
		diff := cmp.Diff(known(expected(c, field)), known(through(t, got[field])))
		e := find(s.deviations, c.ID, field)
		switch {
		case diff == "":
		case e != nil:
			e.used = true
			own.deviating++
		default:
			t.Errorf("%s (-want +got):\n%s", field, diff)
		}
	}
}

func keys(m map[string]any) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// through makes of a value what encoding/json would read of it.
func through(t *testing.T, x any) any {
	data, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	var out any
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// close checks the lists and the share of deviations, if every case was run.
func (s *suite) close(t *testing.T, areas map[string]Area) {
	t.Logf("%-17s %v", "all", s.sum)
	if s.some {
		return
	}
	if s.sum.deviating*100 > s.sum.fields*3 {
		t.Errorf("%d of %d fields deviate: more than 3 in 100", s.sum.deviating, s.sum.fields)
	}
	for _, e := range append(slices.Clone(s.deviations), s.later...) {
		area, _, _ := strings.Cut(e.pattern, "/")
		if areas[area] != nil && !e.used {
			t.Errorf("no case that differs is matched by %s %s", e.pattern, e.field)
		}
	}
}
