package facts

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// left are Facter's facts with values that change between two readings.
var left = []string{
	"load_averages", "system_uptime",
	"memory.*.available", "memory.*.available_bytes", "memory.*.used", "memory.*.used_bytes", "memory.*.capacity",
	"mountpoints.*.available", "mountpoints.*.available_bytes", "mountpoints.*.used", "mountpoints.*.used_bytes",
	"mountpoints.*.capacity",
}

// enough is the minimum percentage of Facter's leaves that must be equal.
const enough = 93

// like compares our facts with Facter's of the same host, both as JSON. Each
// leaf that differs, and each that only we have, must be in a list with its
// reason.
func like(t *testing.T, theirs, ours string) {
	t.Helper()
	want, got := leavesOf(t, theirs), leavesOf(t, ours)
	differs, more := reasons(t, "testdata/facter/differs.txt"), reasons(t, "testdata/facter/more.txt")
	all, once := tally{}, tally{}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if in(name, left) {
			continue
		}
		same := got[name] == want[name]
		all.count(name, same)
		once.count(whole(name), same)
		if why, listed := listedIn(name, differs); !same && listed {
			t.Logf("%s is %s, Facter says %s: %s", dotted(name), got[name], want[name], why)
		} else if !same {
			t.Errorf("%s is %s, Facter says %s", dotted(name), got[name], want[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if _, theirs := want[name]; theirs || in(name, left) {
			continue
		}
		if why, listed := listedIn(name, more); listed {
			t.Logf("only we have %s, %s: %s", dotted(name), got[name], why)
		} else {
			t.Errorf("only we have %s, %s", dotted(name), got[name])
		}
	}
	all.judge(t, "leaves")
	once.judge(t, "leaves, each list, mount and interface counted once")
}

// tally records which leaves were equal; of those counted several times all
// must be.
type tally map[string]bool

func (c tally) count(name string, same bool) {
	before, seen := c[name]
	c[name] = same && (before || !seen)
}

func (c tally) judge(t *testing.T, what string) {
	t.Helper()
	same := 0
	for _, yes := range c {
		if yes {
			same++
		}
	}
	t.Logf("%d of %d %s are the same", same, len(c), what)
	if len(c) < 20 || same*100 < enough*len(c) {
		t.Errorf("fewer than %d in 100 %s are the same, or too few to say", enough, what)
	}
}

// whole returns the list, mount or interface of a leaf, otherwise the leaf.
func whole(name string) string {
	steps := strings.Split(name, "\x00")
	if len(steps) > 2 && steps[0] == "mountpoints" {
		return strings.Join(steps[:2], "\x00")
	}
	if len(steps) > 3 && steps[0] == "networking" && steps[1] == "interfaces" {
		return strings.Join(steps[:3], "\x00")
	}
	for i, step := range steps {
		if strings.HasPrefix(step, "[") {
			return strings.Join(steps[:i], "\x00")
		}
	}
	return name
}

// likeOS is like for the system's facts only, of a root with another system's
// files; its list names the root too.
func likeOS(t *testing.T, theirs, ours string) {
	t.Helper()
	want, got := leavesOf(t, theirs), leavesOf(t, ours)
	differs := reasons(t, "testdata/facter/distros.txt")
	root := t.Name()[strings.LastIndex(t.Name(), "/")+1:]
	for name := range want {
		if _, listed := listedIn(root+"\x00"+name, differs); got[name] != want[name] && !listed {
			t.Errorf("%s is %s, Facter says %s", dotted(name), got[name], want[name])
		}
	}
	for name, mine := range got {
		_, listed := listedIn(root+"\x00"+name, differs)
		if strings.HasPrefix(name, "os\x00") && want[name] == "" && !listed {
			t.Errorf("only we have %s, %s", dotted(name), mine)
		}
	}
	if len(want) < 3 {
		t.Errorf("Facter found only %d leaves", len(want))
	}
}
