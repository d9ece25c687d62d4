package undo_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ralsh/model/modeltest"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
)

// A replaced line and the position of a line are restored: the file is as
// before. A file that was changed since is skipped.
func TestUndoLines(t *testing.T) {
	const path, before = "/etc/tool.conf", "a\nx=1\nx=2\nb\n"
	line := func(title string, pairs ...string) ral.Decl {
		return raltest.Decl("file_line", title, append([]string{"path", path}, pairs...)...)
	}
	for name, c := range map[string]struct {
		decls  []ral.Decl
		others string // what another program adds before the undo
		to     string // what another program replaces the file with
		cannot string
	}{
		"a line that was replaced":       {decls: []ral.Decl{line("one", "line", "x=3", "match", "^x=1")}},
		"several at once":                {decls: []ral.Decl{line("one", "line", "x=3", "match", "^x=", "multiple", "true")}},
		"a line in the middle":           {decls: []ral.Decl{line("one", "line", "a", "ensure", "absent")}},
		"a line by its pattern":          {decls: []ral.Decl{line("one", "line", "z", "ensure", "absent", "match", "^a", "match_for_absence", "true")}},
		"two of one file":                {decls: []ral.Decl{line("one", "line", "x=3", "match", "^x=1"), line("two", "line", "c", "after", "^a")}},
		"changed since elsewhere":        {decls: []ral.Decl{line("one", "line", "x=3", "match", "^x=1")}, others: "more\n"},
		"a line away, and changed since": {decls: []ral.Decl{line("one", "line", "x=1", "ensure", "absent")}, others: "more\n"},
		"a new line, and changed since":  {decls: []ral.Decl{line("one", "line", "c", "after", "^a")}, others: "more\n"},
		"two of one file and changed since": {
			decls: []ral.Decl{line("one", "line", "x=3", "match", "^x=1"), line("two", "line", "c", "after", "^a")}, others: "more\n",
		},
		"changed since in the same place": {
			decls: []ral.Decl{line("one", "line", "x=3", "match", "^x=1")}, to: "a\nx=4\nx=2\nb\n",
			cannot: "it changed after the run",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, root := modeltest.Kept(t, map[string]string{path: before})
			modeltest.Apply(t, s, c.decls...)
			on := filepath.Join(root, path)
			read := func() string {
				data, err := os.ReadFile(on)
				if err != nil {
					t.Fatal(err)
				}
				return string(data)
			}
			if read() == before {
				t.Fatal("nothing was changed")
			}
			left := read() + c.others
			if c.to != "" {
				left = c.to
			}
			if err := os.WriteFile(on, []byte(left), 0o644); err != nil {
				t.Fatal(err)
			}
			u, err := s.Undo(t.Context(), 0)
			if err != nil {
				t.Fatal(err)
			}
			want := before + c.others
			if c.cannot != "" {
				if want = left; len(u.NotUndoable) != len(c.decls) || !strings.Contains(u.NotUndoable[0].Reason, c.cannot) {
					t.Errorf("cannot: %+v", u.NotUndoable)
				}
			} else if rep, err := s.ApplyUndo(t.Context(), u, transaction.Options{}); err != nil || !rep.OK() || len(u.NotUndoable) > 0 {
				t.Fatalf("%v, %s, %+v", err, rep.Summary(), u.NotUndoable)
			}
			if got := read(); got != want {
				t.Errorf("the file is %q, want %q", got, want)
			}
		})
	}
}

// What was added to a directory between the plan of an undo and its apply
// stays.
func TestUndoLooksAgainIntoDirectories(t *testing.T) {
	s, root := modeltest.Kept(t, map[string]string{"/etc/motd": "x"})
	modeltest.Apply(t, s, modeltest.File("/srv", "ensure", "directory"))
	u, err := s.Undo(t.Context(), 0)
	if err != nil || len(u.NotUndoable) > 0 {
		t.Fatalf("%v, %v", err, u.NotUndoable)
	}
	overwrite(t, root+"/srv/theirs", "theirs")
	if rep, err := s.ApplyUndo(t.Context(), u, transaction.Options{}); rep != nil || err == nil || !strings.Contains(err.Error(), "the directory contains theirs") {
		t.Errorf("%v, %v", rep, err)
	}
	if data, err := os.ReadFile(root + "/srv/theirs"); string(data) != "theirs" {
		t.Errorf("%q, %v", data, err)
	}
}

// An empty directory is removed as such and restored.
func TestUndoOfAnEmptyDirectory(t *testing.T) {
	s, root := modeltest.Kept(t, map[string]string{"/etc/motd": "x"})
	if err := os.Mkdir(root+"/srv", 0o711); err != nil {
		t.Fatal(err)
	}
	before := tree(t, root)
	modeltest.Apply(t, s, modeltest.File("/srv", "ensure", "absent", "force", "true"))
	if cannot := undoLast(t, s); len(cannot) > 0 {
		t.Error(cannot)
	}
	if got := tree(t, root); !slices.Equal(got, before) {
		t.Errorf("%q, want %q", got, before)
	}
}

