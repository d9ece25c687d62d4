package change

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/transaction"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
	"ralsh/ui/tui/theme"
)

// pinSteps sets every duration to a fixed value, so that a screen is always the
// same.
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

func (a *Apply) pin() {
	for _, s := range a.steps {
		pinSteps(s.ended)
	}
	if a.result != nil && a.result.report != nil {
		a.result.report.Elapsed = 15600 * time.Millisecond
		pinSteps(a.result.report.Steps...)
	}
}

// kitApply confirms a plan, and returns while apt-get is blocked.
func kitApply(t *testing.T, decls []ral.Decl, before ...func(*fakehost.Host)) (*kittest.Stage, *Apply, *kittest.MovingClock, *fakehost.Host, chan struct{}) {
	t.Helper()
	st, _, clock, fake := kitDifference(t, decls)
	for _, fn := range before {
		fn(fake)
	}
	held := make(chan struct{})
	fake.Hold("apt-get", held)
	clock.Pass(time.Second)
	st.Keys("A")
	st.Press("enter")
	st.Until(func() bool { _, ok := st.Top().(*Apply); return ok })
	return st, st.Top().(*Apply), clock, fake, held
}

func TestApplyGolden(t *testing.T) {
	t.Parallel()
	decls := kittest.Decls()
	st, a, clock, fake, held := kitApply(t, append(decls[:0:0], decls[0], decls[1], decls[2], decls[3], decls[4]), func(fake *fakehost.Host) {
		fake.Put("/etc/default/useradd", "SHELL=/bin/dash\n", 0o644)
	})
	st.Until(func() bool { return a.tool() == "apt-get" })
	for i, line := range []string{"Reading package lists...", "Building dependency tree...", "Get:1 http://mirror.example nginx-common", "Get:2 \x1b[1mnginx\x07"} {
		a.happened(transaction.ActOutput{N: 3, Line: line})
		clock.Pass(time.Duration(i) * time.Second)
	}
	for _, s := range a.steps {
		if s.pid != 0 {
			s.pid = 8213
		}
	}
	clock.Pass(4 * time.Second)
	a.pin()
	st.Golden("apply")
	st.Press("z")
	st.Sees("Reading package lists...")
	st.Press("esc")
	st.Press("q")
	if _, ok := st.Top().(*Apply); !ok {
		t.Fatal("esc leaves an apply that runs")
	}
	if got := a.Actions().DisabledReason("quit"); got != kit.StillRuns {
		t.Errorf("q lacks %q", got)
	}
	if got := a.Running(); got != "applying 3 of 5" {
		t.Errorf("line 1 says %q", got)
	}
	close(held)
	st.Until(nil)
	if st.Changed != 1 {
		t.Errorf("the screens were told %d times of the change", st.Changed)
	}
	if a.result == nil {
		t.Fatal("no result")
	}
	a.pin()
	st.Golden("result")
	st.Sees("failed: apt-get exit 100", "skipped: needs Package[nginx], which failed", "did not take")
	if !strings.Contains(fake.Content("/people/deploy"), "shell=/bin/bash") {
		t.Error("the shell was not changed")
	}
}

func TestApplyResult(t *testing.T) {
	st, a, clock, _, held := kitApply(t, kittest.Decls()[2:5])
	close(held)
	st.Until(nil)
	if a.result.report.Steps[a.result.at].Status != transaction.Failed {
		t.Error("the cursor does not begin on what failed")
	}
	// The screen opened by itself, so keys typed ahead are ignored.
	st.Keys("A")
	if st.Top() != kit.Screen(a) {
		t.Fatal("a key typed ahead arrived")
	}
	clock.Pass(time.Second)
	st.Keys("y")
	if len(st.Copied) == 0 || !strings.Contains(st.Copied[0].Text, "E: Failed to fetch") {
		t.Errorf("y copies %v", st.Copied)
	}
	st.Keys("A")
	d, ok := st.Top().(*Difference)
	if !ok {
		t.Fatalf("A leads to %T", st.Top())
	}
	if len(d.decls) != 3 {
		t.Errorf("A plans %d resources, want the one that failed with what it is needed for", len(d.decls))
	}
}

