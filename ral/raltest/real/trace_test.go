package real

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What a process executes is counted to the program that it comes from, also if this
// ends before, and if a process executes twice.
func TestTrace(t *testing.T) {
	script := filepath.Join(t.TempDir(), "script")
	Write(t, script, "#!/bin/sh -e\n/bin/true \"$1\"\n", 0o755)
	many, manyDone := "", []string(nil)
	for i := range 300 {
		many += fmt.Sprintf("/bin/sh -c '(/bin/true %d)' & ", i)
		manyDone = append(manyDone, fmt.Sprintf("/bin/sh /bin/true %d", i), fmt.Sprintf("sh /bin/sh -c (/bin/true %d)", i))
	}
	slices.Sort(manyDone)
	for name, c := range map[string]struct {
		sh   string
		want []string // by which program, and what
	}{
		"a child":           {"/bin/true a 'b  c'; :", []string{"sh /bin/true a b  c"}},
		"itself":            {"exec /bin/true 1", []string{"sh /bin/true 1"}},
		"itself, and again": {"exec /bin/sh -c 'exec /bin/true 2'", []string{"sh /bin/sh -c exec /bin/true 2", "/bin/sh /bin/true 2"}},
		"a child's child":   {"(/bin/true 1; /bin/sh -c '/bin/true 2; :')", []string{"sh /bin/true 1", "sh /bin/sh -c /bin/true 2; :", "/bin/sh /bin/true 2"}},
		"a script":          {script + " 'x y'; :", []string{"sh " + script + " x y", script + " /bin/true x y"}},
		"no such program":   {"/no/such || :", nil},
		"killed":            {"kill -9 $$", nil},
		"many":              {many + "wait", manyDone},
	} {
		t.Run(name, func(t *testing.T) {
			list, err := Trace(exec.Command("/bin/sh", "-c", c.sh, "sh"))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range list[1:] {
				by := list[e.By].Path
				if e.By == 0 {
					by = "sh"
				}
				got = append(got, by+" "+strings.Join(append([]string{e.Path}, e.Argv[1:]...), " "))
			}
			if name == "many" {
				slices.Sort(got)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, not %q", got, c.want)
			}
		})
	}
}

// What a traced command leaves running goes on, and executes what it has to.
func TestTraceLeavesTheRest(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command("/bin/sh", "-ec", `
		mkfifo go done
		(read -r x <go; /bin/echo after >done) >/dev/null 2>&1 &`)
	cmd.Dir = dir
	if _, err := Trace(cmd); err != nil {
		t.Fatal(err)
	}
	after := exec.Command("/bin/sh", "-c", "echo >go; cat done")
	after.Dir = dir
	if out, err := after.Output(); string(out) != "after\n" {
		t.Errorf("%q, %v", out, err)
	}
}
