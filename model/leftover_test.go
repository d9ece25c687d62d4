package model_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ralsh/model/modeltest"
)

// cutOff changes the last run to one that was killed in its first write: the
// journal ends with that act.
func cutOff(t *testing.T, state string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(state, "runs", "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %v", files, err)
	}
	file := files[len(files)-1]
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	act := bytes.Index(data, []byte(`{"t":"act",`))
	if act < 0 {
		t.Fatalf("no act in %s", data)
	}
	if err := os.WriteFile(file, data[:act+bytes.IndexByte(data[act:], '\n')+1], 0o600); err != nil {
		t.Fatal(err)
	}
}

// The temporary file of a killed run is removed by the next run, which reports
// it, and so does the history. Nothing else is touched.
func TestLeftoverOfAKilledRun(t *testing.T) {
	s, root := modeltest.Kept(t, map[string]string{"/srv/a": "old\n", "/srv/b": "old\n"})
	var text []string
	s.Warn = func(err error) { text = append(text, err.Error()) }
	modeltest.Apply(t, s, modeltest.File("/srv/a", "content", "new\n"))
	cutOff(t, s.History.Dir())

	const left = "/srv/.a.ralsh-ABCDEFGHIJ23"
	others := []string{
		"/srv/.b.ralsh-ABCDEFGHIJ23",   // for a file that the run did not write
		"/srv/.a.ralsh-abcdefghij23",   // not a name of ralsh
		"/srv/.a.ralsh-ABCDEFGHIJ234",  // nor this one
		"/srv/x/.a.ralsh-ABCDEFGHIJ23", // another directory
	}
	put(t, root+left, "ne")
	for _, name := range others {
		put(t, root+name, "kept")
	}
	link := "/srv/.a.ralsh-LINKLINKLINK"
	if err := os.Symlink(filepath.Join(root, "/srv/b"), root+link); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		planted := "/srv/.a.ralsh-PLANTEDPLANT"
		put(t, root+planted, "kept")
		if err := os.Chown(root+planted, 65534, 65534); err != nil {
			t.Fatal(err)
		}
		others = append(others, planted)
	}

	modeltest.Apply(t, s, modeltest.File("/srv/b", "content", "new\n"))
	if _, err := os.Lstat(root + left); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", left, err)
	}
	for _, name := range append(others, link, "/srv/a", "/srv/b") {
		if _, err := os.Lstat(root + name); err != nil {
			t.Error(err)
		}
	}
	want := fmt.Sprintf("removed %s, a temporary file of the interrupted run 1", left)
	if !slices.Equal(text, []string{want}) {
		t.Errorf("the run said %q, want %q", text, want)
	}
	rec, err := s.History.Run(2)
	if err != nil || len(rec.Leftovers) != 1 || rec.Leftovers[0].String() != want {
		t.Errorf("history has %v, %v", rec.Leftovers, err)
	}
	// The next run has nothing to search for.
	text = nil
	put(t, root+left, "later")
	modeltest.Apply(t, s, modeltest.File("/srv/b", "content", "newer\n"))
	if _, err := os.Lstat(root + left); err != nil || len(text) > 0 {
		t.Errorf("%v, %s", err, strings.Join(text, "\n"))
	}
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
