package tui

import (
	"strings"
	"testing"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/transaction"
)

// pinSteps gives every duration a fixed length, so that a screen is the same
// each time.
func pinSteps(steps ...*transaction.Step) {
	for _, s := range steps {
		if s == nil {
			continue
		}
		s.Elapsed = 38 * time.Millisecond
		for i := range s.Changes {
			s.Changes[i].Elapsed = 21 * time.Millisecond
		}
	}
}

func (a *apply) pin() {
	for _, s := range a.steps {
		pinSteps(s.ended)
	}
	if a.result != nil && a.result.report != nil {
		a.result.report.Elapsed = 15600 * time.Millisecond
		pinSteps(a.result.report.Steps...)
	}
}

// kitApply says yes to a plan while apt-get waits.
func kitApply(t *testing.T, decls []ral.Decl, before ...func(*host.Fake)) (*kitStage, *apply, *kitMoves, *host.Fake, chan struct{}) {
	t.Helper()
	st, _, clock, fake := kitDifference(t, decls)
	for _, fn := range before {
		fn(fake)
	}
	held := make(chan struct{})
	fake.Hold("apt-get", held)
	clock.pass(time.Second)
	st.keys("A", "tab")
	st.press("enter")
	st.until(func() bool { _, ok := st.top().(*apply); return ok })
	return st, st.top().(*apply), clock, fake, held
}

func TestApplyGolden(t *testing.T) {
	decls := kitDecls()
	st, a, clock, fake, held := kitApply(t, append(decls[:0:0], decls[0], decls[1], decls[2], decls[3], decls[4]), func(fake *host.Fake) {
		fake.Put("/etc/default/useradd", "SHELL=/bin/dash\n", 0o644)
	})
	st.until(func() bool { return a.tool() == "apt-get" })
	for i, line := range []string{"Reading package lists...", "Building dependency tree...", "Get:1 http://mirror.example nginx-common", "Get:2 \x1b[1mnginx\x07"} {
		a.happened(transaction.ActOutput{N: 3, Line: line})
		clock.pass(time.Duration(i) * time.Second)
	}
	for _, s := range a.steps {
		if s.pid != 0 {
			s.pid = 8213
		}
	}
	clock.pass(4 * time.Second)
	a.pin()
	st.golden("apply")
	st.press("z")
	st.sees("Reading package lists...")
	st.press("esc")
	st.press("q")
	if _, ok := st.top().(*apply); !ok {
		t.Fatal("esc leaves an apply that runs")
	}
	if got := a.disabled("quit"); got != stillRuns {
		t.Errorf("q lacks %q", got)
	}
	if got := a.running(); got != "applying 3 of 5" {
		t.Errorf("line 1 says %q", got)
	}
	close(held)
	st.until(nil)
	if st.changed != 1 {
		t.Errorf("the screens were told %d times of the change", st.changed)
	}
	if a.result == nil {
		t.Fatal("no result")
	}
	a.pin()
	st.golden("result")
	st.sees("failed: apt-get exit 100", "skipped: needs Package[nginx], which failed", "did not take")
	if !strings.Contains(fake.Content("/people/deploy"), "shell=/bin/bash") {
		t.Error("the shell was not changed")
	}
}

func TestApplyResult(t *testing.T) {
	st, a, clock, _, held := kitApply(t, kitDecls()[2:5])
	close(held)
	st.until(nil)
	if a.result.report.Steps[a.result.at].Status != transaction.Failed {
		t.Error("the cursor does not begin on what failed")
	}
	// The screen opened by itself, so what was typed ahead means nothing.
	st.keys("A")
	if st.top() != screen(a) {
		t.Fatal("a key typed ahead arrived")
	}
	clock.pass(time.Second)
	st.keys("y")
	if len(st.copied) == 0 || !strings.Contains(st.copied[0].text, "E: Failed to fetch") {
		t.Errorf("y copies %v", st.copied)
	}
	st.keys("A")
	d, ok := st.top().(*difference)
	if !ok {
		t.Fatalf("A leads to %T", st.top())
	}
	if len(d.decls) != 3 {
		t.Errorf("A plans %d resources, want the one that failed with what it is needed for", len(d.decls))
	}
}

func TestApplyAllWell(t *testing.T) {
	st, a, _, _, held := kitApply(t, []ral.Decl{
		kitDecl("user", "carol", "ensure", "present", "shell", "/bin/bash", "password", "$6$new"),
		kitDecl("user", "eve", "ensure", "absent"),
	})
	close(held)
	st.until(nil)
	a.pin()
	st.sees("= 1 user carol", "present", "shell is /bin/bash", "password is [redacted]", "2 user eve", "absent", "2 of 2 are as they should be")
	if strings.Contains(st.text(), "$6$new") {
		t.Error("the secret is on the screen")
	}
	if got := a.disabled("apply"); got != "all is as it should be" {
		t.Errorf("A lacks %q", got)
	}
}

// What another program changed since the plan is stopped, untouched.
func TestApplyDrift(t *testing.T) {
	st, _, clock, fake := kitDifference(t, []ral.Decl{kitDecl("user", "deploy", "shell", "/bin/bash")})
	fake.Put("/people/deploy", "ensure=present\nshell=/bin/zsh\n", 0o644)
	clock.pass(time.Second)
	st.keys("A", "tab", "enter")
	st.sees("^ 1 user deploy", "stopped: changed since the plan, nothing touched", "shell was '/bin/sh', now it is '/bin/zsh'")
	if got := fake.Content("/people/deploy"); !strings.Contains(got, "/bin/zsh") {
		t.Errorf("it was touched: %s", got)
	}
	clock.pass(time.Second)
	st.keys("d")
	st.sees("^ ", "shell was /bin/sh when it was planned", "- /bin/zsh", "+ /bin/bash")
}

// Of a text that moved, both ways are shown: from the plan to now, and from now to
// what was asked for.
func TestApplyDriftText(t *testing.T) {
	st, _, clock, fake := kitDifference(t, []ral.Decl{kitDecl("file", "/etc/hostname", "content", "one\nmine\n")})
	fake.Put("/etc/hostname", "one\ntheirs\n", 0o644)
	clock.pass(time.Second)
	st.keys("A", "tab", "enter")
	st.sees("^ 1 file /etc/hostname", "stopped")
	clock.pass(time.Second)
	st.keys("d")
	st.sees("content moved since the plan:", "+ theirs", "and from there to what you asked for:", "- theirs", "+ mine")
}
