package facts

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
	"ralsh/ral/raltest/real"
)

// TestLimitCollect limits the processor time of all core facts, without
// commands, because PATH is empty.
func TestLimitCollect(t *testing.T) {
	real.Limits(t)
	t.Setenv("PATH", "")
	f := New(local.Machine().Reader())
	found := len(f.All(t.Context()))
	const rounds = 50
	before := real.CPU()
	for range rounds {
		f.Refresh()
		f.All(t.Context())
	}
	each := (real.CPU() - before) / rounds
	real.Within(t, fmt.Sprint(found, " facts, processor time"), each, 5*time.Millisecond)
	if found < 15 {
		t.Errorf("%d facts", found)
	}
}

// TestLimitManyExternal checks that the time grows linearly with the number of
// facts and files.
func TestLimitManyExternal(t *testing.T) {
	real.Limits(t)
	const many = 20_000
	var lines strings.Builder
	for i := range many {
		fmt.Fprintf(&lines, "k%d=1\n", i)
	}
	one, files := map[string]string{factsD + "many.txt": lines.String()}, map[string]string{}
	for i := range 3000 {
		files[fmt.Sprintf("%sf%d.txt", factsD, i)] = fmt.Sprintf("k%d=1\n", i)
	}
	nested := map[string]string{conf: "global : { force-dot-resolution : true }", factsD + "many.txt": strings.ReplaceAll(lines.String(), "=", ".x=")}
	for what, c := range map[string]struct {
		files map[string]string
		facts int
	}{"20,000 in a file": {one, many}, "3,000 files": {files, 3000}, "20,000 that nest": {nested, many}} {
		f := With(fakehost.New(c.files).Reader(), Options{})
		before := real.CPU()
		found := len(f.Tree(t.Context()).Pairs())
		took := real.CPU() - before
		real.Within(t, what+", processor time", took, time.Second)
		if found < c.facts {
			t.Errorf("%s: %d facts", what, found)
		}
	}
}