func TestApplyAllWell(t *testing.T) {
	st, a, _, _, held := kitApply(t, []ral.Decl{
		kittest.Decl("user", "carol", "ensure", "present", "shell", "/bin/bash", "password", "$6$new"),
		kittest.Decl("user", "eve", "ensure", "absent"),
	})
	close(held)
	st.Until(nil)
	a.pin()
	st.Sees("= 1 user carol", "present", "shell is /bin/bash", "password is [redacted]", "2 user eve", "absent", "2 of 2 are in the desired state")
	if strings.Contains(st.Text(), "$6$new") {
		t.Error("the secret is on the screen")
	}
	if got := a.Actions().DisabledReason("apply"); got != "all resources are in sync" {
		t.Errorf("A lacks %q", got)
	}
}

// A resource that another program changed since the plan is stopped, unchanged.
func TestApplyDrift(t *testing.T) {
	st, _, clock, fake := kitDifference(t, []ral.Decl{kittest.Decl("user", "deploy", "shell", "/bin/bash")})
	fake.Put("/people/deploy", "ensure=present\nshell=/bin/zsh\n", 0o644)
	clock.Pass(time.Second)
	st.Keys("A", "enter")
	st.Sees("^ 1 user deploy", "stopped: changed after the plan, not applied", "shell was '/bin/sh', now it is '/bin/zsh'")
	if got := fake.Content("/people/deploy"); !strings.Contains(got, "/bin/zsh") {
		t.Errorf("it was touched: %s", got)
	}
	clock.Pass(time.Second)
	st.Keys("d")
	st.Sees("^ ", "shell was /bin/sh at the time of the plan", "- /bin/zsh", "+ /bin/bash")
}

// For a text that drifted both differences are shown: from the plan to the
// current text, and from there to the desired text.
func TestApplyDriftText(t *testing.T) {
	st, _, clock, fake := kitDifference(t, []ral.Decl{kittest.Decl("file", "/etc/hostname", "content", "one\nmine\n")})
	fake.Put("/etc/hostname", "one\ntheirs\n", 0o644)
	clock.Pass(time.Second)
	st.Keys("A", "enter")
	st.Sees("^ 1 file /etc/hostname", "stopped")
	clock.Pass(time.Second)
	st.Keys("d")
	st.Sees("content changed after the plan:", "+ theirs", "planned change from the new value:", "- theirs", "+ mine")
}

// The spinner moves while a step is running, and requests no ticks after it.
func TestSpinnerEndsWithTheApply(t *testing.T) {
	st, a, _, _, held := kitApply(t, kittest.Decls()[2:3])
	if !a.spins() {
		t.Error("nothing moves while the apply runs")
	}
	first := a.spinner.View()
	if a.Update(spinMsg{a}); a.spinner.View() == first {
		t.Errorf("a tick leaves %q", first)
	}
	close(held)
	st.Until(nil)
	if a.result == nil || a.spins() {
		t.Error("it moves after the apply")
	}
	if a.Update(spinMsg{a}) != nil {
		t.Error("a tick after the apply asks for another")
	}
}

// Without UTF-8 the spinner and the bar consist of ASCII.
func TestSpinnerInASCII(t *testing.T) {
	g := frame.Mode{ASCII: true}.Themed(theme.Options{}).Theme.Glyphs()
	s := newSpinner(*g)
	for range len(g.Spinner) {
		if view := ansi.Strip(s.View()); len(view) != 1 || view[0] >= 0x80 {
			t.Errorf("a frame is %q", view)
		}
		s, _ = s.Update(s.Tick())
	}
}

// The bar shows the finished share, is as wide as its room, and is full only at
// the end.
func TestBarCell(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		g := *frame.Mode{ASCII: ascii}.Themed(theme.Options{}).Theme.Glyphs()
		for _, c := range []struct {
			ended, all, width, done int
		}{{0, 4, 40, 0}, {1, 4, 40, 10}, {2, 4, 40, 20}, {4, 4, 40, 40}, {1, 3, 10, 3}, {0, 1, 10, 0}, {1, 1, 10, 10}} {
			cell := barCell(g, 5, c.width, float64(c.ended)/float64(c.all))
			if done := cell.Text.Width(); done != c.done {
				t.Errorf("%d of %d on %d cells: %d are done, want %d", c.ended, c.all, c.width, done, c.done)
			}
			if cell.Width() != c.width {
				t.Errorf("%d of %d: the bar is %d wide, want %d", c.ended, c.all, cell.Width(), c.width)
			}
			if cell.Style != theme.Accent || cell.More[0].Style != theme.Faint {
				t.Errorf("it looks like %v, %v", cell.Style, cell.More[0].Style)
			}
		}
	}
}

