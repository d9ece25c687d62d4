package ownfiles

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func begin(t *testing.T, g *Generations) *Generation {
	t.Helper()
	n, err := g.Begin()
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func contents(t *testing.T, g *Generations) string {
	t.Helper()
	files, err := g.Files(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for name, f := range files {
		text := name + "/"
		if !f.Dir {
			data, _ := os.ReadFile(filepath.Join(g.Current(), name))
			text = name + "=" + string(data) + " " + f.Mode.String()
		}
		list = append(list, text)
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

func TestGenerations(t *testing.T) {
	s, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	g := s.Generations("plugins")
	if got := contents(t, g); got != "" {
		t.Errorf("at first %s", got)
	}
	one := begin(t, g)
	if err := errors.Join(one.Write("lib/a/x", strings.NewReader("x"), 0o644), one.Write("lib/y", strings.NewReader("y"), 0o755), one.Mkdir("facts.d")); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, g); got != "" {
		t.Errorf("before the commit %s", got)
	}
	if err := one.Commit(); err != nil {
		t.Fatal(err)
	}
	const first = "facts.d/, lib/, lib/a/, lib/a/x=x -rw-r--r--, lib/y=y -rwxr-xr-x"
	if got := contents(t, g); got != first {
		t.Errorf("%s, want %s", got, first)
	}
	two := begin(t, g)
	if err := errors.Join(two.Keep("lib/y"), two.Write("lib/z", strings.NewReader("z"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := two.Discard(); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, g); got != first {
		t.Errorf("after one was thrown away %s", got)
	}
	two = begin(t, g)
	if err := errors.Join(two.Keep("lib/y"), two.Write("lib/z", strings.NewReader("z"), 0o600), two.Commit()); err != nil {
		t.Fatal(err)
	}
	if got, want := contents(t, g), "lib/, lib/y=y -rwxr-xr-x, lib/z=z -rw-------"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if names, _ := s.List("plugins"); !slices.Equal(names, []string{"2", "current"}) {
		t.Errorf("there are %v", names)
	}
}

// The leftovers of an earlier process do no harm, and the next commit removes
// them.
func TestGenerationsAfterACrash(t *testing.T) {
	s, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	g := s.Generations("plugins")
	if err := errors.Join(begin(t, g).Commit(), begin(t, g).Write("half", strings.NewReader("h"), 0o644), os.Symlink("7", g.Current()+".new")); err != nil {
		t.Fatal(err)
	}
	next := begin(t, g)
	if err := errors.Join(next.Write("whole", strings.NewReader("w"), 0o644), next.Commit()); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, g); got != "whole=w -rw-r--r--" {
		t.Error(got)
	}
	if names, _ := s.List("plugins"); !slices.Equal(names, []string{"3", "current"}) {
		t.Errorf("there are %v", names)
	}
}

// No name and no link leads out of a generation.
func TestGenerationHoldsWhatIsInIt(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(filepath.Join(dir, "state"))
	if err != nil {
		t.Fatal(err)
	}
	g := s.Generations("plugins")
	n := begin(t, g)
	if err := os.Symlink(dir, filepath.Join(n.dir, "out")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"../evil", "/evil", "out/evil", "a/../../evil"} {
		if err := n.Write(name, strings.NewReader("x"), 0o644); err == nil {
			t.Errorf("%s was written", name)
		}
	}
	if err := n.Write("twice", strings.NewReader("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := n.Write("twice", strings.NewReader("x"), 0o644); !errors.Is(err, fs.ErrExist) {
		t.Errorf("written twice: %v", err)
	}
	if err := n.Commit(); err != nil {
		t.Fatal(err)
	}
	files, err := g.Files(t.Context())
	if out := files["out"]; err != nil || out.Dir || out.Sum != "" || len(files) != 2 {
		t.Errorf("%v %v", files, err)
	}
	if names, _ := os.ReadDir(dir); len(names) != 1 {
		t.Errorf("beside the state folder: %v", names)
	}
}
