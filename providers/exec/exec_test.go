package exec

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

func env(t *testing.T, rd host.Reader) *onhost.Env {
	t.Helper()
	return raltest.Env(t, Register, rd, nil)
}

// fakeHost returns a host with a few simulated commands.
func fakeHost() *fakehost.Host {
	f := fakehost.New(map[string]string{
		"/etc/passwd": "root:x:0:0::/root:/bin/sh\nweb:x:33:33::/:/bin/sh\n",
		"/etc/group":  "root:x:0:\nweb:x:33:\nlog:x:4:web\n",
		"/srv/":       "", "/srv/plain": "",
	})
	does := map[string]fakehost.Handler{
		"touch": func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
			f.Put(cmd.Args[0], "", 0o644)
			return host.Result{Stdout: []byte("made\n")}
		},
		"exits": func(_ context.Context, _ *fakehost.Host, cmd host.Command) host.Result {
			return host.Result{Exit: int(cmd.Args[0][0] - '0'), Stdout: []byte("said\n"), Stderr: []byte("and cried\n")}
		},
		"third": func(_ context.Context, f *fakehost.Host, _ host.Command) host.Result {
			f.Put("/srv/count", f.Content("/srv/count")+"x", 0o644)
			return host.Result{Exit: 3 - len(f.Content("/srv/count"))}
		},
		"sh": func(context.Context, *fakehost.Host, host.Command) host.Result { return host.Result{} },
	}
	for name, answer := range does {
		f.Command("/bin/" + name)
		f.Handle(name, answer)
	}
	return f
}

func decl(title string, words ...string) ral.Decl {
	return raltest.Decl("exec", title, words...)
}

