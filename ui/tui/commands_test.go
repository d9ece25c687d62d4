package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kittest"
)

// For every intent that changes something there is a command with the same
// effect, which c shows. The exceptions change only the screen.
func TestEachChangeHasACommand(t *testing.T) {
	t.Parallel()
	const draft = "$ ralsh resource group deploy gid=7"
	more := kittest.SnapshotOf(t, map[string]string{"/etc/group": "deploy:present:1000\nextra:present:5\nmore:present:6\nroot:present:0\n"})
	reach := kittest.Reach("web2\n", map[string]kittest.There{"web2": {Prints: map[string]string{"snapshot": more}}}, nil)
	edit := "down enter enter e down enter ctrl+u 7 esc "
	for _, c := range []struct {
		does keys.Intent
		way  string
		want string
	}{
		{keys.Edit, edit + "c", draft},
		{keys.Difference, edit + "d wait c", draft},
		{keys.Apply, edit + "A wait c", draft},
		{keys.Apply, edit + "esc b c", draft},
		{keys.New, "down n w e b enter 7 esc c", "$ ralsh resource group web ensure=present gid=7"},
		{keys.StageRemoval, "down enter - wait c", "$ ralsh resource group deploy ensure=absent"},
		{keys.UndoField, edit + "u c", "ralsh resource group deploy"},
		{keys.EditInEditor, edit + "c", draft}, // the text becomes the same draft
		{keys.UndoRun, "H G U wait c", "$ ralsh undo 1"},
		{keys.UndoRun, "H G enter U wait c", "$ ralsh undo 1"},
		{keys.StageRows, ": h o s t s enter down d a c", "$ ralsh compare web2 now --stage"},
		{keys.StageRows, ": h o s t s enter down d enter space c", "$ ralsh compare web2 now --stage --only 'Group[extra] groupadd'"},
	} {
		session, _ := kittest.Fixture(t)
		dir := filepath.Join(t.TempDir(), "state")
		session.KeepJournal(dir)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		run(t, dir, 1, opened(1, `,"what":"User[deploy]","from":"screens"`),
			`{"t":"step","n":1,"type":"user","title":"deploy","provider":"useradd","was":[{"name":"ensure","value":{"sym":"present"}},{"name":"shell","value":{"str":"/bin/zsh"}}]}`,
			`{"t":"property","n":1,"change":{"property":"shell","is":{"str":"/bin/zsh"},"should":{"str":"/bin/sh"},"status":"changed"}}`,
			`{"t":"step_done","n":1,"status":"changed","now":[{"name":"ensure","value":{"sym":"present"}},{"name":"shell","value":{"str":"/bin/sh"}}]}`,
			`{"t":"closed","status":"changed","changed":1,"summary":"1 change done."}`)
		d := driveOn(t, session, 120, 36, Options{Reach: reach})
		d.idle()
		// A question that opened by itself accepts keys after a pause.
		before, after, _ := strings.Cut(c.way, "wait")
		d.press(before)
		d.pass(time.Second)
		d.press(after)
		if !strings.Contains(d.screen(), c.want) {
			t.Errorf("%s by %s: no %q in\n%s", c.does, c.way, c.want, d.screen())
		}
	}
	// Selecting and ordering do not change the host.
	chooses := map[keys.Intent]bool{keys.Select: true, keys.SelectRange: true, keys.SelectAll: true, keys.MoveLater: true, keys.MoveEarlier: true}
	tested := map[keys.Intent]bool{
		keys.Edit: true, keys.Difference: true, keys.Apply: true, keys.New: true, keys.StageRemoval: true,
		keys.UndoField: true, keys.EditInEditor: true, keys.UndoRun: true, keys.StageRows: true,
	}
	for _, b := range keys.Default().Bindings() {
		if b.Group == keys.Change && !chooses[b.Intent] && !tested[b.Intent] {
			t.Errorf("%s changes something: which command does the same?", b.Intent)
		}
	}
}
