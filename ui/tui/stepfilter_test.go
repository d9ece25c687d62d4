package tui

import (
	"strings"
	"testing"
	"time"

	"ralsh/ral/host"
	"ralsh/ui/tui/keys"
)

// "/" leaves steps out of an apply that runs and of its result, with all that stands below
// them, and enter is about the step that is seen.
func TestStepsAreFiltered(t *testing.T) {
	decls := kitDecls()
	st, a, clock, _, held := kitApply(t, append(decls[:0:0], decls[0], decls[1], decls[2], decls[4]), func(fake *host.Fake) {
		fake.Put("/etc/default/useradd", "SHELL=/bin/dash\n", 0o644)
	})
	st.until(func() bool { return a.tool() == "apt-get" })
	look := func(chip string, seen []string, not ...string) {
		t.Helper()
		st.text()
		if got := string(st.top().chip()); got != chip {
			t.Errorf("line 1 says %q, not %q", got, chip)
		}
		st.sees(seen...)
		for _, text := range not {
			if strings.Contains(st.text(), text) {
				t.Errorf("it shows %q:\n%s", text, st.text())
			}
		}
	}
	typed := func(text string) {
		st.press("/")
		for _, r := range text {
			st.press(string(r))
		}
		st.text()
	}
	typed("useradd")
	look("/useradd_ 1 of 4", []string{"▌ ^ 2 file /etc/default/useradd"}, "1 user deploy", "3 package nginx")
	st.press("x")
	look("/useraddx_ 0 of 4", []string{`no row matches "useraddx"; esc clears the filter`}, "2 file")
	if a.disabled("back") != "" {
		t.Error("esc cannot end the filter while the apply runs")
	}
	st.press("esc")
	look("", []string{"1 user deploy", "3 package nginx"})
	if a.disabled("back") != stillRuns {
		t.Error("esc leaves an apply that runs")
	}
	typed("cron")
	st.press("enter")
	look("/cron 1 of 4", []string{"▌ . 4 service cron"}, "1 user deploy")
	close(held)
	st.until(nil)
	clock.pass(time.Second)
	look("/cron 1 of 4", []string{"what is now true", "4 service cron"}, "1 user deploy")
	st.press("y")
	st.until(nil)
	if n := len(st.copied); n != 1 || !strings.Contains(st.copied[0].text, "user deploy") {
		t.Errorf("the copied report lacks what is filtered out: %v", st.copied)
	}
	st.keys("esc", "!")
	look("! 3 of 4", []string{"2 file /etc/default/useradd"}, "1 user deploy")
	for _, key := range []string{"j", "k", "G", "g"} {
		st.keys(key)
		st.text()
		if a.result.at == 0 {
			t.Errorf("%s leads to a step that is not seen", key)
		}
	}
	typed("zebra")
	st.press("enter")
	for _, in := range []keys.Intent{keys.Open, keys.Why, keys.Difference} {
		if got := a.disabled(in); got != noRow {
			t.Errorf("%s without a row lacks %q", in, got)
		}
	}
}

// "/" leaves steps out of a plan; the question counts them, still asks about all, and what
// was not seen for the filter was not seen.
func TestADifferenceIsFiltered(t *testing.T) {
	st, d, clock, _ := kitDifference(t, kitDecls())
	clock.pass(time.Second)
	st.sees("1  user deploy", "3  package nginx")
	st.keys("/", "n", "g", "i", "n", "x")
	st.sees("3  package nginx", "4 steps filtered out", "4  service sshd", "apply 8 changes")
	for _, text := range []string{"1  user deploy", "5  service cron"} {
		if strings.Contains(st.text(), text) {
			t.Errorf("it shows %s", text)
		}
	}
	if got := d.chip(); got != "/nginx_ 2 of 6" {
		t.Errorf("line 1 says %q", got)
	}
	st.keys("enter")
	st.text()
	st.keys("G", "w")
	if n := len(st.said); n == 0 || !strings.Contains(string(st.said[n-1].text), "service sshd is step 4") {
		t.Errorf("w in the last step says %v", st.said)
	}
	st.keys("y")
	if n := len(st.copied); n != 1 || !strings.Contains(st.copied[0].text, "user deploy") {
		t.Errorf("the copied plan lacks what is filtered out: %v", st.copied)
	}
	st.keys("esc")
	st.sees("1  user deploy", "not seen yet")
	if st.top() != d {
		t.Error("esc left the plan and not the filter")
	}
	st.keys("/", "z", "z")
	st.sees(`no row matches "zz"; esc clears the filter`, "6 steps filtered out")
}
