package tui

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"ralsh/ral/host/ownfiles"
	"ralsh/ral/transaction"
	"ralsh/ui/tui/kittest"
)

// run writes a run into a journal: lines of JSON without times, which are a
// second apart.
func run(t *testing.T, dir string, number int, lines ...string) {
	t.Helper()
	at := kittest.FixtureNow().Add(time.Duration(number-10) * time.Hour)
	var b strings.Builder
	for i, line := range lines {
		fmt.Fprintf(&b, "{\"at\":%q,%s\n", at.Add(time.Duration(i)*time.Second).Format(time.RFC3339), strings.TrimPrefix(line, "{"))
	}
	file := filepath.Join(dir, "runs", fmt.Sprintf("%06d.jsonl", number))
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(b.String()), 0o600)); err != nil {
		t.Fatal(err)
	}
}

func opened(number int, more string) string {
	return fmt.Sprintf(`{"t":"opened","v":1,"run":%d,"host":"web1","user":"alice","root":"/","version":"0.1.0","salt":"MDEyMw==","pid":812%s}`, number, more)
}

// aJournal writes runs of each kind.
func aJournal(t *testing.T, dir string) {
	t.Helper()
	shell := `{"t":"planned","type":"user","title":"deploy","provider":"useradd","attrs":[{"name":"shell","value":{"str":"/bin/bash"}}]}`
	run(
		t, dir, 1,
		opened(1, `,"what":"User[deploy] and 1 more","from":"ralsh apply"`), shell,
		`{"t":"step","n":1,"type":"user","title":"deploy","provider":"useradd","was":[{"name":"ensure","value":{"sym":"present"}},{"name":"shell","value":{"str":"/bin/sh"}}]}`,
		`{"t":"act","n":1,"act":{"seq":1,"kind":"run","text":"$ /usr/sbin/usermod -s /bin/bash deploy"}}`,
		`{"t":"act_done","n":1,"act":{"seq":1,"exit":0,"elapsed_ms":38.5}}`,
		`{"t":"property","n":1,"change":{"property":"shell","is":{"str":"/bin/sh"},"should":{"str":"/bin/bash"},"status":"changed"}}`,
		`{"t":"step_done","n":1,"status":"changed","now":[{"name":"ensure","value":{"sym":"present"}},{"name":"shell","value":{"str":"/bin/bash"}}],"elapsed_ms":40}`,
		`{"t":"step","n":2,"type":"user","title":"eve","provider":"useradd"}`,
		`{"t":"step_done","n":2,"status":"changed","changes":[{"property":"ensure","is":{"sym":"absent"},"should":{"sym":"present"},"status":"changed"},{"property":"password","is":{},"should":{"secret":"ab12"},"status":"changed","part":true}]}`,
		`{"t":"closed","status":"changed","changed":2,"summary":"2 changes done.","elapsed_ms":90}`,
	)
	run(
		t, dir, 2,
		opened(2, `,"what":"Package[nginx] and 2 more","from":"screens"`),
		`{"t":"step","n":1,"type":"package","title":"nginx","provider":"apt"}`,
		`{"t":"act","n":1,"act":{"seq":1,"kind":"run","text":"$ /usr/bin/apt-get -q -y install nginx"}}`,
		`{"t":"act_done","n":1,"act":{"seq":1,"exit":100,"error":"exit 100: \"E: Failed to fetch \u001b[31mred\"","elapsed_ms":14100}}`,
		`{"t":"step_done","n":1,"status":"failed","error":"apt-get: exit 100","now":[{"name":"ensure","value":{"sym":"absent"}}],"changes":[{"property":"ensure","is":{"sym":"absent"},"should":{"sym":"present"},"status":"failed","error":"apt-get: exit 100"}]}`,
		`{"t":"step","n":2,"type":"service","title":"nginx","provider":"debian"}`,
		`{"t":"step_done","n":2,"status":"skipped","error":"needs Package[nginx], which failed"}`,
		`{"t":"step","n":3,"type":"file","title":"/etc/motd","provider":"posix"}`,
		`{"t":"step_done","n":3,"status":"stopped","error":"changed since the plan: content"}`,
		`{"t":"closed","status":"failed","failed":2,"stopped":1,"summary":"0 changes done, 1 stopped, 1 failed, 1 skipped.","elapsed_ms":15000}`,
	)
	run(
		t, dir, 3,
		opened(3, `,"what":"undo of run 1: User[deploy]","undo_of":1,"from":"ralsh undo"`), shell,
		`{"t":"planned","type":"host","title":"db1","provider":"parsed"}`,
		`{"t":"step","n":1,"type":"user","title":"deploy","provider":"useradd"}`,
		`{"t":"act","n":1,"act":{"seq":1,"kind":"run","text":"$ /usr/sbin/usermod -s /bin/sh deploy"}}`,
		`{"t":"process","n":1,"pid":8213}`,
	)
	run(t, dir, 4, strings.Replace(opened(4, `,"what":"Host[old1]","from":"ralsh resource"`), `"root":"/"`, `"root":"/srv/image"`, 1),
		`{"t":"closed","status":"unchanged","summary":"0 changes done."}`)
	run(t, dir, 5, opened(5, `,"what":"User[deploy]","from":"ralsh apply"`), shell)
}

