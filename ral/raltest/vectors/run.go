package vectors

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Area executes a case of one area and returns the result, by the names of the fields
// of Then. A missing field is a difference.
type Area func(t *testing.T, c Case) map[string]any

// Run runs every case of the areas as a subtest and logs the counts. later.txt lists
// the cases that wait for something; deviations.txt lists the fields that differ for
// a reason, * for all fields. Both files are in dir and may be missing.
func Run(t *testing.T, dir fs.FS, areas map[string]Area) {
	t.Helper()
	RunSome(t, dir, areas, func(Case) bool { return true })
}

// RunSome is Run for the cases that mine accepts. Other packages run the rest, so
// lines of the lists about other cases are ignored.
func RunSome(t *testing.T, dir fs.FS, areas map[string]Area, mine func(Case) bool) {
	t.Helper()
	files, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	s := suite{deviations: readList(t, dir, "deviations.txt", 3), later: readList(t, dir, "later.txt", 2)}
	for _, f := range files {
		if area := areas[f.Area]; area != nil {
			all := len(f.Cases)
			f.Cases = slices.DeleteFunc(f.Cases, func(c Case) bool { return !mine(c) })
			s.partly = s.partly || len(f.Cases) < all
			s.area(t, f, area)
		}
	}
	s.close(t, areas)
}

type suite struct {
	deviations, later []*entry
	sum               tally
	ids               []string // ids of the cases in this run
	some              bool     // only some cases were selected
	partly            bool     // this package runs only some cases of an area
}

// tally counts cases and compared fields.
type tally struct{ cases, passed, later, fields, deviating int }

func (s *suite) area(t *testing.T, f File, area Area) {
	var own tally
	for _, c := range f.Cases {
		own.cases++
		s.ids = append(s.ids, c.ID)
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
			Guard(t, func() { s.compare(t, c, area(t, c), &own) })
			if t.Failed() {
				t.Logf("given %s\nwhen %s", c.Raw.Given, c.Raw.When)
			}
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

// Guard runs one case. A panic fails the case, and the following cases are still run.
func Guard(t testing.TB, run func()) {
	t.Helper()
	defer func() {
		if broke := recover(); broke != nil {
			t.Errorf("panic: %v\n%s", broke, debug.Stack())
		}
	}()
	run()
}

// String returns the counts on one line.
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
		want, have := known(expected(c, field)), known(through(t, got[field]))
		if reflect.DeepEqual(want, have) {
			continue
		}
		if e := find(s.deviations, c.ID, field); e != nil {
			e.used = true
			own.deviating++
			continue
		}
		t.Errorf("%s (-want +got):\n%s", field, cmp.Diff(want, have))
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

// through returns x as encoding/json would decode it.
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

// close checks the lists and the share of deviations if every case was run.
func (s *suite) close(t *testing.T, areas map[string]Area) {
	t.Logf("%-17s %v", "all", s.sum)
	if s.some {
		return
	}
	limit := 3
	if s.partly {
		limit = 6 // few cases of one type: two deviations are more than 3 in 100
	}
	if s.sum.deviating*100 > s.sum.fields*limit {
		t.Errorf("%d of %d fields deviate: more than %d in 100", s.sum.deviating, s.sum.fields, limit)
	}
	for _, e := range append(slices.Clone(s.deviations), s.later...) {
		area, _, _ := strings.Cut(e.pattern, "/")
		here := areas[area] != nil && !s.partly || slices.ContainsFunc(s.ids, e.matches)
		if here && !e.used {
			t.Errorf("no case that differs is matched by %s %s", e.pattern, e.field)
		}
	}
}