func TestApplyStops(t *testing.T) {
	st, a, _, _, held := kitApply(t, kittest.Decls()[2:5])
	st.Until(func() bool { return a.tool() == "apt-get" })
	st.Press("ctrl+c")
	st.Sees("Stops after the current step.")
	close(held)
	st.Until(nil)
	if a.killed {
		t.Error("one ctrl+c kills")
	}
	st.Sees("not started: stopped by ctrl+c")
}

// The second ctrl+c stops the current command, and quits when it has ended.
func TestApplyKilled(t *testing.T) {
	st, a, _, _, _ := kitApply(t, kittest.Decls()[2:5])
	st.Until(func() bool { return a.tool() == "apt-get" })
	st.Press("ctrl+c")
	st.Press("ctrl+c")
	st.Until(nil)
	if a.result == nil || !st.Quit || a.Unseen() == "" {
		t.Fatalf("ended %v, left %v, said %q", a.result != nil, st.Quit, a.Unseen())
	}
	if _, handled := a.Do("interrupt"); handled {
		t.Error("a third ctrl+c does not reach the root")
	}
}

// Ending the program lets the current step finish, and waits for it.
func TestApplyTerminated(t *testing.T) {
	st, d, clock, fake := kitDifference(t, kittest.Decls()[2:5])
	ctx, cancel := context.WithCancel(t.Context())
	d.sh.Ctx = ctx
	held := make(chan struct{})
	fake.Hold("apt-get", held)
	clock.Pass(time.Second)
	st.Keys("A")
	st.Press("enter")
	st.Until(func() bool { a, ok := st.Top().(*Apply); return ok && a.tool() == "apt-get" })
	a := st.Top().(*Apply)
	cancel()
	<-a.stop
	close(held)
	a.Close()
	a.sh.Work.Wait()
	st.Until(nil)
	if n := a.result.report.Count(transaction.NotBegun); n == 0 {
		t.Error("something more was begun")
	}
}

// The text printed after quitting during an apply names the stopped resource.
func TestLastWordsNameWhatWasStopped(t *testing.T) {
	st, a, _, _, _ := kitApply(t, kittest.Decls()[2:5])
	st.Until(func() bool { return a.tool() == "apt-get" })
	st.Press("ctrl+c")
	st.Press("ctrl+c")
	st.Until(nil)
	if got, want := a.Unseen(), "package nginx: unknown: apt-get was killed; it may still be running. Read again: ensure is absent, as before."; !strings.Contains(got, want) {
		t.Errorf("%q\nwant %q in it", got, want)
	}
}

// A TERM from outside ends with the same words as ctrl+c twice: if the current
// step is stopped, if a second TERM stops it, and if it fails by itself.
func TestLastWordsAfterTERMNameTheResource(t *testing.T) {
	for name, c := range map[string]struct {
		end  func(a *Apply, held chan struct{})
		want string
	}{
		"stopped by a second": {
			func(a *Apply, _ chan struct{}) { a.kill() },
			" package nginx: unknown: apt-get was killed; it may still be running. Read again: ensure is absent, as before.",
		},
		"failed by itself": {
			func(_ *Apply, held chan struct{}) { close(held) },
			" package nginx: failed: ",
		},
	} {
		t.Run(name, func(t *testing.T) {
			st, d, clock, fake := kitDifference(t, kittest.Decls()[2:5])
			ctx, cancel := context.WithCancel(t.Context())
			d.sh.Ctx = ctx
			held := make(chan struct{})
			fake.Hold("apt-get", held)
			clock.Pass(time.Second)
			st.Keys("A")
			st.Press("enter")
			st.Until(func() bool { a, ok := st.Top().(*Apply); return ok && a.tool() == "apt-get" })
			a := st.Top().(*Apply)
			cancel() // as TERM does
			<-a.stop
			c.end(a, held)
			a.sh.Work.Wait()
			if got := a.Unseen(); !strings.Contains(got, c.want) {
				t.Errorf("%q\nwant %q in it", got, c.want)
			}
		})
	}
}
