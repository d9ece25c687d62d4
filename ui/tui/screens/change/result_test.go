package change

import (
	"testing"
	"time"

	"ralsh/ral/host/fakehost"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// The cursor is parked if an apply did not begin or its plan failed, because
// there are no rows.
func TestAResultWithoutRowsParksTheCursor(t *testing.T) {
	sh, _ := kittest.Shared(t)
	run := &Apply{sh: sh, stepList: stepList{filter: newStepFilter()}, halt: func() {}, leave: func() {}}
	run.result = newResult(sh, nil, nil, nil, errFull{})
	st := &kittest.Stage{T: t, Sh: sh, Stack: []kit.Screen{run}}
	kittest.HoldMatrix(t, "an apply that did not begin", false, st.Draw)
}

type errFull struct{}

func (errFull) Error() string { return "no space left on device" }

// w on a step explains what happened to it, and leads to the providers.
func TestResultWhy(t *testing.T) {
	decls := kittest.Decls()
	st, a, clock, _, held := kitApply(t, append(decls[:0:0], decls[0], decls[1], decls[2], decls[3], decls[4]), func(fake *fakehost.Host) {
		fake.Put("/etc/default/useradd", "SHELL=/bin/dash\n", 0o644)
	})
	close(held)
	st.Until(nil)
	for at, sees := range [][]string{
		{"leads to providers user useradd"},
		{"file /etc/default/useradd stopped", "unchanged", "content was planned from ", "; now it is 16 bytes", "planned at "},
		{
			"package nginx failed", "failed: apt-get exit 100", "$ /usr/bin/apt-get -q -y install nginx: exit 100",
			"E: Failed to fetch http://mirror.example/nginx.deb  404  Not Found", "now: ensure is absent, as before", "skipped as a result: service sshd",
		},
		{"service sshd skipped", "it needs Package[nginx]", "package nginx: failed", "E: Failed to fetch"},
		{"service cron did not take", "no effect: service ended with exit 0, read again: ", "$ /usr/sbin/service cron running: exit 0", "Starting cron."},
	} {
		clock.Pass(time.Second)
		a.result.at = at
		st.Keys("w")
		st.Sees(sees...)
		if at == 2 {
			st.Keys("j", "enter")
			st.Sees("leads to providers package apt")
			st.Keys("esc")
		}
		st.Keys("esc")
	}
}

// The reason of a step that was not begun is the stop.
func TestResultWhyOfAStop(t *testing.T) {
	st, a, clock, _, held := kitApply(t, kittest.Decls()[2:5])
	st.Until(func() bool { return a.tool() == "apt-get" })
	st.Press("ctrl+c")
	close(held)
	st.Until(nil)
	clock.Pass(time.Second)
	st.Keys("G", "w")
	st.Sees("service cron not started", "ctrl+c stopped the apply before this step; the resource is unchanged")
}
