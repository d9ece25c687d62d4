package service

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
)

func TestDebianList(t *testing.T) {
	h := on(t, sysv(), debian12)
	want := map[string]string{"cron": "stopped true", "dbus": "running false", "hwclock.sh": "stopped true"}
	line := `run-parts --verbose --arg status --regex '^(cron|dbus|hwclock\.sh)$' /etc/init.d`
	if diff := cmp.Diff(want, h.list()); diff != "" {
		t.Error(diff)
	}
	if ran := h.f.Ran(); len(ran) != 1 || ran[0].String() != line || ran[0].Timeout == 0 {
		t.Errorf("ran %v", ran)
	}
}

func TestDebianChanges(t *testing.T) {
	cases := []struct {
		name, attr, should string
		want               []string
		after              string
	}{
		{"cron", "ensure", "running", []string{"/usr/sbin/service cron start"}, "running true"},
		{"dbus", "ensure", "stopped", []string{"/usr/sbin/service dbus stop"}, "stopped false"},
		{"dbus", "enable", "true", []string{"/usr/sbin/update-rc.d dbus defaults", "/usr/sbin/update-rc.d dbus enable"}, "running true"},
		{"cron", "enable", "false", []string{"/usr/sbin/update-rc.d cron disable"}, "stopped false"},
	}
	for _, c := range cases {
		h := on(t, sysv(), debian12)
		run, r := h.resource("", c.name, c.attr, c.should)
		if r.Provider.Name != "debian" {
			t.Fatalf("the default is %s", r.Provider.Name)
		}
		if err := h.set(run, r, c.attr); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(c.want, h.changed(0)); diff != "" {
			t.Error(diff)
		}
		_, r = h.resource("", c.name)
		if got := r.Is("ensure").Text() + " " + r.Is("enable").Text(); got != c.after {
			t.Errorf("%s after: %s, want %s", c.name, got, c.after)
		}
	}
	_, r := on(t, sysv(), debian12).resource("debian", "nosuch")
	if !r.Is("ensure").IsAbsent() || r.Found.From != "/etc/init.d" {
		t.Errorf("nosuch is %s from %s", r.Is("ensure"), r.Found.From)
	}
}