// Each case is planned and applied; both have the same acts.
func TestCommands(t *testing.T) {
	list := value.Strs
	for name, c := range map[string]struct {
		d      ral.Decl
		acts   string
		status transaction.Status
		note   string // of the plan, or the error
	}{
		"words":              {decl("/bin/exits 0"), "$ /bin/exits 0", transaction.Changed, ""},
		"for a shell":        {decl("/bin/exits 0 | cat"), "$ /bin/sh -c '/bin/exits 0 | cat'", transaction.Changed, ""},
		"a list":             {decl("x").With("command", list("/bin/exits", "0 | cat")), "$ /bin/exits '0 | cat'", transaction.Changed, ""},
		"in path":            {decl("exits 0", "path", "/srv:/bin"), "$ /bin/exits 0", transaction.Changed, ""},
		"the shell provider": {decl("exits 0", "provider", "shell"), "$ /bin/sh -c 'exits 0'", transaction.Changed, ""},
		"in a folder":        {decl("/bin/exits 0", "cwd", "/srv"), "$ /bin/exits 0, in /srv", transaction.Changed, ""},
		"as a user":          {decl("/bin/exits 0", "user", "web"), "$ /bin/exits 0, as 33:33", transaction.Changed, ""},
		"as a number":        {decl("/bin/exits 0", "user", "33", "group", "log"), "$ /bin/exits 0, as 33:4", transaction.Changed, ""},
		"another status":     {decl("/bin/exits 2").With("returns", list("0", "2")), "$ /bin/exits 2", transaction.Changed, ""},
		"0 is not asked for": {decl("/bin/exits 0", "returns", "2"), "$ /bin/exits 0", transaction.Failed, "'/bin/exits 0' returned 0 instead of one of [2]"},
		"a failure":          {decl("/bin/exits 1"), "$ /bin/exits 1", transaction.Failed, "'/bin/exits 1' returned 1 instead of one of [0]"},
		"the third try":      {decl("/bin/third", "tries", "3"), "$ /bin/third\n$ /bin/third\n$ /bin/third", transaction.Changed, ""},
		"one try too few":    {decl("/bin/third", "tries", "2"), "$ /bin/third\n$ /bin/third", transaction.Failed, "'/bin/third' returned 1 instead of one of [0]"},
		"made already":       {decl("/bin/touch /srv/plain", "creates", "/srv/plain"), "", transaction.InSync, ""},
		"to be made":         {decl("/bin/touch /srv/new", "creates", "/srv/new"), "$ /bin/touch /srv/new", transaction.Changed, ""},
		"one of two made":    {decl("/bin/exits 0").With("creates", list("/srv/new", "/srv/plain")), "", transaction.InSync, ""},
		"unless, yes":        {decl("/bin/exits 0", "unless", "/bin/exits 0"), "", transaction.InSync, ""},
		"unless, no":         {decl("/bin/exits 0", "unless", "/bin/exits 1"), "$ /bin/exits 0", transaction.Changed, "unless /bin/exits 1: exit 1"},
		"unless, one yes":    {decl("/bin/exits 0").With("unless", list("/bin/exits 1", "/bin/exits 0")), "", transaction.InSync, ""},
		"onlyif, no":         {decl("/bin/exits 0", "onlyif", "/bin/exits 1"), "", transaction.InSync, ""},
		"onlyif, all": {
			decl("/bin/exits 0").With("onlyif", value.ListOf(list("/bin/exits", "0"), value.Str("/bin/exits 0"))), "$ /bin/exits 0",
			transaction.Changed, `onlyif ["/bin/exits", "0"]: exit 0; onlyif /bin/exits 0: exit 0`,
		},
		"refreshonly":    {decl("/bin/exits 0", "refreshonly", "true"), "", transaction.InSync, ""},
		"not there":      {decl("/bin/none"), "", transaction.Blocked, "Could not find command '/bin/none'"},
		"not in path":    {decl("none x", "path", "/bin"), "", transaction.Blocked, "Could not find command 'none'"},
		"a folder":       {decl("/srv"), "", transaction.Blocked, "'/srv' is a directory, not a file"},
		"not executable": {decl("/srv/plain"), "", transaction.Blocked, "'/srv/plain' is not executable"},
		"no such folder": {decl("/bin/exits 0", "cwd", "/none"), "", transaction.Blocked, "cannot run the command: the directory /none does not exist"},
		"no such user":   {decl("/bin/exits 0", "user", "nobody"), "", transaction.Blocked, "Could not find user nobody"},
		"no such group":  {decl("/bin/exits 0", "group", "nobody"), "", transaction.Blocked, "Could not find group nobody"},
		"no such test":   {decl("/bin/exits 0", "onlyif", "/bin/none"), "", transaction.Blocked, "Could not find command '/bin/none'"},
		"a secret":       {decl("x").With("command", value.Secret(value.Str("/bin/exits 0"))), "$ [redacted]", transaction.Changed, ""},
		"a secret that fails": {
			decl("x").With("command", value.Secret(value.Str("/bin/exits 7"))), "$ [redacted]", transaction.Failed,
			"[command redacted] returned 7 instead of one of [0]",
		},
		"a secret test": {
			decl("/bin/exits 1").With("unless", value.Secret(value.Str("/bin/exits 5"))), "$ [redacted]", transaction.Failed,
			"[command redacted] returned 1 instead of one of [0]",
		},
		"a secret that is not there": {
			decl("x").With("command", value.Secret(value.Str("/bin/hidden 7"))), "", transaction.Blocked, "Could not find command '[command redacted]'",
		},
	} {
		t.Run(name, func(t *testing.T) {
			fake := fakeHost()
			plan, err := transaction.NewPlan(t.Context(), env(t, fake.Reader()), []ral.Decl{c.d})
			if err != nil {
				t.Fatal(err)
			}
			s := plan.Steps[0]
			planned := lines(s)
			if c.status == transaction.Blocked || c.status == transaction.InSync {
				if s.Status != c.status || planned != "" {
					t.Fatalf("the plan is %s: %s", s.Status, planned)
				}
				if c.note != "" && s.Changes[0].Err.Error() != c.note {
					t.Errorf("the plan says %v", s.Changes[0].Err)
				}
				return
			}
			if c.status == transaction.Changed && s.Changes[0].Note != c.note {
				t.Errorf("the plan notes %q", s.Changes[0].Note)
			}
			rep, err := plan.Apply(t.Context(), fake.Writer(), transaction.Options{})
			if err != nil {
				t.Fatal(err)
			}
			done := rep.Steps[0]
			if done.Status != c.status || c.status == transaction.Failed && done.Changes[0].Err.Error() != c.note {
				t.Errorf("%s: %+v", done.Status, done.Changes)
			}
			if diff := cmp.Diff(c.acts, lines(done)); diff != "" {
				t.Error(diff)
			}
			if !strings.HasPrefix(c.acts, planned) || planned == "" {
				t.Errorf("planned was %s", planned)
			}
		})
	}
}

func lines(s *transaction.Step) string {
	var list []string
	for _, a := range s.Acts() {
		list = append(list, a.String())
	}
	return strings.Join(list, "\n")
}

