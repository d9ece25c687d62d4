package change

import (
	"strings"
	"testing"
	"time"

	"ralsh/ral/host/fakehost"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// "/" hides steps of a running apply and of its result, with all rows below
// them, and enter opens the visible step.
func TestStepsAreFiltered(t *testing.T) {
	decls := kittest.Decls()
	st, a, clock, _, held := kitApply(t, append(decls[:0:0], decls[0], decls[1], decls[2], decls[4]), func(fake *fakehost.Host) {
		fake.Put("/etc/default/useradd", "SHELL=/bin/dash\n", 0o644)
	})
	st.Until(func() bool { return a.tool() == "apt-get" })
	look := func(chip string, seen []string, not ...string) {
		t.Helper()
		st.Text()
		if got := string(st.Top().Chip()); got != chip {
			t.Errorf("line 1 says %q, not %q", got, chip)
		}
		st.Sees(seen...)
		for _, text := range not {
			if strings.Contains(st.Text(), text) {
				t.Errorf("it shows %q:\n%s", text, st.Text())
			}
		}
	}
	typed := func(text string) {
		st.Press("/")
		for _, r := range text {
			st.Press(string(r))
		}
		st.Text()
	}
	typed("useradd")
	look("/useradd_ 1 of 4", []string{"▌ ^ 2 file /etc/default/useradd"}, "1 user deploy", "3 package nginx")
	st.Press("x")
	look("/useraddx_ 0 of 4", []string{`no row matches "useraddx"; esc clears the filter`}, "2 file")
	if a.Actions().DisabledReason("back") != "" {
		t.Error("esc cannot end the filter while the apply runs")
	}
	st.Press("esc")
	look("", []string{"1 user deploy", "3 package nginx"})
	if a.Actions().DisabledReason("back") != kit.StillRuns {
		t.Error("esc leaves an apply that runs")
	}
	typed("cron")
	st.Press("enter")
	look("/cron 1 of 4", []string{"▌ . 4 service cron"}, "1 user deploy")
	close(held)
	st.Until(nil)
	clock.Pass(time.Second)
	look("/cron 1 of 4", []string{"current state", "4 service cron"}, "1 user deploy")
	st.Press("y")
	st.Until(nil)
	if n := len(st.Copied); n != 1 || !strings.Contains(st.Copied[0].Text, "user deploy") {
		t.Errorf("the copied report lacks what is filtered out: %v", st.Copied)
	}
	st.Keys("esc", "!")
	look("! 3 of 4", []string{"2 file /etc/default/useradd"}, "1 user deploy")
	for _, key := range []string{"j", "k", "G", "g"} {
		st.Keys(key)
		st.Text()
		if a.result.at == 0 {
			t.Errorf("%s leads to a step that is not seen", key)
		}
	}
	typed("zebra")
	st.Press("enter")
	for _, in := range []keys.Intent{keys.Open, keys.Why, keys.Difference} {
		if got := a.Actions().DisabledReason(in); got != kit.NoRow {
			t.Errorf("%s without a row lacks %q", in, got)
		}
	}
}

// "/" hides steps of a plan. The question counts them and is still about all of
// them, and hidden rows count as unseen.
func TestADifferenceIsFiltered(t *testing.T) {
	st, d, clock, _ := kitDifference(t, kittest.Decls())
	clock.Pass(time.Second)
	st.Sees("1  user deploy", "3  package nginx")
	st.Keys("/", "n", "g", "i", "n", "x")
	st.Sees("3  package nginx", "4 steps filtered out", "4  service sshd", "apply 8 changes")
	for _, text := range []string{"1  user deploy", "5  service cron"} {
		if strings.Contains(st.Text(), text) {
			t.Errorf("it shows %s", text)
		}
	}
	if got := d.Chip(); got != "/nginx_ 2 of 6" {
		t.Errorf("line 1 says %q", got)
	}
	st.Keys("enter")
	st.Text()
	st.Keys("G", "w")
	if n := len(st.Messages); n == 0 || !strings.Contains(string(st.Messages[n-1].Text), "service sshd is step 4") {
		t.Errorf("w in the last step says %v", st.Messages)
	}
	st.Keys("y")
	if n := len(st.Copied); n != 1 || !strings.Contains(st.Copied[0].Text, "user deploy") {
		t.Errorf("the copied plan lacks what is filtered out: %v", st.Copied)
	}
	st.Keys("esc")
	st.Sees("1  user deploy", "not seen yet")
	if st.Top() != d {
		t.Error("esc left the plan and not the filter")
	}
	st.Keys("/", "z", "z")
	st.Sees(`no row matches "zz"; esc clears the filter`, "6 steps filtered out")
}
