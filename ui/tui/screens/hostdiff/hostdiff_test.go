package hostdiff

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"ralsh/model/hops"
	"ralsh/model/snapshot"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/value"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// filesOfA are those of the host A: a user and a group more than here, another shell, a
// package less, a service that is stopped, and a secret.
func filesOfA() map[string]string {
	return map[string]string{
		"/etc/passwd":  "alice:present:1001:1001:/bin/fish:$y$secret\nbob:present:1002:dev:/bin/sh:x\ndeploy:present:1000:deploy:/bin/bash:$y$other\nroot:present:0:0:/bin/bash:x\n",
		"/etc/group":   "deploy:present:1000\ndev:present:1002\nroot:present:0\n",
		"/var/apt":     "polkitd:122-3\npuppet:7.24.0-1\nzlib:1.2.13\n",
		"/var/service": "cron:running:true\ndbus:stopped:true\nssh:stopped:true\n",
	}
}

func target(t *testing.T, name string) kit.Side {
	t.Helper()
	on, err := hops.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return kit.Side{Name: name, On: &on}
}

// compared compares a host with this one, or this one with a host.
func compared(t *testing.T, there map[string]kittest.There, back bool, asked func(on string, args []string, in string)) *kittest.Stage {
	t.Helper()
	sh, _ := kittest.FixtureShared(t)
	sh.Reach = kittest.Reach("web2\n", there, asked)
	sides := [2]kit.Side{target(t, "web2"), {Name: "web1"}}
	if back {
		slices.Reverse(sides[:])
	}
	st := kittest.NewStage(t, sh, New(sh, sides))
	st.Until(nil)
	return st
}

// web2 is the host A.
func web2(t *testing.T) map[string]kittest.There {
	t.Helper()
	named := fakehost.WithUname(host.Uname{Nodename: "web2"})
	files := filesOfA()
	files["/etc/hostname"] = "web2\n"
	return map[string]kittest.There{"web2": {Prints: map[string]string{"snapshot": kittest.SnapshotOf(t, files, named)}}}
}

func TestGolden(t *testing.T) {
	st := compared(t, web2(t), false, nil)
	for _, c := range []struct{ name, keys string }{
		{"types", ""},
		{"rows", "G k enter space"},
		{"values", "enter"},
		{"all", "esc esc !"},
	} {
		st.Keys(strings.Fields(c.keys)...)
		for _, size := range [][2]int{{120, 36}, {80, 24}, {60, 20}} {
			st.W, st.H = size[0], size[1]
			kittest.HoldDrawing(st.T, fmt.Sprintf("%s.%dx%d", c.name, st.W, st.H), st.Text())
		}
		kittest.HoldMatrix(st.T, c.name, c.name != "values", st.Draw)
		st.Draw(frame.Mode{}, 120, 36)
	}
}

// stage marks rows and stages them.
func TestStageHere(t *testing.T) {
	for _, c := range []struct {
		name, keys string
		drafts     []string
		said       string
	}{
		{"the row under the cursor", "j j enter m", []string{"Service[ssh]"}, "1 draft staged in the basket of web1; b shows it"},
		{"a marked row", "j j enter space k m", []string{"Service[ssh]"}, "1 draft"},
		{"all of a type", "j j j space m", []string{"User[bob]", "Group[dev]", "User[deploy]"}, ""},
		{"a group comes along", "j j j enter m", []string{"User[bob]", "Group[dev]"}, ""},
		{"all", "a m", []string{"Group[dev]", "Package[puppet]", "Service[ssh]", "User[bob]", "User[deploy]"}, ""},
		{"all, and none of them", "a a j j enter m", []string{"Service[ssh]"}, "1 draft"},
	} {
		t.Run(c.name, func(t *testing.T) {
			st := compared(t, web2(t), false, nil)
			st.Keys(strings.Fields(c.keys)...)
			var got []string
			for _, d := range st.Sh.Basket.Drafts() {
				got = append(got, d.Ref())
				if !strings.HasPrefix(d.From, "web2, ") {
					t.Errorf("%s is from %q", d.Ref(), d.From)
				}
			}
			if !slices.Equal(got, c.drafts) || !strings.Contains(st.LastMessage(), c.said) {
				t.Errorf("drafts of %v, want %v; it says %q:\n%s", got, c.drafts, st.LastMessage(), st.Text())
			}
		})
	}
}

