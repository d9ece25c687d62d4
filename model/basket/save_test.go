package basket

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/model"
	"ralsh/ral/raltest/real"
	"ralsh/ral/transaction"
)

// opened returns a basket after the saved one was merged.
func opened(t testing.TB, s *model.Session) *Basket {
	t.Helper()
	b := New(s)
	merge(t, b)
	return b
}

func merge(t testing.TB, b *Basket) Merged {
	t.Helper()
	saved, err := b.Load()
	if err != nil {
		t.Fatal(err)
	}
	return b.Merge(saved)
}

// save saves as a front end does after each change; it fails if the last write
// failed.
func save(t testing.TB, b *Basket) {
	t.Helper()
	for write := b.StartSave(t.Context()); write != nil; write = b.StartSave(t.Context()) {
		if b.EndSave(write()) {
			merge(t, b)
		}
	}
	if err := b.SaveError(); err != nil {
		t.Fatal(err)
	}
}

func saved(t testing.TB, s *model.Session) string {
	t.Helper()
	b, err := read(s)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(texts(b), "; ")
}

// The basket is written when it has changed, one write at a time, and not
// before the saved one was merged.
func TestStartSave(t *testing.T) {
	s := session(t)
	b := New(s)
	stage(t, b, "host", "a", "ip", "192.0.2.1")
	if b.StartSave(t.Context()) != nil || b.Saves() || b.Loaded() {
		t.Error("it is written over what was not read")
	}
	if err := b.Flush(t.Context()); err != nil || saved(t, s) != "" {
		t.Errorf("flushed over what was not read: %v", err)
	}
	merge(t, b)
	write := b.StartSave(t.Context())
	if write == nil || !b.Saves() {
		t.Fatal("nothing is written")
	}
	d := stage(t, b, "host", "b", "ip", "192.0.2.2")
	if b.StartSave(t.Context()) != nil {
		t.Error("two writes run")
	}
	if b.EndSave(write()) || saved(t, s) != "Host[a] ip=192.0.2.1" {
		t.Errorf("the basket is %q", saved(t, s))
	}
	save(t, b)
	if b.SetOmitted(d, true); b.StartSave(t.Context()) == nil {
		t.Error("what is omitted is not written")
	}
	b = opened(t, s)
	if save(t, b); titles(b.Drafts()) != "a b" || b.StartSave(t.Context()) != nil {
		t.Errorf("restored are %q", titles(b.Drafts()))
	}
	for _, d := range b.Drafts() {
		b.Remove(d)
	}
	save(t, b)
	if files, _ := filepath.Glob(filepath.Join(s.History.Dir(), "baskets", "*")); len(files) != 0 {
		t.Errorf("an empty basket leaves %q", files)
	}
}

// The end of a session writes unsaved changes and waits for a running write.
func TestFlush(t *testing.T) {
	for name, during := range map[string]func(b *Basket){
		"not begun": func(*Basket) {},
		"never run": func(b *Basket) { b.StartSave(t.Context()) },
		"not ended": func(b *Basket) { b.StartSave(t.Context())() },
		"ended":     func(b *Basket) { b.EndSave(b.StartSave(t.Context())()) },
		"not the last": func(b *Basket) {
			b.StartSave(t.Context())
			b.Drafts()[0].Set("comment", "later")
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := session(t)
			b := opened(t, s)
			stage(t, b, "host", "a", "ip", "192.0.2.1")
			during(b)
			if err := b.Flush(t.Context()); err != nil {
				t.Fatal(err)
			}
			want := "Host[a] ip=192.0.2.1"
			if name == "not the last" {
				want += " comment=later"
			}
			if got := saved(t, s); got != want {
				t.Errorf("the basket is %q, want %q", got, want)
			}
		})
	}
}

