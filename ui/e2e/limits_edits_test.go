package e2e_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ralsh/ral/raltest/real"
)

// edited is a type whose resources are edits of one file. {n} is the number of a resource,
// and {v} its value.
type edited struct {
	name, title, file string
	head              string // the beginning of the file
	text              string // of a resource in the file
	shown             string // a comment that shows the resource, if the type finds it there
	present, absent   map[string]string
	apart             bool // changes of different kinds are written separately
}

// allEdited are the types, and the places in a file that their resources can have.
var allEdited = []edited{
	{
		name: "ini_setting", title: "s{n}", file: "/etc/ini", text: "k{n} = {v}\n", shown: "# k{n} = 0\n",
		present: map[string]string{"path": "/etc/ini", "section": "", "setting": "k{n}", "value": "{v}"},
		absent:  map[string]string{"path": "/etc/ini", "section": "", "setting": "k{n}"},
	},
	{
		name: "ini_setting", title: "s{n}", file: "/etc/ini", head: "[s]\n", text: "k{n} = {v}\n", shown: "# k{n} = 0\n",
		present: map[string]string{"path": "/etc/ini", "section": "s", "setting": "k{n}", "value": "{v}"},
		absent:  map[string]string{"path": "/etc/ini", "section": "s", "setting": "k{n}"},
	},
	{
		name: "ini_setting", title: "s{n}", file: "/etc/ini", text: "[s{n}]\nk = {v}\n", shown: "[s{n}]\n# k = 0\n",
		present: map[string]string{"path": "/etc/ini", "section": "s{n}", "setting": "k", "value": "{v}"},
		absent:  map[string]string{"path": "/etc/ini", "section": "s{n}", "setting": "k"},
	},
	{
		name: "yumrepo", title: "r{n}", file: "/etc/yum.repos.d/all.repo", text: "[r{n}]\nname=R {n}\nbaseurl=http://{v}/\n",
		present: map[string]string{"target": "all", "descr": "R {n}", "baseurl": "http://{v}/"},
	},
	{
		name: "yumrepo", title: "r{n}", file: "/etc/yum.repos.d/all.repo", text: "[r{n}]\nname=R {n}\n",
		present: map[string]string{"target": "more", "descr": "R {n}"}, apart: true, // a change is a move
	},
	{
		name: "sysctl", title: "net.x{n}", file: "/etc/sysctl.conf", text: "net.x{n} = {v}\n", shown: "#net.x{n} = 0\n",
		present: map[string]string{"value": "{v}"},
	},
	{
		name: "sysctl", title: "net.x{n}", file: "/etc/sysctl.conf", text: "# net.x{n}: why\nnet.x{n} = {v}\n", shown: "#net.x{n} = 0\n",
		present: map[string]string{"value": "{v}", "comment": "why"},
	},
	{
		name: "file_line", title: "l{n}", file: "/etc/lines", text: "key{n} = {v}\n",
		present: map[string]string{"path": "/etc/lines", "line": "key{n} = {v}", "match": "^key{n} ="},
		absent:  map[string]string{"path": "/etc/lines", "match": "^key{n} =", "match_for_absence": "true"},
	},
	{
		name: "file_line", title: "l{n}", file: "/etc/lines", head: "first\n", text: "key{n} = {v}\n",
		present: map[string]string{"path": "/etc/lines", "line": "key{n} = {v}", "match": "^key{n} =", "after": "^first"},
		absent:  map[string]string{"path": "/etc/lines", "line": "key{n} = 1"},
	},
}

// change is how a resource differs from the file.
type change int

const (
	none change = iota
	adds
	changes
	removes
)

// catalog writes a file for n resources, each with one of these changes in turn, and returns
// the root and the catalog. With shown, comments show the missing resources.
func (e edited) catalog(t *testing.T, n int, shown bool, each ...change) (root, catalog string) {
	t.Helper()
	var text strings.Builder
	text.WriteString(e.head)
	resources := make([]resourceOf, n)
	for i := range n {
		fill := func(s, value string) string {
			return strings.NewReplacer("{n}", strconv.Itoa(i), "{v}", value).Replace(s)
		}
		how, parameters := each[i%len(each)], map[string]any{"ensure": "present"}
		declared := e.present
		if how == removes {
			declared, parameters["ensure"] = e.absent, "absent"
		}
		for name, value := range declared {
			parameters[name] = fill(value, "1")
		}
		switch {
		case how == changes:
			text.WriteString(fill(e.text, "0"))
		case how != adds:
			text.WriteString(fill(e.text, "1"))
		case shown:
			text.WriteString(fill(e.shown, ""))
		}
		resources[i] = resourceOf{e.name, fill(e.title, ""), parameters}
	}
	root = t.TempDir()
	write(t, filepath.Join(root, e.file), text.String())
	return root, catalogOf(t, t.TempDir(), resources)
}

// TestLimitEdits plans many edits of one file, in every place and of every kind: twice as
// many in at most three times the processor time, 2,000 in 60 MiB, and in at most six times
// what the same resources take that are in sync.
func TestLimitEdits(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	bin := real.Binary(t)
	ways := map[string][]change{"new": {adds}, "changed": {changes}, "removed": {removes}, "mixed": {adds, changes, removes}}
	for i, e := range allEdited {
		for _, way := range slices.Sorted(maps.Keys(ways)) {
			for _, shown := range []bool{false, true} {
				if e.apart && way == "mixed" || shown && (e.shown == "" || way == "changed" || way == "removed") {
					continue
				}
				t.Run(fmt.Sprintf("%s %d %s %v", e.name, i, way, shown), func(t *testing.T) { e.limit(t, bin, shown, ways[way]) })
			}
		}
	}
}

func (e edited) limit(t *testing.T, bin string, shown bool, each []change) {
	t.Helper()
	root, catalog := e.catalog(t, 2_000, false, none)
	floor, _ := cost(t, bin, "--root", root, "apply", "--noop", catalog)
	var before time.Duration
	for _, n := range []int{2_000, 4_000, 8_000} {
		root, catalog := e.catalog(t, n, shown, each...)
		most := 3 * before
		if n == 2_000 {
			most = 6 * floor.cpu
		}
		best := planned(t, bin, root, catalog, n, created, 1)
		for round := 0; round < 8 && (best.cpu > most || n == 2_000 && best.kib>>10 > 60); round++ {
			p := planned(t, bin, root, catalog, n, created, 1)
			best.cpu, best.kib = min(best.cpu, p.cpu), min(best.kib, p.kib)
		}
		t.Logf("%d: %v of the processors, %d MiB", n, best.cpu.Round(time.Millisecond), best.kib>>10)
		if n == 2_000 {
			real.Within(t, "2000 edits", best.cpu, most)
		} else {
			real.Grows(t, fmt.Sprintf("%d and %d edits", n/2, n), before, best.cpu, 3)
		}
		if n == 2_000 && best.kib>>10 > 60 {
			t.Errorf("%d take %d MiB, more than 60", n, best.kib>>10)
		}
		before = best.cpu
	}
}
