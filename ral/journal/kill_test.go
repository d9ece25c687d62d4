package journal_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/journal"
)

const (
	killAt  = "RALSH_TEST_KILL"
	pruneAt = "RALSH_TEST_PRUNE"
)

func TestMain(m *testing.M) {
	end := killed
	at := os.Getenv(killAt)
	if at == "" {
		at, end = os.Getenv(pruneAt), killedPruning
	}
	if at != "" {
		if err := end(at, os.Getenv("RALSH_TEST_TOP")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(3)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func story() []ral.Decl {
	return []ral.Decl{
		thing("a", "color", "blue", "size", "2"),
		thing("b", "ensure", "absent"),
		thing("c", "color", strings.Repeat("long ", 1000)),
		thing("many1", "ensure", "present", "color", "green"),
		thing("many2", "ensure", "present", "color", "green"),
	}
}

// killed runs the story in a process that kills itself at a write of its
// journal: "7 half" is after half of the seventh write.
func killed(at, top string) error {
	w, err := newWorld(top)
	if err != nil {
		return err
	}
	number, part, _ := strings.Cut(at, " ")
	n, err := strconv.Atoi(number)
	if err != nil {
		return err
	}
	_, err = w.apply(context.Background(), &deadly{State: w.state, left: n, part: part}, story()...)
	return err
}

// deadly kills its process at a write. With "power", what was not synced is lost,
// too.
type deadly struct {
	*ownfiles.State
	left    int
	part    string
	pending []byte
}

func (d *deadly) Append(name string, data []byte, sync bool) error {
	if d.left--; d.left == 0 {
		switch d.part {
		case "half":
			_ = d.State.Append(name, data[:len(data)/2], sync)
		case "nearly":
			_ = d.State.Append(name, data[:len(data)-1], sync)
		case "after":
			_ = d.State.Append(name, data, sync)
		}
		die()
	}
	if d.part != "power" {
		return d.State.Append(name, data, sync)
	}
	if d.pending = append(d.pending, data...); !sync {
		return nil
	}
	all := d.pending
	d.pending = nil
	return d.State.Append(name, all, true)
}

func (d *deadly) WriteAtomic(name string, data []byte) error {
	if d.left--; d.left == 0 {
		if d.part == "after" {
			_ = d.State.WriteAtomic(name, data)
		}
		die()
	}
	return d.State.WriteAtomic(name, data)
}

func die() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// TestKilledAtEveryWrite kills a run, or lets the power fail, at each write of its
// journal and reads the history: it is shown as interrupted, in the right step, and the journal
// contains every change of the host.
func TestKilledAtEveryWrite(t *testing.T) {
	inSteps := make(map[int]bool)
	for n, ended := 1, false; !ended; n++ {
		if n > 200 {
			t.Fatal("the story does not end")
		}
		for _, part := range []string{"before", "half", "nearly", "after", "power"} {
			t.Run(fmt.Sprintf("%d %s", n, part), func(t *testing.T) {
				top := t.TempDir()
				child := exec.Command(os.Args[0])
				child.Env = append(os.Environ(), killAt+"="+fmt.Sprintf("%d %s", n, part), "RALSH_TEST_TOP="+top)
				out, err := child.CombinedOutput()
				var exit *exec.ExitError
				switch {
				case err == nil:
					ended = true
				case !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL:
					t.Fatalf("%v\n%s", err, out)
				}
				if step := judgeKilled(t, top, err == nil); step > 0 {
					inSteps[step] = true
				}
			})
		}
	}
	if len(inSteps) != 5 {
		t.Errorf("it was seen cut off in the steps %v, want all five", inSteps)
	}
}

// judgeKilled returns the step in which the run was interrupted, 0 for none.
func judgeKilled(t *testing.T, top string, ended bool) int {
	t.Helper()
	root, state := filepath.Join(top, "root"), ownfiles.Peek(filepath.Join(top, "state"))
	world := world{root: root, state: state}
	runs, err := journal.List(state, 0)
	if err != nil {
		t.Fatal(err)
	}
	touched := world.read("a/color") != "red" || world.read("b/color") != "red" || world.read("c/color") != "-"
	if len(runs) == 0 {
		if touched || ended {
			t.Fatal("something was changed, and there is no run in the journal")
		}
		return 0
	}
	rec, err := journal.Read(state, 1)
	if err != nil || len(runs) != 1 || runs[0].Status != rec.Status {
		t.Fatalf("%v, %d runs; the list says %q, the run %q", err, len(runs), runs[0].Status, rec.Status)
	}
	if rec.Malformed > 0 {
		t.Errorf("%d damaged lines", rec.Malformed)
	}
	// The last line may only lack its end; then everything is known.
	if ended || rec.Status != journal.CutOff {
		if rec.Status != "changed" || rec.Changed != 6 {
			t.Errorf("status %s, %d changes", rec.Status, rec.Changed)
		}
		return 0
	}
	knownToJournal(t, world, rec)
	// The acts belong to the first resource; that they are for both is known
	// too.
	if world.read("many1/color") != "-" && len(rec.Steps) < 5 {
		t.Errorf("many1 is there, and of many2 there is no step: %d steps", len(rec.Steps))
	}
	step := rec.InHand()
	if step == nil {
		return 0
	}
	if len(step.Unknown()) == 0 {
		t.Errorf("step %d was cut off, and all of it is known", step.N)
	}
	_, notUndoable := journal.Split(journal.Inverses(state, rec, false))
	if !strings.Contains(fmt.Sprint(notUndoable), "the run was interrupted in this step") && len(step.Acts)+len(step.Changes) > 0 {
		t.Errorf("undo does not say that the step was cut off: %v", notUndoable)
	}
	return step.N
}

// knownToJournal checks that every difference from the beginning of the story
// is in an act of the journal.
func knownToJournal(t *testing.T, w world, rec *journal.Record) {
	t.Helper()
	for name, before := range map[string]string{
		"a/color": "red", "a/size": "1", "b/color": "red", "b/pin": "hunter2", "c/color": "-", "many1/color": "-", "many2/color": "-",
	} {
		now := w.read(name)
		if now != before && !slices.ContainsFunc(rec.Steps, func(s journal.Step) bool {
			return slices.ContainsFunc(s.Acts, func(a journal.Act) bool { return a.Path == "/things/"+name })
		}) {
			t.Errorf("%s is %.20q and was %q; no act in the journal says so", name, now, before)
		}
	}
}
