package augeas

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// canonical returns a fake host whose augtool can only set the name on the
// first line of /etc/hosts.
func canonical() *fakehost.Host {
	f := fakehost.New(map[string]string{"/etc/hosts": "127.0.0.1 localhost.example\n"})
	f.Command("/usr/bin/augtool")
	f.Handle("augtool", func(_ context.Context, _ *fakehost.Host, cmd host.Command) host.Result {
		script := string(cmd.Stdin)
		if strings.Contains(script, "nosuch") {
			return host.Result{
				Exit: 1, Stderr: []byte("error: Failed to execute command\nsaving failed (run 'errors' for details)\n"),
				Stdout: []byte("  (no matches)\n/augeas/files/etc/hosts/error/message = Failed to match tree under /files/etc/hosts/1\n\n     { \"a\" }\n"),
			}
		}
		hosts := cmd.Private["/etc/hosts"]
		if hosts == nil || cmd.Args[0] != "--root" || cmd.Args[1] != "{private}" {
			return host.Result{Exit: 1, Stderr: []byte("there is no private copy\n")}
		}
		is := strings.Fields(string(hosts))[1]
		if strings.HasPrefix(script, "get ") {
			return host.Result{Stdout: []byte("/files/etc/hosts/1/canonical = " + is + "\n")}
		}
		want := is
		for line := range strings.Lines(script) {
			if words := strings.Fields(line); words[0] == "set" && strings.Contains(line, "canonical") {
				want = strings.Trim(words[len(words)-1], "'")
			}
		}
		after := maps.Clone(cmd.Private)
		after["/etc/hosts"] = []byte("127.0.0.1 " + want + "\n")
		return host.Result{Stdout: []byte("Saved 1 file(s)\n  (no matches)\n"), Private: after}
	})
	return f
}

func cases() []raltest.Case {
	A := raltest.A
	with := func(changes string, more ...ral.Attr) []ral.Attr {
		return append(more, A("changes", changes), A("lens", "Hosts.lns"), A("incl", "/etc/hosts"))
	}
	changed := []ral.Attr{A("returns", "0")}
	return []raltest.Case{
		{Name: "set", Title: "set", Changes: changed, With: with("set 1/canonical other.example")},
		{
			Name: "onlyif", Title: "onlyif", Changes: changed,
			With: with("set /files/etc/hosts/1/canonical third.example", A("onlyif", "get 1/canonical ~ example$")),
		},
	}
}

func TestSuite(t *testing.T) {
	raltest.Suite{
		Register: Register, Type: "augeas", Provider: "augtool", Unlisted: true,
		Host: func(*testing.T) host.Host { return canonical().Host }, Cases: cases(),
	}.Run(t)
}

func TestExample(t *testing.T) {
	f := canonical()
	raltest.Example(t, Register, "augeas", f.Host)
	if got := f.Content("/etc/hosts"); got != "127.0.0.1 localhost\n" {
		t.Error(got)
	}
}

// TestReal runs Debian's tool in a root of its own.
func TestReal(t *testing.T) {
	if !real.InsideOf(t, real.Tools, nil) {
		return
	}
	A := raltest.A
	ini := raltest.Case{
		Name: "several", Title: "several", Changes: []ral.Attr{A("returns", "0")},
		With: []ral.Attr{A("context", "/files/etc/hosts"), A("lens", "Hosts.lns"), A("incl", "/etc/hosts"), A("changes", "rm *[ipaddr = '10.0.0.9']\nset 01/ipaddr 10.0.0.7\nset 01/canonical \"seven\"\nins alias after *[ipaddr = '127.0.0.1']/canonical\nset *[ipaddr = '127.0.0.1']/alias[1] here"), A("onlyif", "match *[ipaddr = '10.0.0.7'] size == 0")},
	}
	raltest.Suite{
		Register: Register, Type: "augeas", Provider: "augtool", Unlisted: true,
		Host: func(t *testing.T) host.Host {
			root := t.TempDir()
			file := filepath.Join(root, "etc/hosts")
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte("# kept\n127.0.0.1   localhost.example # said\n10.0.0.9 nine\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if data, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(data), "# kept\n127.0.0.1   ") || !strings.Contains(string(data), "# said") {
					t.Errorf("%v: comments and spaces are not as they were:\n%s", err, data)
				}
			})
			return raltest.Below(t, root)
		},
		Cases: append(cases(), ini),
	}.Run(t)
}

