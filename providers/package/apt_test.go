package pkg

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/providers/package/dpkgdb"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/manifest"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

var repo = map[string][]string{
	"nginx": {"1.18-6", "1.20-1", "1.22.1-9"}, "bash": {"5.1-1", "5.2.15-2+b2"}, "held": {"1:1.9-1", "1:2.1-1"}, "left": {"1.0"},
}

const install = "/usr/bin/apt-get -q -y -o DPkg::Options::=--force-confold "

func TestAptChanges(t *testing.T) {
	cases := []struct {
		name  string
		attrs []string
		attr  string
		want  []string
		after string
	}{
		{"nginx", nil, "ensure", []string{install + "install nginx"}, "1.22.1-9 none"},
		{"nginx", []string{"ensure", "latest"}, "ensure", []string{install + "install nginx"}, "1.22.1-9 none"},
		{"nginx", []string{"ensure", "1.20-1"}, "ensure", []string{install + "install nginx=1.20-1"}, "1.20-1 none"},
		{
			"nginx",
			[]string{"ensure", ">=1.18 <1.22"},
			"ensure",
			[]string{
				"/usr/bin/apt-cache -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o Dir::Log::Planner=/dev/null madison nginx",
				install + "install nginx=1.20-1",
			},
			"1.20-1 none",
		},
		{"bash", []string{"ensure", "5.1-1"}, "ensure", []string{install + "--allow-downgrades install bash=5.1-1"}, "5.1-1 none"},
		{
			"nginx",
			[]string{"mark", "hold"},
			"ensure",
			[]string{install + "install nginx", "/usr/bin/apt-mark hold nginx"},
			"1.22.1-9 hold",
		},
		{
			"nginx",
			[]string{"ensure", "held"},
			"ensure",
			[]string{install + "install nginx", "/usr/bin/apt-mark hold nginx"},
			"1.22.1-9 hold",
		},
		{"bash", []string{"ensure", "held"}, "ensure", []string{"/usr/bin/apt-mark hold bash"}, "5.2.15-2+b2 hold"},
		{
			"nginx",
			[]string{"mark_auto", "true", "mark", "hold"},
			"ensure",
			[]string{install + "install nginx", "/usr/bin/apt-mark hold nginx", "/usr/bin/apt-mark auto nginx"},
			"1.22.1-9 hold",
		},
		{
			"held",
			[]string{"ensure", "latest"},
			"ensure",
			[]string{install + "--allow-change-held-packages install held", "/usr/bin/apt-mark hold held"},
			"1:2.1-1 hold",
		},
		{
			"held",
			[]string{"ensure", "latest", "mark", "none"},
			"ensure",
			[]string{install + "--allow-change-held-packages install held", "/usr/bin/apt-mark unhold held"},
			"1:2.1-1 none",
		},
		{
			"held",
			[]string{"ensure", "absent"},
			"ensure",
			[]string{"/usr/bin/apt-get -q -y --allow-change-held-packages remove held"},
			"absent none",
		},
		{"bash", []string{"ensure", "absent"}, "ensure", []string{"/usr/bin/apt-get -q -y remove bash"}, "absent none"},
		{"bash", []string{"ensure", "purged"}, "ensure", []string{"/usr/bin/apt-get -q -y purge bash"}, "purged none"},
		{"left", []string{"ensure", "purged"}, "ensure", []string{"/usr/bin/apt-get -q -y purge left"}, "purged none"},
		{"bash", []string{"mark", "hold"}, "mark", []string{"/usr/bin/apt-mark hold bash"}, "5.2.15-2+b2 hold"},
		{"held", []string{"mark", "none"}, "mark", []string{"/usr/bin/apt-mark unhold held"}, "1:2.0-1 none"},
		{
			"nginx",
			[]string{"configfiles", "replace", "install_options", "--no-install-recommends", "responsefile", "/srv/answers"},
			"ensure",
			[]string{
				"/usr/bin/debconf-set-selections /srv/answers",
				strings.Replace(install, "confold", "confnew", 1) + "install --no-install-recommends nginx",
			},
			"1.22.1-9 none",
		},
	}
	for _, c := range cases {
		t.Run(c.name+" "+strings.Join(c.attrs, " "), func(t *testing.T) {
			h := on(t, debian(nil, repo), debianFacts)
			run, r := h.resource("", c.name, c.attrs...)
			if r.Provider.Name != "apt" {
				t.Fatalf("the default is %s", r.Provider.Name)
			}
			if err := h.set(run, r, c.attr); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, h.ran(0)); diff != "" {
				t.Error(diff)
			}
			for _, cmd := range h.f.Ran() {
				if strings.Join(cmd.Env, " ") != "DEBIAN_FRONTEND=noninteractive APT_LISTCHANGES_FRONTEND=none" {
					t.Errorf("%s: env %q", cmd, cmd.Env)
				}
			}
			_, r = h.resource("", c.name)
			if got := r.Is("ensure").Text() + " " + r.Is("mark").Text(); got != c.after {
				t.Errorf("after: %s, want %s", got, c.after)
			}
		})
	}
}

