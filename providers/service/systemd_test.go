package service

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
)

func TestSystemdList(t *testing.T) {
	want := map[string]string{
		"cron": "running true", "ssh": "running true", "static": "stopped true", "masked": "stopped mask",
		"off": "stopped false", "old": "running true", "never": "stopped false", "getty@tty1": "running true",
		"starting": "stopped false", "changed": "stopped false", "modprobe@fuse": "running true",
	}
	for name, bus := range map[string]bool{"bus": true, "systemctl": false} {
		t.Run(name, func(t *testing.T) {
			h := on(t, booted(bus), debian12)
			if diff := cmp.Diff(want, h.list()); diff != "" {
				t.Error(diff)
			}
			if ran := h.f.Ran(); bus && len(ran) > 0 || len(ran) > 2 {
				t.Errorf("ran %v", ran)
			}
		})
	}
}

// The file states of several instances are read with one command.
func TestSystemdListSeveralInstances(t *testing.T) {
	f := booted(true)
	f.Put("/units/getty@tty2.service", "loaded active disabled", 0o644)
	h := on(t, f, debian12)
	got := h.list()
	if got["getty@tty1"] != "running true" || got["getty@tty2"] != "running false" || len(f.Ran()) != 1 {
		t.Errorf("%v, by %v", got, f.Ran())
	}
}

func TestSystemdRetrieve(t *testing.T) {
	cases := map[string]string{
		"cron":         "running (ActiveState of cron.service: active) true (UnitFileState of cron.service: enabled)",
		"cron.service": "running (ActiveState of cron.service: active) true (UnitFileState of cron.service: enabled)",
		"sshd":         "running (ActiveState of ssh.service: active) true (UnitFileState of ssh.service: enabled)",
		"masked":       "stopped (ActiveState of masked.service: inactive) mask (UnitFileState of masked.service: masked)",
		"off":          "stopped (ActiveState of off.service: failed) false (UnitFileState of off.service: disabled)",
		"old":          "running (ActiveState of old.service: active) true (UnitFileState of old.service: generated)",
		"dbus.socket":  "running (ActiveState of dbus.socket: active) true (UnitFileState of dbus.socket: static)",
		"getty@tty1":   "running (ActiveState of getty@tty1.service: active) true (UnitFileState of getty@tty1.service: enabled)",
		"nosuch":       "absent (LoadState of nosuch.service: not-found) absent (LoadState of nosuch.service: not-found)",
	}
	for name, want := range cases {
		for how, bus := range map[string]bool{"bus": true, "systemctl": false} {
			t.Run(name+" "+how, func(t *testing.T) {
				_, r := on(t, booted(bus), debian12).resource("systemd", name)
				inst := r.Found
				got := inst.Get("ensure").Text() + " (" + inst.Source("ensure") + ") " + inst.Get("enable").Text() + " (" + inst.Source("enable") + ")"
				if got != want {
					t.Errorf("%s\nwant %s", got, want)
				}
			})
		}
	}
}

