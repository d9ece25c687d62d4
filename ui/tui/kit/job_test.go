package kit

import (
	"context"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// A new start cancels the work before it and drops its result. Results of other
// jobs, and of stopped work, are not taken.
func TestAJobTakesTheResultOfItsLastStart(t *testing.T) {
	sh := &Shared{Ctx: t.Context(), Now: time.Now}
	answer := func(n int) func(context.Context) int { return func(context.Context) int { return n } }
	var j, other Job[int]
	first := j.Start(sh, func(ctx context.Context) int {
		<-ctx.Done()
		return 1
	})
	second, others := j.Start(sh, answer(2)), other.Start(sh, answer(3))
	for _, cmd := range []tea.Cmd{first, others} {
		if got, ok := j.Done(cmd()); ok {
			t.Errorf("it takes %d", got)
		}
	}
	if !j.Busy() {
		t.Error("it is not busy before its result")
	}
	if got, ok := j.Done(second()); !ok || got != 2 || j.Busy() {
		t.Errorf("it takes %d, %v; busy: %v", got, ok, j.Busy())
	}
	stopped := j.Start(sh, answer(4))
	j.Stop()
	if got, ok := j.Done(stopped()); ok || j.Busy() {
		t.Errorf("stopped, it takes %d; busy: %v", got, j.Busy())
	}
}

// While a screen waits to read again, reading by hand starts no second wait.
func TestAutoRefreshWaitsOnce(t *testing.T) {
	waits := 0
	sh := &Shared{After: func(_ time.Duration, msg tea.Msg) tea.Cmd {
		waits++
		return func() tea.Msg { return msg }
	}}
	var r AutoRefresh
	s := &Menu{}
	r.Toggle(sh, s, "")
	if r.Next(sh, s) != nil || waits != 1 {
		t.Errorf("it waits %d times", waits)
	}
	if !r.Due(EveryMsg{s}, s) || r.Due(EveryMsg{}, s) || r.Next(sh, s) == nil {
		t.Error("it does not read again, and wait for the next time")
	}
	if r.Toggle(sh, s, ""); r.Due(EveryMsg{s}, s) {
		t.Error("it reads although it is off")
	}
}
