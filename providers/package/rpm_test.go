package pkg

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/value"
)

// fedora returns a fake host whose dnf and rpm keep their database in /db, one "NAME
// EPOCH VERSION RELEASE ARCH" a line.
func fedora(db string, available string) *fakehost.Host {
	f := fakehost.New(map[string]string{"/db": db})
	f.Command("/usr/bin/dnf", "/usr/bin/yum", "/usr/bin/rpm")
	f.Handle("rpm", func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		switch cmd.Args[0] {
		case "--version":
			return host.Result{Stdout: []byte("RPM version 4.18.0\n")}
		case "-qa":
			return host.Result{Stdout: []byte(f.Content("/db"))}
		case "-q":
			return rpmQuery(f, cmd)
		}
		for _, last := range cmd.Args[1:] {
			if strings.HasPrefix(last, "-") {
				continue
			}
			name, version := packed(last, "-", "2.0")
			if cmd.Args[0] != "-i" {
				dropRPM(f, map[bool]string{true: last, false: name}[cmd.Args[0] == "-e"])
			}
			if cmd.Args[0] != "-e" {
				f.Put("/db", f.Content("/db")+name+" 0 "+version+" 1 noarch\n", 0o644)
			}
		}
		return host.Result{}
	})
	for _, tool := range []string{"dnf", "yum"} {
		f.Handle(tool, func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
			return runDnf(f, available, cmd)
		})
	}
	return f
}

func dropRPM(f *fakehost.Host, name string) {
	var kept string
	for line := range strings.Lines(f.Content("/db")) {
		if !strings.HasPrefix(line, name+" ") {
			kept += line
		}
	}
	f.Put("/db", kept, 0o644)
}

func rpmQuery(f *fakehost.Host, cmd host.Command) host.Result {
	name := cmd.Args[len(cmd.Args)-1]
	if slices.Contains(cmd.Args, "-p") {
		name, version := packed(name, "-", "2.0")
		return host.Result{Stdout: []byte(name + " 0 " + version + " 1 noarch\n")}
	}
	var out string
	for line := range strings.Lines(f.Content("/db")) {
		if strings.HasPrefix(line, name+" ") || slices.Contains(cmd.Args, "--whatprovides") && name == "webserver" && strings.HasPrefix(line, "nginx ") {
			out += line
		}
	}
	if out == "" {
		return host.Result{Exit: 1, Stdout: []byte("package " + name + " is not installed\n")}
	}
	return host.Result{Stdout: []byte(out)}
}

func runDnf(f *fakehost.Host, available string, cmd host.Command) host.Result {
	target := cmd.Args[len(cmd.Args)-1]
	if slices.Contains(cmd.Args, "repoquery") {
		var out string
		for line := range strings.Lines(available) {
			if strings.HasPrefix(line, target+" ") {
				out += line + "\n"
			}
		}
		return host.Result{Stdout: []byte(out)}
	}
	if slices.Contains(cmd.Args, "list") {
		out := "Available Packages\n"
		for _, p := range parseRPM(available) {
			if p.name == target {
				out += fmt.Sprintf("%s.%s   %s\n      t\n", p.name, p.arch, p.evr())
			}
		}
		return host.Result{Stdout: []byte(out)}
	}
	if slices.Contains(cmd.Args, "--assumeno") {
		return host.Result{Exit: 1, Stdout: []byte(dnfTable), Stderr: []byte("Operation aborted.\n")}
	}
	verb := slices.IndexFunc(cmd.Args, func(a string) bool {
		return a == "install" || a == "remove" || a == "upgrade" || a == "downgrade" || a == "update"
	})
	return changeRPMs(f, available, cmd.Args[verb] == "remove", "-", cmd.Args[verb+1:])
}

// changeRPMs installs or removes the targets, at the highest available version or at
// the version after sep.
func changeRPMs(f *fakehost.Host, available string, remove bool, sep string, targets []string) host.Result {
	for _, target := range targets {
		if strings.HasPrefix(target, "-") {
			continue
		}
		var best rpmPackage
		for _, p := range parseRPM(available) {
			if (target == p.name || target == p.name+sep+p.evr()) && (best.name == "" || p.newer(best)) {
				best = p
			}
		}
		if best.name == "" && !remove {
			return host.Result{Exit: 1, Stderr: []byte("Error: Unable to find a match: " + target + "\n")}
		}
		dropRPM(f, target)
		if !remove {
			dropRPM(f, best.name)
			f.Put("/db", f.Content("/db")+fmt.Sprintln(best.name, best.epoch, best.version, best.release, best.arch), 0o644)
		}
	}
	return host.Result{}
}

