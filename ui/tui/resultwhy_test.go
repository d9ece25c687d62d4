package tui

import (
	"testing"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
	"ralsh/ui/safe"
)

// w on a step explains what happened to it, and leads on to the providers.
func TestResultWhy(t *testing.T) {
	decls := kitDecls()
	st, a, clock, _, held := kitApply(t, append(decls[:0:0], decls[0], decls[1], decls[2], decls[3], decls[4]), func(fake *host.Fake) {
		fake.Put("/etc/default/useradd", "SHELL=/bin/dash\n", 0o644)
	})
	close(held)
	st.until(nil)
	for at, sees := range [][]string{
		{"leads to providers user useradd"},
		{"file /etc/default/useradd stopped", "nothing of it was touched", "content was planned from ", "; now it is 16 bytes", "planned at "},
		{
			"package nginx failed", "failed: apt-get exit 100", "$ /usr/bin/apt-get -q -y install nginx: exit 100",
			"E: Failed to fetch http://mirror.example/nginx.deb  404  Not Found", "now: ensure is absent, as before", "not done because of it: service sshd",
		},
		{"service sshd skipped", "it needs Package[nginx]", "package nginx: failed", "E: Failed to fetch"},
		{"service cron did not take", "did not take: service said exit 0, read again: ", "$ /usr/sbin/service cron running: exit 0", "Starting cron."},
	} {
		clock.pass(time.Second)
		a.result.at = at
		st.keys("w")
		st.sees(sees...)
		if at == 2 {
			st.keys("j", "enter")
			st.sees("leads to providers package apt")
			st.keys("esc")
		}
		st.keys("esc")
	}
}

// A stop is the reason of what was not begun.
func TestResultWhyOfAStop(t *testing.T) {
	st, a, clock, _, held := kitApply(t, kitDecls()[2:5])
	st.until(func() bool { return a.tool() == "apt-get" })
	st.press("ctrl+c")
	close(held)
	st.until(nil)
	clock.pass(time.Second)
	st.keys("G", "w")
	st.sees("service cron not begun", "ctrl+c stopped the apply before it; nothing of it was touched")
}

// The result counts the lines of a text as the plan does, with and without a
// newline at its end.
func TestResultCountsLinesAsThePlanDoes(t *testing.T) {
	for text, want := range map[string]safe.Text{"one\ntwo": "7 bytes, 2 lines", "one\ntwo\n": "8 bytes, 2 lines", "one\n": "4 bytes, 1 line"} {
		ch := transaction.Change{Attr: property("content", ""), Now: value.Str(text)}
		if got := nowText(&transaction.Step{}, ch); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