// A plan without checks does not run them and reports the result as unknown;
// the apply runs them.
func TestWithoutChecks(t *testing.T) {
	fake := fakeHost()
	decls := []ral.Decl{decl("/bin/touch /srv/a", "onlyif", "/bin/exits 1")}
	plan, err := transaction.NewPlanWith(t.Context(), env(t, fake.Reader()), decls, transaction.Options{NoChecks: true})
	if err != nil {
		t.Fatal(err)
	}
	c := plan.Steps[0].Changes[0]
	if c.Certainty != ral.UnknownUntil || c.Until != 0 || c.Note != "onlyif /bin/exits 1: not run" || len(fake.Ran()) > 0 {
		t.Errorf("%+v; ran %v", c, fake.Ran())
	}
	rep, err := plan.Apply(t.Context(), fake.Writer(), transaction.Options{})
	if err != nil || rep.Steps[0].Status != transaction.InSync || len(fake.Ran()) != 1 {
		t.Errorf("%v, %s; ran %v", err, rep.Steps[0].Status, fake.Ran())
	}
}

// A command that an earlier step may create is unknown until then, and not
// refused.
func TestACommandThatIsYetToCome(t *testing.T) {
	fake := fakeHost()
	fake.Handle("touch", func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		f.Command(cmd.Args[0])
		f.Handle("tool", func(context.Context, *fakehost.Host, host.Command) host.Result { return host.Result{} })
		return host.Result{}
	})
	later := decl("/bin/tool", "onlyif", "/bin/tool -q").With("require", value.Ref("exec", "/bin/touch /bin/tool"))
	plan, err := transaction.NewPlan(t.Context(), env(t, fake.Reader()), []ral.Decl{decl("/bin/touch /bin/tool"), later})
	if err != nil {
		t.Fatal(err)
	}
	if c := plan.Steps[1].Changes[0]; c.Status != transaction.Planned || c.Certainty != ral.UnknownUntil || c.Until != 1 {
		t.Errorf("%+v", c)
	}
	rep, err := plan.Apply(t.Context(), fake.Writer(), transaction.Options{})
	if err != nil || !rep.OK() || len(fake.Ran()) != 3 {
		t.Errorf("%v %+v; ran %v", err, rep, fake.Ran())
	}
}