// The variables of environment are for all commands that change the package.
func TestEnvironmentOfCommands(t *testing.T) {
	h := on(t, debian(nil, repo), debianFacts)
	run, r := h.resource("", "nginx", "mark", "hold", "environment", "A=1")
	if err := h.set(run, r, "ensure"); err != nil {
		t.Fatal(err)
	}
	if ran := h.f.Ran(); len(ran) < 2 || !strings.HasSuffix(strings.Join(ran[0].Env, " "), " A=1") {
		t.Errorf("%v", ran)
	}
	if _, diags := h.env.Build(t.Context(), ral.Decl{Type: "package", Title: "x", Attrs: []ral.Attr{{Name: "environment", Value: value.Str("A")}}}); diags.Err() == nil {
		t.Error("a word is accepted as a setting")
	}
}

// A removal after an interrupted run also configures the packages that the run unpacked,
// and dpkg may ask about their configuration files.
func TestRemovalAfterAnInterruptedRun(t *testing.T) {
	const packages = "Package: bash\nStatus: install ok installed\nVersion: 1\n\nPackage: lib\nStatus: install ok %s\nVersion: 1\n"
	for state, want := range map[string]string{
		"installed":        "/usr/bin/apt-get -q -y remove bash",
		"triggers-pending": "/usr/bin/apt-get -q -y remove bash",
		"half-configured":  install + "remove bash",
		"unpacked":         install + "remove bash",
	} {
		h := on(t, debian(map[string]string{dpkgdb.StatusFile: fmt.Sprintf(packages, state)}, repo), debianFacts)
		run, r := h.resource("", "bash", "ensure", "absent")
		if err := h.set(run, r, "ensure"); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff([]string{want}, h.ran(0)); d != "" {
			t.Errorf("%s: %s", state, d)
		}
	}
}

// A package is auto in its own architecture. One of all architectures has the host's in
// the states of apt.
func TestAutoInstalled(t *testing.T) {
	const packages = `Package: lib
Status: install ok installed
Architecture: amd64
Version: 1

Package: lib
Status: install ok installed
Architecture: i386
Version: 1

Package: data
Status: install ok installed
Architecture: all
Version: 1

Package: rest
Status: deinstall ok config-files
Architecture: amd64
Version: 1
`
	const states = `Package: lib
Architecture: i386
Auto-Installed: 1

Package: lib
Architecture: amd64
Auto-Installed: 0

Package: data
Architecture: amd64
Auto-Installed: 1

Package: rest
Architecture: amd64
Auto-Installed: 1
`
	h := on(t, debian(map[string]string{dpkgdb.StatusFile: packages, dpkgdb.StatesFile: states, dpkgdb.ArchFile: "amd64\ni386\n"}, repo), debianFacts)
	for name, want := range map[string]string{"lib": "absent", "lib:i386": "true", "data": "true", "rest": "absent", "none": "absent"} {
		if _, r := h.resource("", name); r.Is("auto_installed").Text() != want {
			t.Errorf("%s is %s, want %s", name, r.Is("auto_installed"), want)
		}
	}
}