// A failed write is tried again on request, and no sooner.
func TestRetry(t *testing.T) {
	s := session(t)
	b := opened(t, s)
	if b.Retry() {
		t.Error("nothing failed")
	}
	dir := s.History.Dir()
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	stage(t, b, "host", "a", "ip", "192.0.2.1")
	if b.EndSave(b.StartSave(t.Context())()) || b.SaveError() == nil || b.Saves() {
		t.Errorf("a write into a file: %v", b.SaveError())
	}
	if b.StartSave(t.Context()) != nil {
		t.Error("it is tried again at once")
	}
	if err := b.Flush(t.Context()); err == nil {
		t.Error("the last write says nothing")
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if !b.Retry() {
		t.Error("nothing is tried again")
	}
	save(t, b)
	if !b.Saves() || b.Retry() || saved(t, s) == "" {
		t.Errorf("saves %v, the basket is %q", b.Saves(), saved(t, s))
	}
	b.FailLoad(errors.New("gone"))
	if b.Saves() || b.SaveError() == nil {
		t.Error("a basket that cannot be read is saved")
	}
}

// After a failed write the end of a session tries again, even if the basket
// equals the one saved before, because the content of the file is unknown.
func TestFlushAfterAFailure(t *testing.T) {
	s := session(t)
	b := opened(t, s)
	d := stage(t, b, "host", "a", "ip", "192.0.2.1")
	save(t, b)
	dir := s.History.Dir()
	if err := errors.Join(os.Rename(dir, dir+".old"), os.WriteFile(dir, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	d.Set("comment", "later")
	b.EndSave(b.StartSave(t.Context())())
	d.Set("comment", "")
	if err := b.Flush(t.Context()); err == nil {
		t.Error("it says nothing")
	}
	if err := errors.Join(os.Remove(dir), os.Rename(dir+".old", dir)); err != nil {
		t.Fatal(err)
	}
	if err := b.Flush(t.Context()); err != nil || saved(t, s) != "Host[a] ip=192.0.2.1" {
		t.Errorf("%v, the basket is %q", err, saved(t, s))
	}
}

// Lost returns what is never written.
func TestLost(t *testing.T) {
	b := opened(t, session(t))
	stage(t, b, "host", "a", "ip", "192.0.2.1")
	d := stage(t, b, "user", "deploy", "shell", "/bin/sh", "password", "$y$hunter2")
	if lost := b.Lost(); len(lost) != 1 || lost[0] != "password of User[deploy]" {
		t.Errorf("lost is %q", lost)
	}
	d.Set("password", "")
	if lost := b.Lost(); len(lost) != 0 {
		t.Errorf("lost is %q", lost)
	}
}

// A session without a state directory saves nothing.
func TestCannotSave(t *testing.T) {
	s := session(t)
	s.KeepJournal("")
	b := New(s)
	if saved, err := b.Load(); b.CanSave() || err != nil || len(saved.Staged) > 0 {
		t.Errorf("it loads %+v, %v", saved, err)
	}
	if err := b.Flush(t.Context()); err != nil {
		t.Error(err)
	}
}

// On a full disk the saved basket stays intact, and the next one is saved when
// there is space.
func TestFullDisk(t *testing.T) {
	if !real.Inside(t, nil) {
		return
	}
	dir := t.TempDir()
	mount := exec.CommandContext(t.Context(), "mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", dir)
	if out, err := mount.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	defer func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	}()
	s := session(t)
	s.KeepJournal(filepath.Join(dir, "state"))
	b := opened(t, s)
	d := stage(t, b, "host", "a", "ip", "192.0.2.1")
	save(t, b)
	d.Set("comment", strings.Repeat("x", 1<<20))
	if b.EndSave(b.StartSave(t.Context())()) || b.SaveError() == nil || !strings.HasPrefix(b.SaveError().Error(), "no space left on device: "+dir) {
		t.Errorf("a full disk: %v", b.SaveError())
	}
	if got := saved(t, s); got != "Host[a] ip=192.0.2.1" {
		t.Errorf("the basket is %q", got)
	}
	if err := b.Flush(t.Context()); err == nil {
		t.Error("the last write says nothing")
	}
	d.Set("comment", "")
	if save(t, b); !b.Saves() {
		t.Error("there is room, and it is not saved")
	}
}

// The basket is saved while a run holds the lock of the journal.
func TestSavedDuringAnApply(t *testing.T) {
	s := session(t)
	b := opened(t, s)
	stage(t, b, "host", "a", "ip", "192.0.2.1")
	plan := b.Selection().Plan(t.Context())
	decls := b.WithDependencies(b.Drafts()...)
	if plan.Err != nil {
		t.Fatal(plan.Err)
	}
	p, err := s.Plan(t.Context(), decls...)
	if err != nil {
		t.Fatal(err)
	}
	held := false
	_, err = s.ApplyWith(t.Context(), p, transaction.Options{}, model.ApplyOptions{Opened: func(int) {
		held = true
		save(t, b)
	}})
	if err != nil || !held || saved(t, s) != "Host[a] ip=192.0.2.1" {
		t.Errorf("%v, held %v, the basket is %q", err, held, saved(t, s))
	}
	b.MarkApplied(decls[0])
	if save(t, b); saved(t, s) != "" {
		t.Errorf("what was applied is saved: %q", saved(t, s))
	}
}