// An undo restores the file that the run wrote, wherever the links to it lead
// now.
func TestUndoAndLinks(t *testing.T) {
	link := func(target, path string) {
		t.Helper()
		if err := os.Symlink(target, path); err != nil {
			t.Fatal(err)
		}
	}
	remove := func(path string) {
		t.Helper()
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
	}
	files := map[string]string{"/srv/v1/old": "old", "/srv/v2/f": "new", "/srv/v2/old": "other", "/srv/h/x": "x", "/etc/f": "new"}
	t.Run("a link that leads elsewhere", func(t *testing.T) {
		s, root := modeltest.Kept(t, files)
		link("v1", root+"/srv/cur")
		before := tree(t, root)
		modeltest.Apply(t, s, modeltest.File("/srv/cur/f", "content", "new"), modeltest.File("/srv/cur/old", "content", "new"))
		remove(root + "/srv/cur")
		link("v2", root+"/srv/cur")
		if cannot := undoLast(t, s); len(cannot) > 0 {
			t.Error(cannot)
		}
		remove(root + "/srv/cur")
		link("v1", root+"/srv/cur")
		if got := tree(t, root); !slices.Equal(got, before) {
			t.Errorf("%q, want %q", got, before)
		}
	})
	t.Run("a link in place of the directory", func(t *testing.T) {
		s, root := modeltest.Kept(t, files)
		modeltest.Apply(t, s, modeltest.File("/srv/h/f", "content", "new"))
		remove(root + "/srv/h")
		link("/etc", root+"/srv/h")
		before := tree(t, root)
		if u, err := s.Undo(t.Context(), 0); err != nil || len(u.NotUndoable) == 0 {
			t.Errorf("%v, %+v", err, u.NotUndoable)
		} else if _, err := s.ApplyUndo(t.Context(), u, transaction.Options{}); err != nil {
			t.Error(err)
		}
		if got := tree(t, root); !slices.Equal(got, before) {
			t.Errorf("%q, want %q", got, before)
		}
	})
}

// What a run did not change is not compared: another step or program may have
// changed it.
func TestUndoComparesWhatChanged(t *testing.T) {
	s, root := modeltest.Kept(t, map[string]string{"/etc/hosts": "127.0.0.1 localhost\n", "/srv/f": "a\n"})
	before := tree(t, root)
	modeltest.Apply(t, s, raltest.Decl("host", "a1", "ip", "192.0.2.1", "ensure", "present"), modeltest.File("/etc/hosts", "mode", "0600"))
	if cannot := undoLast(t, s); len(cannot) > 0 || !slices.Equal(tree(t, root), before) {
		t.Errorf("%q, %q", cannot, tree(t, root))
	}
	modeltest.Apply(t, s, modeltest.File("/srv/f", "mode", "0600"))
	overwrite(t, root+"/srv/f", "a\nother\n")
	if cannot := undoLast(t, s); len(cannot) > 0 {
		t.Errorf("%q", cannot)
	}
	if info, err := os.Stat(root + "/srv/f"); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// A line whose write is not in the journal is reported with that reason.
func TestUndoOfALineWithoutItsWrite(t *testing.T) {
	s, _ := modeltest.Kept(t, map[string]string{"/etc/tool.conf": "a\n"})
	modeltest.Apply(t, s, raltest.Decl("file_line", "one", "path", "/etc/tool.conf", "line", "b"))
	run := filepath.Join(s.History.Dir(), "runs", "000001.jsonl")
	data, err := os.ReadFile(run)
	if err != nil {
		t.Fatal(err)
	}
	var rest strings.Builder
	for line := range strings.Lines(string(data)) {
		if !strings.Contains(line, `"t":"act`) {
			rest.WriteString(line)
		}
	}
	if err := os.WriteFile(run, []byte(rest.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	u, err := s.Undo(t.Context(), 0)
	if err != nil || len(u.NotUndoable) != 1 || u.NotUndoable[0].Reason != "the journal does not name the file that was written" {
		t.Errorf("%v, %+v", err, u.NotUndoable)
	}
}

// TestUndoReadsKeptContentOnce loses the kept content of a file while the undo
// is planned: nothing else is written in its place.
func TestUndoReadsKeptContentOnce(t *testing.T) {
	s, root := modeltest.Kept(t, map[string]string{"/etc/first": "one\n", "/etc/second": "two\n"})
	modeltest.Apply(t, s, modeltest.File("/etc/first", "content", "1"), modeltest.File("/etc/second", "content", "2"))
	ctx := host.WithReadTrace(t.Context(), func(path string) {
		if path == "/etc/second" { // the first file was looked at
			if err := os.RemoveAll(filepath.Join(s.History.Dir(), "kept")); err != nil {
				t.Error(err)
			}
		}
	})
	u, err := s.Undo(ctx, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.ApplyUndo(t.Context(), u, transaction.Options{}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"/etc/first": "one\n", "/etc/second": "two\n"} { // the second by the value in the journal
		if data, err := os.ReadFile(filepath.Join(root, name)); err != nil || string(data) != want {
			t.Errorf("%s: %q, %v, want %q", name, data, err, want)
		}
	}
}