// What cannot be staged says why, and is not marked.
func TestNotStaged(t *testing.T) {
	st := compared(t, web2(t), false, nil)
	st.Keys("m")
	if got := st.LastMessage(); !strings.Contains(got, "no row is selected") {
		t.Errorf("m among the types says %q", got)
	}
	st.Keys("j", "enter", "j")
	st.Sees("only B")
	for _, key := range []string{"m", "space"} {
		st.Keys(key)
		if got := st.LastMessage(); !strings.Contains(got, "only B contains it, and ralsh does not stage removals here") {
			t.Errorf("%s on what only B has says %q", key, got)
		}
	}
	if len(st.Top().(*Screen).marked) > 0 || len(st.Sh.Basket.Drafts()) > 0 {
		t.Error("something is staged")
	}
	// A draft that was typed stays as it is.
	st = compared(t, web2(t), false, nil)
	kittest.StageChange(t, st.Sh, "user", "deploy", "shell", "/bin/zsh")
	st.Keys("j", "j", "j", "enter", "j", "m")
	st.Sees("1 row or value not staged", "the basket already contains a draft of the resource")
	if d := st.Sh.Basket.Drafts()[0]; d.From != "" {
		t.Error("the draft was replaced")
	}
}

// The rows are named for another host, which compares by itself; its answer is foreign.
func TestStageThere(t *testing.T) {
	for _, c := range []struct {
		name, keys, answer string
		exit               int
		args, said, shown  string
	}{
		{"one", "j j enter m", `{"staged": {"drafts": ["Service[ssh]"], "refused": [], "removals": 0}}`, 1, "--only=Service[ssh] debian", "1 draft staged in the basket of web2; apply them on that host", ""},
		{"all", "a m", `{"staged": {"drafts": ["A"], "refused": [], "removals": 2}}`, 1, "compare - now --stage -o json", "2 only on B are not removed", ""},
		{"refused", "j j enter m", `{"staged": {"drafts": [], "refused": [{"resource": "x\u001b[2J", "why": "evil\u0007"}], "removals": 0}}`, 1, "", "", "1 row or value not staged"},
		{"no JSON", "j j enter m", "hello", 0, "", "cannot parse the answer of the remote host", ""},
		{"a failure", "j j enter m", "", 3, "", "web2: the remote command compare ended with status 3", ""},
		{"something else", "j j enter m", "{}", 0, "", "does not list the drafts", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			there := web2(t)
			at := there["web2"]
			at.Prints["compare"] = c.answer
			var last []string
			sent := ""
			st := compared(t, there, true, func(_ string, args []string, in string) { last, sent = args, in })
			at.Exit = c.exit
			there["web2"] = at
			st.Keys(strings.Fields(c.keys)...)
			if got := strings.Join(last, " "); !strings.Contains(got, c.args) || c.name == "all" && strings.Contains(got, "--only") {
				t.Errorf("it asks %q", got)
			}
			if snap, err := snapshot.Read(strings.NewReader(sent)); err != nil || snap.Head.Host != "web1" {
				t.Errorf("what is sent is no snapshot of this host: %v", err)
			}
			if !strings.Contains(st.LastMessage(), c.said) {
				t.Errorf("it says %q", st.LastMessage())
			}
			if st.Sees(c.shown); strings.ContainsAny(st.Text(), "\x1b\a") {
				t.Error("a control character is shown")
			}
			if len(st.Sh.Basket.Drafts()) > 0 {
				t.Error("there are drafts here")
			}
		})
	}
}