// historyOn returns a driver on a host with a journal.
func historyOn(t *testing.T, width, height int, fill func(*testing.T, string)) (*driver, string) {
	t.Helper()
	session, _ := kittest.Fixture(t)
	dir := filepath.Join(t.TempDir(), "state")
	session.KeepJournal(dir)
	fill(t, dir)
	d := driveOn(t, session, width, height, Options{})
	d.idle()
	d.press("H")
	return d, dir
}

func held(t *testing.T, dir string) {
	t.Helper()
	state, err := ownfiles.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	unlock, err := state.Lock("lock", "process 812 of alice, since 2027-03-04 07:04:31, User[deploy]")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unlock() })
}

func TestHistoryGolden(t *testing.T) {
	t.Parallel()
	for name, way := range map[string]string{
		"history":         "down down down",
		"history-run":     "G enter",
		"history-failed":  "down down down enter",
		"history-cut-off": "down down enter",
		"history-running": "enter",
	} {
		for _, size := range kittest.DrawnSizes() {
			d, dir := historyOn(t, size[0], size[1], aJournal)
			held(t, dir)
			d.press("r tab " + way)
			d.golden(fmt.Sprintf("%s.%dx%d", name, size[0], size[1]))
			d.modes(name)
		}
	}
}

// With any content of the journal, every line fits the terminal.
func TestHistoryStaysInside(t *testing.T) {
	for _, way := range []string{"", "G enter", "down down down enter"} {
		d, _ := historyOn(t, 120, 36, func(t *testing.T, dir string) {
			aJournal(t, dir)
			bad := `\u001b[31mred\u202e日本` + strings.Repeat("long ", 60)
			run(t, dir, 6, opened(6, `,"what":"`+bad+`","from":"`+bad+`"`),
				`{"t":"step","n":1,"type":"user","title":"`+bad+`","provider":"x"}`,
				`{"t":"property","n":1,"change":{"property":"shell","is":{"str":"`+bad+`"},"should":{"str":"`+bad+`"},"status":"changed"}}`,
				`{"t":"act","n":1,"act":{"seq":1,"kind":"run","text":"`+bad+`"}}`)
			if err := os.WriteFile(filepath.Join(dir, "runs", "000007.jsonl"), []byte("\x00\x1b[2Jnothing\n{\"t\":"), 0o600); err != nil {
				t.Fatal(err)
			}
		})
		d.press(way)
		for _, size := range [][2]int{{36, 8}, {40, 10}, {59, 12}, {60, 20}, {80, 24}, {100, 24}, {120, 36}, {250, 80}} {
			d.app.width, d.app.height = size[0], size[1]
			kittest.Inside(t, fmt.Sprint(way, size), d.app.frame(), size[0], size[1])
		}
	}
}