// A service that is managed by the resource's own commands.
func TestBase(t *testing.T) {
	app := func() *fakehost.Host {
		f := sysv()
		f.Command("/opt/app/bin/app")
		f.Handle("app", func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
			return host.Result{Exit: map[string]int{"status": 3}[cmd.Args[0]]}
		})
		f.Handle("kill", func(ctx context.Context, f *fakehost.Host, cmd host.Command) host.Result {
			_ = f.Writer().Remove(ctx, "/proc/"+cmd.Args[0], true)
			return host.Result{}
		})
		f.Put("/proc/321/cmdline", "/usr/sbin/myd\x00-f\x00", 0o444)
		f.Put("/proc/200/cmdline", "ralsh\x00resource\x00service\x00myd\x00hidden", 0o444)
		f.Put("/proc/200/stat", "200 (ral) sh) S 150 200", 0o444)
		f.Put("/proc/150/cmdline", "sudo\x00ralsh\x00service\x00hidden", 0o444)
		f.Put("/proc/150/stat", "150 (sudo) S 1 150", 0o444)
		f.Put("/proc/9/cmdline", "", 0o444)
		f.Link("/proc/self", "200")
		return f
	}
	cases := map[string]struct {
		provider, name string
		attrs          []string
		is, from       string
		want           []string
		fails          string
	}{
		"by its name":                  {"base", "myd", []string{"hasstatus", "false"}, "running", "/proc/321/cmdline", nil, ""},
		"a bare name":                  {"base", "myd", nil, "absent", "no status, pattern or binary is set", nil, ""},
		"a name that no process bears": {"base", "my", []string{"ensure", "running"}, "absent", "/proc: no process matches", nil, "cannot start my: set start or binary"},
		"this process and its parents are not meant": {"base", "hidden", []string{"pattern", "hidden"}, "stopped", "/proc: no process matches", nil, ""},
		"by pattern":              {"base", "x", []string{"pattern", `^/usr/sbin/m.d -f$`}, "running", "/proc/321/cmdline", nil, ""},
		"by its binary":           {"service", "x", []string{"binary", "/usr/sbin/myd"}, "running", "/proc/321/cmdline", nil, ""},
		"by a command":            {"base", "x", []string{"status", "/opt/app/bin/app status"}, "stopped", "/opt/app/bin/app status: exit 3", nil, ""},
		"by a command that is up": {"debian", "x", []string{"status", "/opt/app/bin/app check"}, "running", "/opt/app/bin/app check: exit 0", nil, ""},
		"without a status action": {"debian", "myd", []string{"hasstatus", "false"}, "running", "/proc/321/cmdline", nil, ""},
		"start by binary":         {"base", "x", []string{"binary", "/opt/app/bin/app -d", "ensure", "running"}, "stopped", "/proc: no process matches", []string{"/opt/app/bin/app -d"}, ""},
		"start by start":          {"base", "x", []string{"start", "/opt/app/bin/app 'one two'", "ensure", "running"}, "stopped", "/proc: no process matches", []string{"/opt/app/bin/app 'one two'"}, ""},
		"stop by TERM":            {"base", "myd", []string{"ensure", "stopped"}, "running", "/proc/321/cmdline", []string{"kill 321"}, ""},
		"nothing says how":        {"base", "x", []string{"ensure", "running"}, "absent", "/proc: no process matches", nil, "cannot start x: set start or binary"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			h := on(t, app(), debian12)
			run, r := h.resource(c.provider, c.name, c.attrs...)
			if got := r.Is("ensure").Text(); got != c.is || r.Found.Source("ensure") != c.from {
				t.Errorf("%s from %s, want %s from %s", got, r.Found.Source("ensure"), c.is, c.from)
			}
			var code []string // attributes with which the printed code finds the service again
			for _, key := range r.Found.Keys {
				code = append(code, key.Name, key.Value.Text())
			}
			at := slices.Index(c.attrs, "ensure")
			if own := c.provider != "debian" && r.Found.Present(); own && at < 0 && !slices.Equal(code, c.attrs) {
				t.Errorf("the code has %q", code)
			}
			if !r.Has("ensure") {
				return
			}
			before := len(h.f.Ran())
			if err := h.set(run, r, "ensure"); errText(err) != c.fails {
				t.Errorf("error %v, want %s", err, c.fails)
			}
			if diff := cmp.Diff(c.want, h.changed(before)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestInit(t *testing.T) {
	f := sysv()
	f.Handle("cron", func(_ context.Context, _ *fakehost.Host, cmd host.Command) host.Result {
		return host.Result{Exit: map[string]int{"status": 3}[cmd.Args[0]]}
	})
	h := on(t, f, facts{"os.name": "Slackware", "os.family": "Slackware"})
	run, r := h.resource("init", "cron", "ensure", "running")
	if r.Is("ensure").Text() != "stopped" || r.Found.Source("ensure") != "/etc/init.d/cron status: exit 3" {
		t.Errorf("%s from %s", r.Is("ensure"), r.Found.Source("ensure"))
	}
	if err := h.set(run, r, "ensure"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"/etc/init.d/cron start"}, h.changed(0)); diff != "" {
		t.Error(diff)
	}
	if _, r := h.resource("init", "nosuch"); !r.Is("ensure").IsAbsent() {
		t.Errorf("nosuch is %s", r.Is("ensure"))
	}
}

func TestWords(t *testing.T) {
	cases := map[string]string{
		`/bin/a b`:        "/bin/a|b",
		`a "b c"  'd "e'`: `a|b c|d "e`,
		`a ''`:            "a|",
		`a x'y z'w`:       "a|xy zw",
		`a "b" && c >d`:   `/bin/sh|-c|a "b" && c >d`,
		"A=b c":           "/bin/sh|-c|A=b c",
		"exit 3":          "/bin/sh|-c|exit 3",
		". /etc/d 'x y'":  "/bin/sh|-c|. /etc/d 'x y'",
		"a --b=c exit":    "a|--b=c|exit",
	}
	for line, want := range cases {
		got, err := words(line)
		if err != nil || strings.Join(got, "|") != want {
			t.Errorf("%s: %q, %v", line, got, err)
		}
	}
	for _, line := range []string{"", "  ", "''", `a "b`} {
		if got, err := words(line); err == nil {
			t.Errorf("%q gives %q", line, got)
		}
	}
}

func TestNames(t *testing.T) {
	h := on(t, booted(true), debian12)
	for _, name := range []string{"-x", "--now", "../../bin/sh", "a b", "a\nb", "..", "a/b"} {
		if _, _, err := h.try("systemd", name); err == nil {
			t.Errorf("%q is taken", name)
		}
	}
	if ran := h.f.Ran(); len(ran) > 0 {
		t.Errorf("ran %v", ran)
	}
}

// The default, and why the others are not.
func TestElection(t *testing.T) {
	both := sysv()
	both.Command("/usr/bin/systemctl")
	cases := map[string]struct {
		f       *fakehost.Host
		facts   facts
		winner  string
		scores  map[string]int
		reasons map[string]string
	}{
		"debian 12 in a container": {
			both, debian12, "debian",
			map[string]int{"debian": 7, "base": 5, "service": 4},
			map[string]string{"systemd": "PID 1 is docker-init", "init": "os.name is debian"},
		},
		"debian 12": {
			booted(true), debian12, "systemd",
			map[string]int{"systemd": 106, "service": 4},
			map[string]string{"debian": "/usr/sbin/update-rc.d missing", "base": "kill missing"},
		},
		"fedora": {
			booted(true),
			facts{"os.name": "Fedora", "os.family": "RedHat", "os.release.major": "40"},
			"systemd",
			map[string]int{"systemd": 106},
			map[string]string{"init": "os.family is redhat"},
		},
		"debian 7 with systemd": {
			booted(true),
			facts{"os.name": "Debian", "os.family": "Debian", "os.release.major": "7"},
			"systemd",
			map[string]int{"systemd": 6},
			nil,
		},
		"devuan": {
			sysv(),
			facts{"os.name": "Devuan", "os.family": "Debian", "os.release.major": "4"},
			"debian",
			map[string]int{"debian": 107, "init": 6},
			map[string]string{"systemd": "systemctl missing"},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			h := on(t, c.f, c.facts)
			el := h.env.Elect(t.Context(), h.env.Registry.Type("service"))
			if el.Winner == nil || el.Winner.Name != c.winner {
				t.Errorf("the default: %s", el.Why())
			}
			for _, cand := range el.Candidates {
				if want, ok := c.scores[cand.Provider.Name]; ok && (cand.Score != want || !cand.Suitable) {
					t.Errorf("%s: score %d, suitable %v; want %d", cand.Provider.Name, cand.Score, cand.Suitable, want)
				}
				if want, ok := c.reasons[cand.Provider.Name]; ok {
					if got := h.env.Explain(t.Context(), cand.Provider).Reason(); got != want {
						t.Errorf("%s: %q, want %q", cand.Provider.Name, got, want)
					}
				}
			}
		})
	}
	h := on(t, both, debian12)
	p := h.env.Registry.Type("service").Provider("systemd")
	if el := h.env.Elect(t.Context(), p.TypeOf()); !el.WouldWin(p) {
		t.Error("systemd would not win if it were suitable")
	}
	var v *onhost.Verdict
	if s := h.env.Explain(t.Context(), p); s.FirstFailure() != nil {
		v = s.FirstFailure()
	}
	if v == nil || v.Title != "PID 1 is systemd" || v.Expected[0] != "/proc/1/comm to read systemd" || !strings.HasPrefix(v.Hint, "boot with systemd") {
		t.Errorf("%+v", v)
	}
}

// A directory used as a root must not start anything on this system.
func TestBelowAnotherRoot(t *testing.T) {
	root := t.TempDir()
	if err := os.MkdirAll(root+"/etc/init.d", 0o755); err != nil {
		t.Fatal(err)
	}
	below := raltest.Below(t, root)
	reg := ral.NewRegistry()
	Register(reg)
	env := onhost.NewEnv(reg, below.Reader(), facts{"os.name": "Slackware", "os.family": "Slackware"})
	for _, p := range reg.Type("service").Providers() {
		s := env.Explain(t.Context(), p)
		if s.Suitable() {
			t.Errorf("%s is suitable below %s", p.Name, root)
		}
		for _, v := range s.Tests {
			if v.Outcome == onhost.Broken {
				t.Errorf("%s: %s: %s", p.Name, v.Title, v.Got)
			}
		}
	}
}

// A process that may be an ancestor of ralsh is not stopped: if that is not
// known, no process is the service's.
func TestLineageIsNotGuessed(t *testing.T) {
	f := sysv()
	f.Put("/proc/200/cmdline", "ralsh\x00hidden", 0o444)
	f.Put("/proc/200/stat", "200 (ralsh) S ? 200", 0o444)
	f.Put("/proc/150/cmdline", "sudo\x00ralsh\x00hidden", 0o444)
	f.Link("/proc/self", "200")
	reg := ral.NewRegistry()
	Register(reg)
	env := onhost.NewEnv(reg, f.Reader(), raltest.Facts(debian12))
	r, diags := env.Build(t.Context(), raltest.Decl("service", "x", "provider", "base", "pattern", "hidden"))
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	if pid, err := findProcess(t.Context(), f.Reader(), r); err == nil {
		t.Errorf("process %d", pid)
	}
}