// Code of a removed package has only ensure: it cannot have a mark, and that needs no
// comment.
func TestCodeOfRemoved(t *testing.T) {
	h := on(t, debian(nil, repo), debianFacts)
	_, r := h.resource("", "left")
	if got, want := manifest.Puppet(manifest.FromInstance(r.Found, false)), "package { 'left':\n  ensure   => 'absent',\n  provider => 'apt',\n}\n"; got != want {
		t.Errorf("%s", got)
	}
}

func TestAptManyAtOnce(t *testing.T) {
	h := on(t, debian(nil, repo), debianFacts)
	var all []*ral.Resource
	var run *onhost.Run
	for _, want := range [][]string{
		{"nginx", "present"}, {"left", "1.0"}, {"bash", "absent"}, {"exim4-daemon-light", "absent"}, {"held", "latest"},
	} {
		var r *ral.Resource
		run, r = h.resource("apt", want[0], "ensure", want[1])
		all = append(all, r)
	}
	if err := errors.Join(run.Ops(all[0].Provider).Group.Write(t.Context(), h.f.Writer(), all)...); err != nil {
		t.Fatal(err)
	}
	want := []string{
		install + "install nginx left=1.0",
		"/usr/bin/apt-get -q -y remove bash exim4-daemon-light",
		install + "--allow-change-held-packages install held",
		"/usr/bin/apt-mark hold held",
	}
	if diff := cmp.Diff(want, h.ran(0)); diff != "" {
		t.Error(diff)
	}
}

func TestAptInSync(t *testing.T) {
	cases := []struct {
		name, should string
		insync       bool
		fails        string
	}{
		{"bash", "present", true, ""},
		{"bash", "latest", true, ""},
		{"held", "latest", false, ""},
		{"nginx", "latest", false, ""},
		{"exim4-daemon-light", "latest", false, "apt-cache policy shows no candidate version of exim4-daemon-light"},
		{"bash", "5.2.15-2+b2", true, ""},
		{"bash", "5.2.15-2", false, ""},
		{"bash", ">=5.2 <6", true, ""},
		{"bash", ">5.2.15-2+b2", false, ""},
		{"bash", ">=", false, `">=" is not a range of versions (example: >=1.2 <2)`},
		{"held", "held", true, ""},
		{"bash", "held", false, ""},
		{"left", "absent", true, ""},
		{"left", "purged", false, ""},
		{"left", "present", false, ""},
		{"never", "absent", true, ""},
		{"never", "purged", true, ""},
		{"mail-transport-agent", "present", true, ""},
		{"mail-transport-agent", "absent", true, ""},
		{"mail-transport-agent", "latest", true, ""},
		{"default-mta", "present", true, ""},
		{"mail-transport", "present", false, ""},
	}
	for _, c := range cases {
		t.Run(c.name+" "+c.should, func(t *testing.T) {
			repo := maps.Clone(repo)
			if c.name == "mail-transport-agent" {
				repo["exim4-daemon-light"] = []string{"4.96-15"}
			}
			h := on(t, debian(nil, repo), debianFacts)
			run, r := h.resource("apt", c.name, "ensure", c.should)
			a := r.Type.Attr("ensure")
			is, should := r.Is("ensure"), r.Munged("ensure")
			got, known, err := run.Ops(r.Provider).InSync(t.Context(), run.Reader(r.Provider), r, "ensure", is, should[0])
			if !known {
				got = a.InSync(ral.Hook{Ctx: t.Context(), A: a, R: r}, is, should)
			}
			if c.fails != "" {
				if err == nil || err.Error() != c.fails {
					t.Errorf("error %v, want %s", err, c.fails)
				}
			} else if err != nil || got != c.insync {
				t.Errorf("%v, %v; want %v", got, err, c.insync)
			}
		})
	}
}

