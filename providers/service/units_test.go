package service

import (
	"context"
	"slices"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
	"ralsh/ral/transaction"
)

// indirectHost returns a host whose lvm has only Also=, as virtlockd has, and whose
// systemctl distinguishes the links in /etc and in /run.
func indirectHost() *fakehost.Host {
	f := booted(true)
	f.Put("/units/lvm.service", "loaded inactive indirect", 0o644)
	f.Put("/units/lvm.socket", "loaded inactive disabled", 0o644)
	f.Put("/usr/lib/systemd/system/lvm.service", "[Install]\nAlso=lvm.socket\n", 0o644)
	f.Put("/units/once.service", "loaded inactive enabled-runtime", 0o644)
	f.Put("/units/hidden.service", "masked inactive masked-runtime", 0o644)
	f.Handle("systemctl", func(ctx context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		name := unitName(cmd.Args[len(cmd.Args)-1])
		runtime := slices.Contains(cmd.Args, "--runtime")
		link := "/etc/systemd/system/sockets.target.wants/lvm.socket"
		switch verb := cmd.Args[0]; {
		case name == "lvm.service" && verb == "enable":
			f.Link(link, "/usr/lib/systemd/system/lvm.socket")
			return host.Result{}
		case name == "lvm.service" && verb == "disable":
			_ = f.Writer().Remove(ctx, link, false)
			return host.Result{}
		case (name == "once.service" && verb == "disable" || name == "hidden.service" && verb == "unmask") && !runtime:
			return host.Result{} // it leaves /run alone
		}
		return runSystemctl(ctx, f, cmd)
	})
	return f
}

// What systemctl does to a unit is what the plan says, also where the unit has no links
// of its own, or has them for this boot alone.
func TestIndirectAndRuntime(t *testing.T) {
	A := raltest.A
	for _, c := range []struct {
		name, should       string
		also, lasting, ran string
	}{
		{"lvm", "true", "enables lvm.socket (Also= of lvm.service)", "", "systemctl enable -- lvm"},
		{"lvm", "false", "", "", ""},
		{"once", "true", "", "", ""},
		{"once", "false", "", "once.service was enabled only until the next boot; an undo makes this permanent", "systemctl disable --runtime -- once"},
		{"hidden", "true", "", "hidden.service was masked only until the next boot; an undo makes this permanent", "systemctl unmask --runtime -- hidden\nsystemctl enable -- hidden"},
	} {
		h := on(t, indirectHost(), debian12)
		d := raltest.Decl("service", c.name).With("enable", A("", c.should).Value)
		plan, err := transaction.NewPlan(t.Context(), h.env, []ral.Decl{d})
		if err != nil {
			t.Fatal(err)
		}
		if changes := plan.Steps[0].Changes; c.ran != "" {
			if got := strings.Join(changes[0].Also, "; "); got != c.also {
				t.Errorf("%s %s: also %q, want %q", c.name, c.should, got, c.also)
			}
			if got := strings.Join(changes[0].Lasting, "; "); got != c.lasting {
				t.Errorf("%s %s: lasting %q, want %q", c.name, c.should, got, c.lasting)
			}
		}
		before := len(h.f.Ran())
		rep, err := plan.Apply(t.Context(), h.f.Writer(), transaction.Options{})
		if err != nil || !rep.OK() {
			t.Errorf("%s %s: %v, %+v", c.name, c.should, err, rep.Steps[0].Changes)
		}
		if got := strings.Join(h.changed(before), "\n"); got != c.ran {
			t.Errorf("%s %s: ran %q, want %q", c.name, c.should, got, c.ran)
		}
	}
	h := on(t, indirectHost(), debian12)
	run, r := h.resource("systemd", "lvm", "enable", "true")
	if err := h.set(run, r, "enable"); err != nil {
		t.Fatal(err)
	}
	if _, r = h.resource("systemd", "lvm", "enable", "false"); !r.Is("enable").IsSym("true") {
		t.Errorf("lvm is enabled and counts as %s", r.Is("enable"))
	}
	if err := h.set(run, r, "enable"); err != nil {
		t.Fatal(err)
	}
	if _, r = h.resource("systemd", "lvm"); !r.Is("enable").IsSym("false") {
		t.Errorf("lvm is disabled and counts as %s", r.Is("enable"))
	}
}

// TestIndirectAndRuntimeBooted does the same with systemd itself.
func TestIndirectAndRuntimeBooted(t *testing.T) {
	if !real.InsideBooted(t, nil) {
		return
	}
	const dir = "/etc/systemd/system/"
	real.Write(t, dir+"lvm.service", "[Service]\nExecStart=/bin/true\n[Install]\nAlso=lvm.socket\n", 0o644)
	real.Write(t, dir+"lvm.socket", "[Socket]\nListenStream=/run/lvm.sock\n[Install]\nWantedBy=sockets.target\n", 0o644)
	real.Write(t, dir+"once.service", "[Service]\nExecStart=/bin/true\n[Install]\nWantedBy=multi-user.target\n", 0o644)
	wr := local.Machine().Writer()
	systemctl := func(args ...string) {
		if err := wr.Run(t.Context(), host.Command{Name: "systemctl", Args: args}); err != nil {
			t.Fatal(err)
		}
	}
	systemctl("daemon-reload")
	systemctl("enable", "--runtime", "once")
	env := onhost.NewEnv(raltest.Registry(t, Register), local.Machine().Reader(), debian12)
	for _, c := range []struct{ name, should, also string }{
		{"lvm", "true", "enables lvm.socket (Also= of lvm.service)"}, {"lvm", "false", "disables lvm.socket (Also= of lvm.service)"}, {"once", "false", ""},
	} {
		d := raltest.Decl("service", c.name).With("enable", raltest.A("", c.should).Value)
		plan, err := transaction.NewPlan(t.Context(), env, []ral.Decl{d})
		if err != nil {
			t.Fatal(err)
		}
		if len(plan.Steps[0].Changes) != 1 || strings.Join(plan.Steps[0].Changes[0].Also, "") != c.also {
			t.Fatalf("%s %s: %+v", c.name, c.should, plan.Steps[0].Changes)
		}
		if rep, err := plan.Apply(t.Context(), wr, transaction.Options{}); err != nil || !rep.OK() {
			t.Errorf("%s %s: %v, %+v", c.name, c.should, err, rep.Steps[0].Changes)
		}
	}
	systemctl("mask", "--runtime", "once")
	d := raltest.Decl("service", "once").With("enable", raltest.A("", "true").Value)
	if rep, err := transaction.Run(t.Context(), env, []ral.Decl{d}, wr, transaction.Options{}); err != nil || !rep.OK() {
		t.Errorf("masked: %v, %+v", err, rep.Steps[0].Changes)
	}
}
