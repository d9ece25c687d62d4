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

	"ralsh/ral/host/ownfiles"
	"ralsh/ral/journal"
)

// text returns a string long enough to be stored separately: 6,000 bytes.
func text(n int) string { return strings.Repeat(fmt.Sprintf("%05d\n", n), 1000) }

// past creates a journal of runs. Each run sets the color of a to another long text.
// The runs in cut have no end, like a killed run.
func past(t *testing.T, runs int, cut ...int) world {
	t.Helper()
	w := aWorld(t)
	for n := 1; n <= runs; n++ {
		w.run(t, thing("a", "color", text(n)))
		if !slices.Contains(cut, n) {
			continue
		}
		file := w.state.Path(fmt.Sprintf("runs/%06d.jsonl", n))
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		at := strings.LastIndex(strings.TrimSuffix(string(data), "\n"), "\n")
		if err := os.WriteFile(file, data[:at+1], 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// there lists the runs, and whether the changes of each can be undone.
func there(t *testing.T, state *ownfiles.State) string {
	t.Helper()
	var parts []string
	for rec, err := range journal.All(state) {
		if err != nil {
			t.Fatal(err)
		}
		whole, err := journal.Read(state, rec.Number)
		if err != nil {
			t.Fatal(err)
		}
		part := strconv.Itoa(rec.Number)
		if _, notUndoable := journal.Split(journal.Inverses(state, whole, false)); strings.Contains(fmt.Sprint(notUndoable), "removed from the journal") {
			part += " without contents"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

func TestPrune(t *testing.T) {
	for name, c := range map[string]struct {
		keep journal.Retention
		cut  []int
		seen []int
		want string
		left int // number of contents: a run names the previous and its own text, the first one also "red"
	}{
		"without bound":             {journal.Retention{}, nil, nil, "6, 5, 4, 3, 2, 1", 7},
		"as many as there are":      {journal.Retention{Runs: 6}, nil, nil, "6, 5, 4, 3, 2, 1", 7},
		"three runs":                {journal.Retention{Runs: 3}, nil, nil, "6, 5, 4", 4},
		"this run always":           {journal.Retention{Runs: 1, Bytes: 1}, nil, nil, "6", 2},
		"cut off and not seen":      {journal.Retention{Runs: 2}, []int{2, 3}, []int{3}, "6, 2", 4},
		"cut off and seen":          {journal.Retention{Runs: 2}, []int{2}, []int{2}, "6, 5", 3},
		"contents of three":         {journal.Retention{Bytes: 18_000}, nil, nil, "6, 5, 4 without contents, 3 without contents, 2 without contents, 1", 3},
		"contents of the held ones": {journal.Retention{Bytes: 1}, []int{3}, nil, "6, 5 without contents, 4, 3, 2 without contents, 1", 4},
	} {
		t.Run(name, func(t *testing.T) {
			w := past(t, 5, c.cut...)
			for _, n := range c.seen {
				rec, err := journal.Read(w.state, n)
				if err := errors.Join(err, journal.MarkSeen(w.state, rec)); err != nil {
					t.Fatal(err)
				}
			}
			w.keep = c.keep
			w.run(t, thing("a", "color", text(6)))
			if got := there(t, w.state); got != c.want {
				t.Errorf("there are %s; want %s", got, c.want)
			}
			stored, err := journal.Count(w.state)
			if err != nil || stored.Contents != c.left || stored.Bytes/6000 != int64(min(c.left, 6)) {
				t.Errorf("%+v, %v; want %d contents", stored, err, c.left)
			}
			for _, n := range c.seen {
				_, err := w.state.Read(fmt.Sprintf("seen/%06d", n))
				if kept := strings.Contains(c.want, strconv.Itoa(n)); (err == nil) != kept {
					t.Errorf("that run %d was seen: %v", n, err)
				}
			}
		})
	}
}

// Only files of the journal are removed, and those that belong to no run are.
func TestPruneLeavesForeignFiles(t *testing.T) {
	w := past(t, 2)
	sum := strings.Repeat("0a", 32)
	for _, name := range []string{"kept/README", "kept/" + sum + ".bak", "kept/" + sum, "kept/." + sum + "123", "runs/notes"} {
		if err := w.state.WriteAtomic(name, []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	w.keep = journal.Retention{Runs: 1}
	w.run(t, thing("a", "color", text(3)))
	for name, want := range map[string]bool{
		"kept/README": true, "kept/" + sum + ".bak": true, "runs/notes": true, "kept/" + sum: false, "kept/." + sum + "123": false,
	} {
		if _, err := w.state.Read(name); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// stuck is a disk on which nothing can be removed.
type stuck struct{ *ownfiles.State }

func (stuck) Remove(string) error { return errors.New("read-only file system") }

func TestPruneFails(t *testing.T) {
	w := past(t, 2)
	w.keep = journal.Retention{Runs: 1}
	rep, err := w.apply(t.Context(), stuck{w.state}, thing("a", "color", text(3)))
	pruned, ok := errors.AsType[*journal.PruneError](err)
	if !ok || pruned.Run != 3 || rep == nil || !rep.OK() {
		t.Errorf("%v, %v", rep, err)
	}
	if got := there(t, w.state); got != "3, 2, 1" {
		t.Errorf("there are %s", got)
	}
	w.run(t, thing("a", "color", text(4)))
	if got := there(t, w.state); got != "4" {
		t.Errorf("later there are %s", got)
	}
}

type deadlyRemoval struct {
	*ownfiles.State
	left int
	part string
}

func (d *deadlyRemoval) Remove(name string) error {
	if d.left--; d.left == 0 {
		if d.part == "after" {
			_ = d.State.Remove(name)
		}
		die()
	}
	return d.State.Remove(name)
}

// pruning returns the retention of the following story: four contents are 24,000
// bytes, two of the last run and two of the unseen one.
func pruning() journal.Retention { return journal.Retention{Runs: 3, Bytes: 24_000} }

// killedPruning runs in a process that kills itself at a removal.
func killedPruning(at, top string) error {
	w, err := openWorld(top)
	if err != nil {
		return err
	}
	number, part, _ := strings.Cut(at, " ")
	n, err := strconv.Atoi(number)
	if err != nil {
		return err
	}
	w.keep = pruning()
	_, err = w.apply(context.Background(), &deadlyRemoval{State: w.state, left: n, part: part}, thing("a", "color", text(6)))
	return err
}

// TestKilledWhilePruning kills a run at each removal. The remaining journal can
// be read, the last run and the unseen one are complete, and the next run
// reaches the usual result.
func TestKilledWhilePruning(t *testing.T) {
	kills := 0
	for n, ended := 1, false; !ended; n++ {
		for _, part := range []string{"before", "after"} {
			t.Run(fmt.Sprintf("%d %s", n, part), func(t *testing.T) {
				w := past(t, 5, 2)
				top := filepath.Dir(w.root)
				child := exec.Command(os.Args[0])
				child.Env = append(os.Environ(), pruneAt+"="+fmt.Sprintf("%d %s", n, part), "RALSH_TEST_TOP="+top)
				out, err := child.CombinedOutput()
				var exit *exec.ExitError
				switch {
				case err == nil:
					ended = true
				case !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL:
					t.Fatalf("%v\n%s", err, out)
				default:
					kills++
				}
				runs := strings.Split(there(t, w.state), ", ")
				if runs[0] != "6" || !slices.Contains(runs, "2") {
					t.Errorf("there are %q", runs)
				}
				w.keep = pruning()
				w.run(t, thing("a", "color", text(7)))
				if got := there(t, w.state); got != "7, 6 without contents, 2" {
					t.Errorf("after the next run there are %s", got)
				}
				if stored, err := journal.Count(w.state); err != nil || stored.Contents != 4 {
					t.Errorf("after the next run: %+v, %v", stored, err)
				}
			})
		}
		if n > 50 {
			t.Fatal("the removals do not end")
		}
	}
	if kills < 8 {
		t.Errorf("it was killed %d times only", kills)
	}
}

// A run that the journal does not contain is reported with the reason: nothing is
// recorded, no run was on the root, the number is too high, or the run was removed.
func TestNoRun(t *testing.T) {
	const none = "no run is recorded yet: a command that fails before its first change is not recorded"
	empty := aWorld(t)
	some := past(t, 4)
	for _, n := range []int{1, 3} {
		if err := os.Remove(some.state.Path(fmt.Sprintf("runs/%06d.jsonl", n))); err != nil {
			t.Fatal(err)
		}
	}
	last := func(w world, root string) error { _, err := journal.Last(w.state, root); return err }
	find := func(w world, n int) error { _, err := journal.Find(w.state, n); return err }
	for _, c := range []struct {
		err  error
		want journal.NoRunError
		text string
	}{
		{last(empty, "/"), journal.NoRunError{Root: "/"}, none},
		{find(empty, 1), journal.NoRunError{Run: 1}, none},
		{last(some, "/srv"), journal.NoRunError{Root: "/srv", Oldest: 2, Newest: 4}, "no run on /srv is recorded (run 4, the newest, was on a different root)"},
		{find(some, 9), journal.NoRunError{Run: 9, Oldest: 2, Newest: 4}, "run 9 does not exist: the newest run is 4"},
		{find(some, 1), journal.NoRunError{Run: 1, Oldest: 2, Newest: 4}, "run 1 was removed from the history: the oldest run is 2"},
		{find(some, 3), journal.NoRunError{Run: 3, Oldest: 2, Newest: 4}, "run 3 was removed from the history"},
	} {
		e, ok := errors.AsType[*journal.NoRunError](c.err)
		if !ok || *e != c.want || e.Error() != c.text || !errors.Is(c.err, journal.ErrNoRun) {
			t.Errorf("%v, want %s", c.err, c.text)
		}
	}
}