func TestHistoryStates(t *testing.T) {
	d, dir := historyOn(t, 120, 36, func(*testing.T, string) {})
	d.says("no run is recorded yet: a command that fails")
	d.press("U")
	d.says("x U: no run is under the cursor")
	aJournal(t, dir)
	d.press("x r")
	d.says("1 run with a different root, tab shows them")
	d.lacks("/srv/image")
	d.press("tab g j")
	d.says("(on /srv/image)", "; tab hides the runs with a different root")
	d.press("g")
	d.says("5 runs; at most 200 runs, 256 MiB", "? 5", "run 5", "from ralsh apply")
	d.press("/")
	d.typed("screens")
	d.press("enter")
	d.says("/screens 1 of 5", "> ! 2")
	d.lacks("undo of run")
	d.press("esc !")
	d.says("! 3 of 5", "cut off", "failed")
	d.press("! /")
	d.typed("zebra")
	d.says(`no run matches "zebra"`)
	d.press("esc g j")
	d.press("U")
	d.says("x U: cannot undo run 4: it changed /srv/image, but this command works on /; to undo it: ralsh")
	d.press("c")
	d.says("$ ralsh history")
	d.press("esc enter c")
	d.says("$ ralsh history 4")
	d.press("esc U")
	d.says("x U: cannot undo run 4: it changed /srv/image")
	d.press("esc")
	if err := os.Remove(filepath.Join(dir, "runs", "000004.jsonl")); err != nil {
		t.Fatal(err)
	}
	d.press("enter")
	d.says("! run 4 was removed from the history")
	d.press("esc r")
	d.says("4 runs")
	d.press(":")
	d.typed("history")
	d.press("enter")
	d.says(" history  ")
	if err := errors.Join(os.RemoveAll(filepath.Join(dir, "runs")), os.WriteFile(filepath.Join(dir, "runs"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	d.press("r")
	d.says("cannot read the journal in", "not a directory")
}

// A history that contains only runs on other roots shows this, and the key that
// lists them.
func TestHistoryOfOtherRoots(t *testing.T) {
	d, _ := historyOn(t, 120, 36, func(t *testing.T, dir string) {
		run(t, dir, 1, strings.Replace(opened(1, `,"what":"Host[old1]"`), `"root":"/"`, `"root":"/srv/image"`, 1),
			`{"t":"closed","status":"unchanged","summary":"0 changes done."}`)
	})
	d.says("no run on this root; 1 run with a different", "root, tab shows them")
	d.press("tab g j")
	d.says("Host[old1]  (on /srv/image)")
}

// A running run is read again periodically until it has ended.
func TestHistoryFollowsARun(t *testing.T) {
	for _, way := range []string{"", "enter"} {
		d, dir := historyOn(t, 120, 36, aJournal)
		state, err := ownfiles.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		unlock, err := state.Lock("lock", "process 812 of alice")
		if err != nil {
			t.Fatal(err)
		}
		d.press("r " + way)
		d.says("process 812 of alice", "running")
		run(t, dir, 5, opened(5, `,"what":"User[deploy]"`), `{"t":"closed","status":"changed","changed":1,"summary":"1 change done."}`)
		if err := unlock(); err != nil {
			t.Fatal(err)
		}
		d.pass(5 * time.Second)
		d.idle()
		d.says("1 change done.", "done")
		d.lacks("running")
		if d.pass(time.Minute); d.flying > 0 {
			t.Error("it goes on reading")
		}
	}
}

// An interrupted run may be deleted once it was opened, but not before.
func TestHistorySeesWhatWasCutOff(t *testing.T) {
	d, dir := historyOn(t, 120, 24, aJournal)
	seen := func() bool { _, err := os.Stat(filepath.Join(dir, "seen", "000003")); return err == nil }
	if d.press("down"); seen() {
		t.Error("the list alone counts as seen")
	}
	if d.press("enter"); !seen() {
		t.Error("it was opened, and does not count as seen")
	}
	d.says("unknown: whether this was done: $", "/usr/sbin/usermod -s /bin/sh deploy", "process 8213, which may still be running")
}

// If a resource of a run was stopped and none failed, the run does not count as
// failed, and the list does not blame the first resource.
func TestHistoryOfAStoppedResource(t *testing.T) {
	d, _ := historyOn(t, 120, 36, func(t *testing.T, dir string) {
		run(
			t, dir, 1,
			opened(1, `,"what":"Host[db1] and 1 more","from":"screens"`),
			`{"t":"step","n":1,"type":"host","title":"db1","provider":"parsed"}`,
			`{"t":"step_done","n":1,"status":"changed"}`,
			`{"t":"step","n":2,"type":"file","title":"/etc/motd","provider":"posix"}`,
			`{"t":"step_done","n":2,"status":"stopped","error":"changed since the plan: content"}`,
			`{"t":"closed","status":"failed","changed":1,"failed":1,"stopped":1,"summary":"1 change done, 1 stopped."}`,
		)
	})
	d.says("^ 1    ", "1 stopped of Host[", "= 1 done", "^ 1 stopped")
	d.lacks("failed")
	d.press("enter")
	d.says("1 changed, 1 stopped", "^ 2 file /etc/motd")
	d.lacks("failed")
}

// A changed text of several lines is shown as a difference.
func TestHistoryShowsTextsAsADifference(t *testing.T) {
	d, _ := historyOn(t, 120, 36, func(t *testing.T, dir string) {
		run(
			t, dir, 1, opened(1, `,"what":"File[/etc/motd]"`),
			`{"t":"step","n":1,"type":"file","title":"/etc/motd","provider":"posix"}`,
			`{"t":"step_done","n":1,"status":"changed","changes":[{"property":"content","is":{"str":"one\ntwo\n"},"should":{"str":"one\nthree \n"},"status":"changed"}]}`,
			`{"t":"closed","status":"changed","changed":1,"summary":"1 change done."}`,
		)
	})
	d.says("2  - two", `2  + three\x20`)
	d.lacks(`'one\ntwo`)
	d.press("enter")
	d.says("2  - two", `2  + three\x20`)
	d.lacks(`'one\ntwo`)
}

// A step that a second ctrl+c stopped is unknown, not just failed.
func TestHistoryOfAStoppedCommand(t *testing.T) {
	d, _ := historyOn(t, 120, 24, func(t *testing.T, dir string) {
		run(t, dir, 1, opened(1, `,"what":"User[deploy]"`),
			`{"t":"step","n":1,"type":"user","title":"deploy","provider":"useradd"}`,
			`{"t":"act","n":1,"act":{"seq":1,"kind":"run","text":"$ /usr/sbin/usermod -s /bin/sh deploy"}}`,
			`{"t":"act_done","n":1,"act":{"seq":1,"signal":"SIGTERM","error":"/usr/sbin/usermod: stopped before its end","elapsed_ms":12}}`,
			`{"t":"step_done","n":1,"status":"failed","changes":[{"property":"shell","is":{"str":"/bin/bash"},"should":{"str":"/bin/sh"},"status":"failed"}]}`,
			`{"t":"closed","status":"failed","failed":1}`)
	})
	d.press("enter")
	d.says("? 1 user deploy", "unknown: usermod was killed", "/usr/sbin/usermod: stopped before its end")
	d.lacks("! 1 user deploy")
}

// U undoes any run: here the first, after a second one about another resource.
func TestHistoryUndoesARun(t *testing.T) {
	t.Parallel()
	d, fake := kitDrive(t)
	dir := filepath.Join(t.TempDir(), "state")
	d.app.sh.Session.KeepJournal(dir)
	d.app.sh.Session.From = "screens"
	before := fake.Content("/people/deploy")
	for _, name := range []string{"deploy", "eve"} {
		kittest.StageChange(t, d.app.sh, "user", name, "shell", "/bin/bash")
		d.press("b A")
		d.pass(time.Second)
		d.press("A enter")
		d.says("1 of 1 is in the desired state")
		d.pass(time.Second)
		d.press("esc esc")
	}
	d.press(":")
	d.typed("run 1")
	d.says("run        1", "User[deploy] done, ")
	d.press("enter")
	d.says("history › run 1", "= 1 user deploy")
	d.press("H")
	d.says("2 runs", "User[deploy]", "User[eve]", "screens")
	d.press("G enter")
	d.says("history › run 1", "= 1 user deploy", "shell: '/bin/sh' → '/bin/bash'", "exit 0", "1 changed")
	d.press("U")
	d.says("~ 1  user deploy", "- /bin/bash", "+ /bin/sh")
	d.pass(time.Second)
	d.press("A enter")
	d.says("1 of 1 is in the desired state")
	d.pass(time.Second)
	if got := fake.Content("/people/deploy"); !strings.Contains(got, "shell=/bin/sh\n") || len(got) != len(before) {
		t.Errorf("after U: %q, before %q", got, before)
	}
	if got := fake.Content("/people/eve"); !strings.Contains(got, "shell=/bin/bash\n") {
		t.Errorf("U took another run back: %q", got)
	}
	d.press("esc esc g")
	d.says("3 runs", "undo of run 1: User[deploy]")
	d.press("G")
	d.says("undone by run 3")
	d.press("U")
	d.says("cannot undo run 1: it was already undone by run 3")
}

// What an undo omits is shown in its plan, in its question and in its result.
func TestUndoShowsWhatItOmits(t *testing.T) {
	t.Parallel()
	d, _ := kitDrive(t)
	d.app.sh.Session.KeepJournal(filepath.Join(t.TempDir(), "state"))
	kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash", "password", "other")
	d.press("b A")
	d.pass(time.Second)
	d.press("A enter")
	d.says("1 of 1 is in the desired state")
	d.pass(time.Second)
	d.press("U")
	d.says("~ 1  user deploy", "! cannot undo User[deploy]: password: ", "! 1 change of run 1 cannot be undone")
	d.pass(time.Second)
	d.press("A enter")
	d.says("! cannot undo User[deploy]: password: ", "= 1 of 1 is in the desired state")
	d.lacks("was not undone")
	d.draw(d.app.sh.Mode, 80, 16)
	d.says("! cannot undo User[deploy]: password: ", "ralsh saves only its")
}

// U on a result undoes its own run, regardless of later runs.
func TestResultUndoesItsOwnRun(t *testing.T) {
	d, _ := kitDrive(t)
	session := d.app.sh.Session
	session.KeepJournal(filepath.Join(t.TempDir(), "state"))
	kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash")
	d.press("b A")
	d.pass(time.Second)
	d.press("A enter")
	d.says("1 of 1 is in the desired state")
	d.pass(time.Second)
	p, err := session.Plan(t.Context(), kittest.Decl("user", "eve", "shell", "/bin/zsh"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := session.Apply(t.Context(), p, transaction.Options{}); err != nil {
		t.Fatal(err)
	}
	d.press("U")
	d.says("~ 1  user deploy", "+ /bin/sh")
}

// The undo of a run replaces its result, and so does the undo of the undo: esc
// leads to the screen from which the first plan was opened.
func TestUndosDoNotPileUp(t *testing.T) {
	t.Parallel()
	d, fake := kitDrive(t)
	d.app.sh.Session.KeepJournal(filepath.Join(t.TempDir(), "state"))
	kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash")
	d.press("b A")
	d.pass(time.Second)
	d.press("A enter")
	for i, want := range []string{"/bin/sh", "/bin/bash", "/bin/sh", "/bin/bash"} {
		d.pass(time.Second)
		d.press("U")
		d.says("basket › apply › result › undo run "+strconv.Itoa(i+1)+" ", "+ "+want)
		d.pass(time.Second)
		d.press("A enter")
		d.says(" basket › apply › result  ", "1 of 1 is in the desired state")
		if got := fake.Content("/people/deploy"); !strings.Contains(got, "shell="+want+"\n") {
			t.Fatalf("after undoing run %d: %q", i+1, got)
		}
	}
	d.pass(time.Second)
	// Closing a plan leads back to the result.
	d.press("U")
	d.pass(time.Second)
	d.press("esc")
	d.says(" basket › apply › result  ")
	d.press("esc")
	d.says(" basket  ", "the basket is empty")
}

// The commands of a run are wrapped and never cut, on small screens and next to
// its undo.
func TestTheCommandsOfARunAreWhole(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{40, 10}, {50, 20}, {60, 20}, {80, 24}, {100, 30}, {120, 36}} {
		d, _ := historyOn(t, size[0], size[1], func(t *testing.T, dir string) {
			run(t, dir, 1, opened(1, `,"what":"User[deploy]"`),
				`{"t":"step","n":1,"type":"user","title":"deploy","provider":"useradd"}`,
				`{"t":"act","n":1,"act":{"seq":1,"kind":"run","text":"$ /usr/sbin/usermod -s /usr/local/bin/a-shell-with-a-name -d /home/deploy deploy"}}`,
				`{"t":"act_done","n":1,"act":{"seq":1,"elapsed_ms":12}}`,
				`{"t":"step_done","n":1,"status":"changed","changes":[{"property":"shell","is":{"str":"/bin/bash"},"should":{"str":"/usr/local/bin/a-shell-with-a-name"},"status":"changed"}]}`,
				`{"t":"closed","status":"changed","changed":1}`)
		})
		d.press("G enter")
		var seen strings.Builder
		for range 30 {
			for line := range strings.Lines(d.screen()) {
				left, _, _ := strings.Cut(strings.TrimPrefix(line, "┃"), "┃")
				seen.WriteString(strings.Join(strings.Fields(left), ""))
			}
			d.press("down")
		}
		for _, want := range []string{"usermod-s/usr/local/bin/a-shell-with-a-name-d/home/deploydeploy", "shell:'/bin/bash'→'/usr/local/bin/a-shell-with-a-name'"} {
			if !strings.Contains(strings.ReplaceAll(seen.String(), "12ms", ""), want) {
				t.Errorf("%v: %q is not seen whole:\n%s", size, want, d.screen())
			}
		}
	}
}

// y copies a run as text, or what it applied as code, from the list and from
// the run.
func TestHistoryCopy(t *testing.T) {
	t.Parallel()
	for way, want := range map[string]string{
		"G y j j enter":           "user { 'deploy':\n  provider => 'useradd',\n  shell    => '/bin/bash',\n}\n",
		"G enter y j j enter":     "user { 'deploy':\n  provider => 'useradd',\n  shell    => '/bin/bash',\n}\n",
		"G enter y j j j enter":   "user:\n  deploy:\n",
		"G enter y j j j j enter": "\"type\": \"user\"",
		"G enter y enter":         "run 1, 2027-03-04",
	} {
		d, _ := historyOn(t, 120, 36, aJournal)
		d.press(way)
		if len(d.copied) != 1 || !strings.Contains(d.copied[0], want) {
			t.Errorf("%s: copied %q, want %q", way, d.copied, want)
		}
	}
}
