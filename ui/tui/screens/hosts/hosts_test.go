package hosts

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

const ownHosts = "web1\n[db]\ndb1\ndb2 ansible_user=alice\nlocked\n[prod:children]\ndb\n[odd]\nweb9\n"

// said returns what a host prints.
func said(system, runs string) map[string]string {
	name, release, _ := strings.Cut(system, " ")
	return map[string]string{
		"facts":   fmt.Sprintf(`{"os.name": %q, "os.release.full": %q}`, name, release),
		"history": `{"schema": 1, "runs": [` + runs + `]}`,
	}
}

// hosts returns four hosts: two that answer, a third without a server, and a fourth that wants
// a password.
func hosts() map[string]kittest.There {
	return map[string]kittest.There{
		"web1":      {Prints: said("Debian 12.11", `{"run": 44, "began": "2027-03-04T02:54:29Z", "status": "changed", "what": "Notify[hi]", "changes": 1}`)},
		"db1":       {Refused: "ssh: connect to host db1 port 22: Connection refused"},
		"alice@db2": {Prints: said("Fedora 41", `{"run": 7, "began": "2027-03-01T02:54:29Z", "status": "failed", "what": "Package[nginx]", "failed": 1}`)},
		"locked":    {Refused: "alice@locked: Permission denied (publickey,password)."},
		"web9":      {Prints: map[string]string{"facts": "\x1b[2Jno JSON"}},
	}
}

func stage(t *testing.T, file string, there map[string]kittest.There) *kittest.Stage {
	t.Helper()
	sh, _ := kittest.FixtureShared(t)
	sh.Reach = kittest.Reach(file, there, nil)
	st := kittest.NewStage(t, sh, New(sh))
	st.Until(nil)
	for _, e := range st.Top().(*Screen).all {
		e.found.Took = 0
	}
	return st
}

func golden(st *kittest.Stage, name string) {
	st.T.Helper()
	for _, size := range [][2]int{{120, 36}, {80, 24}, {60, 20}} {
		st.W, st.H = size[0], size[1]
		kittest.HoldDrawing(st.T, fmt.Sprintf("%s.%dx%d", name, st.W, st.H), st.Text())
	}
	kittest.HoldMatrix(st.T, name, name != "empty", st.Draw)
	st.Draw(frame.Mode{}, 120, 36)
}

func TestGolden(t *testing.T) {
	st := stage(t, ownHosts, hosts())
	s := st.Top().(*Screen)
	s.compared(kit.ComparedMsg{Sides: [2]kit.Side{s.all[1].side(), s.all[0].side()}, Counts: []kit.TypeCount{{Type: "package", Differs: 12, Unknown: 3}, {Differs: 1}}})
	st.Keys("j")
	golden(st, "hosts")
	golden(stage(t, "# none\n", nil), "empty")
}

// What is known of each host, and its sign.
func TestRows(t *testing.T) {
	st := stage(t, ownHosts, hosts())
	for _, want := range []string{"this host", "Debian 12.11", "44 done, 02:54", "x db1           refused", "? locked        permission denied", "! db2", "7 failed, 2027-03-01", "3 of 5 hosts reached", "! web9"} {
		st.Sees(want)
	}
	if text := st.Text(); strings.Contains(text, "\x1b[2J") {
		t.Errorf("a control sequence comes through:\n%q", text)
	}
	st.Keys("!")
	if text := st.Text(); strings.Contains(text, "web1") && strings.Contains(text, "44 done") {
		t.Errorf("a host without a sign is shown:\n%s", text)
	}
}

