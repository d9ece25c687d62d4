package service

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

// listedBy lists with one provider, and returns also its error.
func (h here) listedBy(name string) (map[string]string, error) {
	got := map[string]string{}
	var err error
	p := h.env.Registry.Type("service").Provider(name)
	h.env.ListBy(h.t.Context(), p, func(ev onhost.ListEvent) {
		for _, inst := range ev.Found {
			got[inst.Name] = known(inst.Get("ensure")) + " " + known(inst.Get("enable"))
		}
		err = errors.Join(err, ev.Err)
	})
	return got, err
}

func known(v value.Value) string {
	if v.IsUnknown() {
		return "?"
	}
	return v.Text()
}

// The run-parts of Debian 13 ends with the status of a script, that of Debian 12 with 1.
func TestScriptsThatFailHideNobody(t *testing.T) {
	for _, exit := range []int{1, 3, 77} {
		f := sysv()
		f.Handle("run-parts", func(ctx context.Context, f *fakehost.Host, cmd host.Command) host.Result {
			res := askScripts(ctx, f, cmd)
			res.Exit = exit
			return res
		})
		want := map[string]string{"cron": "stopped true", "dbus": "running false", "hwclock.sh": "stopped true"}
		if diff := cmp.Diff(want, on(t, f, debian12).list()); diff != "" {
			t.Errorf("exit %d: %s", exit, diff)
		}
	}
}

// A script that never ends hides its own status, and of the scripts behind it.
func TestScriptThatHangsHidesNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := sysv()
		f.Handle("run-parts", func(ctx context.Context, _ *fakehost.Host, _ host.Command) host.Result {
			<-ctx.Done()
			return host.Result{Exit: -1, Signal: "SIGTERM", Stderr: []byte("run-parts: executing /etc/init.d/cron status\n" +
				"run-parts: /etc/init.d/cron exited with return code 3\nrun-parts: executing /etc/init.d/dbus status\n")}
		})
		got, err := on(t, f, debian12).listedBy("debian")
		want := map[string]string{"cron": "stopped true", "dbus": "? false", "hwclock.sh": "? true"}
		if diff := cmp.Diff(want, got); diff != "" || err == nil || !strings.Contains(err.Error(), "deadline of 25 s") {
			t.Errorf("%v%s", err, diff)
		}
	})
}

// A directory that cannot be read hides only what it has.
func TestDirectoriesThatFailHideNobody(t *testing.T) {
	cases := []struct {
		provider, file string
		f              *fakehost.Host
		known          facts
		want           map[string]string
	}{
		{"debian", "/etc/rc2.d", sysv(), debian12, map[string]string{"cron": "stopped ?", "dbus": "running ?", "hwclock.sh": "stopped true"}},
		{"openrc", rcState + "/started", gentooHost("cron"), gentoo, map[string]string{"cron": "? true"}},
		{"openrc", rcLevels + "/default", gentooHost("cron"), gentoo, map[string]string{"cron": "running ?"}},
		{"runit", "/var/lib/service", runitHost("cron"), gentoo, map[string]string{"cron": "running true"}},
	}
	for _, c := range cases {
		broken := host.FaultyReads(c.f.Host, func(path string) error {
			if path == c.file {
				return errors.New("input/output error")
			}
			return nil
		})
		h := on(t, c.f, c.known)
		h.env = onhost.NewEnv(h.env.Registry, broken.Reader(), c.known)
		got, err := h.listedBy(c.provider)
		if diff := cmp.Diff(c.want, got); diff != "" || err == nil || !strings.Contains(err.Error(), c.file) {
			t.Errorf("%s without %s: %v%s", c.provider, c.file, err, diff)
		}
	}
}

// Each of the two calls of systemctl lists what the other one does not.
func TestSystemctlThatFailsHidesNobody(t *testing.T) {
	for verb, want := range map[string]map[string]string{
		"show":            {"cron": "? true", "old": "? true"},
		"list-unit-files": {"cron": "running true", "getty@tty1": "running true"},
	} {
		f := booted(false)
		f.Handle("systemctl", func(ctx context.Context, f *fakehost.Host, cmd host.Command) host.Result {
			if cmd.Args[0] == verb {
				return host.Result{Exit: 1, Stderr: []byte("Failed to " + verb + "\n")}
			}
			return runSystemctl(ctx, f, cmd)
		})
		got, err := on(t, f, debian12).listedBy("systemd")
		if err == nil {
			t.Errorf("%s fails, and no error says so", verb)
		}
		for name, is := range want {
			if got[name] != is {
				t.Errorf("%s fails: %s is %q, want %q", verb, name, got[name], is)
			}
		}
	}
}

// A service whose state sv does not tell is listed.
func TestSvThatFailsHidesNobody(t *testing.T) {
	f := runitHost("cron", "dbus")
	f.Handle("sv", func(context.Context, *fakehost.Host, host.Command) host.Result {
		return host.Result{Exit: 100, Stdout: []byte("run: /etc/service/cron: (pid 25) 4s\n")}
	})
	got, err := on(t, f, gentoo).listedBy("runit")
	if diff := cmp.Diff(map[string]string{"cron": "running true", "dbus": "? true"}, got); diff != "" || err == nil {
		t.Errorf("%v%s", err, diff)
	}
}
