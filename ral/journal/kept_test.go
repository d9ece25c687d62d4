package journal_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/journal"
	"ralsh/ral/value"
)

// Saved content is only restored if it is unchanged.
func TestKeptContentIsChecked(t *testing.T) {
	w := aWorld(t)
	long := strings.Repeat("red", 1000)
	if err := os.WriteFile(filepath.Join(w.root, "things/a/color"), []byte(long), 0o644); err != nil {
		t.Fatal(err)
	}
	rec := w.run(t, thing("a", "color", "blue"))
	back, bad := journal.Split(journal.Inverses(w.state, rec, false))
	if len(back) != 1 || len(bad) > 0 || back[0].Decl.Attrs[0].Value.Raw() != long {
		t.Fatalf("%+v, %+v", back, bad)
	}
	kept, err := filepath.Glob(w.state.Path("kept/*"))
	if err != nil || len(kept) == 0 {
		t.Fatalf("%q, %v", kept, err)
	}
	for _, file := range kept {
		if err := os.WriteFile(file, []byte("changed"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if back, bad := journal.Split(journal.Inverses(w.state, rec, false)); len(back) > 0 || !strings.Contains(fmt.Sprint(bad), "was modified") {
		t.Errorf("%+v, %+v", back, bad)
	}
}

// An undo goes backwards, and finds each resource as the run left it, as before
// the run, or changed by another process.
func TestDriftSinceTheRun(t *testing.T) {
	w := aWorld(t)
	rec := w.run(t, thing("b", "color", "blue"), thing("a", "color", "blue"))
	back, _ := journal.Split(journal.Inverses(w.state, rec, false))
	if len(back) != 2 || back[0].Decl.Title != "a" || back[1].Decl.Title != "b" {
		t.Fatalf("not in reverse order: %+v", back)
	}
	for color, want := range map[string]struct {
		moved string
		done  bool
	}{
		"blue": {"", false}, "red": {"color: the run left 'blue', now it is 'red'", true}, "green": {"color: the run left 'blue', now it is 'green'", false},
	} {
		now := ral.NewInstance(w.env.Registry.Type("thing"), "a").Set("ensure", value.Present()).Set("color", value.Str(color))
		if moved, done := back[0].Drift(rec, now); moved != want.moved || done != want.done {
			t.Errorf("%s: %q, %v", color, moved, done)
		}
	}
}