func TestRefresh(t *testing.T) {
	for name, c := range map[string]struct {
		words  []string
		acts   string
		status transaction.Status
	}{
		"only":              {[]string{"refreshonly", "true"}, "$ /bin/exits 0", transaction.Changed},
		"again":             {nil, "$ /bin/exits 0\n$ /bin/exits 0", transaction.Changed},
		"another command":   {[]string{"refresh", "/bin/exits 4", "refreshonly", "true"}, "$ /bin/exits 4", transaction.Changed},
		"a check says no":   {[]string{"refreshonly", "true", "creates", "/srv/plain"}, "", transaction.InSync},
		"it fails":          {[]string{"refreshonly", "true", "command", "/bin/exits 1"}, "$ /bin/exits 1", transaction.Failed},
		"nothing to be run": {[]string{"refreshonly", "true", "command", "/bin/none"}, "", transaction.Failed},
	} {
		t.Run(name, func(t *testing.T) {
			fake := fakeHost()
			first := decl("/bin/touch /srv/a").With("notify", value.Ref("exec", "/bin/exits 0"))
			rep, err := transaction.Run(t.Context(), env(t, fake.Reader()), []ral.Decl{first, decl("/bin/exits 0", c.words...)}, fake.Writer(), transaction.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if s := rep.Steps[1]; s.Status != c.status || lines(s) != c.acts {
				t.Errorf("%s: %s", s.Status, lines(s))
			}
		})
	}
}

// A plan does not fail at the refresh of a command that a command before it may
// install, and goes on to what comes after it.
func TestPlannedRefreshOfAMissingCommand(t *testing.T) {
	fake := fakeHost()
	first := decl("/bin/touch /srv/a").With("notify", value.Ref("exec", "/bin/none"))
	missing := decl("/bin/none", "refreshonly", "true").With("notify", value.Ref("exec", "/bin/exits 0"))
	plan, err := transaction.NewPlan(t.Context(), env(t, fake.Reader()), []ral.Decl{first, missing, decl("/bin/exits 0", "refreshonly", "true")})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range plan.Steps {
		if s.Status != transaction.Planned {
			t.Errorf("%s: %s, %v", s.Ref(), s.Status, s.Err)
		}
	}
}

// A refresh after the command itself depends on whether it created the file.
func TestRefreshAfterCreates(t *testing.T) {
	fake := fakeHost()
	first := decl("/bin/touch /srv/a").With("notify", value.Ref("exec", "/bin/touch /srv/new"))
	plan, err := transaction.NewPlan(t.Context(), env(t, fake.Reader()), []ral.Decl{first, decl("/bin/touch /srv/new", "creates", "/srv/new")})
	if err != nil {
		t.Fatal(err)
	}
	if s := plan.Steps[1]; s.Certainty() != ral.UnknownUntil || s.Changes[0].Note == "" {
		t.Errorf("%s %+v", s.Certainty(), s.Changes)
	}
}

func TestTimeout(t *testing.T) {
	fake := fakeHost()
	fake.Hold("exits", make(chan struct{}))
	for _, d := range []ral.Decl{decl("/bin/exits 0", "timeout", "0.01"), decl("/bin/touch /srv/x", "timeout", "0.01", "onlyif", "/bin/exits 0")} {
		rep, err := transaction.Run(t.Context(), env(t, fake.Reader()), []ral.Decl{d}, fake.Writer(), transaction.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := rep.Steps[0]
		if _, checked := d.Get("onlyif"); checked && s.Status != transaction.InSync || !checked && s.Changes[0].Err.Error() != "Command exceeded timeout" {
			t.Errorf("%s: %s %+v", s.Ref(), s.Status, s.Changes)
		}
	}
	r, _ := env(t, fake.Reader()).Build(t.Context(), decl("/bin/x", "timeout", "0"))
	if limit(r) != host.NoTimeout {
		t.Errorf("0 is %s", limit(r))
	}
	r, _ = env(t, fake.Reader()).Build(t.Context(), decl("/bin/x"))
	if limit(r) != 5*time.Minute {
		t.Errorf("without it is %s", limit(r))
	}
}

func TestOutput(t *testing.T) {
	for _, c := range []struct {
		d    ral.Decl
		want []string
	}{
		{decl("/bin/exits 0"), nil},
		{decl("/bin/exits 0", "logoutput", "true"), []string{"said", "and cried"}},
		{decl("/bin/exits 1"), []string{"said", "and cried"}},
		{decl("/bin/exits 1", "logoutput", "false"), nil},
		{decl("x").With("command", value.Secret(value.Str("/bin/exits 1"))), []string{"[output redacted]"}},
	} {
		fake := fakeHost()
		rep, err := transaction.Run(t.Context(), env(t, fake.Reader()), []ral.Decl{c.d}, fake.Writer(), transaction.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := rep.Steps[0]
		if diff := cmp.Diff(c.want, transaction.Output(s, &s.Changes[0])); diff != "" {
			t.Errorf("%+v: %s", c.d, diff)
		}
		if len(c.want) < 2 {
			continue
		}
		s.Messages = []ral.Message{{Level: "notice", Text: "said"}} // by Puppet's exec
		if diff := cmp.Diff([]string{"and cried"}, transaction.Output(s, &s.Changes[0])); diff != "" {
			t.Errorf("%+v, which its provider said: %s", c.d, diff)
		}
	}
}

// No output of a run contains a secret command.
func TestSecretsAreNotSeen(t *testing.T) {
	fake := fakeHost()
	d := decl("x", "logoutput", "true").With("command", value.Secret(value.Str("/bin/exits 1 hunter2")))
	var text strings.Builder
	opt := transaction.Options{Emit: func(ev transaction.Event) {
		switch ev := ev.(type) {
		case transaction.ActStarted:
			text.WriteString(ev.Command)
		case transaction.ActOutput:
			text.WriteString(ev.Line)
		case transaction.ActFinished:
			text.WriteString(ev.Done.Act.String() + ev.Done.Err.Error() + ev.Done.Result.Path + strings.Join(ev.Done.Result.Args, " ") + string(ev.Done.Result.Stdout))
		case transaction.PropertyDone:
			text.WriteString(ev.Change.Text + ev.Change.Err.Error())
		}
	}}
	if _, err := transaction.Run(t.Context(), env(t, fake.Reader()), []ral.Decl{d}, fake.Writer(), opt); err != nil {
		t.Fatal(err)
	}
	if text := text.String(); strings.Contains(text, "hunter2") || strings.Contains(text, "exits") || strings.Contains(text, "said") || !strings.Contains(text, "$ [redacted]") {
		t.Error(text)
	}
}