// Nothing is asked of a host before the screen is there, eight are at a time, and those end
// with the screen.
func TestAsking(t *testing.T) {
	const hosts, atOnce = 20, 8
	begun, wait := make(chan string, hosts), make(chan struct{})
	there := make(map[string]kittest.There)
	for i := range hosts {
		there[fmt.Sprintf("n%02d", i+1)] = kittest.There{Wait: wait}
	}
	sh, _ := kittest.FixtureShared(t)
	sh.Reach = kittest.Reach("n[01-20]\n", there, func(on string, _ []string, _ string) { begun <- on })
	s := New(sh)
	if len(begun) > 0 {
		t.Error("a host is asked before the screen is there")
	}
	st := kittest.NewStage(t, sh, s)
	st.Until(func() bool { return len(s.all) > 1 && s.all[0].asked })
	for range atOnce {
		<-begun
	}
	st.Sees("0 of 20 hosts answered", "o n01")
	s.Close()
	st.Until(nil)
	if n := len(begun); n > 0 {
		t.Errorf("%d more hosts were asked", n)
	}
}

// The sides of a comparison, by what is selected and where the cursor is.
func TestCompared(t *testing.T) {
	for _, c := range []struct{ keys, want string }{
		{"", "select two hosts"},
		{"j", "web1 now"},
		{"space j", "select two hosts to compare; 1 host is selected"},
		{"space space", "now web1"},
		{"j space space", "web1 db1"},
		{"j space space space", "3 hosts are selected"},
		{"j j j", "alice@db2 now"},
	} {
		t.Run(c.keys, func(t *testing.T) {
			st := stage(t, ownHosts, hosts())
			st.Keys(strings.Fields(c.keys)...)
			sides, got := st.Top().(*Screen).chosen()
			if got == "" {
				got = sides[0].Word() + " " + sides[1].Word()
			}
			if !strings.Contains(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// Its screens have the terminal; how they ended is said, without what a terminal would do.
func TestVisit(t *testing.T) {
	st := stage(t, ownHosts, hosts())
	var ran []tea.ExecCommand
	var fails error
	st.Sh.Lend = func(run tea.ExecCommand, done tea.ExecCallback) tea.Cmd {
		ran = append(ran, run)
		return func() tea.Msg { return done(fails) }
	}
	st.Keys("enter")
	if len(ran) > 0 || !strings.Contains(st.LastMessage(), "you are on this host") {
		t.Errorf("this host is opened, %q", st.LastMessage())
	}
	st.Keys("j", "enter")
	if len(ran) != 1 {
		t.Fatal("the terminal is not lent")
	}
	fails = fmt.Errorf("\x1b]0;x\a refused")
	st.Keys("enter")
	if got := st.LastMessage(); !strings.Contains(got, " refused") || strings.ContainsAny(got, "\x1b\a") {
		t.Errorf("it says %q", got)
	}
}

// Without an inventory, or with a bad one, the screen says so.
func TestNoHosts(t *testing.T) {
	stage(t, "# none\n", nil).Sees("No other hosts are known.", "Add a host on each line of ", "/etc/ralsh/hosts")
	stage(t, "a b\n[", nil).Sees("/etc/ralsh/hosts:")
	sh, _ := kittest.FixtureShared(t)
	st := kittest.NewStage(t, sh, New(sh))
	st.Until(nil)
	st.Sees("this session cannot reach other hosts", "cannot list other hosts")
	if n := strings.Count(st.Text(), "this session cannot reach other hosts"); n != 1 {
		t.Errorf("the error is shown %d times:\n%s", n, st.Text())
	}
}

func TestMenus(t *testing.T) {
	st := stage(t, ownHosts, hosts())
	for _, c := range []struct{ keys, want string }{
		{"c", "ralsh"},
		{"j c", "ralsh --on web1"},
		{"j space space c", "ralsh compare web1 db1"},
		{"j j j w", "/etc/ralsh/hosts:4"},
		{"G k w", "prompts for the password"},
		{"j y", "name"},
	} {
		st.Keys(append([]string{"g"}, strings.Fields(c.keys)...)...)
		st.Sees(c.want)
		st.Keys("esc", "esc")
		if len(st.Stack) != 1 && !slices.Contains(strings.Fields(c.keys), "c") {
			t.Fatalf("%q: %d screens", c.keys, len(st.Stack))
		}
	}
}
