package service

import (
	"path"
	"slices"
	"strings"
	"testing"

	"ralsh/providers/exec"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// The plan refuses what systemctl would refuse.
func TestPrecheck(t *testing.T) {
	const own = ownUnits + "/"
	for name, c := range map[string]struct {
		unit   string
		attrs  []ral.Attr
		before func(*fakehost.Host)
		want   string
	}{
		"start of no unit":    {"nosuch", []ral.Attr{raltest.A("ensure", "running")}, nil, "ensure: the unit nosuch.service does not exist"},
		"enable of no unit":   {"nosuch.timer", []ral.Attr{raltest.A("enable", "true")}, nil, "enable: the unit nosuch.timer does not exist"},
		"mask of no unit":     {"nosuch", []ral.Attr{raltest.A("enable", "mask")}, nil, ""},
		"own start of none":   {"nosuch", []ral.Attr{raltest.A("ensure", "running"), raltest.A("start", "/bin/x")}, withCommand("/bin/x"), ""},
		"a unit to be loaded": {"new", []ral.Attr{raltest.A("ensure", "running")}, withFile(own + "new.service"), ""},
		"one of a template":   {"new@a", []ral.Attr{raltest.A("enable", "true")}, withFile("/usr/lib/systemd/system/new@.service"), ""},
		"a script to be seen": {"new", []ral.Attr{raltest.A("ensure", "running")}, withFile("/etc/init.d/new"), ""},
		"mask of a unit in /etc": {
			"cron",
			[]ral.Attr{raltest.A("enable", "mask")},
			withFile(own + "cron.service"),
			"enable: systemctl cannot mask cron.service: the file /etc/systemd/system/cron.service exists at the path of the mask",
		},
		"stop and mask of such a one": {
			"cron",
			[]ral.Attr{raltest.A("ensure", "stopped"), raltest.A("enable", "mask")},
			withFile(own + "cron.service"),
			"ensure: systemctl cannot mask cron.service: the file /etc/systemd/system/cron.service exists at the path of the mask",
		},
		"mask of an alias": {
			"ssh",
			[]ral.Attr{raltest.A("enable", "mask")},
			func(f *fakehost.Host) { f.Link(own+"ssh.service", "/lib/systemd/system/ssh.service") }, "",
		},
		"disable of one that its links alone enable": {
			"cron",
			[]ral.Attr{raltest.A("enable", "false")},
			func(f *fakehost.Host) {
				f.Put("/lib/systemd/system/cron.service", "[Service]\nExecStart=/bin/x\n", 0o644)
			},
			"enable: cannot disable cron.service: only links enable the unit, and without an [Install] section it becomes static, which counts as enabled (enable => mask prevents every start)",
		},
		"disable of one with a drop-in that installs it": {
			"cron",
			[]ral.Attr{raltest.A("enable", "false")},
			func(f *fakehost.Host) {
				f.Put("/lib/systemd/system/cron.service", "[Service]\nExecStart=/bin/x\n", 0o644)
				f.Put(own+"cron.service.d/a.conf", "[Install]\nWantedBy=multi-user.target\n", 0o644)
			},
			"",
		},
		"start of what runs a program that is not there": {
			"off",
			[]ral.Attr{raltest.A("ensure", "running")},
			withText("/lib/systemd/system/off.service", "[Service]\nExecStart=/no/such --x\n"),
			"ensure: off.service runs /no/such, which does not exist",
		},
		"start of what may fail to run it": {
			"off",
			[]ral.Attr{raltest.A("ensure", "running")},
			withText("/lib/systemd/system/off.service", "[Service]\nExecStartPre=-/no/such\nExecStart=/no/%p\n"),
			"",
		},
		"start of what a drop-in has run another": {
			"off",
			[]ral.Attr{raltest.A("ensure", "running")},
			func(f *fakehost.Host) {
				withText("/lib/systemd/system/off.service", "[Service]\nExecStart=/no/such\n")(f)
				withText(own+"off.service.d/a.conf", "[Service]\nExecStart=\nExecStart=/bin/sh\n")(f)
				f.Command("/bin/sh")
			},
			"",
		},
		"start of what stays masked": {
			"masked",
			[]ral.Attr{raltest.A("ensure", "running"), raltest.A("enable", "mask")},
			nil,
			"ensure: cannot start masked.service: enable => mask prevents every start",
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := booted(true)
			if c.before != nil {
				c.before(f)
			}
			plan := planOf(t, f, ral.Decl{Type: "service", Title: c.unit, Attrs: c.attrs})
			if got := plan.Steps[0].LeftOut(); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// A command of an earlier step may create the unit, so the plan does not reject its
// start.
func TestPrecheckAfterACommand(t *testing.T) {
	f := booted(true)
	f.Command("/bin/install-it", "/bin/sh")
	plan := planOf(t, f,
		raltest.Decl("exec", "/bin/install-it"), raltest.Decl("service", "nosuch", "ensure", "running"))
	s := plan.Steps[1]
	if len(s.Changes) != 1 || s.Changes[0].Certainty != ral.UnknownUntil || s.Changes[0].Until != 1 {
		t.Errorf("%q: %+v", s.LeftOut(), s.Changes)
	}
}

func withFile(file string) func(*fakehost.Host) {
	return func(f *fakehost.Host) { f.Put(file, "", 0o755) }
}

func withText(file, text string) func(*fakehost.Host) {
	return func(f *fakehost.Host) { f.Put(file, text, 0o644) }
}

func withCommand(file string) func(*fakehost.Host) { return func(f *fakehost.Host) { f.Command(file) } }

func planOf(t *testing.T, f *fakehost.Host, decls ...ral.Decl) *transaction.Plan {
	t.Helper()
	register := func(reg *ral.Registry) {
		Register(reg)
		exec.Register(reg)
	}
	plan, err := transaction.NewPlan(t.Context(), raltest.Env(t, register, f.Reader(), raltest.Facts(debian12)), decls)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// The plan for a masked unit reports the effect of an undo on the mask.
func TestPlanTellsWhatBecomesOfAMask(t *testing.T) {
	const link = ownUnits + "/multi-user.target.wants/masked.service"
	const start = "/etc/rc2.d/S01masked"
	running := func(f *fakehost.Host) { f.Put("/units/masked.service", "masked active masked", 0o644) }
	for name, c := range map[string]struct {
		attrs  []ral.Attr
		before func(*fakehost.Host)
		want   []string
	}{
		"enabled below the mask": {
			[]ral.Attr{raltest.A("enable", "true")},
			func(f *fakehost.Host) { f.Link(link, "/lib/systemd/system/masked.service") },
			[]string{"an undo masks masked.service and removes the links that enable it: " + link},
		},
		"its script starts at boot": {
			[]ral.Attr{raltest.A("enable", "true")},
			func(f *fakehost.Host) {
				for _, name := range []string{start, "/etc/rc3.d/K01masked", "/etc/rc4.d/S01unmasked", "/etc/rc5.d/README"} {
					f.Link(name, "../init.d/masked")
				}
			},
			[]string{"an undo masks masked.service and removes the links that enable it: " + start},
		},
		"not enabled": {[]ral.Attr{raltest.A("enable", "true")}, func(*fakehost.Host) {}, nil},
		"started": {
			[]ral.Attr{raltest.A("ensure", "running")},
			func(f *fakehost.Host) { f.Link(link, "/lib/systemd/system/masked.service") },
			[]string{"an undo masks masked.service and removes the links that enable it: " + link},
		},
		"stopped": {
			[]ral.Attr{raltest.A("ensure", "stopped")},
			running,
			[]string{"an undo starts masked.service and removes its mask"},
		},
		"stopped, and its script starts at boot": {
			[]ral.Attr{raltest.A("ensure", "stopped"), raltest.A("enable", "true")},
			func(f *fakehost.Host) {
				running(f)
				f.Link(start, "../init.d/masked")
			},
			[]string{
				"an undo starts masked.service and removes its mask",
				"an undo masks masked.service and removes the links that enable it: " + start,
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := booted(true)
			c.before(f)
			plan := planOf(t, f, ral.Decl{Type: "service", Title: "masked", Attrs: c.attrs})
			if got := plan.Steps[0].Changes[0].Lasting; !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// The plan knows that a unit that stays masked cannot be restarted.
func TestRestartOfWhatIsMasked(t *testing.T) {
	f := booted(true)
	f.Command("/bin/do-it", "/bin/sh")
	f.Put("/units/masked.service", "masked active masked", 0o644)
	plan := planOf(t, f,
		raltest.Decl("exec", "/bin/do-it").With("notify", value.Ref("service", "masked")), raltest.Decl("service", "masked", "enable", "mask"))
	s := plan.Steps[1]
	if s.Err == nil || len(s.Acts()) > 0 || !strings.HasSuffix(s.Err.Error(), "cannot restart masked.service: enable => mask prevents every start") {
		t.Errorf("%v, %v", s.Err, s.Acts())
	}
}

// Masking a unit records the links that systemctl enable does not create.
func TestOwnLinks(t *testing.T) {
	f := booted(true)
	f.Put("/lib/systemd/system/cron.service", "[Install]\nWantedBy = multi-user.target\n", 0o644)
	for _, dir := range []string{"multi-user.target.wants", "a.target.requires", "cron.service.d"} {
		f.Link(path.Join(ownUnits, dir, "cron.service"), "/lib/systemd/system/cron.service")
	}
	if got := ownLinks(t.Context(), f.Reader(), "cron.service"); !slices.Equal(got, []string{ownUnits + "/a.target.requires/cron.service"}) {
		t.Errorf("%q", got)
	}
}