const dnfTable = `Last metadata expiration check: 0:00:01 ago.
Dependencies resolved.
================================================================================
 Package                Architecture      Version            Repository    Size
================================================================================
Installing:
 nginx                  noarch            2.0-1              t            5.4 k
     replacing  nginx-old.noarch 1.0-1
Installing dependencies:
 tiny-common            noarch            1-1                t            5.4 k
Removing dependent packages:
 old                    noarch            3-1                t            5.4 k

Transaction Summary
================================================================================
Install  2 Packages
`

const (
	rpmDBText = "kernel 0 6.1 1.fc40 x86_64\nkernel 0 6.10 1.fc40 x86_64\nbind 32 9.18 4 x86_64\ngpg-pubkey 0 1 2 (none)\nnginx 0 1.20 1 x86_64\nerror: broken line\n"
	rpmRepo   = "nginx 0 1.20 1 x86_64\nnginx 0 2.0 1 x86_64\nnginx 0 1.18 3 x86_64\ntiny 0 1.0 1 noarch\ntiny 0 2.0 1 noarch\nsmall 0 1 1 noarch\n"
)

var fedoraFacts = facts{"os.family": "RedHat", "os.name": "Fedora", "os.release.major": "40"}

func TestRpmList(t *testing.T) {
	got := listed(t, on(t, fedora(rpmDBText, ""), fedoraFacts))
	want := map[string]string{
		"kernel": "6.10-1.fc40 absent absent rpm -qa, line 2",
		"bind":   "32:9.18-4 absent absent rpm -qa, line 3",
		"nginx":  "1.20-1 absent absent rpm -qa, line 5",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A tool that fails at one package has printed the others.
func TestToolThatFailsHidesNobody(t *testing.T) {
	rpm := fedora("", "")
	rpm.Handle("rpm", func(context.Context, *fakehost.Host, host.Command) host.Result {
		return host.Result{Exit: 1, Stdout: []byte(rpmDBText), Stderr: []byte("error: rpmdb: damaged header #7 retrieved -- skipping.\n")}
	})
	gem := fakehost.New(nil)
	gem.Command("/usr/bin/gem")
	gem.Handle("gem", func(context.Context, *fakehost.Host, host.Command) host.Result {
		return host.Result{Exit: 1, Stdout: []byte("json (2.6.3)\n"), Stderr: []byte("ERROR: broken specification\n")}
	})
	for provider, c := range map[string]struct {
		f    *fakehost.Host
		want int
	}{"rpm": {rpm, 3}, "gem": {gem, 1}} {
		env, found := on(t, c.f, fedoraFacts).env, 0
		var err error
		env.ListBy(t.Context(), env.Registry.Type("package").Provider(provider), func(ev onhost.ListEvent) {
			found += len(ev.Found)
			err = errors.Join(err, ev.Err)
		})
		if found != c.want || err == nil {
			t.Errorf("%s: %d packages, want %d, and an error: %v", provider, found, c.want, err)
		}
	}
}

func TestDnfChanges(t *testing.T) {
	repoquery := "dnf -q -C repoquery --available --qf '%{name} %{epoch} %{version} %{release} %{arch}\\n' "
	cases := []struct {
		provider, name string
		attrs          []string
		want           []string
		after          string
	}{
		{"dnf", "tiny", nil, []string{"dnf -y install tiny"}, "2.0-1"},
		{"dnf", "tiny", []string{"ensure", "1.0-1"}, []string{"dnf -y install tiny-1.0-1"}, "1.0-1"},
		{"dnf", "tiny", []string{"ensure", "<2"}, []string{repoquery + "tiny", "dnf -y install tiny-1.0-1"}, "1.0-1"},
		{"dnf", "nginx", []string{"ensure", "1.18-3"}, []string{"dnf -y downgrade nginx-1.18-3"}, "1.18-3"},
		{"dnf", "nginx", []string{"ensure", "latest"}, []string{"dnf -y upgrade nginx"}, "2.0-1"},
		{"dnf", "tiny", []string{"ensure", "latest"}, []string{"dnf -y install tiny"}, "2.0-1"},
		{"dnf", "nginx", []string{"ensure", "absent"}, []string{"dnf -y remove nginx"}, "purged"},
		{"dnf", "nginx", []string{"ensure", "purged"}, []string{"dnf -y remove nginx"}, "purged"},
		{"dnf", "tiny", []string{"install_options", "--nobest"}, []string{"dnf -y install --nobest tiny"}, "2.0-1"},
		{"rpm", "fromfile", []string{"source", "/srv/a.rpm"}, []string{"rpm -i /srv/a.rpm"}, "2.0-1"},
		{"rpm", "nginx", []string{"source", "/srv/a.rpm", "ensure", "latest"}, []string{"rpm -U --oldpackage /srv/a.rpm"}, "1.20-1"},
	}
	for _, c := range cases {
		t.Run(c.name+" "+strings.Join(c.attrs, " "), func(t *testing.T) {
			h := on(t, fedora(rpmDBText, rpmRepo), fedoraFacts)
			run, r := h.resource(c.provider, c.name, c.attrs...)
			before := len(h.f.Ran())
			if err := h.set(run, r, "ensure"); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, h.ran(before)); diff != "" {
				t.Error(diff)
			}
			_, r = h.resource(c.provider, c.name)
			if got := r.Is("ensure").Text(); got != c.after {
				t.Errorf("after: %s, want %s", got, c.after)
			}
		})
	}
}

func TestDnfInSync(t *testing.T) {
	cases := []struct {
		name, should string
		insync       bool
	}{
		{"nginx", "latest", false},
		{"nginx", "1.20", true},
		{"nginx", "1.20-1", true},
		{"nginx", "0:1.20-1", true},
		{"nginx", "1:1.20-1", false},
		{"nginx", "1.2", false},
		{"bind", "9.18-4", true},
		{"bind", "32:9.18", true},
		{"nginx", ">=1.19 <2", true},
		{"nginx", ">1.20-1", false},
		{"webserver", "present", true},
		{"webserver", "latest", false},
		{"nothere", "absent", true},
		{"nothere", "purged", true},
	}
	for _, c := range cases {
		t.Run(c.name+" "+c.should, func(t *testing.T) {
			h := on(t, fedora(rpmDBText, rpmRepo), fedoraFacts)
			run, r := h.resource("dnf", c.name, "ensure", c.should)
			a, is := r.Type.Attr("ensure"), r.Is("ensure")
			got, known, err := run.Ops(r.Provider).InSync(t.Context(), run.Reader(r.Provider), r, "ensure", is, r.Get("ensure"))
			if !known {
				got = a.InSync(ral.Hook{Ctx: t.Context(), A: a, R: r}, is, r.Munged("ensure"))
			}
			if err != nil || got != c.insync {
				t.Errorf("%v, %v; want %v (is %s)", got, err, c.insync, is)
			}
		})
	}
}

func TestDnfPredicts(t *testing.T) {
	h := on(t, fedora("", rpmRepo), fedoraFacts)
	run, r := h.resource("dnf", "nginx")
	got, err := run.Ops(r.Provider).Predict(t.Context(), run.Reader(r.Provider), r, "ensure", value.Present())
	want := ral.Prediction{
		Certainty: ral.Simulated, By: "dnf --assumeno", Note: "2.0-1; also installs tiny-common; also removes old",
		Also:        []string{"install tiny-common 1-1", "remove old 3-1"},
		AlsoMakes:   []ral.Decl{along("tiny-common", "1-1")},
		AlsoRemoves: []ral.Decl{along("old", "3-1")},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

func TestDnfHostileNames(t *testing.T) {
	for _, name := range []string{"*", "@core", "/etc/passwd", "http://x/y.rpm", "x.rpm", "a[b]", "perl(Foo)"} {
		for _, provider := range []string{"dnf", "rpm"} {
			h := on(t, fedora("", rpmRepo), fedoraFacts)
			run, r := h.resource(provider, name, "ensure", "absent")
			before := len(h.f.Ran())
			if err := h.set(run, r, "ensure"); err == nil || len(h.ran(before)) > 0 {
				t.Errorf("%s %s: %v, ran %q", provider, name, err, h.ran(before))
			}
		}
	}
}

// The default provider and the reasons against the others: a dnf on a Debian host
// must not become the provider of bash.
func TestElection(t *testing.T) {
	both := func() *fakehost.Host {
		f := debian(nil, repo)
		f.Command("/usr/bin/dnf", "/usr/bin/rpm")
		f.Handle("rpm", func(context.Context, *fakehost.Host, host.Command) host.Result {
			return host.Result{Stdout: []byte("RPM version 4\n")}
		})
		return f
	}
	shim := func() *fakehost.Host {
		f := both()
		f.Handle("rpm", func(context.Context, *fakehost.Host, host.Command) host.Result { return host.Result{Exit: 127} })
		return f
	}
	everyone := func() *fakehost.Host {
		f := both()
		f.Command("/usr/bin/yum", zypperTool, "/usr/bin/pacman")
		return f
	}
	cases := map[string]struct {
		f       *fakehost.Host
		facts   facts
		winner  string
		scores  map[string]int
		reasons map[string]string
	}{
		"debian": {
			debian(nil, nil), debianFacts, "apt",
			map[string]int{"apt": 106, "dpkg": 5},
			map[string]string{"dnf": "dnf missing", "rpm": "rpm missing"},
		},
		"debian with dnf":      {both(), debianFacts, "apt", map[string]int{"apt": 106, "dpkg": 5, "dnf": 7, "rpm": 5}, nil},
		"debian with rpm shim": {shim(), debianFacts, "apt", nil, map[string]string{"rpm": "rpm --version: exit 127"}},
		"fedora":               {fedora("", ""), fedoraFacts, "dnf", map[string]int{"dnf": 107, "rpm": 5}, nil},
		"centos 7": {
			fedora("", ""),
			facts{"os.family": "RedHat", "os.name": "CentOS", "os.release.major": "7"},
			"yum",
			map[string]int{"dnf": 7, "yum": 206},
			nil,
		},
		"suse": {suse("", ""), suseFacts, "zypper", map[string]int{"zypper": 106, "dnf": 7, "yum": 6}, nil},
		"arch": {arch("", nil), archFacts, "pacman", map[string]int{"pacman": 105}, nil},
		"debian with all of them": {
			everyone(), debianFacts, "apt",
			map[string]int{"apt": 106, "dnf": 7, "yum": 6},
			map[string]string{"zypper": "os.name is Debian", "pacman": "os.name is Debian"},
		},
		"nothing": {
			fakehost.New(nil), debianFacts, "", nil,
			map[string]string{"apt": "/usr/bin/apt-get missing", "dpkg": "/usr/bin/dpkg missing"},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			h := on(t, c.f, c.facts)
			el := h.env.Elect(t.Context(), h.env.Registry.Type("package"))
			winner := ""
			if el.Winner != nil {
				winner = el.Winner.Name
			}
			if winner != c.winner {
				t.Errorf("the default is %q, want %q", winner, c.winner)
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
}

func TestDnfSuiteOnFake(t *testing.T) { dnfSuiteOnFake(t, "dnf") }

func TestYumSuiteOnFake(t *testing.T) { dnfSuiteOnFake(t, "yum") }

func dnfSuiteOnFake(t *testing.T, tool string) {
	t.Helper()
	raltest.Suite{
		Register: Register, Type: "package", Provider: tool, Facts: raltest.Facts(fedoraFacts),
		Host: func(*testing.T) host.Host { return fedora(rpmDBText, rpmRepo).Host },
		Many: func(_ *testing.T, n int) host.Host {
			db := rpmDBText
			for i := range n {
				db += fmt.Sprintf("p%d 0 1.0 1 x86_64\n", i)
			}
			return fedora(db, rpmRepo).Host
		},
		Cases: rpmLives(), Several: someAtOnce("absent"),
		Crowds: []raltest.Crowd{
			{Name: "what is there", Title: numbered("p"), Attrs: []ral.Attr{raltest.A("ensure", "present")}, InSync: true},
			{Name: "removals", Title: numbered("p"), Attrs: []ral.Attr{raltest.A("ensure", "absent")}},
		},
	}.Run(t)
}

// someAtOnce returns packages that one call of the tool installs or removes.
func someAtOnce(remove string) *raltest.Several {
	return &raltest.Several{Titles: []string{"tiny", "small"}, Remove: remove}
}

func rpmLives() []raltest.Case {
	A := raltest.A
	return []raltest.Case{
		{Title: "tiny", Create: []ral.Attr{}, Remove: "absent"},
		{
			Name: "versions", Title: "tiny", Create: []ral.Attr{A("ensure", "1.0-1")},
			Changes: []ral.Attr{A("ensure", "latest"), A("ensure", "1.0-1"), A("ensure", ">=1.5 <3")},
			Remove:  "purged",
		},
	}
}
