package cron

import (
	"context"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

func envOf(t *testing.T, h host.Host) *onhost.Env {
	t.Helper()
	return raltest.Env(t, Register, h.Reader(), nil)
}

func decl(title string, attrs ...ral.Attr) ral.Decl {
	return ral.Decl{Type: "cron", Title: title, Attrs: attrs}
}

func run(t *testing.T, fake *fakehost.Host, decls ...ral.Decl) *transaction.Report {
	t.Helper()
	plan, err := transaction.NewPlan(t.Context(), envOf(t, fake.Host), decls)
	if err != nil {
		t.Fatal(err)
	}
	rep, err := plan.Apply(t.Context(), fake.Writer(), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

func TestStories(t *testing.T) {
	gone := raltest.A("ensure", "absent")
	for name, c := range map[string]struct {
		before, after string
		decls         []ral.Decl
	}{
		"only what belongs to a job goes with it": {
			"A=1\n# Puppet Name: a\n# theirs\nB=2\n\n0 0 * * * /a\n# end\n", "A=1\n# theirs\n\n# end\n", []ral.Decl{decl("a", gone)},
		},
		"what lies between stays before it": {
			"# Puppet Name: a\n# theirs\nB=2\n0 0 * * * /a\n", "# theirs\n# Puppet Name: a\nB=2\n5 0 * * * /a\n",
			[]ral.Decl{decl("a", raltest.A("minute", "5"))},
		},
		"a job without a name is taken for the one that is wanted": {
			"0  3 * * *   /b\n", "0  3 * * *   /b\n",
			[]ral.Decl{decl("backup", raltest.A("command", "/b"), raltest.A("hour", "3"), raltest.A("minute", "0"))},
		},
		"and keeps no name when it is changed": {
			"0  3 * * *   /b\n", "* 3 * * * /b\n", []ral.Decl{decl("unmanaged:/b-1", raltest.A("minute", "absent"))},
		},
		"and gets one with its environment": {
			"0  3 * * *   /b\n", "# Puppet Name: backup\nA=1\n0 3 * * * /b\n",
			[]ral.Decl{decl("backup", raltest.A("command", "/b"), raltest.A("hour", "3"), raltest.L("environment", "A=1"))},
		},
		"an empty list removes the environment": {
			"# Puppet Name: a\nA=1\n0 0 * * * /a\n1 0 * * * /b\n", "# Puppet Name: a\n0 0 * * * /a\n1 0 * * * /b\n",
			[]ral.Decl{decl("a", raltest.L("environment")), decl("unmanaged:/b-1", raltest.L("environment"))},
		},
		"and goes when it is not wanted": {
			"0 3 * * * /b\n0 4 * * * /b\n", "0 3 * * * /b\n", []ral.Decl{decl("backup", gone, raltest.A("command", "/b"), raltest.A("hour", "4"))},
		},
		"two of one run": {
			"# x\n", "# x\n# Puppet Name: a\n* * * * * /a\n# Puppet Name: b\n@daily /b\n",
			[]ral.Decl{decl("a", raltest.A("command", " /a ")), decl("b", raltest.A("command", "/b"), raltest.A("special", "daily"))},
		},
		"two of one run, in order": {
			"", "# Puppet Name: a\n* * * * * /a\n# Puppet Name: b\n* * * * * /b\n",
			[]ral.Decl{
				decl("b", raltest.A("command", "/b"), raltest.A("require", "Cron[a]")), decl("a", raltest.A("command", "/a")),
			},
		},
		"the last line gets its end": {
			"# Puppet Name: a\n0 0 * * * /a", "# Puppet Name: a\n0 1 * * * /a\n", []ral.Decl{decl("a", raltest.A("hour", "1"))},
		},
	} {
		t.Run(name, func(t *testing.T) {
			fake := tabsHost(map[string]string{"root": c.before})
			if rep := run(t, fake, c.decls...); !rep.OK() {
				t.Fatal(rep.Steps[0].Status, rep.Steps[0].Err)
			}
			if diff := cmp.Diff(c.after, fake.Content(spoolDir+"root")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// An empty crontab is removed, so that there is none as before; with a comment
// left, it stays.
func TestNothingLeft(t *testing.T) {
	for name, c := range map[string]struct {
		root, before string
		stays        bool
		ran          []string
	}{
		"the last line":               {"/", "# Puppet Name: a\n* * * * * /a\n", false, []string{"crontab -r"}},
		"a comment":                   {"/", "# ours\n# Puppet Name: a\n* * * * * /a\n", true, []string{"crontab -"}},
		"the last line, another root": {"/srv/image", "# Puppet Name: a\n* * * * * /a\n", false, nil},
	} {
		t.Run(name, func(t *testing.T) {
			fake := tabsHost(map[string]string{"root": c.before})
			h := fake.Host
			if c.root != "/" {
				h = fakehost.New(map[string]string{"/etc/passwd": "root:x:0:0::/root:/bin/sh\n", spoolDir + "root": c.before}, fakehost.WithRoot(c.root)).Host
			}
			plan, err := transaction.NewPlan(t.Context(), envOf(t, h), []ral.Decl{decl("a", raltest.A("ensure", "absent"))})
			if err != nil {
				t.Fatal(err)
			}
			rep, err := plan.Apply(t.Context(), h.Writer(), transaction.Options{})
			if err != nil || !rep.OK() {
				t.Fatal(err, rep.Steps[0].Err, rep.Steps[0].Changes)
			}
			if there, err := h.Reader().Exists(t.Context(), spoolDir+"root"); there != c.stays || err != nil {
				t.Errorf("it is there: %v, %v", there, err)
			}
			var ran []string
			for _, cmd := range fake.Ran() {
				if !slices.Contains(cmd.Args, "-l") {
					ran = append(ran, cmd.String())
				}
			}
			if diff := cmp.Diff(c.ran, ran); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The settings between a name and its job are the environment of the job, and
// the header of crontab(1) belongs to no job.
func TestRead(t *testing.T) {
	const header = "# DO NOT EDIT THIS FILE - edit the master and reinstall.\n# (- installed on Sat Nov 21 20:00:00 2026)\n# (Cron version -- $Id$)\n"
	fake := tabsHost(map[string]string{"root": header + "# Puppet Name: a\nA=1\n@reboot /a\n", "deploy": deployTab})
	env := envOf(t, fake.Host)
	var got []string
	env.List(t.Context(), env.Registry.Type("cron"), func(ev onhost.ListEvent) {
		if ev.Err != nil {
			t.Error(ev.Err)
		}
		for _, inst := range ev.Found {
			got = append(got, strings.Join([]string{inst.From, inst.Name, inst.Get("user").Text(), inst.Get("special").Inspect(), inst.Get("environment").Inspect()}, " "))
		}
	})
	want := []string{`crontab of root:3 a root "reboot" ["A=1"]`, `crontab of deploy:2 release deploy :absent :absent`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Errors name the crontab, and it stays unchanged.
func TestRefused(t *testing.T) {
	const broken = "\xff odd\n0 0 * * * /x\n"
	job := func(more ...ral.Attr) ral.Decl {
		return decl("new", append(more, raltest.A("command", "/new"))...)
	}
	for name, c := range map[string]struct {
		decl ral.Decl
		tab  string
		want string
	}{
		"a line that crontab does not take": {job(), broken, "cannot write the crontab of root: crontab -: exit 1, \"errors in crontab file, can't install.\""},
	} {
		t.Run(name, func(t *testing.T) {
			fake := tabsHost(map[string]string{"root": c.tab})
			rep := run(t, fake, c.decl)
			if err := rep.Steps[0].Err; err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v", err)
			}
			if got := fake.Content(spoolDir + "root"); got != c.tab {
				t.Errorf("the crontab became %q", got)
			}
		})
	}
	for text, want := range map[string]string{
		"cron: cannot open the spool\n":       "cron: cannot open the spool",
		"crontab: unknown option specified\n": "crontab: unknown option specified",
		"You (root) are not allowed to use this program (crontab)\nSee crontab(1) for more information\n": "You (root) are not allowed " +
			"to use this program (crontab); See crontab(1) for more information",
	} {
		fake := tabsHost(nil)
		fake.Handle("crontab", func(context.Context, *fakehost.Host, host.Command) host.Result {
			return host.Result{Exit: 1, Stderr: []byte(text)}
		})
		env := envOf(t, fake.Host)
		plan, err := transaction.NewPlan(t.Context(), env, []ral.Decl{job()})
		if err != nil {
			t.Fatal(err)
		}
		want = "cannot read the crontab of root: " + want
		if s := plan.Steps[0]; s.Err == nil || s.Err.Error() != want {
			t.Errorf("%s: %v", s.Status, s.Err)
		}
		env.List(t.Context(), env.Registry.Type("cron"), func(ev onhost.ListEvent) {
			if ev.Done && (ev.Err == nil || ev.Err.Error() != want) {
				t.Errorf("the listing says %v", ev.Err)
			}
		})
	}
}

// The plan refuses what crontab(1) would refuse or not store.
func TestPrecheck(t *testing.T) {
	const daily = "# Puppet Name: x\n@daily /x\n"
	for name, c := range map[string]struct {
		tab   string
		attrs []ral.Attr
		want  string
	}{
		"no command":      {"", []ral.Attr{raltest.A("hour", "1")}, "ensure: no command specified, cannot create"},
		"an unknown user": {"", []ral.Attr{raltest.A("command", "/x"), raltest.A("user", "nobody-here")}, "ensure: Could not find user nobody-here"},
		"a known user":    {"", []ral.Attr{raltest.A("command", "/x"), raltest.A("user", "deploy")}, ""},
		"an hour of a daily job": {
			daily,
			[]ral.Attr{raltest.A("hour", "1")},
			"hour: the job runs @daily, which replaces the times (set special => absent)",
		},
		"an hour instead of daily": {daily, []ral.Attr{raltest.A("hour", "1"), raltest.A("special", "absent")}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			fake := tabsHost(map[string]string{"root": c.tab})
			plan, err := transaction.NewPlan(t.Context(), envOf(t, fake.Host), []ral.Decl{decl("x", c.attrs...)})
			if err != nil {
				t.Fatal(err)
			}
			if got := plan.Steps[0].LeftOut(); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// A special time replaces the others; the plan names them.
func TestSpecialTakesTimesAway(t *testing.T) {
	tab := tabsHost(map[string]string{"root": "# Puppet Name: x\n0 3 * * * /bin/true\n"})
	plan, err := transaction.NewPlan(t.Context(), envOf(t, tab.Host), []ral.Decl{decl("x", raltest.A("special", "daily"), raltest.A("user", "root"))})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"removes minute, which is ['0']", "removes hour, which is ['3']"}
	if got := plan.Steps[0].Changes[0].Also; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// A crontab with CRLF is read and written as it is, although crontab -l prints it otherwise.
// Without the right to read the file, there is an error with the reason.
func TestCarriageReturns(t *testing.T) {
	const tab = "# Puppet Name: x\r\n5 5 * * * /bin/x\r\n"
	fake := tabsHost(map[string]string{"root": tab})
	found := onhost.NewEnv(envOf(t, fake.Host).Registry, fake.Reader(), nil)
	var findings []string
	found.List(t.Context(), found.Registry.Type("cron"), func(ev onhost.ListEvent) {
		for _, inst := range ev.Found {
			findings = append(findings, inst.Name+": "+strings.Join(inst.Findings(), "; "))
		}
	})
	want := "x: the line ends with a carriage return (CRLF), which cron passes to the command"
	if len(findings) != 1 || findings[0] != want {
		t.Errorf("%q", findings)
	}
	rep := run(t, fake, decl("x", raltest.A("hour", "7")))
	if got := fake.Content(spoolDir + "root"); !rep.OK() || got != "# Puppet Name: x\r\n5 7 * * * /bin/x\r\n" {
		t.Errorf("%q", got)
	}

	broken := host.FaultyReads(fake.Host, func(path string) error {
		if path == spoolDir+"root" {
			return fs.ErrPermission
		}
		return nil
	})
	plan, err := transaction.NewPlan(t.Context(), envOf(t, broken), []ral.Decl{decl("x", raltest.A("hour", "9"))})
	if err != nil {
		t.Fatal(err)
	}
	if got := plan.Steps[0].LeftOut(); !strings.Contains(got, "carriage return (CRLF)") {
		t.Errorf("%q", got)
	}
}

// cron gives the environment of a job to all jobs below it.
func TestEnvironmentOfJobsBelow(t *testing.T) {
	const tab = "# Puppet Name: x\nA=1\n0 3 * * * /bin/x\n# Puppet Name: y\n0 4 * * * /bin/y\n0 5 * * * /bin/z\n"
	below := []string{"changes the environment of the jobs that follow in the crontab: y, unmanaged:/bin/z-1"}
	for _, c := range []struct {
		name string
		attr ral.Attr
		want []string
	}{
		{"x", raltest.A("environment", "A=2"), below},
		{"x", raltest.A("ensure", "absent"), below},
		{"x", raltest.A("hour", "4"), nil},
		{"y", raltest.A("environment", "A=2"), []string{"changes the environment of the jobs that follow in the crontab: unmanaged:/bin/z-1"}},
		{"y", raltest.A("ensure", "absent"), nil},
	} {
		tabs := tabsHost(map[string]string{"root": tab})
		plan, err := transaction.NewPlan(t.Context(), envOf(t, tabs.Host), []ral.Decl{decl(c.name, c.attr)})
		if err != nil {
			t.Fatal(err)
		}
		if got := plan.Steps[0].Changes[0].Also; !slices.Equal(got, c.want) {
			t.Errorf("%s %s: %q, want %q", c.name, c.attr.Name, got, c.want)
		}
	}
}

// A name alone finds a job in any crontab; a new job never replaces another
// user's.
func TestWhose(t *testing.T) {
	fake := tabsHost(map[string]string{"deploy": deployTab})
	rep := run(t, fake, decl("release", raltest.A("command", "/mine")))
	if !rep.OK() || fake.Content(spoolDir+"deploy") != deployTab || fake.Content(spoolDir+"root") != "# Puppet Name: release\n* * * * * /mine\n" {
		t.Errorf("%q and %q", fake.Content(spoolDir+"deploy"), fake.Content(spoolDir+"root"))
	}
	fake = tabsHost(map[string]string{"deploy": deployTab, "web": deployTab})
	fake.Put("/etc/passwd", fake.Content("/etc/passwd")+"web:x:33:33::/:/bin/sh\n", 0o644)
	plan, err := transaction.NewPlan(t.Context(), envOf(t, fake.Host), []ral.Decl{decl("release", raltest.A("ensure", "absent"))})
	if err != nil {
		t.Fatal(err)
	}
	if err := plan.Steps[0].Err; err == nil || err.Error() != "the crontabs of deploy and web both contain a job release: set user to select one" {
		t.Errorf("got %v", err)
	}
}

// A user without a name has no crontab, and finds the jobs of others.
func TestWhoHasNoName(t *testing.T) {
	for _, test := range []struct {
		of   ral.Decl
		want string
	}{
		{decl("release", raltest.A("minute", "7")), ""},
		{decl("release", raltest.A("command", "/mine")), "UID 1234 has no user name, and therefore no crontab"},
		{decl("none", raltest.A("ensure", "absent")), "UID 1234 has no user name, and therefore no crontab"},
	} {
		fake := fakehost.New(map[string]string{
			"/etc/passwd": "deploy:x:1001:1001::/home/deploy:/bin/sh\n", spoolDir + "deploy": deployTab,
		}, fakehost.WithUID(1234), fakehost.WithRoot("/srv/root"))
		plan, err := transaction.NewPlan(t.Context(), envOf(t, fake.Host), []ral.Decl{test.of})
		if err != nil {
			t.Fatal(err)
		}
		var got string
		if step := plan.Steps[0]; step.Err != nil {
			got = step.Err.Error()
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.of.Ref(), got, test.want)
		}
	}
}

// An ordinary user does not name a user, because only root may.
func TestAsUser(t *testing.T) {
	fake := fakehost.New(map[string]string{"/etc/passwd": "deploy:x:1001:1001::/home/deploy:/bin/sh\n", spoolDir: ""}, fakehost.WithUID(1001))
	fake.Command("/usr/bin/crontab")
	fake.Deny("/var/spool/cron/crontabs")
	var asked []string
	fake.Handle("crontab", func(_ context.Context, _ *fakehost.Host, cmd host.Command) host.Result {
		asked = append(asked, cmd.String())
		return host.Result{Stdout: []byte("# Puppet Name: a\n@daily /a\n")}
	})
	run(t, fake, decl("a", raltest.A("special", "hourly")))
	if !slices.Contains(asked, "crontab -l") || !slices.Contains(asked, "crontab -") {
		t.Errorf("%q", asked)
	}
	for _, cmd := range asked {
		if strings.Contains(cmd, "-u") {
			t.Errorf("%s", cmd)
		}
	}
}

// An ordinary user lists the own jobs and the reason for the missing jobs of other users. A
// job that may belong to another user is unknown.
func TestListingAsUser(t *testing.T) {
	fake := fakehost.New(map[string]string{"/etc/passwd": "deploy:x:1001:1001::/home/deploy:/bin/sh\n", spoolDir + "root": ""}, fakehost.WithUID(1001))
	fake.Command("/usr/bin/crontab")
	fake.Handle("crontab", func(context.Context, *fakehost.Host, host.Command) host.Result {
		return host.Result{Stdout: []byte("# Puppet Name: a\n@daily /a\n")}
	})
	env := envOf(t, host.FaultyReads(fake.Host, func(file string) error {
		if file == path.Clean(spoolDir) {
			return fs.ErrPermission
		}
		return nil
	}))
	const want = "the crontabs of other users were not read: cannot read /var/spool/cron/crontabs: permission denied (run as root)"
	typ := env.Registry.Type("cron")
	env.List(t.Context(), typ, func(ev onhost.ListEvent) {
		if ev.Done && (ev.Count != 1 || !ral.IsDamage(ev.Err) || ev.Err.Error() != want) {
			t.Errorf("%d jobs, %v", ev.Count, ev.Err)
		}
	})
	for name, want := range map[string]string{"a": "", "b": want} {
		seen := env.Find(t.Context(), typ, name)[0]
		if is := seen.Found.Get("ensure"); seen.Err != nil || is.IsUnknown() != (want != "") || is.IsUnknown() && is.Reason() != want {
			t.Errorf("%s: %v, %v", name, is, seen.Err)
		}
	}
	plan, err := transaction.NewPlan(t.Context(), env, []ral.Decl{decl("b", raltest.A("command", "/b"))})
	if err != nil || plan.Steps[0].Status != transaction.Planned {
		t.Errorf("a new job: %v, %v", plan.Steps[0].Status, err)
	}
}

// TestLosesPlace checks that the plan of a removal reports what an undo does
// not restore: the position of a job in a crontab that only crontab(1) may
// read.
func TestLosesPlace(t *testing.T) {
	lost := []string{"an undo adds the job at the end of the crontab, not in its old place"}
	for name, c := range map[string]struct {
		tab  string
		uid  int
		want []string
	}{
		"as root":               {"# Puppet Name: a\n@daily /a\nA=1\n", 0, nil},
		"as the user":           {"# Puppet Name: a\n@daily /a\nA=1\n", 1001, lost},
		"as the user, the last": {"A=1\n# Puppet Name: a\n@daily /a\n", 1001, nil},
	} {
		t.Run(name, func(t *testing.T) {
			fake := fakehost.New(map[string]string{"/etc/passwd": "root:x:0:0::/:/bin/sh\ndeploy:x:1001:1001::/home/deploy:/bin/sh\n", spoolDir + "root": c.tab}, fakehost.WithUID(c.uid))
			fake.Command("/usr/bin/crontab")
			if c.uid != 0 {
				fake.Deny("/var/spool/cron/crontabs")
			}
			fake.Handle("crontab", func(context.Context, *fakehost.Host, host.Command) host.Result {
				return host.Result{Stdout: []byte(c.tab)}
			})
			plan, err := transaction.NewPlan(t.Context(), envOf(t, fake.Host), []ral.Decl{decl("a", raltest.A("ensure", "absent"))})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, plan.Steps[0].Changes[0].Lasting); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestValues(t *testing.T) {
	env := envOf(t, tabsHost(nil).Host)
	for _, c := range []struct{ attr, value, want string }{
		{"minute", "5", "5"},
		{"minute", "05", "05"},
		{"minute", "60", "60 is not a valid minute"},
		{"minute", "-1", "-1 is not a valid minute"},
		{"minute", "*", "absent"},
		{"minute", "*/90", "*/90"},
		{"hour", "1-5/2", "1-5/2"},
		{"hour", "noon", "noon is not a valid hour"},
		{"month", "jan", "1"},
		{"month", "December", "12"},
		{"month", "0", "0 is not a valid month"},
		{"weekday", "SUNDAY", "0"},
		{"weekday", "7", "7"},
		{"weekday", "mon-fri", "mon-fri"},
		{"weekday", "fri-mon", "fri-mon is not a valid weekday"},
		{"weekday", "mon-fri/2", "mon-fri/2"},
		{"month", "jan-mar", "jan-mar"},
		{"minute", "5-2", "5-2 is not a valid minute"},
		{"minute", "5-70", "5-70 is not a valid minute"},
		{"minute", "*/0", "*/0 is not a valid minute"},
		{"minute", "1-5/2", "1-5/2"},
		{"minute", "7-7", "7-7"},
		{"monthday", "absent", "absent"},
		{"special", "fortnightly", `Invalid special schedule "fortnightly"`},
		{"environment", "PATH", `Invalid environment setting "PATH"`},
		{"environment", "A=1\nB=2", `Invalid environment setting "A=1\nB=2"`},
		{"command", "a\nb", "more than one line"},
	} {
		r, diags := env.Build(t.Context(), decl("x", raltest.A(c.attr, c.value)))
		got := ""
		if err := diags.Err(); err != nil {
			got = err.Error()
		} else if m := r.Munged(c.attr); len(m) == 1 {
			got = m[0].Text()
		}
		if !strings.HasSuffix(got, c.want) {
			t.Errorf("%s %q: got %s, want %s", c.attr, c.value, got, c.want)
		}
	}
	r, _ := env.Build(t.Context(), decl("x", ral.Attr{Name: "minute", Value: value.Int(7)}))
	if m := r.Munged("minute"); len(m) != 1 || !m[0].Equal(value.Str("7")) {
		t.Errorf("a number became %v", m)
	}
}

func FuzzFormat(f *testing.F) {
	for _, line := range append(strings.SplitAfter(rootTab, "\n"), rootTab, deployTab, "@daily\t/x\r\n", "A=1\n# Puppet Name:  x \nB=2\n1 2 3 4 5 y%z", "1,,2 * * * * x") {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, data string) {
		file := Format().Parse([]byte(data))
		if string(file.Bytes()) != data {
			t.Fatalf("%q is written back as %q", data, file.Bytes())
		}
		name(0, file.Lines())
		for _, r := range file.Records() {
			text, err := Format().Write(r)
			if err != nil || r.Type != job {
				continue
			}
			lines := Format().Parse([]byte(text)).Lines()
			name(0, lines)
			again := lines[len(lines)-1].Record
			if again.Text("command") != r.Text("command") || !unmanaged(r) && again.Text("name") != r.Text("name") {
				t.Fatalf("%q is written as %q and read as %v", data, text, again)
			}
		}
	})
}

// Unmanaged jobs are numbered over all crontabs, so that each name is unique. The
// number does not depend on which crontab is read first.
func TestNumberedOverAllCrontabs(t *testing.T) {
	fake := tabsHost(map[string]string{
		"root": "* * * * * /b\n# Puppet Name: x\n* * * * * /x\n* * * * * /b\n", "alice": "# c\n* * * * * /b\n", "bob": "# Puppet Name: y\n* * * * * /y\n* * * * * /b\n",
	})
	fake.Put("/etc/passwd", "root:x:0:0::/root:/bin/sh\nalice:x:1001:1001::/:/bin/sh\nbob:x:1002:1002::/:/bin/sh\n", 0o644)
	rep := run(t, fake,
		decl("y", raltest.A("user", "bob"), raltest.A("hour", "1")),
		decl("unmanaged:/b-4", raltest.A("minute", "4")), decl("unmanaged:/b-3", raltest.A("minute", "3")), decl("unmanaged:/b-2", raltest.A("minute", "2")))
	if !rep.OK() {
		t.Fatal(rep)
	}
	for user, want := range map[string]string{
		"root":  "* * * * * /b\n# Puppet Name: x\n* * * * * /x\n2 * * * * /b\n",
		"alice": "# c\n3 * * * * /b\n",
		"bob":   "# Puppet Name: y\n* 1 * * * /y\n4 * * * * /b\n",
	} {
		if diff := cmp.Diff(want, fake.Content(spoolDir+user)); diff != "" {
			t.Error(user, diff)
		}
	}
}
