package tui

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// A typed secret and its previous value reach the host, but no frame of any
// screen, no copied text, no message, no text for an editor and no file of
// ralsh.
func TestNoScreenShowsASecret(t *testing.T) {
	t.Parallel()
	const was, typed = "$y$old", "hunter2-s3cret"
	// The editor keeps its text, then makes an error next to a secret, then
	// reads the draft.
	wrong := `sed -i "s/^  shell .*/  shell => 'no path',\n  password => 'hunter3-s3cret',/" $1`
	k := newTextKit(t, 120, 36, "true", wrong, "true")
	secrets := []string{was, "hunter"}
	checkHidden := func(where, text string) {
		t.Helper()
		for _, s := range secrets {
			if strings.Contains(text, s) {
				t.Fatalf("%s contains %s:\n%s", where, s, text)
			}
		}
	}
	k.seen = func(screen string) { checkHidden("a frame", screen) }
	// everyWay presses the keys that show more of a screen, and copies all that
	// it offers.
	everyWay := func(texts ...string) {
		t.Helper()
		k.says(texts...)
		depth := len(k.app.stack)
		back := func() {
			for len(k.app.stack) > depth {
				k.press("esc")
			}
		}
		for _, key := range []string{"w", "z", "c", "?", "L", "v"} {
			before := k.screen()
			k.press(key)
			switch {
			case len(k.app.stack) > depth:
				back()
			case k.screen() != before: // the key toggles something
				k.press(key)
			}
		}
		for row := range 6 {
			if k.press("y"); len(k.app.stack) > depth {
				k.press(strings.Repeat("down ", row) + "enter")
			}
			back()
		}
		k.says(texts...)
	}
	cursorOn := func(name string) {
		t.Helper()
		at := regexp.MustCompile(`(?m)> .{0,3}` + name + ` `)
		k.press("g")
		for range 20 {
			if at.MatchString(k.screen()) {
				return
			}
			k.press("down")
		}
		t.Fatalf("no row %s:\n%s", name, k.screen())
	}
	k.press(":")
	k.typed("user")
	k.press("enter")
	everyWay("deploy", "eve")
	k.press("g enter")
	cursorOn("password")
	everyWay("password", "[redacted]")
	k.press("E")
	checkHidden("the text of the instance", k.round(1))
	k.press("E")
	k.says("it still contains 1 error")
	k.press("down enter") // and it is closed
	cursorOn("password")
	k.press("e enter")
	k.typed(typed)
	k.press("esc")
	everyWay("edit", "password")
	k.press("E")
	checkHidden("the text of the draft", k.round(4))
	k.press("b")
	everyWay("basket", "password")
	k.press("A")
	k.pass(time.Second)
	everyWay("Yes, apply 1 change", "password")
	k.press("A enter")
	k.pass(time.Second)
	everyWay("› result", "password")
	if data, err := k.app.sh.Session.Env.Reader().ReadFile(t.Context(), "/people/deploy"); err != nil || !strings.Contains(string(data), "password="+typed+"\n") {
		t.Errorf("the machine has %q, %v", data, err)
	}
	k.press("H")
	everyWay("history", "deploy")
	k.press("enter")
	everyWay("run 1", "password")
	k.press("x U")
	k.says("cannot undo User[deploy]: password")
	k.press("L")
	everyWay("log", "deploy")
	if len(k.copied) < 20 {
		t.Errorf("%d texts were copied", len(k.copied))
	}
	for _, text := range k.copied {
		checkHidden("a copied text", text)
	}
	err := filepath.WalkDir(filepath.Join(k.dir, "state"), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Base(filepath.Dir(name)) == "texts" { // as the user left them
			return err
		}
		data, err := os.ReadFile(name)
		checkHidden(name, string(data))
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// The screen compares the secrets of two providers, and a typed one.
func TestSidesShowNoSecret(t *testing.T) {
	t.Parallel()
	sh, _ := kittest.Shared(t)
	typ, err := sh.Session.Type("user")
	if err != nil {
		t.Fatal(err)
	}
	var instances []*ral.Instance
	for i, p := range typ.Providers() {
		inst := ral.NewInstance(typ, "alice").Set("ensure", value.Sym("present"))
		inst.Provider = p
		instances = append(instances, inst.Set("password", value.Str(fmt.Sprintf("hunter%d", i))))
	}
	kittest.StageChange(t, sh, "user", "alice", "password", "hunter2-s3cret")
	sh.Makers = makers()
	st := kittest.NewStage(t, sh, sh.Make(kit.ToSides(typ, "alice", instances)))
	st.Until(nil)
	st.Sees("password", "[redacted]")
	text := func() {
		t.Helper()
		texts := []string{st.Text()}
		for _, c := range st.Copied {
			texts = append(texts, c.Text)
		}
		for _, s := range st.Messages {
			texts = append(texts, fmt.Sprint(s))
		}
		for _, text := range texts {
			if strings.Contains(text, "hunter") {
				t.Fatalf("a secret is shown:\n%s", text)
			}
		}
	}
	for range 30 {
		for _, key := range []string{"w", "y", "c"} {
			before := len(st.Stack)
			st.Keys(key)
			text()
			if len(st.Stack) > before {
				st.Keys("enter")
				text()
			}
			for len(st.Stack) > before {
				st.Keys("esc")
			}
		}
		st.Keys("j")
		text()
	}
}

// A value that an earlier run declared as a secret is on no screen, in no copied text,
// and not found by its text.
func TestNoScreenShowsASecretOfAnEarlierRun(t *testing.T) {
	t.Parallel()
	const secret = "hunter2-s3cret"
	sh, fake := kittest.Shared(t)
	sh.Session.KeepJournal(filepath.Join(t.TempDir(), "state"))
	decl := kittest.Decl("user", "deploy", "comment", secret)
	decl.Attrs[0].Value = value.Secret(decl.Attrs[0].Value)
	plan, err := sh.Session.Plan(t.Context(), decl)
	if err != nil {
		t.Fatal(err)
	}
	if rep, err := sh.Session.Apply(t.Context(), plan, transaction.Options{}); err != nil || !rep.OK() {
		t.Fatal(err, rep)
	}
	if data, err := fake.Reader().ReadFile(t.Context(), "/people/deploy"); err != nil || !strings.Contains(string(data), "comment="+secret+"\n") {
		t.Fatalf("the machine has %q, %v", data, err)
	}
	d := driveOn(t, sh.Session, 120, 36, Options{})
	d.idle()
	d.seen = func(screen string) {
		if strings.Contains(screen, "hunter") {
			t.Fatalf("a secret is shown:\n%s", screen)
		}
	}
	d.press(":")
	d.typed("user")
	d.press("enter")
	d.says("deploy")
	for range 6 { // the columns
		d.press("right")
	}
	d.press("g enter")
	d.says("comment", "[redacted]")
	d.press("y enter e")
	for range 12 { // each field is opened
		d.press("down enter")
		d.press("esc")
	}
	d.says("comment", "[redacted]")
	for _, text := range d.copied {
		d.seen(text)
	}
}