func TestSystemdChanges(t *testing.T) {
	cases := []struct {
		name, attr, should string
		more               []string
		want               []string
		after, fails       string
	}{
		{"off", "ensure", "running", nil, []string{"systemctl start -- off"}, "running false", ""},
		{"cron", "ensure", "stopped", nil, []string{"systemctl stop -- cron"}, "stopped true", ""},
		{"masked", "ensure", "running", nil, []string{"systemctl unmask -- masked", "systemctl start -- masked"}, "running false", ""},
		{
			"masked", "ensure", "running",
			[]string{"enable", "mask"},
			[]string{"systemctl start -- masked"},
			"stopped mask", "systemctl start -- masked: exit 1, \"Failed to start masked.service: Unit masked.service is masked.\"",
		},
		{"off", "ensure", "running", []string{"enable", "true"}, []string{"systemctl start -- off", "systemctl enable -- off"}, "running true", ""},
		{"cron", "ensure", "stopped", []string{"enable", "false"}, []string{"systemctl stop -- cron", "systemctl disable -- cron"}, "stopped false", ""},
		{
			"cron", "ensure", "stopped",
			[]string{"enable", "mask"},
			[]string{"systemctl stop -- cron", "systemctl disable -- cron", "systemctl mask -- cron"},
			"stopped mask", "",
		},
		{"cron", "ensure", "stopped", []string{"enable", "true"}, []string{"systemctl stop -- cron"}, "stopped true", ""},
		{
			"masked", "ensure", "running",
			[]string{"enable", "true"},
			[]string{"systemctl unmask -- masked", "systemctl start -- masked", "systemctl enable -- masked"},
			"running true", "",
		},
		{
			"masked", "ensure", "running",
			[]string{"enable", "false"},
			[]string{"systemctl unmask -- masked", "systemctl start -- masked", "systemctl disable -- masked"},
			"running false", "",
		},
		{
			"static", "ensure", "running",
			[]string{"enable", "false"},
			nil,
			"stopped true",
			"cannot disable static.service: the unit is static, without an [Install] section (enable => mask prevents every start)",
		},
		{"changed", "ensure", "running", nil, []string{"systemctl daemon-reload", "systemctl start -- changed"}, "running false", ""},
		{"changed", "ensure", "stopped", nil, []string{"systemctl stop -- changed"}, "stopped false", ""},
		{"off", "enable", "true", nil, []string{"systemctl enable -- off"}, "stopped true", ""},
		{"masked", "enable", "true", nil, []string{"systemctl unmask -- masked", "systemctl enable -- masked"}, "stopped true", ""},
		{"cron", "enable", "false", nil, []string{"systemctl disable -- cron"}, "running false", ""},
		{"cron", "enable", "mask", nil, []string{"systemctl disable -- cron", "systemctl mask -- cron"}, "running mask", ""},
		{"off", "enable", "mask", nil, []string{"systemctl mask -- off"}, "stopped mask", ""},
		{
			"static", "enable", "false", nil, nil, "stopped true",
			"cannot disable static.service: the unit is static, without an [Install] section (enable => mask prevents every start)",
		},
		{
			"nosuch", "ensure", "running", nil,
			[]string{"systemctl start -- nosuch"},
			"absent absent",
			"systemctl start -- nosuch: exit 5, \"Failed to start nosuch.service: Unit nosuch.service not found.\"",
		},
		{"off", "ensure", "running", []string{"start", "/opt/app 'a b' -c"}, nil, "", "command /opt/app is not an executable file"},
		{"off", "ensure", "running", []string{"start", "app | tee log"}, nil, "", "command /bin/sh is not an executable file"},
	}
	for _, c := range cases {
		t.Run(c.name+" "+c.attr+" "+c.should+" "+strings.Join(c.more, " "), func(t *testing.T) {
			h := on(t, booted(true), debian12)
			run, r := h.resource("systemd", c.name, append([]string{c.attr, c.should}, c.more...)...)
			err := h.set(run, r, c.attr)
			if text := errText(err); text != c.fails {
				t.Errorf("error %q, want %q", text, c.fails)
			}
			if diff := cmp.Diff(c.want, h.changed(0)); diff != "" {
				t.Error(diff)
			}
			_, r = h.resource("systemd", c.name)
			if got := r.Is("ensure").Text() + " " + r.Is("enable").Text(); c.after != "" && got != c.after {
				t.Errorf("after: %s, want %s", got, c.after)
			}
		})
	}
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestInSync(t *testing.T) {
	cases := []struct {
		name, attr, should string
		want               bool
	}{
		{"cron", "ensure", "true", true},
		{"cron", "ensure", "false", false},
		{"nosuch", "ensure", "stopped", true},
		{"nosuch", "ensure", "running", false},
		{"nosuch", "enable", "false", true},
		{"nosuch", "enable", "true", false},
		{"masked", "enable", "false", true},
		{"masked", "enable", "mask", true},
		{"masked", "enable", "true", false},
		{"static", "enable", "true", true},
	}
	for _, c := range cases {
		_, r := on(t, booted(true), debian12).resource("systemd", c.name, c.attr, c.should)
		a := r.Type.Attr(c.attr)
		if got := a.InSync(ral.Hook{Ctx: t.Context(), A: a, R: r}, r.Is(c.attr), r.Munged(c.attr)); got != c.want {
			t.Errorf("%s %s => %s: %v", c.name, c.attr, c.should, got)
		}
	}
}

func TestRefresh(t *testing.T) {
	cases := []struct {
		f              bool // booted with systemd
		provider, name string
		attrs, want    []string
	}{
		{true, "systemd", "cron", nil, []string{"systemctl restart -- cron"}},
		{true, "systemd", "off", nil, nil},
		{true, "systemd", "cron", []string{"ensure", "stopped"}, nil},
		{true, "systemd", "cron", []string{"ensure", "running"}, []string{"systemctl restart -- cron"}},
		{true, "systemd", "hidden", nil, []string{"systemctl unmask -- hidden", "systemctl restart -- hidden"}},
		{true, "systemd", "hidden", []string{"enable", "false"}, []string{"systemctl unmask -- hidden", "systemctl restart -- hidden", "systemctl disable -- hidden"}},
		{false, "debian", "dbus", nil, []string{"/usr/sbin/service dbus stop", "/usr/sbin/service dbus start"}},
		{false, "debian", "dbus", []string{"hasrestart", "true"}, []string{"/usr/sbin/service dbus restart"}},
		{false, "debian", "cron", nil, nil},
	}
	for _, c := range cases {
		f := sysv()
		if c.f {
			f = booted(true)
			f.Put("/units/hidden.service", "masked active masked", 0o644)
		}
		h := on(t, f, debian12)
		run, r := h.resource(c.provider, c.name, c.attrs...)
		if err := run.Ops(r.Provider).Refresh(t.Context(), f.Writer(), r); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(c.want, h.changed(0)); diff != "" {
			t.Errorf("%s %s: %s", c.provider, c.name, diff)
		}
	}
}

func FuzzParsers(f *testing.F) {
	f.Add("Id=a.service\nLoadState=loaded\n\nId=b\n=\n")
	f.Add("run-parts: executing /etc/init.d/a status\nrun-parts: /etc/init.d/a exited with return code 3\n")
	f.Add("/bin/a 'b c' \"d\"")
	f.Fuzz(func(t *testing.T, text string) {
		for _, u := range parseShow(text) {
			if u.id == "" {
				t.Error("a unit without a name")
			}
		}
		for name, exit := range exitsOf(text, true) {
			if name == "" || exit == "" {
				t.Errorf("script %q exits with %q", name, exit)
			}
		}
		if list, err := words(text); err == nil && (len(list) == 0 || list[0] == "") {
			t.Errorf("%q gives %q", text, list)
		}
	})
}
