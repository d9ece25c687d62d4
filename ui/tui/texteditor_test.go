package tui

import (
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral/host/fakehost"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// textKit is a driver on the host of the editor's tests, with an editor that
// runs one shell script after another on its file. It keeps each text that it
// is started with.
type textKit struct {
	*driver
	dir string // the state directory, and rounds/ with the texts
}

func newTextKit(t *testing.T, width, height int, steps ...string) textKit {
	t.Helper()
	dir := t.TempDir()
	rounds := filepath.Join(dir, "rounds")
	if err := os.Mkdir(rounds, 0o700); err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\ncd " + rounds + "\nn=$(($(ls | wc -l) + 1))\ncp \"$1\" $n\ncase $n in\n"
	for i, step := range steps {
		script += strconv.Itoa(i+1) + ") " + step + ";;\n"
	}
	editor := filepath.Join(dir, "editor")
	if err := os.WriteFile(editor, []byte(script+"esac\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	sh, fake := kittest.Shared(t, fakehost.WithEnv("EDITOR", editor))
	fake.Command(editor)
	sh.Session.KeepJournal(filepath.Join(dir, "state"))
	d := driveOn(t, sh.Session, width, height, Options{})
	d.app.sh.Lend = func(c tea.ExecCommand, then tea.ExecCallback) tea.Cmd {
		return func() tea.Msg {
			c.SetStdin(strings.NewReader(""))
			c.SetStdout(io.Discard)
			c.SetStderr(io.Discard)
			return then(c.Run())
		}
	}
	d.idle()
	return textKit{d, dir}
}

// round returns the text with which the editor was started the nth time.
func (k textKit) round(n int) string {
	k.t.Helper()
	data, err := os.ReadFile(filepath.Join(k.dir, "rounds", strconv.Itoa(n)))
	if err != nil {
		k.t.Fatal(err)
	}
	return string(data)
}

// kept returns the saved texts, without the basket and the log in the same
// directory.
func (k textKit) kept() (texts []string) {
	k.t.Helper()
	entries, _ := os.ReadDir(filepath.Join(k.dir, "state"))
	for _, e := range entries {
		if e.Name() != "texts" && e.Name() != "baskets" && e.Name() != "ralsh.log" {
			k.t.Errorf("%s is left in the state folder", e.Name())
		}
	}
	files, _ := filepath.Glob(filepath.Join(k.dir, "state", "texts", "*"))
	for _, file := range files {
		data, err := os.ReadFile(file)
		if info, _ := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			k.t.Errorf("%s is %v (%v)", file, info.Mode(), err)
		}
		texts = append(texts, string(data))
	}
	return texts
}

// toUsers opens the list of users.
func (k textKit) toUsers() {
	k.press(":")
	k.typed("user")
	k.press("enter")
	k.says("deploy", "eve")
}

// Two selected users become two drafts, which contain only the changed
// attributes.
func TestTextOfInstances(t *testing.T) {
	k := newTextKit(t, 120, 36, `sed -i "s,'/bin/sh','/bin/bash',; /uid/d" "$1"; echo "user { 'bob': ensure => present }" >>"$1"`)
	k.toUsers()
	k.press("g V j E")
	k.says("from the text: 2 drafts changed, 1 new draft", "basket 3")
	for name, want := range map[string]string{"deploy": "shell=/bin/bash", "eve": "shell=/bin/bash", "bob": "ensure=present"} {
		got := ""
		for _, d := range k.app.sh.Basket.Drafts() {
			for _, a := range d.Type.Order() {
				if text, ok := d.Text(a.Name); ok && d.Title == name {
					got += a.Name + "=" + text
				}
			}
		}
		if got != want {
			t.Errorf("of %s is wanted %q, want %q", name, got, want)
		}
	}
	if text := k.round(1); strings.Contains(text, "$y$old") || !strings.Contains(text, "# password is a secret and is omitted") {
		t.Errorf("the text is\n%s", text)
	}
	if kept := k.kept(); len(kept) > 0 {
		t.Errorf("kept %q", kept)
	}
}

// Errors are shown at their lines in the text, and removed from it again.
func TestTextComesBack(t *testing.T) {
	k := newTextKit(t, 120, 36,
		`sed -i "s,'/bin/sh','sh'," "$1"`, `sed -i "s,'sh','/bin/dash'," "$1"`, `:`)
	k.toUsers()
	k.press("g E")
	k.says("from the text: 1 draft changed")
	if text := k.round(2); !strings.Contains(text, "\n#! 11:3 User[deploy]: shell: ") || !strings.Contains(text, "\n  shell            => 'sh',\n") {
		t.Errorf("the text came back as\n%s", text)
	}
	k.press("E")
	k.says("x E: text unchanged"[5:])
	if text := k.round(3); strings.Contains(text, "#!") || !strings.Contains(text, "'/bin/dash'") {
		t.Errorf("the next text is\n%s", text)
	}
}

// Nothing is lost, regardless of how the editor exits.
func TestTextIsKept(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		steps []string
		says  string
		kept  string // a part of the saved text; "" for none
	}{
		"not changed":         {[]string{`:`}, "text unchanged", ""},
		"emptied":             {[]string{`: >"$1"`}, "the text was rejected: it is empty", ""},
		"only comments":       {[]string{`echo "# no" >"$1"`}, "the text was rejected: it is empty", ""},
		"failed":              {[]string{`exit 1`}, "/editor failed: exit status 1", ""},
		"failed after a save": {[]string{`sed -i "s,'/bin/sh','/bin/zsh'," "$1"; exit 1`}, "exit status 1", "'/bin/zsh'"},
		"left with a mistake": {[]string{`sed -i "s,'/bin/sh','zsh'," "$1"`, `:`}, "line 10: User[deploy]: shell: ", "'zsh'"},
		"emptied at last":     {[]string{`sed -i "s,'/bin/sh','zsh'," "$1"`, `: >"$1"`}, "the text was rejected: it is empty", "'zsh'"},
		"the file is gone":    {[]string{`rm "$1"`}, "no such file or directory", ""},
	} {
		k := newTextKit(t, 120, 36, c.steps...)
		k.toUsers()
		k.press("g E")
		if !strings.Contains(k.screen(), c.says) || c.kept != "" && !strings.Contains(k.screen(), "the text is saved in") {
			t.Errorf("%s: the screen does not say %q:\n%s", name, c.says, k.screen())
		}
		if n := len(k.app.sh.Basket.Drafts()); n > 0 {
			t.Errorf("%s: %d drafts were made", name, n)
		}
		kept := strings.Join(k.kept(), "")
		if (c.kept == "") != (kept == "") || !strings.Contains(kept, c.kept) || strings.Contains(kept, "#!") {
			t.Errorf("%s: kept is %q, want %q in it", name, kept, c.kept)
		}
	}
}

func TestAMistakeIsGoneWithTheNextText(t *testing.T) {
	t.Parallel()
	k := newTextKit(t, 120, 36, "exit 3", "sed -i 's|/bin/sh|/bin/bash|' \"$1\"")
	k.toUsers()
	k.press("E")
	k.says("/editor failed: exit status 3")
	k.lacks("rejected")
	k.send(kit.SayMsg{Text: "about something else", Bad: true})
	k.press("E")
	k.says("from the text: 1 draft changed")
	k.pass(kit.FadeAfter)
	k.says("! about something else")
	k.press("x")
	k.lacks("exit status 3")
}

// A rejected text can be edited again and is then applied.
func TestTextIsEditedOn(t *testing.T) {
	k := newTextKit(t, 120, 36, `sed -i "s,'/bin/sh','zsh'," "$1"`, `exit 1`, `sed -i "s,'zsh','/bin/zsh'," "$1"`)
	k.toUsers()
	k.press("g E")
	k.says("text rejected", "exit status 1", "the text is saved in", "shell must be a fully qualified path")
	k.press("enter")
	k.says("from the text: 1 draft changed")
	if text := k.round(3); !strings.Contains(text, "#! 11:3 User[deploy]: shell:") {
		t.Errorf("the last text is\n%s", text)
	}
	k.press("L k")
	k.says("exit status 1")
}

// The basket as text: drafts missing in the text stay, and a secret stays
// unchanged.
func TestTextOfBasket(t *testing.T) {
	for _, size := range []struct {
		of   string
		w, h int
	}{{"120x36", 120, 36}, {"80x24", 80, 24}, {"60x20", 60, 20}} {
		k := newTextKit(t, size.w, size.h, `sed -i "s,'/bin/bash','/bin/dash',; /^service/,/^}/d" "$1"`)
		d := kittest.StageChange(t, k.app.sh, "user", "deploy", "shell", "/bin/bash", "password", "$y$new")
		kittest.StageChange(t, k.app.sh, "service", "sshd", "ensure", "running")
		k.press("b E")
		k.golden("basket-text." + size.of)
		shell, _ := d.Text("shell")
		password, _ := d.Text("password")
		if shell != "/bin/dash" || password != "$y$new" {
			t.Errorf("shell is %q and password %q", shell, password)
		}
		if text := k.round(1); strings.Contains(text, "$y$new") || !strings.Contains(text, "ensure => 'running'") {
			t.Errorf("the text is\n%s", text)
		}
	}
}

// The editor of one draft shows the values of the edited text.
func TestTextOfEdit(t *testing.T) {
	k := newTextKit(t, 120, 36, `sed -i "s,'/bin/sh','/bin/dash'," "$1"`)
	k.toUsers()
	k.press("g e esc E")
	k.says("from the text: 1 draft changed", "/bin/dash", "changes")
}

func TestTextNeedsTheTerminal(t *testing.T) {
	d, _ := kitDrive(t)
	d.press("b E")
	d.says("x E: the basket is empty")
	d.press("esc ?")
	d.lacks("x edit in $EDITOR")
}

// While an editor is open or its text is read, no second editor opens, also for
// keys that arrive together.
func TestOneEditorAtATime(t *testing.T) {
	k := newTextKit(t, 120, 36, ":")
	k.toUsers()
	lend, lent := k.app.sh.Lend, 0
	var runs []tea.Cmd
	k.app.sh.Lend = func(c tea.ExecCommand, then tea.ExecCallback) tea.Cmd {
		lent++
		runs = append(runs, lend(c, then))
		return nil
	}
	k.press("g E E")
	if k.says("an editor is open already"); lent != 1 {
		t.Fatalf("%d editors were opened", lent)
	}
	k.run(runs[0])
	k.idle()
	k.says("text unchanged")
	if k.press("E"); lent != 2 {
		t.Errorf("after the first editor %d editors were opened", lent)
	}
}
