package tui

import (
	"context"
	"io"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// onWrite calls a function at the first write.
type onWrite func()

func (f onWrite) Write(p []byte) (int, error) {
	f()
	return len(p), nil
}

// If ralsh has to end while the editor is open, the typed text is saved, and
// where is printed once the terminal is free.
func TestEditorCutOff(t *testing.T) {
	t.Parallel()
	k := newTextKit(t, 120, 36, `sed -i 's/sh/dash/' "$1"; echo typed; exec sleep 600`)
	ctx, end := context.WithCancel(k.app.sh.Ctx)
	defer end()
	k.app.sh.Ctx = ctx
	k.app.sh.Lend = func(c tea.ExecCommand, then tea.ExecCallback) tea.Cmd {
		return func() tea.Msg {
			c.SetStdin(strings.NewReader(""))
			c.SetStdout(onWrite(end))
			c.SetStderr(io.Discard)
			return then(c.Run())
		}
	}
	k.toUsers()
	k.press("E")
	k.idle()
	texts := k.kept()
	if len(texts) != 1 || !strings.Contains(texts[0], "dash") {
		t.Fatalf("kept are %q", texts)
	}
	if text := k.app.sh.Parting; len(text) == 0 || !strings.Contains(string(text[0]), "the text is saved in ") {
		t.Errorf("said was %q", text)
	}
}
