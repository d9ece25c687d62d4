package undo_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/model"
	"ralsh/model/modeltest"
	"ralsh/model/undo"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/journal"
	"ralsh/ral/journal/stored"
	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

func undoLast(t *testing.T, s *model.Session) []string {
	t.Helper()
	u, err := s.Undo(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	rep, err := s.ApplyUndo(t.Context(), u, transaction.Options{})
	if err != nil || !rep.OK() {
		t.Fatalf("%v, %s", err, rep.Summary())
	}
	var cannot []string
	for _, c := range u.NotUndoable {
		cannot = append(cannot, c.Ref+" "+c.Property+": "+c.Reason)
	}
	return cannot
}

// tree returns every path below root with its mode and content.
func tree(t *testing.T, root string) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		owner := info.Sys().(*syscall.Stat_t)
		text := fmt.Sprintf("%s %s %d:%d", strings.TrimPrefix(name, root), info.Mode(), owner.Uid, owner.Gid)
		switch {
		case info.Mode().IsRegular():
			data, err := os.ReadFile(name)
			list = append(list, fmt.Sprintf("%s %q", text, data))
			return err
		case info.Mode()&fs.ModeSymlink != 0:
			target, err := os.Readlink(name)
			list = append(list, text+" -> "+target)
			return err
		}
		list = append(list, text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestUndo(t *testing.T) {
	long := strings.Repeat("a line\n", 300_000)
	for name, c := range map[string]struct {
		decls []ral.Decl
	}{
		"content and mode":               {decls: []ral.Decl{modeltest.File("/etc/motd", "content", "other", "mode", "0600")}},
		"a removal":                      {decls: []ral.Decl{modeltest.File("/etc/motd", "ensure", "absent")}},
		"content that is not text":       {decls: []ral.Decl{modeltest.File("/etc/raw", "content", "text now")}},
		"a removal of it":                {decls: []ral.Decl{modeltest.File("/etc/raw", "ensure", "absent")}},
		"content too long to be shown":   {decls: []ral.Decl{modeltest.File("/etc/long", "content", "short")}},
		"a creation":                     {decls: []ral.Decl{modeltest.File("/etc/new", "content", "new")}},
		"a link in place of a file":      {decls: []ral.Decl{modeltest.File("/etc/motd", "ensure", "link", "target", "raw")}},
		"a directory in place of a link": {decls: []ral.Decl{modeltest.File("/etc/link", "ensure", "directory")}},
		"one with a file in it":          {decls: []ral.Decl{modeltest.File("/etc/dirlink", "ensure", "directory"), modeltest.File("/etc/dirlink/motd", "content", "new")}},
		"a directory in place of a file": {decls: []ral.Decl{modeltest.File("/etc/motd", "ensure", "directory")}},
		"a link in place of a directory": {decls: []ral.Decl{modeltest.File("/srv/empty", "ensure", "link", "target", "/etc", "force", "true")}},
		"a link that goes":               {decls: []ral.Decl{modeltest.File("/etc/link", "ensure", "absent")}},
		"a file in place of a link":      {decls: []ral.Decl{modeltest.File("/etc/link", "ensure", "file", "content", "x")}},
		"a tree that was made goes from its leaves": {decls: []ral.Decl{
			modeltest.File("/opt", "ensure", "directory"), modeltest.File("/opt/a", "ensure", "directory"),
			modeltest.File("/opt/a/b", "content", "x"), modeltest.File("/opt/a/c", "content", "y"), modeltest.File("/opt/d", "content", "z"),
		}},
		"a backup goes with what it is of":   {decls: []ral.Decl{modeltest.File("/etc/motd", "content", "other", "backup", ".old")}},
		"the target of a link, not the link": {decls: []ral.Decl{modeltest.File("/etc/link", "content", "other", "links", "follow")}},
		"an entry in another place":          {decls: []ral.Decl{elsewhere("db1")}},
		"a setting among comments":           {decls: []ral.Decl{raltest.Decl("ini_setting", "x", "path", "/etc/ini", "section", "a", "setting", "b", "value", "2")}},
		"a host entry": {decls: []ral.Decl{{Type: "host", Title: "db1", Attrs: []ral.Attr{
			{Name: "ip", Value: value.Str("192.0.2.9")}, {Name: "comment", Value: value.Str("new")},
		}}}},
		"the last host entry":          {decls: []ral.Decl{{Type: "host", Title: "db1", Attrs: []ral.Attr{{Name: "ensure", Value: value.Str("absent")}}}}},
		"a host entry in another file": {decls: []ral.Decl{elsewhere("db2", "ip", "192.0.2.8")}},
		"a change of it":               {decls: []ral.Decl{elsewhere("db3", "ip", "192.0.2.8")}},
		"a removal there":              {decls: []ral.Decl{elsewhere("db3", "ensure", "absent")}},
		"under another title":          {decls: []ral.Decl{{Type: "host", Title: "the database", Attrs: []ral.Attr{{Name: "name", Value: value.Str("db1")}, {Name: "ip", Value: value.Str("192.0.2.8")}}}}},
		"several":                      {decls: []ral.Decl{modeltest.File("/etc/motd", "content", "1"), modeltest.File("/etc/new", "content", "2"), modeltest.File("/etc/raw", "mode", "0600")}},
	} {
		t.Run(name, func(t *testing.T) {
			s, root := modeltest.Kept(t, map[string]string{
				"/etc/motd": "welcome\n", "/etc/raw": "\xff\x00raw", "/etc/long": long, "/etc/hosts": "127.0.0.1\tlocalhost\n192.0.2.7\tdb1\tdb\n",
				"/etc/more": "192.0.2.3\tdb3\n", "/etc/ini": "; one\n\n[a]\n   b =1 ; two\n[c]\n",
			})
			for _, err := range []error{
				os.Symlink("motd", root+"/etc/link"), os.Symlink("../etc", root+"/etc/dirlink"), os.MkdirAll(root+"/srv/empty", 0o750),
			} {
				if err != nil {
					t.Fatal(err)
				}
			}
			if os.Geteuid() == 0 {
				if err := os.Lchown(root+"/etc/link", 7, 8); err != nil {
					t.Fatal(err)
				}
			}
			before := tree(t, root)
			modeltest.Apply(t, s, c.decls...)
			if slices.Equal(before, tree(t, root)) {
				t.Fatal("nothing was changed")
			}
			if cannot := undoLast(t, s); len(cannot) > 0 {
				t.Error(cannot)
			}
			if diff := cmp.Diff(before, tree(t, root)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// elsewhere declares a host entry in a file of its own.
func elsewhere(title string, pairs ...string) ral.Decl {
	d := modeltest.File(title, append(pairs, "target", "/etc/more")...)
	d.Type = "host"
	return d
}

func TestUndoRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		decl ral.Decl
		then func(t *testing.T, root string)
		want string
	}{
		"what somebody changed": {
			modeltest.File("/etc/motd", "content", "ours"),
			func(t *testing.T, root string) { overwrite(t, root+"/etc/motd", "theirs") },
			"File[/etc/motd] : it changed after the run: content: the run left 'ours', now it is 'theirs'",
		},
		"what somebody wrote into a file that was made": {
			modeltest.File("/etc/new", "content", "ours"),
			func(t *testing.T, root string) { overwrite(t, root+"/etc/new", "theirs") },
			"File[/etc/new] : it changed after the run: content: the run left 'ours', now it is 'theirs'",
		},
		"the mode of a file that was made": {
			modeltest.File("/etc/new", "content", "ours"),
			func(t *testing.T, root string) {
				if err := os.Chmod(root+"/etc/new", 0o600); err != nil {
					t.Fatal(err)
				}
			},
			"File[/etc/new] : /etc/new: the run left the mode 0644, now it is 0600",
		},
		"an alias of a host that was made": {
			raltest.Decl("host", "h1", "ip", "192.0.2.8"),
			func(t *testing.T, root string) {
				overwrite(t, root+"/etc/hosts", "192.0.2.7\tdb1\n192.0.2.8\th1\tmine\n")
			},
			"Host[h1] : it changed after the run: host_aliases: the run left it unset, now it is ['mine']",
		},
		"a file that was removed since": {
			modeltest.File("/etc/motd", "content", "ours"),
			func(t *testing.T, root string) {
				if err := os.Remove(root + "/etc/motd"); err != nil {
					t.Fatal(err)
				}
			},
			"File[/etc/motd] : it does not exist anymore",
		},
		"a directory in which something was put since": {
			modeltest.File("/srv/new", "ensure", "directory"),
			func(t *testing.T, root string) { overwrite(t, root+"/srv/new/theirs", "theirs") },
			"File[/srv/new] : /srv/new: the directory contains theirs",
		},
		"a named pipe": {
			modeltest.File("/etc/pipe", "ensure", "file"), nil, "File[/etc/pipe] : /etc/pipe was a named pipe, which ralsh cannot create",
		},
		"what a directory held": {
			modeltest.File("/etc", "ensure", "absent", "force", "true"), nil,
			"File[/etc] : the contents of the directory /etc are not saved",
		},
		"an entry that was moved": {
			elsewhere("db1"),
			func(t *testing.T, root string) { overwrite(t, root+"/etc/more", "192.0.2.7\tdb1\n# theirs\n") },
			"Host[db1] : the run moved it from '/etc/hosts' to '/etc/more', and undo does not search for it there",
		},
		"a file that was longer than is kept": {
			modeltest.File("/srv/long", "ensure", "absent"), nil,
			"File[/srv/long] : the content of /srv/long is not saved: it is too long (16777217 bytes, at most 16777216)",
		},
		"content that is a secret": {
			secret(modeltest.File("/etc/motd", "content", "not to be seen")), nil, "File[/etc/motd] content: " + stored.ErrSecret.Error(),
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, root := modeltest.Kept(t, map[string]string{
				"/etc/motd": "a text of before\n", "/etc/hosts": "192.0.2.7\tdb1\n", "/etc/more": "",
				"/srv/long": strings.Repeat("x", stored.Largest+1),
			})
			if err := syscall.Mkfifo(root+"/etc/pipe", 0o600); err != nil {
				t.Fatal(err)
			}
			modeltest.Apply(t, s, c.decl)
			if c.then != nil {
				c.then(t, root)
			}
			if diff := cmp.Diff([]string{c.want}, undoLast(t, s)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func overwrite(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestUndoTwice undoes an undo: it is a run like any other.
func TestUndoTwice(t *testing.T) {
	s, root := modeltest.Kept(t, map[string]string{"/etc/motd": "welcome\n"})
	modeltest.Apply(t, s, modeltest.File("/etc/motd", "ensure", "absent"))
	after := tree(t, root)
	undoLast(t, s)
	undoLast(t, s)
	if diff := cmp.Diff(after, tree(t, root)); diff != "" {
		t.Error(diff)
	}
	runs, err := s.History.Runs(0)
	if err != nil || len(runs) != 3 || runs[0].UndoOf != 2 || runs[1].UndoOf != 1 {
		t.Errorf("%v, %v", runs, err)
	}
}

// TestUndoOrder checks that, of two created resources, the one that needs the
// other is removed first, although an automatic relationship says the reverse.
func TestUndoOrder(t *testing.T) {
	s, _ := modeltest.Kept(t, map[string]string{"/etc/motd": "welcome\n"})
	modeltest.Apply(t, s, modeltest.File("/etc/target", "content", "x"), modeltest.File("/etc/a-link", "target", "/etc/target"))
	undoLast(t, s)
	rec, err := s.History.Run(0)
	if err != nil || len(rec.Steps) != 2 || rec.Steps[0].Title != "/etc/a-link" {
		t.Errorf("%v, %v", rec.Steps, err)
	}
}

// TestUndoIsReadAgain checks that an undo compares the result with the journal:
// a provider without effect is reported.
func TestUndoIsReadAgain(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(ral.Type{Name: "lamp", Summary: "Lamps", Attributes: []*ral.Attribute{
		{Name: "name", Kind: ral.Param, Namevar: true}, {Name: "color", Kind: ral.Property},
	}}, ral.Provider{Name: "once", New: func() any { return onceOnly{} }})
	s := model.NewSession(t.Context(), reg, raltest.Below(t, t.TempDir()))
	s.KeepJournal(filepath.Join(t.TempDir(), "state"))
	modeltest.Apply(t, s, raltest.Decl("lamp", "desk", "color", "blue"))
	u, err := s.Undo(t.Context(), 0)
	if err != nil || len(u.NotUndoable) > 0 {
		t.Fatalf("%v, %v", err, u.NotUndoable)
	}
	if _, err := s.ApplyUndo(t.Context(), u, transaction.Options{NoReadAgain: true}); err != nil {
		t.Fatal(err)
	}
	want := []journal.NotUndoable{{Ref: "Lamp[desk]", Property: "color", Reason: "it is 'blue', and was 'red' before run 1"}}
	if diff := cmp.Diff(want, u.NotUndoable); diff != "" {
		t.Error(diff)
	}
}

// onceOnly is red, and supports only the change to blue.
type onceOnly struct{}

func (onceOnly) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	is := "red"
	if ok, err := rd.Exists(ctx, "/blue"); err != nil || ok {
		is = "blue"
	}
	return ral.NewInstance(r.Type, r.Title).Set("color", value.Str(is)), nil
}

func (onceOnly) Set(ctx context.Context, wr host.Writer, _ *ral.Resource, _ string, should value.Value) error {
	return wr.WriteFile(ctx, "/"+should.Text(), nil, host.WriteOptions{})
}

// A second undo of a run names the run that undid it, and so does the history. An
// undoLast of the undo makes the run undoable again.
func TestUndoOfUndone(t *testing.T) {
	s, _ := modeltest.Kept(t, map[string]string{"/etc/motd": "welcome\n"})
	modeltest.Apply(t, s, raltest.Decl("file", "/etc/new", "ensure", "directory"), modeltest.File("/etc/new/a", "content", "x"))
	undoLast(t, s)
	const already = "cannot undo run 1: it was already undone by run 2"
	if _, err := s.Undo(t.Context(), 1); err == nil || err.Error() != already {
		t.Errorf("%v", err)
	}
	marks := func() (list []int) {
		runs, err := s.History.Runs(0)
		if err != nil {
			t.Fatal(err)
		}
		for _, rec := range runs {
			one, err := s.History.Run(rec.Number)
			if err != nil || one.UndoneBy != rec.UndoneBy {
				t.Errorf("run %d: %v, %+v", rec.Number, err, one)
			}
			list = append(list, rec.UndoneBy)
		}
		return list
	}
	if diff := cmp.Diff([]int{0, 2}, marks()); diff != "" {
		t.Error(diff)
	}
	undoLast(t, s)
	if diff := cmp.Diff([]int{0, 3, 0}, marks()); diff != "" {
		t.Error(diff)
	}
	if u, err := s.Undo(t.Context(), 1); err != nil || u.Plan.Ready() == 0 {
		t.Errorf("%v, %v", u, err)
	}
}

// An undo that left something does not count as one of the whole run, and the next
// one does not undo it.
func TestUndoAfterPartialUndo(t *testing.T) {
	s, root := modeltest.Kept(t, map[string]string{"/etc/a": "old\n", "/etc/b": "old\n"})
	modeltest.Apply(t, s, modeltest.File("/etc/a", "content", "new"), modeltest.File("/etc/b", "content", "new"))
	b := filepath.Join(root, "/etc/b")
	if err := os.WriteFile(b, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if cannot := undoLast(t, s); len(cannot) == 0 {
		t.Fatal("nothing is reported as left")
	}
	check := func(whole, part int) {
		t.Helper()
		runs, err := s.History.Runs(0)
		if err != nil {
			t.Fatal(err)
		}
		first := runs[len(runs)-1]
		if one, err := s.History.Run(1); err != nil || first.UndoneBy != whole || first.PartlyBy != part || one.UndoneBy != whole || one.PartlyBy != part {
			t.Errorf("%v, %+v, %+v", err, first, one)
		}
	}
	check(0, 2)
	line := "ralsh --root " + root + " undo "
	want := "run 2 (the undo of run 1) is incomplete. To undo the rest of run 1: " + line + "1. To undo run 2: " + line + "2"
	if _, err := s.Undo(t.Context(), 0); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if err := os.WriteFile(b, []byte("new"), 0o644); err != nil {
		t.Fatal(err)
	}
	u, err := s.Undo(t.Context(), 1)
	if err != nil || u.Plan.Ready() != 1 || len(u.NotUndoable) > 0 {
		t.Fatalf("%v, %+v", err, u)
	}
	if rep, err := s.ApplyUndo(t.Context(), u, transaction.Options{}); err != nil || !rep.OK() {
		t.Fatalf("%v, %+v", err, rep)
	}
	check(3, 0)
}

// A run that was undone partly counts as undone when somebody restored the rest, and
// when no later undo can restore it. Then the next undo is a redo again.
func TestUndoIsFinished(t *testing.T) {
	for name, c := range map[string]struct {
		decl  ral.Decl // of /etc/b
		later []string // what others write to /etc/b before the first and the second undo
		part  int      // the undo that left something to restore
	}{
		"restored by somebody":  {modeltest.File("/etc/b", "content", "new"), []string{"mine", "old\n"}, 2},
		"not restored":          {modeltest.File("/etc/b", "content", "new"), []string{"mine", "mine"}, 2},
		"what cannot come back": {secret(modeltest.File("/etc/b", "content", "not to be seen")), []string{"", ""}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			s, root := modeltest.Kept(t, map[string]string{"/etc/a": "was\n", "/etc/b": "old\n"})
			modeltest.Apply(t, s, modeltest.File("/etc/a", "content", "new"), c.decl)
			change := func(text string) {
				if text != "" {
					overwrite(t, root+"/etc/b", text)
				}
			}
			change(c.later[0])
			if cannot := undoLast(t, s); len(cannot) != 1 {
				t.Error(cannot)
			}
			rec, err := s.History.Run(1)
			if err != nil || rec.PartlyBy != c.part || rec.UndoneBy != 2-c.part {
				t.Errorf("after the undo: %v, whole %d, partly %d", err, rec.UndoneBy, rec.PartlyBy)
			}
			change(c.later[1])
			u, err := s.Undo(t.Context(), 1)
			if _, done := errors.AsType[*undo.CannotUndoError](err); done != (c.part == 0) || err == nil && u.Plan.Ready() > 0 {
				t.Fatal(err, u)
			}
			if u != nil {
				if err := u.Finish(); err != nil {
					t.Error(err)
				}
			}
			want, redo := 2, 1
			if name == "not restored" {
				want, redo = 0, 0
			}
			rec, err = s.History.Run(1)
			if err != nil || rec.UndoneBy != want || rec.PartlyBy != 2-want {
				t.Errorf("after the second: %v, whole %d, partly %d", err, rec.UndoneBy, rec.PartlyBy)
			}
			if u, err := s.Undo(t.Context(), 0); (err == nil) != (redo == 1) || err == nil && u.Plan.Ready() != redo {
				t.Errorf("the next undo: %v, %+v", err, u)
			}
		})
	}
}

// mark checks which undo decides the mark of run 1.
func mark(t *testing.T, s *model.Session, whole, part int) {
	t.Helper()
	rec, err := s.History.Run(1)
	if err != nil || rec.UndoneBy != whole || rec.PartlyBy != part {
		t.Errorf("%v, undone by run %d, not %d; partly by run %d, not %d", err, rec.UndoneBy, whole, rec.PartlyBy, part)
	}
}

// undoRun undoes a run, and returns the undo and whether all changes succeeded.
func undoRun(t *testing.T, s *model.Session, run int, before func()) (*undo.Undo, bool) {
	t.Helper()
	u, err := s.Undo(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	if before != nil {
		before()
	}
	rep, err := s.ApplyUndo(t.Context(), u, transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return u, rep.OK()
}

// If the part of an earlier undo is changed again, the run is only partly undone.
func TestUndoOfPartialUndo(t *testing.T) {
	s, root := modeltest.Kept(t, map[string]string{"/etc/a": "old\n", "/etc/b": "old\n"})
	modeltest.Apply(t, s, modeltest.File("/etc/a", "content", "new"), modeltest.File("/etc/b", "content", "new"))
	overwrite(t, root+"/etc/b", "mine")
	undoLast(t, s)
	mark(t, s, 0, 2)
	overwrite(t, root+"/etc/b", "new")
	undoRun(t, s, 1, nil)
	mark(t, s, 3, 0)
	undoRun(t, s, 2, nil)
	mark(t, s, 0, 3)
	undoLast(t, s)
	mark(t, s, 3, 0)
}

// If the undo of a run is partly undone, the run is only partly undone.
func TestPartialRedo(t *testing.T) {
	s, root := modeltest.Kept(t, map[string]string{"/etc/a": "old\n", "/etc/b": "old\n"})
	modeltest.Apply(t, s, modeltest.File("/etc/a", "content", "new"), modeltest.File("/etc/b", "content", "new"))
	undoLast(t, s)
	mark(t, s, 2, 0)
	overwrite(t, root+"/etc/b", "mine")
	undoLast(t, s)
	mark(t, s, 0, 2)
}

// What an earlier undo restored does not count if it is changed later.
func TestUndoOfTheRest(t *testing.T) {
	s, root := modeltest.Kept(t, map[string]string{"/etc/a": "old\n", "/etc/b": "old\n"})
	modeltest.Apply(t, s, modeltest.File("/etc/a", "content", "new"), modeltest.File("/etc/b", "content", "new"))
	overwrite(t, root+"/etc/b", "mine")
	undoLast(t, s)
	overwrite(t, root+"/etc/a", "mine")
	overwrite(t, root+"/etc/b", "new")
	u, ok := undoRun(t, s, 1, nil)
	want := []journal.NotUndoable{{Ref: "File[/etc/a]", Reason: "run 2 restored it, and it changed again", Final: true, Known: true}}
	if diff := cmp.Diff(want, u.NotUndoable); diff != "" || !ok || !u.Complete() {
		t.Error(ok, diff)
	}
	mark(t, s, 3, 0)
}

// An undo that failed after its first change marks the run.
func TestUndoFailsHalfway(t *testing.T) {
	s, root := modeltest.Kept(t, map[string]string{"/etc/a": "old\n", "/srv/b": "old\n"})
	modeltest.Apply(t, s, modeltest.File("/srv/b", "ensure", "absent"), modeltest.File("/etc/a", "ensure", "absent"))
	u, ok := undoRun(t, s, 1, func() {
		if err := os.RemoveAll(root + "/srv"); err != nil {
			t.Fatal(err)
		}
	})
	if ok || u.Complete() {
		t.Error(u.NotUndoable)
	}
	mark(t, s, 0, 2)
}

// The rest of a run that was interrupted in a command cannot be undone: a second undo without a
// number does not suggest it.
func TestUndoWithoutRest(t *testing.T) {
	s, root := modeltest.Kept(t, map[string]string{"/etc/a": "old\n"})
	modeltest.Apply(t, s, modeltest.File("/etc/a", "content", "new"), raltest.Decl("exec", "/bin/true"))
	run := filepath.Join(s.History.Dir(), "runs", "000001.jsonl")
	data, err := os.ReadFile(run)
	if err != nil {
		t.Fatal(err)
	}
	cut := bytes.LastIndex(data, []byte(`{"t":"act_done"`))
	if err := os.WriteFile(run, data[:cut], 0o600); err != nil {
		t.Fatal(err)
	}
	u, ok := undoRun(t, s, 1, nil)
	if !ok || u.Complete() || u.Rest() != "" {
		t.Errorf("%t, %v, rest %q", ok, u.NotUndoable, u.Rest())
	}
	want := "run 2 (the undo of run 1) is incomplete. No undo can restore the rest of run 1. To undo run 2: ralsh --root " + root + " undo 2"
	if _, err := s.Undo(t.Context(), 0); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// An undo is complete if it restores all that the plan of the run promised.
func TestUndoIsComplete(t *testing.T) {
	for name, c := range map[string]struct {
		decl ral.Decl
		want bool
	}{
		"the contents of a directory":    {modeltest.File("/srv", "ensure", "absent", "force", "true"), true},
		"content that is a secret":       {secret(modeltest.File("/etc/b", "content", "not to be seen")), true},
		"a file that was changed since":  {modeltest.File("/etc/theirs", "content", "new"), false},
		"all of it":                      {modeltest.File("/etc/b", "content", "new"), true},
		"the effect of a command":        {raltest.Decl("exec", "/bin/true"), true},
		"a property of a directory only": {modeltest.File("/srv", "mode", "0700"), true},
	} {
		t.Run(name, func(t *testing.T) {
			s, root := modeltest.Kept(t, map[string]string{"/etc/a": "old\n", "/etc/b": "old\n", "/srv/x": "x"})
			modeltest.Apply(t, s, modeltest.File("/etc/a", "content", "new"), c.decl)
			overwrite(t, root+"/etc/theirs", "theirs")
			u, ok := undoRun(t, s, 1, nil)
			if !ok || u.Complete() != c.want {
				t.Errorf("%t, %v", ok, u.NotUndoable)
			}
			if c.want {
				mark(t, s, 2, 0)
			} else {
				mark(t, s, 0, 2)
			}
		})
	}
}

// After an undo that failed, the next one does not undo the undo: the run that is
// still to be undone is named.
func TestUndoAfterFailedUndo(t *testing.T) {
	s, root := modeltest.Kept(t, map[string]string{"/etc/motd": "welcome\n"})
	modeltest.Apply(t, s, modeltest.File("/etc/motd", "ensure", "absent"))
	u, err := s.Undo(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(root, "/etc")); err != nil {
		t.Fatal(err)
	}
	if rep, err := s.ApplyUndo(t.Context(), u, transaction.Options{}); err != nil || rep.OK() {
		t.Fatalf("%v, %+v", err, rep)
	}
	line := "ralsh --root " + root + " undo "
	want := "run 2 (the undo of run 1) failed. To undo the rest of run 1: " + line + "1. To undo run 2: " + line + "2"
	if _, err := s.Undo(t.Context(), 0); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if err := os.Mkdir(filepath.Join(root, "/etc"), 0o755); err != nil {
		t.Fatal(err)
	}
	if u, err = s.Undo(t.Context(), 1); err != nil || u.Plan.Ready() == 0 {
		t.Errorf("%v, %v", u, err)
	}
}
