package tui

import (
	"testing"
)

// A list without rows shows whether it is empty or what hides its rows, and how
// to show them.
func TestEmptyListsSayWhatHidesTheRows(t *testing.T) {
	for _, c := range []struct{ way, typed, says string }{
		{"L / ", "zzz", `no line matches "zzz"; esc clears the filter`},
		{"L ! / ", "zzz", `no line with a sign matches "zzz"; ! searches all, esc clears the filter`},
		{"L ! w / ", "zzz", `no line with a sign matches "zzz"`},
		{"/ ", "servcie", `no type matches "servcie" (did you mean "service"?) esc clears the filter`},
		{"! / ", "zzz", `no type with a sign matches "zzz"; ! searches all`},
		{"down enter ! ", "", "no group has a sign; ! shows all"},
		{"down enter / ", "zzz", `no group matches "zzz"; esc clears the filter`},
		{"down enter ! / ", "zzz", `no group with a sign matches "zzz"`},
		{"down w ! / ", "zzz", `no provider with a sign matches "zzz"`},
		{"? / ", "zzz", `no key matches "zzz"; esc clears the filter`},
	} {
		d, _ := drive(t, 80, 24, Options{})
		d.press(c.way)
		d.typed(c.typed)
		d.press("enter")
		d.says(c.says)
		d.lacks("no events yet")
	}
}

func TestEmptyLogSaysThatNothingIsThere(t *testing.T) {
	d, _ := drive(t, 80, 24, Options{})
	d.app.sh.Log.Notes = nil
	d.press("L ! /")
	d.typed("zzz")
	d.says("no events yet")
}

func TestHistorySaysWhatHidesTheRuns(t *testing.T) {
	d, _ := historyOn(t, 120, 36, aJournal)
	d.press("/")
	d.typed("zzz")
	d.press("enter")
	d.says(`no run matches "zzz"; esc clears the filter`)
	d.press("!")
	d.says(`no run with a problem matches "zzz"; !`, "searches all, esc clears the filter")
	d.press("esc")
	d.says("failed")
	d.lacks("no run")
}

// A fact is found by its dotted name, or by the last part of it.
func TestFactsNameTheNearest(t *testing.T) {
	d := withRelease(t)
	d.press("/")
	d.typed("famly")
	d.says("(did you mean \"family\"?)")
}
