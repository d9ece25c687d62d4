package change

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ui/tui/kittest"
)

// Each act of an apply is logged with the time at which it ended.
func TestTheLogSaysWhenEachActEnded(t *testing.T) {
	at := kittest.Clock()
	later := func(fake *fakehost.Host, name, dir string) {
		fake.Handle(name, func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
			at = at.Add(1500 * time.Millisecond)
			f.SetNow(at)
			f.Put(dir+cmd.Args[0], "ensure=present\ncomment=Carol\nshell=/bin/bash\npassword_max_age=90\n", 0o644)
			return host.Result{}
		})
	}
	decls := kittest.Decls()
	st, _, _, _, _ := kitApply(t, append(decls[5:], kittest.Decl("user", "deploy", "shell", "/bin/bash", "password_max_age", "90"), decls[4]), func(fake *fakehost.Host) {
		later(fake, "useradd", "/people/")
		later(fake, "usermod", "/people/")
	})
	st.Until(nil)
	var got []string
	for _, e := range st.Sh.Log.Notes {
		if strings.HasPrefix(string(e.About), "user ") || e.About == "service cron" {
			what, _, _ := strings.Cut(string(e.What), ",")
			got = append(got, string(e.Stamp(12))+" "+string(e.About)+" "+what)
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