func TestAptAsksOnceForAllCandidates(t *testing.T) {
	h := on(t, debian(nil, repo), debianFacts)
	run, bash := h.resource("apt", "bash", "ensure", "latest")
	_, held := h.resource("apt", "held", "ensure", "latest")
	_, never := h.resource("apt", "never", "ensure", "latest")
	_, present := h.resource("apt", "left", "ensure", "present")
	ops, rd := run.Ops(bash.Provider), run.Reader(bash.Provider)
	if err := ops.Group.Prefetch(t.Context(), rd, []*ral.Resource{bash, held, never, present}); err != nil {
		t.Fatal(err)
	}
	for r, want := range map[*ral.Resource]bool{bash: true, held: false} {
		got, _, err := ops.InSync(t.Context(), rd, r, "ensure", r.Is("ensure"), r.Get("ensure"))
		if err != nil || got != want {
			t.Errorf("%s: %v, %v", r.Ref(), got, err)
		}
	}
	want := []string{"/usr/bin/apt-cache -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o Dir::Log::Planner=/dev/null policy bash held never"}
	if diff := cmp.Diff(want, h.ran(0)); diff != "" {
		t.Error(diff)
	}
}

// A virtual name means the installed package that provides it.
func TestAptVirtualName(t *testing.T) {
	for _, attrs := range [][]string{{"ensure", "latest"}, {"ensure", "5.0-1"}, {"mark", "hold"}} {
		h := on(t, debian(nil, map[string][]string{"exim4-daemon-light": {"5.0-1"}}), debianFacts)
		d := ral.Decl{Type: "package", Title: "mail-transport-agent", Attrs: []ral.Attr{{Name: attrs[0], Value: value.Str(attrs[1])}}}
		plan, err := transaction.NewPlan(t.Context(), h.env, []ral.Decl{d})
		if err != nil {
			t.Fatal(err)
		}
		rep, err := plan.Apply(t.Context(), h.f.Writer(), transaction.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{
			"latest": install + "install exim4-daemon-light", "5.0-1": install + "install exim4-daemon-light=5.0-1",
			"hold": "/usr/bin/apt-mark hold exim4-daemon-light",
		}[attrs[1]]
		if got := aptCommands(rep.Steps)[0]; got != "mail-transport-agent changed | "+want {
			t.Errorf("%q: %s", attrs, got)
		}
		if note := plan.Steps[0].Changes[0].Note; attrs[0] == "ensure" && !strings.HasPrefix(note, "5.0-1; ") {
			t.Errorf("%q: the plan says %s", attrs, note)
		}
	}
}

// What apt-cache answered is asked again after a change by another provider.
func TestAptForgetsCandidates(t *testing.T) {
	h := on(t, debian(nil, map[string][]string{"bash": {"5.2.15-2+b2"}}), debianFacts)
	run, r := h.resource("apt", "bash", "ensure", "latest")
	ops := run.Ops(r.Provider)
	latest := func() bool {
		t.Helper()
		insync, _, err := ops.InSync(t.Context(), run.Reader(r.Provider), r, "ensure", r.Is("ensure"), r.Get("ensure"))
		if err != nil {
			t.Fatal(err)
		}
		return insync
	}
	if err := ops.Group.Prefetch(t.Context(), run.Reader(r.Provider), []*ral.Resource{r}); err != nil || !latest() {
		t.Fatalf("not the latest: %v", err)
	}
	h.f.Handle("apt-cache", func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		return runAptCache(f, map[string][]string{"bash": {"6.0"}}, cmd)
	})
	if run.Forget(r.Provider); latest() {
		t.Error("still the latest")
	}
}

