package journal_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/journal"
	"ralsh/ral/journal/stored"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

func TestRunIsKept(t *testing.T) {
	w := aWorld(t)
	rec := w.run(t, thing("a", "color", "blue"), thing("b", "color", "red"), thing("b2", "color", "green"))
	type got struct {
		Number                          int
		Host, User, Version, What, Stat string
		Changed                         int
		Steps                           []string
	}
	var steps []string
	for _, s := range rec.Steps {
		text := s.Ref() + " " + s.Status
		for _, c := range s.Changes {
			text += " " + c.Property + " " + c.Is.Text() + "->" + c.Should.Text()
		}
		for _, a := range s.Acts {
			if !a.Done {
				t.Errorf("%s is not done", a.Text)
			}
			text += " " + a.Kind
		}
		steps = append(steps, text)
	}
	want := got{1, "web1", "alice", "1.2.3", "Thing[a] and 2 more", "changed", 2, []string{
		"Thing[a] changed color 'red'->'blue' write",
		"Thing[b2] changed ensure 'absent'->'present' color 'absent'->'green' mkdir write",
	}}
	if diff := cmp.Diff(want, got{rec.Number, rec.Host, rec.User, rec.Version, rec.What, rec.Status, rec.Changed, steps}); diff != "" {
		t.Error(diff)
	}
	// An interrupted run counts the same, by its steps.
	data, err := os.ReadFile(w.state.Path("runs/000001.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	end := bytes.LastIndexByte(data[:len(data)-1], '\n') + 1
	if cut := journal.Parse(data[:end]); cut.Status != journal.CutOff || cut.Changed != rec.Changed {
		t.Errorf("cut off: %s, %d changes", cut.Status, cut.Changed)
	}
}

func TestOneRunAtATime(t *testing.T) {
	w := aWorld(t)
	p, err := transaction.NewPlan(t.Context(), w.env, []ral.Decl{thing("a", "color", "blue")})
	if err != nil {
		t.Fatal(err)
	}
	first, err := journal.Open(w.state, w.meta(p))
	if err != nil {
		t.Fatal(err)
	}
	rec, err := journal.Read(w.state, first.Number())
	if err != nil || rec.Status != journal.Running {
		t.Errorf("while it is at work: %q, %v", rec.Status, err)
	}
	_, err = w.apply(t.Context(), w.state, thing("b", "color", "blue"))
	var busy *journal.BusyError
	if !errors.As(err, &busy) {
		t.Fatalf("the second run: %v", err)
	}
	for _, part := range []string{"process ", "of alice", "since 2026-02-03", "Thing[a]"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
	if w.read("b/color") != "red" {
		t.Error("the second run changed something")
	}
	if err := first.Close(nil, errors.New("given up")); err != nil {
		t.Fatal(err)
	}
	if rec := w.run(t, thing("b", "color", "blue")); rec.Number != 2 || rec.Status != "changed" {
		t.Errorf("afterwards: run %d, %s", rec.Number, rec.Status)
	}
}

// TestSecretsAreNowhere searches every written file for each secret.
func TestSecretsAreNowhere(t *testing.T) {
	w := aWorld(t)
	w.run(t, thing("b", "pin", "correct horse", "color", "green"))
	w.run(t, thing("b", "pin", "refused"))
	w.run(t, thing("c", "pin", "battery staple", "color", "was battery staple once"))
	w.run(t, ral.Decl{Type: "thing", Title: "a", Attrs: []ral.Attr{{Name: "color", Value: value.Secret(value.Str("wrapped up"))}}})
	rec := w.run(t, thing("b", "ensure", "absent"))
	files := 0
	err := filepath.WalkDir(w.dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files++
		data, err := os.ReadFile(name)
		for _, secret := range []string{"hunter2", "correct horse", "refused", "battery staple", "wrapped up"} {
			if bytes.Contains(data, []byte(secret)) {
				t.Errorf("%s is in %s:\n%s", secret, name, data)
			}
		}
		return err
	})
	if err != nil || files < 6 {
		t.Fatalf("%d files, %v", files, err)
	}
	inverses, notUndoable := journal.Split(journal.Inverses(w.state, rec, false))
	want := []journal.NotUndoable{{Ref: "Thing[b]", Property: "pin", Reason: stored.ErrSecret.Error(), Final: true, Known: true}}
	if diff := cmp.Diff(want, notUndoable); diff != "" {
		t.Error(diff)
	}
	if _, has := inverses[0].Decl.Get("pin"); has {
		t.Error("the inverse sets the secret")
	}
}

func TestModes(t *testing.T) {
	w := aWorld(t)
	w.run(t, story()...)
	err := filepath.WalkDir(w.dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		want := fs.FileMode(0o600)
		if entry.IsDir() {
			want = 0o700
		}
		info, err := entry.Info()
		if err == nil && info.Mode().Perm() != want {
			t.Errorf("%s has %04o, want %04o", name, info.Mode().Perm(), want)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// full is a disk that is full from the nth write to the mth.
type full struct {
	*ownfiles.State
	writes, from, to int
}

var errFull = errors.New("no space left on device")

func (f *full) Append(name string, data []byte, sync bool) error {
	if f.writes++; f.writes >= f.from && f.writes < f.to {
		_ = f.State.Append(name, data[:len(data)/3], sync)
		return errFull
	}
	return f.State.Append(name, data, sync)
}

func TestNoJournalNoChange(t *testing.T) {
	w := aWorld(t)
	rep, err := w.apply(t.Context(), &full{State: w.state, from: 1, to: 99}, thing("a", "color", "blue"))
	if rep != nil || !errors.Is(err, errFull) || !strings.Contains(err.Error(), "ralsh makes only changes that it can record") {
		t.Errorf("%v, %v", rep, err)
	}
	if w.read("a/color") != "red" {
		t.Error("it was changed without a journal")
	}
}

func TestJournalLostOnTheWay(t *testing.T) {
	w := aWorld(t)
	rep, err := w.apply(t.Context(), &full{State: w.state, from: 3, to: 4}, thing("a", "color", "blue"))
	var lost *journal.LostError
	if rep == nil || !errors.As(err, &lost) || lost.Run != 1 {
		t.Fatalf("%v, %v", rep, err)
	}
	if !slices.Equal(lost.Steps, []string{"Thing[a]"}) || lost.File != w.state.Path("runs/000001.jsonl") || lost.End || !errors.Is(lost, errFull) {
		t.Errorf("%+v", lost)
	}
	rec, err := journal.Read(w.state, 1)
	if err != nil || rec.Malformed != 1 {
		t.Errorf("%s, %d damaged, %v", rec.Status, rec.Malformed, err)
	}
}

// A run without a recorded end looks interrupted, and the caller is informed.
func TestJournalLosesItsEnd(t *testing.T) {
	w := aWorld(t)
	_, err := w.apply(t.Context(), &full{State: w.state, from: 2, to: 100}, thing("a", "color", "blue"))
	lost, ok := errors.AsType[*journal.LostError](err)
	if !ok || !lost.End || len(lost.Steps) != 1 {
		t.Errorf("%+v, %v", lost, err)
	}
	if rec, err := journal.Read(w.state, 1); err != nil || rec.Status != journal.CutOff {
		t.Errorf("%+v, %v", rec, err)
	}
}

// behind is a disk that lets something be done behind the plan, once a step has begun.
type behind struct {
	journal.Disk
	do func()
}

func (b *behind) Append(name string, data []byte, sync bool) error {
	if bytes.Contains(data, []byte(`"t":"step"`)) {
		b.do()
	}
	return b.Disk.Append(name, data, sync)
}

// What changed behind the plan is stopped: the run says failed, as its report does, and
// counts what was stopped apart.
func TestStoppedIsNoFailure(t *testing.T) {
	w := aWorld(t)
	meddle := &behind{w.state, func() {
		if err := os.WriteFile(filepath.Join(w.root, "things/b/color"), []byte("black"), 0o644); err != nil {
			t.Error(err)
		}
	}}
	if _, err := w.apply(t.Context(), meddle, thing("a", "color", "blue"), thing("b", "color", "green")); err != nil {
		t.Fatal(err)
	}
	list, err := journal.List(w.state, 1)
	if err != nil {
		t.Fatal(err)
	}
	type got struct {
		Status, State            string
		Changed, Failed, Stopped int
	}
	rec := list[0]
	want := got{"failed", journal.Stopped, 1, 1, 1}
	if diff := cmp.Diff(want, got{rec.Status, rec.State(), rec.Changed, rec.Failed, rec.Stopped}); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTornLastLine(t *testing.T) {
	w := aWorld(t)
	w.run(t, story()...)
	file := filepath.Join(w.dir, "runs", "000001.jsonl")
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, whole[:len(whole)-9], 0o600); err != nil {
		t.Fatal(err)
	}
	rec, err := journal.Read(w.state, 1)
	if err != nil || !rec.Torn || rec.Status != journal.CutOff || len(rec.Steps) != 5 || rec.InHand() != nil {
		t.Errorf("%+v, %v", rec, err)
	}
}

func FuzzParse(f *testing.F) {
	top := f.TempDir()
	w, err := newWorld(top)
	if err != nil {
		f.Fatal(err)
	}
	if _, err := w.apply(f.Context(), w.state, story()...); err != nil {
		f.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(w.dir, "runs", "000001.jsonl"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Add([]byte("{}\n\x00\n{\"t\":\"act\",\"n\":1}\n[1]\nnull"))
	f.Add([]byte(`{"t":"step","n":1,"was":[{"name":"a","value":{"content":{"sha256":"../x"}}}]}` + "\n" + `{"t":"step_done","n":1,"now":[],"changes":[{"property":"a","status":"changed"}]}`))
	f.Add([]byte(`{"t":"step","n":1,"was":[{"name":"a","value":{"int":1180591620717411303424}},{"name":"b","value":{"int":1e5,"float":"zz"}}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		rec := journal.Parse(data)
		rec.Untouched()
		rec.InHand()
		for i := range rec.Steps {
			rec.Steps[i].Unknown()
			for _, c := range rec.Steps[i].Changes {
				comesBack(t, c.Is)
				comesBack(t, c.Should)
			}
			for _, p := range append(rec.Steps[i].Was, rec.Steps[i].Now...) {
				comesBack(t, p.Value)
			}
		}
		journal.Inverses(w.state, rec, false)
		// A malformed line is counted, and has no other effect.
		worse := journal.Parse(append([]byte("not a line\n"), data...))
		worse.Malformed--
		if !reflect.DeepEqual(worse, rec) {
			t.Fatalf("with a damaged line before it %q is %+v and not %+v", data, worse, rec)
		}
	})
}

// comesBack checks that a value from a line is encoded so that it decodes to
// the same, and can be displayed.
func comesBack(t *testing.T, v stored.Value) {
	t.Helper()
	v.Text()
	if _, err := json.Marshal(v.Plain()); err != nil {
		t.Fatalf("%+v is no JSON: %v", v, err)
	}
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var back stored.Value
	if err := json.Unmarshal(data, &back); err != nil || !back.Same(v) && v.Unknown == "" {
		t.Fatalf("%s came back as %+v, %v", data, back, err)
	}
}

// TestListOfLongRuns checks that the two ends of a long file give the same
// summary as the whole.
func TestListOfLongRuns(t *testing.T) {
	w := aWorld(t)
	var decls []ral.Decl
	for i := range 150 {
		decls = append(decls, thing(fmt.Sprint("t", i), "color", "blue"))
	}
	whole := w.run(t, decls...)
	runs, err := journal.List(w.state, 0)
	if err != nil || len(runs) != 1 {
		t.Fatalf("%d runs, %v", len(runs), err)
	}
	if size, err := os.Stat(filepath.Join(w.dir, "runs", "000001.jsonl")); err != nil || size.Size() < 128<<10 {
		t.Fatalf("the run is too short for the test: %v, %v", size.Size(), err)
	}
	short := runs[0]
	if len(short.Steps) != 0 {
		t.Error("all of it was read")
	}
	if short.Status != whole.Status || short.Changed != 150 || short.Changed != whole.Changed || short.What != whole.What ||
		!short.Began.Equal(whole.Began) || !short.Ended.Equal(whole.Ended) || short.Summary != whole.Summary {
		t.Errorf("%+v\nand the whole of it is\n%+v", short, whole)
	}
}

// TestStepThatWasAdded checks that a step that was not in the plan is recorded.
func TestStepThatWasAdded(t *testing.T) {
	w := aWorld(t)
	p, err := transaction.NewPlan(t.Context(), w.env, []ral.Decl{thing("a", "color", "blue")})
	if err != nil {
		t.Fatal(err)
	}
	run, err := journal.Open(w.state, w.meta(p))
	if err != nil {
		t.Fatal(err)
	}
	run.Emit(transaction.RunStarted{})
	run.Emit(transaction.StepStarted{N: 7})
	if err := run.Wrap(w.host.Writer()).WriteFile(t.Context(), "/things/a/color", []byte("blue"), host.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	step := *p.Steps[0]
	step.N, step.Status = 7, transaction.Changed
	run.Emit(transaction.ActFinished{N: 7, Done: step.Results[0]})
	run.Emit(transaction.StepFinished{Step: step})
	if err := run.Close(nil, nil); err != nil {
		t.Fatal(err)
	}
	rec, err := journal.Read(w.state, 1)
	if err != nil || rec.Malformed > 0 || len(rec.Steps) != 1 {
		t.Fatalf("%+v, %v", rec, err)
	}
	if s := rec.Steps[0]; s.Ref() != "Thing[a]" || s.Provider != "files" || len(s.Acts) != 1 || len(s.Unknown()) > 0 || len(s.Was) == 0 {
		t.Errorf("%+v", s)
	}
}

// TestStepsWrittenAtOnce checks that each step of a batch has its changes, that
// the acts belong to the first, and that each can be undone.
func TestStepsWrittenAtOnce(t *testing.T) {
	w := aWorld(t)
	rec := w.run(t, thing("many1", "ensure", "present", "color", "green"), thing("many2", "ensure", "present", "color", "blue"))
	if len(rec.Steps) != 2 || rec.Changed != 2 {
		t.Fatalf("%d steps, %d changes", len(rec.Steps), rec.Changed)
	}
	first, second := rec.Steps[0], rec.Steps[1]
	if len(first.Acts) != 4 || first.With != 0 || len(second.Acts) != 0 || second.With != first.N || len(second.Changes) != 2 {
		t.Errorf("%+v\n%+v", first, second)
	}
	inverses, notUndoable := journal.Split(journal.Inverses(w.state, rec, false))
	if len(inverses) != 2 || len(notUndoable) != 0 {
		t.Errorf("%v, %v", inverses, notUndoable)
	}
}
