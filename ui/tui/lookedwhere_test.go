package tui

import (
	"testing"

	"ralsh/model/listings"
	"ralsh/ui/tui/kit"
)

// An empty list shows where each provider searched, in files or by a command.
func TestNothingSaysWhereWasLooked(t *testing.T) {
	d, fake := drive(t, 80, 24, Options{})
	fake.Put("/var/apt", "", 0o644)
	fake.Put("/var/gem", "", 0o644)
	fake.Put("/etc/group", "", 0o644)
	d.pass(11e9)
	d.press("down enter")
	d.says(" no instances of group. n creates one\n", " groupadd searched /etc/group\n", "r reads again   w shows the sources", "\n n create   w explain   r read again")
	d.lacks("enter open") // there is nothing to open
	// A failed provider is shown above with its reason.
	d.press("esc down enter")
	d.says(" no instances of package. n creates one\n", " apt searched /var/apt\n", " gem searched /var/gem\n", "exit 1: \"pip: no python here\"")
	d.lacks("pip looked")
	// A filter that hides all rows is different from an empty list.
	fake.Put("/etc/group", "root:present:0\n", 0o644)
	d.press("esc up enter r / z z enter")
	d.lacks("searched")
}

func TestWhere(t *testing.T) {
	for want, src := range map[string]listings.Source{
		"ran gem list --local":               {Command: "gem list --local", Searched: []string{"/etc/gemrc"}},
		"searched /etc/crontab, /etc/cron.d": {Searched: []string{"/etc/crontab", "/etc/cron.d"}},
		"searched /a, /b, /c, /d and more":   {Searched: []string{"/a", "/b", "/c", "/d"}, SearchedMore: true},
		"ran":                                {},
	} {
		if got := string(kit.WhereOf(&src)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