func TestAptPredicts(t *testing.T) {
	h := on(t, debian(nil, repo), debianFacts)
	run, r := h.resource("apt", "nginx", "ensure", "1.20-1")
	got, err := run.Ops(r.Provider).Predict(t.Context(), run.Reader(r.Provider), r, "ensure", r.Get("ensure"))
	want := ral.Prediction{
		Certainty: ral.Simulated, By: "apt-get -s",
		Note: "1.20-1; also installs nginx-common", Also: []string{"install nginx-common 1.20-1"},
		AlsoMakes: []ral.Decl{along("nginx-common", "1.20-1")},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	if line := h.ran(0)[0]; line != "/usr/bin/apt-get -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o Dir::Log::Planner=/dev/null -s -q -y -o DPkg::Options::=--force-confold install nginx=1.20-1" {
		t.Error(line)
	}
	run, r = h.resource("apt", "nosuch")
	var failed *host.CommandError
	if _, err := run.Ops(r.Provider).Predict(t.Context(), run.Reader(r.Provider), r, "ensure", value.Present()); !errors.As(err, &failed) ||
		!strings.HasPrefix(err.Error(), "apt-get -s -q install nosuch: exit 100, ") {
		t.Errorf("%v", err)
	}
}

// The plan reports the configuration files that an undo does not restore.
func TestAptTellsOfConfigurationFiles(t *testing.T) {
	const purged, replaced = "the purge deletes changes to the configuration files",
		"the package may replace configuration files that an earlier removal left"
	const recorded = "dpkg records the configuration files of version 1.0 as those of the new version"
	rd := fakehost.New(map[string]string{
		dpkgdb.StatusFile: "Package: same\nVersion: 1.0\nConffiles:\n /etc/same acbd18db4cc2f85cedef654fccc4a4d8\n\n" +
			"Package: edited\nVersion: 1.0\nConffiles:\n /etc/edited acbd18db4cc2f85cedef654fccc4a4d8\n /etc/gone acbd18db4cc2f85cedef654fccc4a4d8\n",
		"/etc/same": "foo", "/etc/edited": "bar",
	}).Reader()
	for name, want := range map[string][]string{"same": {replaced}, "edited": {recorded}, "none": nil} {
		if diff := cmp.Diff(want, conffiles(t.Context(), rd, name, value.Absent(), value.Present())); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	for name, c := range map[string]struct {
		is, should value.Value
		want       []string
	}{
		"purged":                      {value.Str("1.0"), value.Sym("purged"), []string{purged}},
		"purged after a removal":      {value.Absent(), value.Sym("purged"), []string{purged}},
		"removed":                     {value.Str("1.0"), value.Absent(), nil},
		"installed":                   {value.Sym("purged"), value.Present(), nil},
		"installed after a removal":   {value.Absent(), value.Present(), []string{replaced}},
		"one version after a removal": {value.Absent(), value.Str("2.0"), []string{replaced}},
		"the removed version":         {value.Absent(), value.Str("1.0"), nil},
		"upgraded":                    {value.Str("1.0"), value.Sym("latest"), nil},
	} {
		if diff := cmp.Diff(c.want, conffiles(t.Context(), rd, "same", c.is, c.should)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// One simulation covers several packages. A name that apt does not know does not
// affect the others.
func TestAptPredictsTogether(t *testing.T) {
	known := map[string][]string{"aa": {"1"}, "bb": {"2"}}
	for name, c := range map[string]struct {
		decls []ral.Decl
		runs  int
		want  []string
	}{
		"together": {wanted("aa present", "bb present"), 1, []string{"1; all 2 packages together: also installs aa-common and bb-common", "2"}},
		"one fails": {
			wanted("aa present", "nosuch present", "bb present"),
			4,
			[]string{"1; also installs aa-common", "", "2; also installs bb-common"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := on(t, debian(nil, known), debianFacts)
			plan, err := transaction.NewPlan(t.Context(), h.env, c.decls)
			if err != nil {
				t.Fatal(err)
			}
			var notes []string
			for _, s := range plan.Steps {
				notes = append(notes, s.Changes[0].Note)
			}
			if diff := cmp.Diff(c.want, notes); diff != "" {
				t.Error(diff)
			}
			if ran := h.ran(0); len(ran) != c.runs {
				t.Errorf("ran %q", ran)
			}
		})
	}
}

func TestParseSimulation(t *testing.T) {
	out := `NOTE: This is only a simulation!
Reading package lists...
Remv cron [3.0pl1-162] [cron-daemon-common:amd64 ]
Purg nano [7.2-1]
Inst libc6 [2.36-9] (2.36-9+deb12u10 Debian:12.10/stable [amd64]) []
Inst systemd-cron (1.15.19-5 Debian:12.10/stable [amd64])
Inst
Conf systemd-cron (1.15.19-5 Debian:12.10/stable [amd64])
`
	got := newPrediction("systemd-cron", parseSimulation(out))
	want := ral.Prediction{
		Certainty: ral.Simulated, By: "apt-get -s",
		Note:        "1.15.19-5; also upgrades libc6; also removes cron and nano",
		Also:        []string{"remove cron 3.0pl1-162", "purge nano 7.2-1", "upgrade libc6 2.36-9 -> 2.36-9+deb12u10"},
		Lasting:     []string{"packages upgraded with it are not downgraded: libc6"},
		AlsoRemoves: []ral.Decl{along("cron", "3.0pl1-162"), along("nano", "7.2-1")},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if note := newPrediction("x", []step{{verb: "remove", name: "x"}, {verb: "remove", name: "y"}}).Note; note != "also removes y" {
		t.Error(note)
	}
}

// Names that apt-get would read as more than a name must not reach apt-get.
func TestHostileNames(t *testing.T) {
	for _, name := range []string{"nginx-", "nginx=1", "nginx/testing", "nginx.*x", "*", "./x.deb", "task^", "~nbash", "a:b:c"} {
		for _, should := range []string{"present", "absent", "purged", "latest", "held", "1.0"} {
			h := on(t, debian(nil, repo), debianFacts)
			for _, provider := range []string{"apt", "dpkg"} {
				if provider == "dpkg" && should != "absent" && should != "purged" {
					continue
				}
				run, r := h.resource(provider, name, "ensure", should)
				if err := h.set(run, r, "ensure"); err == nil || !strings.Contains(err.Error(), "is not a valid Debian package name") {
					t.Errorf("%s %s %s: %v", provider, name, should, err)
				}
			}
			if ran := h.ran(0); len(ran) > 0 {
				t.Errorf("%s %s ran %q", name, should, ran)
			}
		}
	}
}

func TestBelowAnotherRoot(t *testing.T) {
	a := aptProvider()
	got := a.Queries("/mnt")[0]
	want := []string{"-o", "Dir=/mnt", "-o", "DPkg::Chroot-Directory=/mnt", "-o", "Dir::Cache::pkgcache=", "-o", "Dir::Cache::srcpkgcache=", "-o", "Dir::Log::Planner=/dev/null", "-s"}
	if diff := cmp.Diff(want, got.Args); diff != "" {
		t.Error(diff)
	}
}

func FuzzParseSimulation(f *testing.F) {
	f.Add("Inst a [1] (2 x [amd64])\nRemv b [1]\n")
	f.Add("Inst")
	f.Fuzz(func(_ *testing.T, out string) {
		newPrediction("a", parseSimulation(out))
		parsePolicy(out)
	})
}

func FuzzRange(f *testing.F) {
	f.Add(">=1.2 <2", "1.5-1")
	f.Add("<", "")
	f.Fuzz(func(_ *testing.T, text, version string) {
		if b, err := parseRange(text); err == nil {
			b.holds(version)
		}
		if b, err := parseRPMRange(text); err == nil {
			b.holds(version)
		}
		parseRPM(text)
		parseTransaction(text)
	})
}
