package tui

import (
	"context"
	"testing"
	"time"

	"ralsh/ral/transaction"
)

func TestApplyStops(t *testing.T) {
	st, a, _, _, held := kitApply(t, kitDecls()[2:5])
	st.until(func() bool { return a.tool() == "apt-get" })
	st.press("ctrl+c")
	st.sees("Stops after this step; nothing more is begun.")
	close(held)
	st.until(nil)
	if a.killed {
		t.Error("one ctrl+c kills")
	}
	st.sees("not begun: stopped by ctrl+c")
}

// The second ctrl+c stops the command in hand, and leaves when that has ended.
func TestApplyKilled(t *testing.T) {
	st, a, _, _, _ := kitApply(t, kitDecls()[2:5])
	st.until(func() bool { return a.tool() == "apt-get" })
	st.press("ctrl+c")
	st.press("ctrl+c")
	st.until(nil)
	if a.result == nil || !st.quit || a.unseen() == "" {
		t.Fatalf("ended %v, left %v, said %q", a.result != nil, st.quit, a.unseen())
	}
	if _, handled := a.do("interrupt"); handled {
		t.Error("a third ctrl+c does not reach the root")
	}
}

// What ends the program lets the step in hand end, and is waited for.
func TestApplyTerminated(t *testing.T) {
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
	cancel()
	<-a.stop
	close(held)
	a.close()
	a.sh.work.Wait()
	st.until(nil)
	if n := a.result.report.Count(transaction.NotBegun); n == 0 {
		t.Error("something more was begun")
	}
}