// A host that is not reached or sends something else is named, with what it said.
func TestNotCompared(t *testing.T) {
	for _, c := range []struct {
		name  string
		there kittest.There
		want  []string
	}{
		{"refused", kittest.There{Refused: "Connection refused\x1b[2J"}, []string{"ralsh cannot compare the hosts.", "web2 was not reached", "status 255: Connection"}},
		{"no snapshot", kittest.There{Prints: map[string]string{"snapshot": "hello\n"}}, []string{"web2: line 1"}},
		{"a failure", kittest.There{Exit: 3}, []string{"web2: the remote command snapshot ended with status 3"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			st := compared(t, map[string]kittest.There{"web2": c.there}, false, nil)
			st.Sees(c.want...)
			for _, b := range st.Sh.Keys.Bindings() { // no key needs a comparison
				if b.Intent != keys.Refresh && b.Intent != keys.MoveLeft && b.Intent != keys.ShowCommand && st.Top().Actions().DisabledReason(b.Intent) == "" {
					_, _ = st.Top().Do(b.Intent)
				}
			}
		})
	}
	whole := map[string]string{"/var/pip": "", "/var/p4": ""}
	sh, fake := kittest.FixtureShared(t)
	for name := range whole {
		fake.Put(name, "", 0o644)
	}
	sh.Reach = kittest.Reach("web2\n", map[string]kittest.There{"web2": {Prints: map[string]string{"snapshot": kittest.SnapshotOf(t, whole)}}}, nil)
	st := kittest.NewStage(t, sh, New(sh, [2]kit.Side{target(t, "web2"), {Name: "web1"}}))
	st.Until(nil)
	st.Sees("The hosts are equal.", "hidden: ")
}

// Everything ends with the screen.
func TestClose(t *testing.T) {
	sh, _ := kittest.FixtureShared(t)
	begun := make(chan string, 1)
	sh.Reach = kittest.Reach("web2\n", map[string]kittest.There{"web2": {Wait: make(chan struct{})}}, func(on string, _ []string, _ string) { begun <- on })
	s := New(sh, [2]kit.Side{target(t, "web2"), {Name: "web1"}})
	st := kittest.NewStage(t, sh, s)
	<-begun
	st.Sees("comparing web2 with web1")
	s.Close()
	st.Until(nil)
}

// The counts reach the screen of hosts.
func TestCounted(t *testing.T) {
	sh, _ := kittest.FixtureShared(t)
	sh.Reach = kittest.Reach("web2\n", web2(t), nil)
	s := New(sh, [2]kit.Side{target(t, "web2"), {Name: "web1"}})
	taken := s.Start()()
	msg, ok := s.Update(taken)().(kit.ComparedMsg)
	if !ok || len(msg.Counts) != 5 {
		t.Errorf("%+v", msg)
	}
}

// No snapshot of another host can break the screen.
func TestHostile(t *testing.T) {
	files := filesOfA()
	files["/etc/passwd"] = kittest.Hostile + ":present:1:1:" + strings.Repeat(kittest.Hostile, 2000) + ":x\n" + strings.Repeat("k", 100<<10) + ":present:1:1:x:x\n"
	st := compared(t, map[string]kittest.There{"web2": {Prints: map[string]string{"snapshot": kittest.SnapshotOf(t, files)}}}, false, nil)
	for _, key := range []string{"G", "enter", "enter", "z"} {
		st.Keys(key)
		kittest.Sizes(st, key)
	}
}

// A text with several lines is its number of lines in a cell, and the lines that differ
// below, in both layouts.
func TestSeveralLines(t *testing.T) {
	row := snapshot.Row{Sign: snapshot.Sign(frame.SignChanges), Changes: []snapshot.Change{{
		Sign: snapshot.Sign(frame.SignChanges), Property: "text", A: value.Str("one\ntwo\nthree\n"), B: value.Str("one\n2\nthree\nfour\n"),
	}}}
	var v values
	v.take(&row)
	for name, lines := range map[string][]frame.Line{"sides": v.sides(70), "stacked": v.stacked(36)} {
		text := ansi.Strip(strings.Join(frame.Lines(frame.Mode{}, 72, lines), "\n"))
		for _, want := range []string{"3 lines", "4 lines", "- two", "+ 2", "+ four"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", name, want, text)
			}
		}
		if strings.Contains(text, `\n`) {
			t.Errorf("%s:\n%s", name, text)
		}
	}
}
