package tui

import (
	"context"
	"strings"
	"testing"
	"time"
)

// What is printed after an apply was left names the resource that was stopped.
func TestLastWordsNameWhatWasStopped(t *testing.T) {
	st, a, _, _, _ := kitApply(t, kitDecls()[2:5])
	st.until(func() bool { return a.tool() == "apt-get" })
	st.press("ctrl+c")
	st.press("ctrl+c")
	st.until(nil)
	if got, want := a.unseen(), "package nginx: not known: apt-get was killed; it may still be at work. Read again: ensure is absent, as before."; !strings.Contains(got, want) {
		t.Errorf("%q\nwant %q in it", got, want)
	}
}

// A TERM from outside ends with the same words as ctrl+c twice does: when the step
// in hand is stopped, when a second one stops it, and when it fails by itself.
func TestLastWordsAfterTERMNameTheResource(t *testing.T) {
	for name, c := range map[string]struct {
		end  func(a *apply, held chan struct{})
		want string
	}{
		"stopped by a second": {
			func(a *apply, _ chan struct{}) { a.kill() },
			" package nginx: not known: apt-get was killed; it may still be at work. Read again: ensure is absent, as before.",
		},
		"failed by itself": {
			func(_ *apply, held chan struct{}) { close(held) },
			" package nginx: failed: ",
		},
	} {
		t.Run(name, func(t *testing.T) {
			st, d, clock, fake := kitDifference(t, kitDecls()[2:5])
			ctx, cancel := context.WithCancel(t.Context())
			d.sh.ctx = ctx
			held := make(chan struct{})
			fake.Hold("apt-get", held)
			clock.pass(time.Second)
			st.keys("A", "tab")
			st.press("enter")
			st.until(func() bool { a, ok := st.top().(*apply); return ok && a.tool() == "apt-get" })
			a := st.top().(*apply)
			cancel() // as TERM does
			<-a.stop
			c.end(a, held)
			a.sh.work.Wait()
			if got := a.unseen(); !strings.Contains(got, c.want) {
				t.Errorf("%q\nwant %q in it", got, c.want)
			}
		})
	}
}

// What an apply of ours changed has not moved, neither in the log nor in lists.
func TestOwnApplyIsNoMove(t *testing.T) {
	d, fake := drive(t, 120, 36, Options{})
	d.press("down down down down down enter down enter")
	fake.Put("/etc/passwd", "alice:present:1001:1001:/bin/sh:x\ndeploy:present:1000:1000:/bin/zsh:x\n", 0o644)
	d.send(changedMsg{})
	d.idle()
	d.says("/bin/zsh")
	d.lacks("^ shell")
	d.press("L")
	d.says("read again after the apply")
	d.lacks("has moved")
	d.press("esc esc")
	d.lacks("^ deploy")
	d.press("enter")
	fake.Put("/etc/passwd", "deploy:present:1000:1000:/bin/sh:x\n", 0o644)
	d.press("r")
	d.says("^ shell")
	d.press("L")
	d.says("read again, and it has moved")
}
