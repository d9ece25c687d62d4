package tui

import (
	"testing"
)

// "/" filters the rows of an instance by name, value and source. A part without
// rows is hidden with its head.
func TestAnInstanceIsFiltered(t *testing.T) {
	d, _ := drive(t, 80, 36, Options{})
	d.press("down down down down down enter down enter")
	of := " of 9"
	for _, c := range []struct {
		typed     string
		seen, not []string
	}{
		{"shell", []string{"/shell_ 2" + of, ">   shell", "/bin/sh", "its shell", " refers to ─"}, []string{"   uid", "managehome", "value"}},
		{"passwd:2 !gid", []string{"  uid", "password"}, []string{"  gid", "managehome", "its shell"}},
		{"manage", []string{"managehome", "value"}, []string{"  uid", "points at"}},
		{"zebra", []string{`no row matches "zebra"; esc clears the filter`}, []string{"    uid", "managehome"}},
	} {
		d.press("/")
		d.typed(c.typed)
		d.says(c.seen...)
		for _, text := range c.not {
			d.lacks(text)
		}
		d.press("esc")
		d.says("  uid ", "managehome")
	}
	d.press("/")
	d.typed("shell")
	d.press("enter")
	d.says("/shell 2"+of, ">   shell")
	d.press("down enter")
	d.says("› deploy › file /bin/sh")
	d.press("esc esc !")
	d.says("! 1"+of, "> x loginclass")
	d.lacks("    uid")
}

// The comparison is filtered too.
func TestSidesAreFiltered(t *testing.T) {
	d, f := drive(t, 120, 36, Options{})
	f.Put("/var/gem", "nginx:1.22\n", 0o644)
	f.Put("/var/apt", "nginx:1.20\n", 0o644)
	d.press("down down r enter r v")
	d.says("package nginx", "apt", "gem")
	d.press("/")
	d.typed("1.2")
	d.says("ensure", "1.20", "1.22", "/1.2_ 1 of 6")
	d.lacks("read with")
	d.press("esc !")
	d.says("> ~ ensure")
	d.lacks("read with")
}

// A run is filtered by steps, each with its rows.
func TestAPastRunIsFiltered(t *testing.T) {
	d, _ := historyOn(t, 120, 36, aJournal)
	d.press("G enter /")
	d.typed("usermod")
	d.says("/usermod_ 1 of 2", "= 1 user deploy", "shell: '/bin/sh' → '/bin/bash'", "$ /usr/sbin/usermod")
	d.lacks("user eve")
	d.press("backspace")
	d.typed("x")
	d.says(`no row matches "usermox"; esc clears the`)
	d.press("esc")
	d.says("= 1 user deploy", "= 2 user eve")
}