// applied plans one resource, and applies it unless only a plan is asked for.
func applied(t *testing.T, h host.Host, plan bool, attrs ...ral.Attr) *transaction.Step {
	t.Helper()
	reg := ral.NewRegistry()
	Register(reg)
	decls := []ral.Decl{{Type: "augeas", Title: "x", Attrs: attrs}}
	p, err := transaction.NewPlan(t.Context(), onhost.NewEnv(reg, h.Reader(), nil), decls)
	if err != nil {
		t.Fatal(err)
	}
	if plan {
		return p.Steps[0]
	}
	rep, err := p.Apply(t.Context(), h.Writer(), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return rep.Steps[0]
}

// A plan leaves even the times of the directory and of the file, and makes no history
// of augtool in the home directory, even where there are no user namespaces.
func TestPlanTouchesNothing(t *testing.T) {
	if !real.InsideOf(t, real.Tools, nil) {
		return
	}
	dir := t.TempDir()
	file, old := filepath.Join(dir, "sshd_config"), time.Unix(978307200, 0)
	real.Write(t, file, "Port 22\n", 0o644)
	for _, name := range []string{file, dir} {
		if err := os.Chtimes(name, old, old); err != nil {
			t.Fatal(err)
		}
	}
	s := applied(t, local.Machine(), true, raltest.A("incl", file), raltest.A("lens", "Sshd.lns"), raltest.A("changes", "set Port 2222"))
	if s.Status != transaction.Planned || len(s.Acts()) != 1 || s.Acts()[0].Kind != host.ActWrite || s.Changes[0].Certainty != ral.Exact {
		t.Errorf("%s: %v", s.Status, s.Acts())
	}
	if _, err := os.Stat("/root/.augeas"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a history in the home directory: %v", err)
	}
	for _, name := range []string{file, dir} {
		if info, err := os.Stat(name); err != nil || !info.ModTime().Equal(old) {
			t.Errorf("%s was modified at %v, %v", name, info.ModTime(), err)
		}
	}
}

// Changes of a whole file remove it and write another, as augtool does.
func TestWholeFiles(t *testing.T) {
	if !real.InsideOf(t, real.Tools, nil) {
		return
	}
	dir := t.TempDir()
	from, to := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	with := func(changes string) []ral.Attr {
		return []ral.Attr{raltest.A("incl", dir+"/*"), raltest.A("lens", "Sshd.lns"), raltest.A("changes", changes)}
	}
	for _, c := range []struct {
		changes string
		want    map[string]string
		kinds   []host.ActKind
	}{
		{"mv /files" + from + " /files" + to, map[string]string{to: "Port 22\n"}, []host.ActKind{host.ActRemove, host.ActWrite}},
		{"rm /files" + from, map[string]string{}, []host.ActKind{host.ActRemove}},
	} {
		if err := os.RemoveAll(to); err != nil {
			t.Fatal(err)
		}
		real.Write(t, from, "Port 22\n", 0o644)
		s := applied(t, local.Machine(), true, with(c.changes)...)
		var kinds []host.ActKind
		for _, act := range s.Acts() {
			kinds = append(kinds, act.Kind)
		}
		if !slices.Equal(kinds, c.kinds) || s.Status != transaction.Planned {
			t.Errorf("%s is planned as %v, %s", c.changes, s.Acts(), s.Status)
		}
		if s := applied(t, local.Machine(), false, with(c.changes)...); s.Status != transaction.Changed || s.Err != nil {
			t.Errorf("%s: %s, %v", c.changes, s.Status, s.Err)
		}
		got := make(map[string]string)
		for _, file := range []string{from, to} {
			if data, err := os.ReadFile(file); err == nil {
				got[file] = string(data)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.changes, diff)
		}
	}
}

// Root follows no link of a user in the user's directory, as for other types.
func TestLinkOfUser(t *testing.T) {
	if !real.InsideOf(t, real.Tools, nil) {
		return
	}
	dir := t.TempDir()
	home, victim, mine := filepath.Join(dir, "eve"), filepath.Join(dir, "victim"), filepath.Join(dir, "mine")
	real.Write(t, victim, "Port 22\n", 0o644)
	if err := os.Mkdir(home, 0o777); err != nil {
		t.Fatal(err)
	}
	for link, uid := range map[string]int{filepath.Join(home, "f"): 1234, mine: 0} {
		if err := errors.Join(os.Symlink(victim, link), os.Lchown(link, uid, uid)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Chown(home, 1234, 1234), os.Chmod(home, 0o777)); err != nil {
		t.Fatal(err)
	}
	change := []ral.Attr{raltest.A("lens", "Sshd.lns"), raltest.A("changes", "set Port 2222")}
	s := applied(t, local.Machine(), true, append(change, raltest.A("incl", filepath.Join(home, "f")))...)
	if _, ok := errors.AsType[*host.UntrustedLinkError](s.Err); !ok || len(s.Acts()) > 0 {
		t.Errorf("%s: %v, %v", s.Status, s.Err, s.Acts())
	}
	applied(t, local.Machine(), false, append(change, raltest.A("incl", mine))...)
	if data, err := os.ReadFile(victim); err != nil || string(data) != "Port 2222\n" {
		t.Errorf("behind a link of root: %q, %v", data, err)
	}
	if info, err := os.Lstat(mine); err != nil || info.Mode().Type() != fs.ModeSymlink {
		t.Errorf("the link of root is gone: %v, %v", info, err)
	}
}

// Changes that could be made again have succeeded: Augeas calls the new line 2.
func TestChangesThatAreNeverDone(t *testing.T) {
	if !real.InsideOf(t, real.Tools, nil) {
		return
	}
	real.Write(t, "/etc/hosts", "127.0.0.1\tlocalhost\n", 0o644)
	attrs := []ral.Attr{raltest.A("context", "/files/etc/hosts"), {Name: "changes", Value: value.Strs("set 01/ipaddr 192.0.2.1", "set 01/canonical a")}}
	for n := range 2 {
		s := applied(t, local.Machine(), false, attrs...)
		if data, err := os.ReadFile("/etc/hosts"); s.Status != transaction.Changed || err != nil || strings.Count(string(data), "192.0.2.1\ta\n") != n+1 {
			t.Errorf("%s: %v, %q, %v", s.Status, s.Err, data, err)
		}
	}
}

// Changes that cannot be made again have succeeded, because nothing makes them again: a
// second line 3 would have no address.
func TestChangesThatCannotBeMadeAgain(t *testing.T) {
	if !real.InsideOf(t, real.Tools, nil) {
		return
	}
	real.Write(t, "/etc/hosts", "127.0.0.1\tlocalhost\n", 0o644)
	s := applied(t, local.Machine(), false, raltest.A("context", "/files/etc/hosts"), ral.Attr{Name: "changes", Value: value.Strs(
		"set 2/ipaddr 192.0.2.1", "set 2/canonical a", "ins 3 after 2", "set 3/ipaddr 192.0.2.2", "set 3/canonical b")})
	data, err := os.ReadFile("/etc/hosts")
	if s.Status != transaction.Changed || s.Err != nil || err != nil || string(data) != "127.0.0.1\tlocalhost\n192.0.2.1\ta\n192.0.2.2\tb\n" {
		t.Errorf("%s: %v, %q, %v", s.Status, s.Err, data, err)
	}
}

// Which files are copied, without loading all that Augeas knows if the paths name them.
func TestCopies(t *testing.T) {
	files := map[string]string{"/etc/hosts": "", "/etc/ssh/sshd_config": "", "/etc/sysctl.d/": "", "/srv/root/etc/hosts": ""}
	for _, c := range []struct {
		paths  []string
		attrs  []ral.Attr
		want   string
		listed bool
	}{
		{paths: []string{"/files/etc/hosts/1/canonical", "$x/2"}, want: "/etc/hosts"},
		{paths: []string{"/files/etc/hosts/*[ipaddr = '1']/alias", "/files/etc/ssh/sshd_config/Port"}, want: "/etc/hosts /etc/ssh/sshd_config"},
		{paths: []string{"/files/etc/sysctl.d/new.conf/a"}, want: "/etc/sysctl.d/"},
		{paths: []string{"/files/etc/hosts/1"}, attrs: []ral.Attr{raltest.A("root", "/srv/root")}, want: "/etc/hosts"},
		{paths: []string{"/files/etc/*/Port"}, want: "/etc/ssh/sshd_config", listed: true},
		{paths: []string{"/files//Port"}, want: "/etc/ssh/sshd_config", listed: true},
		{paths: []string{"/files/etc/hosts/*[. = /files/etc/x]"}, want: "/etc/ssh/sshd_config", listed: true},
		{attrs: []ral.Attr{raltest.A("incl", "/etc/hosts"), raltest.A("lens", "Hosts.lns")}, want: "/etc/hosts"},
		{attrs: []ral.Attr{raltest.A("incl", "/etc/ssh/*"), raltest.A("lens", "Sshd.lns")}, paths: []string{"/files/etc/*"}, want: "/etc/ssh/sshd_config", listed: true},
	} {
		f := fakehost.New(files)
		f.Command("/usr/bin/augtool")
		f.Handle("augtool", func(context.Context, *fakehost.Host, host.Command) host.Result {
			return host.Result{Stdout: []byte("/augeas/files/etc/ssh/sshd_config/path = /files/etc/ssh/sshd_config\n")}
		})
		reg := ral.NewRegistry()
		Register(reg)
		r, diags := onhost.NewEnv(reg, f.Reader(), nil).Build(t.Context(), ral.Decl{Type: "augeas", Title: "x", Attrs: c.attrs})
		if err := diags.Err(); err != nil {
			t.Fatal(err)
		}
		copies, err := copiesFor(t.Context(), f.Reader().Allow(r.Provider.Queries("/")...), r, c.paths)
		if got := strings.Join(slices.Sorted(maps.Keys(copies)), " "); err != nil || got != c.want || (len(f.Ran()) > 0) != c.listed {
			t.Errorf("%v %v: %q, want %q, ran %v, %v", c.paths, c.attrs, got, c.want, f.Ran(), err)
		}
	}
}

func TestChanges(t *testing.T) {
	for line, want := range map[string]string{
		"set 1/canonical other":                      "set '/files/x/1/canonical' 'other'",
		"set /files/a/b with several words":          "set '/files/a/b' 'with several words'",
		"set /files/a/b 'in quotes'":                 "set '/files/a/b' 'in quotes'",
		"set /files/a/b":                             "set '/files/a/b'",
		`set *[ipaddr = "1 2"]/x v`:                  `set '/files/x/*[ipaddr = "1 2"]/x' 'v'`,
		"set *[a = 'b']/x \"it is\"":                 `set "/files/x/*[a = 'b']/x" 'it is'`,
		"remove 1":                                   "rm '/files/x/1'",
		"insert alias before 1/canonical":            "ins 'alias' 'before' '/files/x/1/canonical'",
		"setm * pass 0":                              "setm '/files/x/*' 'pass' '0'",
		"mv 1 2":                                     "mv '/files/x/1' '/files/x/2'",
		"defvar here /files/etc/hosts":               "defvar 'here' '/files/etc/hosts'",
		"set $here/1 x":                              "set '$here/1' 'x'",
		"set /augeas/save overwrite":                 "",
		"set /augeas/../augeas/save overwrite":       "",
		"save":                                       "",
		"load-file /etc/shadow":                      "",
		"rm":                                         "",
		"rm 1 2":                                     "",
		"set 1[a x":                                  "",
		`set 1 a'b"c`:                                "",
		"clear /":                                    "",
		"set /files/../augeas/save overwrite":        "",
		"mv /files/etc/hosts/1 /augeas/save":         "",
		"defnode n /augeas/save overwrite":           "",
		"defvar n /augeas/save":                      "",
		"set (/augeas/save) overwrite":               "",
		"set /files/a|/augeas/save overwrite":        "",
		"set /files/a/parent::*/../../augeas/save x": "",
	} {
		got, _, err := change(line, "/files/x")
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %s, %v", line, got, err)
		}
	}
	if _, _, err := change("set 1 x", ""); err == nil {
		t.Error("a relative path without a context")
	}
}

func TestConditions(t *testing.T) {
	nodes := []node{{"/files/a[1]", "x"}, {"/files/a[2]", "y z"}}
	for text, want := range map[string]bool{
		"match /files/a size > 0": true, "match /files/a size == 3": false, "match /files/a include x": true,
		"match /files/a not_include x": false, "match /files/a == ['x', 'y z']": true, "match /files/a != ['x']": true,
		"get /files/a == x": true, "get /files/a != x": false, "get /files/a ~ ^[xy]$": true, "get /files/a == 'x'": true,
	} {
		c, err := parseCondition(text)
		if err != nil || c.holds(nodes) != want {
			t.Errorf("%s: %+v, %v", text, c, err)
		}
	}
	for _, text := range []string{"", "match", "match /a", "match /a size", "match /a size > x", "match /a == x", "get /a", "get /a ~ [", "get /a << 1", "print /a == 1", "match /a sort == 1"} {
		if c, err := parseCondition(text); err == nil {
			t.Errorf("%q is taken for %+v", text, c)
		}
	}
	if c, _ := parseCondition("get /a == x"); c.holds(nil) {
		t.Error("what is not there is x")
	}
	if !compare("9", "<", "10") || compare("9", "<", "abc") != (strings.Compare("9", "abc") < 0) {
		t.Error("numbers are compared as text")
	}
}

// The error contains the lens's message about a tree that it cannot write.
func TestRefused(t *testing.T) {
	reg := ral.NewRegistry()
	Register(reg)
	f := canonical()
	env := onhost.NewEnv(reg, f.Reader(), nil)
	r, diags := env.Build(t.Context(), ral.Decl{Type: "augeas", Title: "x", Attrs: []ral.Attr{
		raltest.A("changes", "set 1/nosuch 1"), raltest.A("lens", "Hosts.lns"), raltest.A("incl", "/etc/hosts"),
	}})
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	_, err := onhost.NewRun(env, env.Reader()).Retrieve(t.Context(), r)
	if want := "augeas: saving failed (run 'errors' for details): Failed to match tree under /files/etc/hosts/1"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v", err)
	}
	for name, attrs := range map[string][]ral.Attr{
		"lens alone": {raltest.A("lens", "Hosts.lns")}, "no change": {raltest.A("changes", "save"), raltest.A("context", "/files")},
	} {
		if _, diags := env.Build(t.Context(), ral.Decl{Type: "augeas", Title: "x", Attrs: attrs}); diags.Err() == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

func TestNodes(t *testing.T) {
	got := parseNodes("/files/a = 1\n/files/b (none)\n/files/c (o)\n/files/d = (none)\n  (no matches)\nx\n")
	if diff := cmp.Diff(fmt.Sprint([]node{{"/files/a", "1"}, {"/files/b", ""}, {"/files/d", ""}}), fmt.Sprint(got)); diff != "" {
		t.Error(diff)
	}
}

func FuzzChange(f *testing.F) {
	f.Add("set *[a = 'b']/x \"it is\"", "get /a ~ x")
	f.Add("ins a before b", "match /a == ['x']")
	f.Fuzz(func(t *testing.T, line, text string) {
		if got, _, err := change(line, "/files/x"); err == nil {
			verbs := []string{"set", "setm", "rm", "clear", "clearm", "touch", "ins", "mv", "rename", "defvar", "defnode"}
			if verb, _, _ := strings.Cut(got, " "); !slices.Contains(verbs, verb) || strings.ContainsAny(got, "\n\x00") {
				t.Errorf("%q becomes %q", line, got)
			}
		}
		if c, err := parseCondition(text); err == nil {
			c.holds(parseNodes(line))
		}
	})
}
