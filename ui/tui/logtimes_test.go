package tui

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"ralsh/ral/host"
)

// Each act of an apply stands in the log at the moment at which it ended.
func TestTheLogSaysWhenEachActEnded(t *testing.T) {
	at := kitClock()
	later := func(fake *host.Fake, name, dir string) {
		fake.Handle(name, func(_ context.Context, f *host.Fake, cmd host.Command) host.Result {
			at = at.Add(1500 * time.Millisecond)
			f.SetNow(at)
			f.Put(dir+cmd.Args[0], "ensure=present\ncomment=Carol\nshell=/bin/bash\npassword_max_age=90\n", 0o644)
			return host.Result{}
		})
	}
	decls := kitDecls()
	st, _, _, _, _ := kitApply(t, append(decls[5:], kitDecl("user", "deploy", "shell", "/bin/bash", "password_max_age", "90"), decls[4]), func(fake *host.Fake) {
		later(fake, "useradd", "/people/")
		later(fake, "usermod", "/people/")
	})
	st.until(nil)
	var got []string
	for _, e := range st.sh.log.notes {
		if strings.HasPrefix(string(e.about), "user ") || e.about == "service cron" {
			what, _, _ := strings.Cut(string(e.what), ",")
			got = append(got, string(e.stamp(12))+" "+string(e.about)+" "+what)
		}
	}
	want := []string{
		"12:06:11.500 user carol changed: /usr/sbin/useradd carol comment=Carol shell=/bin/bash",
		"12:06:13.000 user deploy changed: /usr/sbin/usermod deploy shell=/bin/bash",
		"12:06:14.500 user deploy changed: /usr/sbin/usermod deploy password_max_age=90",
		"12:06:14.500 service cron changed: /usr/sbin/service cron running",
		"12:06:14.500 service cron did not take",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}

// Each source of a listing stands in the log at the moment at which it ended, and
// the log is in that order.
func TestTheLogSaysWhenEachSourceEnded(t *testing.T) {
	session, fake := fixture(t)
	open := make(chan struct{})
	fake.Hold("/var/gem", open)
	d := driveOn(t, session, 120, 36, Options{})
	d.until("6 of 7 types counted")
	for _, key := range []string{"down", "down", "enter"} {
		d.send(keyOf(key))
	}
	d.until("gem is still listing")
	d.clock = d.clock.Add(500 * time.Millisecond)
	d.send(keyOf("R"))
	d.until("reads again every 5 s")
	d.clock = d.clock.Add(600 * time.Millisecond)
	close(open)
	d.idle()
	d.press("L")
	rest := d.screen()
	for _, line := range []string{
		"12:04:31.000  package apt", "12:04:31.000  package pip", "12:04:31.500  message", "12:04:32.100  package gem",
	} {
		_, after, found := strings.Cut(rest, line)
		if !found {
			t.Fatalf("%s is not there, or not in the order of time:\n%s", line, d.screen())
		}
		rest = after
	}
}
