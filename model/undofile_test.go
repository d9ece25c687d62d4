package model_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
)

// What a line replaced, and where one stood, comes back: the file is as it was. A
// file that somebody changed since is left alone.
func TestUndoLines(t *testing.T) {
	const path, before = "/etc/tool.conf", "a\nx=1\nx=2\nb\n"
	line := func(title string, pairs ...string) ral.Decl {
		return raltest.Decl("file_line", title, append([]string{"path", path}, pairs...)...)
	}
	for name, c := range map[string]struct {
		decls  []ral.Decl
		others string // what somebody adds before the undo
		cannot string
	}{
		"a line that was replaced": {decls: []ral.Decl{line("one", "line", "x=3", "match", "^x=1")}},
		"several at once":          {decls: []ral.Decl{line("one", "line", "x=3", "match", "^x=", "multiple", "true")}},
		"a line in the middle":     {decls: []ral.Decl{line("one", "line", "a", "ensure", "absent")}},
		"a line by its pattern":    {decls: []ral.Decl{line("one", "line", "z", "ensure", "absent", "match", "^a", "match_for_absence", "true")}},
		"two of one file":          {decls: []ral.Decl{line("one", "line", "x=3", "match", "^x=1"), line("two", "line", "c", "after", "^a")}},
		"changed since": {
			decls: []ral.Decl{line("one", "line", "x=3", "match", "^x=1")}, others: "more\n",
			cannot: "it was changed since the run, so it is left alone",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, root := kept(t, map[string]string{path: before})
			apply(t, s, c.decls...)
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
			if err := os.WriteFile(on, []byte(left), 0o644); err != nil {
				t.Fatal(err)
			}
			u, err := s.Undo(t.Context(), 0)
			if err != nil {
				t.Fatal(err)
			}
			want := before
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

// What was put into a directory between the plan of an undo and its apply stays.
func TestUndoLooksAgainIntoDirectories(t *testing.T) {
	s, root := kept(t, map[string]string{"/etc/motd": "x"})
	apply(t, s, file("/srv", "ensure", "directory"))
	u, err := s.Undo(t.Context(), 0)
	if err != nil || len(u.NotUndoable) > 0 {
		t.Fatalf("%v, %v", err, u.NotUndoable)
	}
	overwrite(t, root+"/srv/theirs", "theirs")
	if rep, err := s.ApplyUndo(t.Context(), u, transaction.Options{}); rep != nil || err == nil || !strings.Contains(err.Error(), "the directory holds theirs") {
		t.Errorf("%v, %v", rep, err)
	}
	if data, err := os.ReadFile(root + "/srv/theirs"); string(data) != "theirs" {
		t.Errorf("%q, %v", data, err)
	}
}

// An empty directory is removed as such: all of it comes back.
func TestUndoOfAnEmptyDirectory(t *testing.T) {
	s, root := kept(t, map[string]string{"/etc/motd": "x"})
	if err := os.Mkdir(root+"/srv", 0o711); err != nil {
		t.Fatal(err)
	}
	before := tree(t, root)
	apply(t, s, file("/srv", "ensure", "absent", "force", "true"))
	if cannot := undo(t, s); len(cannot) > 0 {
		t.Error(cannot)
	}
	if got := tree(t, root); !slices.Equal(got, before) {
		t.Errorf("%q, want %q", got, before)
	}
}
