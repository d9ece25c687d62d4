package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

func TestTheLogCountsItsErrorsAndNamesItsFile(t *testing.T) {
	session, _ := kittest.Fixture(t)
	session.SetStateDir(filepath.Join(t.TempDir(), "s"))
	d := driveOn(t, session, 200, 24, Options{})
	d.idle()
	d.press("L")
	d.says("2 errors; file: " + session.OwnFiles.Paths.Log)
	d.send(kit.SayMsg{Text: "one", Bad: true})
	d.send(kit.SayMsg{Text: "two\\x1b", Bad: true})
	d.idle()
	d.says("4 errors, 2 not dismissed; file: ")
	d.press("x")
	d.says("4 errors, 1 not dismissed; file: ")
	d.press("esc")
	d.says("! one")

	data, err := os.ReadFile(session.OwnFiles.Paths.Log)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"2027-03-04T12:04:31.000Z ! message: one\n", `! message: two\x1b` + "\n", "! package pip: listed: exit 1"} {
		if strings.Count(string(data), want) != 1 {
			t.Errorf("%q is not once in:\n%s", want, data)
		}
	}
}

func TestALogWithoutAFileSaysSo(t *testing.T) {
	d, _ := drive(t, 120, 24, Options{})
	d.press("L")
	d.says("2 errors; no log file")
	session, _ := kittest.Fixture(t)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	session.SetStateDir(file)
	d = driveOn(t, session, 120, 24, Options{})
	d.idle()
	d.press("L")
	d.says("; cannot write a log file: cannot create the directory ")
}

func TestWhatFadesStaysInTheLog(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{})
	d.press("esc")
	d.says("this is the first screen; q quits")
	d.pass(kit.FadeAfter)
	d.press("L")
	d.says("message            this is the first screen; q quits")
}

// The program may end before a requested command was started.
func TestALogThatWasNotBegunIsWrittenAtTheEnd(t *testing.T) {
	session, _ := kittest.Fixture(t)
	session.SetStateDir(filepath.Join(t.TempDir(), "s"))
	d := driveOn(t, session, 80, 24, Options{})
	d.idle()
	d.app.Update(kit.SayMsg{Text: "one", Bad: true}) // its commands are never run
	d.app.Update(kit.SayMsg{Text: "two", Bad: true})
	if err := d.app.keepLastLog(); err != nil {
		t.Fatal(err)
	}
	d.app.sh.Work.Wait()
	data, _ := os.ReadFile(session.OwnFiles.Log())
	if !strings.HasSuffix(string(data), " ! message: one\n2027-03-04T12:04:31.000Z ! message: two\n") {
		t.Errorf("the log ends otherwise:\n%s", data)
	}
}
