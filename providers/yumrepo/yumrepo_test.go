package yumrepo

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/providers/file"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
	"ralsh/ral/transaction"
)

const (
	dir  = "/etc/yum.repos.d"
	base = "# base\n[base]\nname = Base $releasever\nbaseurl=http://one.example.com/\n        http://two.example.com/\nenabled=1\ncountme=1\n\n[debug]\nname=Debug\nenabled=0\n"
)

// every changes each property once, to its example or a text.
func every() []ral.Attr {
	var list []ral.Attr
	for _, a := range properties() {
		text := a.Example
		if a.Sensitive {
			text = "hush " + a.Name
		}
		list = append(list, raltest.A(a.Name, text))
	}
	return list
}

func suite() raltest.Suite {
	return raltest.Suite{
		Register: Register, Type: "yumrepo", Provider: "inifile",
		Cases: []raltest.Case{
			{Title: "tools", Create: []ral.Attr{}, Changes: every(), Remove: "absent"},
			{Title: "base", Changes: []ral.Attr{raltest.A("baseurl", "https://three.example.com/"), raltest.A("enabled", "absent")}, Remove: "absent"},
			{Name: "in a file of its own", Title: "more", Create: []ral.Attr{raltest.A("target", "house")}, Changes: []ral.Attr{raltest.A("target", "/etc/yum.repos.d/moved.repo")}, Remove: "absent"},
		},
	}
}

func TestSuite(t *testing.T) {
	s := suite()
	t.Run("fake", func(t *testing.T) {
		s.Host = func(*testing.T) host.Host { return machine(nil).Host }
		s.Many = func(_ *testing.T, n int) host.Host {
			text := base
			for i := range n {
				text += fmt.Sprintf("[many%d]\nenabled=1\n", i)
			}
			return machine(map[string]string{dir + "/base.repo": text}).Host
		}
		s.Run(t)
	})
	t.Run("below", func(t *testing.T) {
		s.Many = nil
		s.Host = func(t *testing.T) host.Host {
			root := t.TempDir()
			writeFile(t, filepath.Join(root, dir, "base.repo"), base)
			return raltest.Below(t, root)
		}
		s.Run(t)
	})
}

func machine(files map[string]string) *fakehost.Host {
	all := map[string]string{mainFile: "[main]\ngpgcheck=1\n", dir + "/base.repo": base}
	for name, text := range files {
		all[name] = text
	}
	return fakehost.New(all)
}

func writeFile(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// dnf reads the written files as intended.
func TestReal(t *testing.T) {
	fresh := func(t *testing.T) host.Host {
		root := real.Rpm(t)
		writeFile(t, filepath.Join(root, dir, "base.repo"), base)
		return raltest.Below(t, root)
	}
	h := fresh(t)
	root := h.Reader().Root()
	s := suite()
	s.Host = fresh
	s.Watch = []string{"/etc/yum.repos.d", "/etc/yum.conf", "/etc/dnf"}
	raltest.Example(t, Register, "yumrepo", h)
	out, err := real.Enter(root, "dnf", "repolist", "--all", "-v").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{"Repo-id            : tools", "Tools of the house", "https://repo.example.com/el9/", "Repo-id            : debug", "http://two.example.com/"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("dnf does not say %q:\n%s", want, out)
		}
	}
	s.Run(t)
}

func TestExample(t *testing.T) {
	fake := machine(nil)
	raltest.Example(t, Register, "yumrepo", fake.Host)
	want := "[tools]\nname=Tools of the house\nbaseurl=https://repo.example.com/el9/\nenabled=1\ngpgcheck=1\n" +
		"gpgkey=file:///etc/pki/rpm-gpg/RPM-GPG-KEY-tools\n"
	if diff := cmp.Diff(want, fake.Content(dir+"/tools.repo")); diff != "" {
		t.Error(diff)
	}
}

func env(t *testing.T, fake *fakehost.Host) *onhost.Env {
	t.Helper()
	return raltest.Env(t, Register, fake.Reader(), nil)
}

func decl(title string, pairs ...string) ral.Decl {
	return raltest.Decl("yumrepo", title, pairs...)
}

func TestListing(t *testing.T) {
	fake := machine(map[string]string{
		mainFile: "[main]\nreposdir=/etc/yum.repos.d, /srv/none\n[own]\n", dir + "/twice.repo": "[base]\nname=x\n[odd]\nenabled=1\nenabled=0\njunk\n",
		dir + "/README": "[no]\n", dir + "/bad.repo": "[bad]\n\x00\n", "/etc/yum/repos.d/no.repo": "[no]\n",
	})
	e := env(t, fake)
	var got []string
	var failed error
	e.List(t.Context(), e.Registry.Type("yumrepo"), func(ev onhost.ListEvent) {
		failed = ev.Err
		for _, inst := range ev.Found {
			got = append(got, strings.TrimSpace(fmt.Sprint(inst.From, " ", inst.Name, " ", inst.Get("enabled").Text(), " ", inst.Get("baseurl").Inspect(), " ", strings.Join(inst.ProviderFindings, "; "))))
		}
	})
	want := []string{
		`/etc/yum.conf:3 own absent :absent`,
		`/etc/yum.repos.d/base.repo:2 base 1 "http://one.example.com/\nhttp://two.example.com/" /etc/yum.repos.d/twice.repo:1 also defines a repository with this name`,
		`/etc/yum.repos.d/base.repo:9 debug 0 :absent`,
		`/etc/yum.repos.d/twice.repo:3 odd 0 :absent enabled is set in line 4 and in line 5; the last line takes effect; line 6 of /etc/yum.repos.d/twice.repo is neither a section nor a setting`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if failed == nil || !strings.Contains(failed.Error(), "bad.repo: line 2 contains a NUL byte") {
		t.Error(failed)
	}
}

// nothing returns absent for each property, everything a line that sets it.
func nothing() (attrs []string) {
	for _, a := range properties() {
		attrs = append(attrs, a.Name, "absent")
	}
	return attrs
}

func everything() (lines string) {
	for _, a := range properties() {
		lines += key(a.Name) + " = x\n"
	}
	return lines
}

func TestStories(t *testing.T) {
	for name, c := range map[string]struct {
		d     ral.Decl
		files map[string]string
		want  map[string]string
		fails string
	}{
		"every other byte stays": {
			decl("base", "enabled", "no", "cost", "5"), nil,
			map[string]string{dir + "/base.repo": strings.Replace(base, "enabled=1\ncountme=1\n", "enabled=No\ncountme=1\ncost=5\n", 1)},
			"",
		},
		"moved with all it says": {
			decl("base", "target", "new.repo", "enabled", "0"), nil,
			map[string]string{
				dir + "/new.repo":  "[base]\nname=Base $releasever\nbaseurl=http://one.example.com/\n        http://two.example.com/\nenabled=0\ncountme=1\n",
				dir + "/base.repo": "# base\n[debug]\nname=Debug\nenabled=0\n",
			},
			"",
		},
		"the last of a file takes it along": {
			decl("alone", "ensure", "absent"), map[string]string{dir + "/alone.repo": "[alone]\nenabled=1\n"}, map[string]string{dir + "/alone.repo": ""}, "",
		},
		"a target without ensure moves too": {
			decl("alone", "target", dir+"/other.repo"),
			map[string]string{dir + "/alone.repo": "[alone]\nenabled=1\n"},
			map[string]string{dir + "/alone.repo": "", dir + "/other.repo": "[alone]\nenabled=1\n"},
			"",
		},
		"a target that is where it is": {
			decl("alone", "target", "alone", "enabled", "0"),
			map[string]string{dir + "/alone.repo": "[alone]\nenabled=1\n"},
			map[string]string{dir + "/alone.repo": "[alone]\nenabled=0\n"},
			"",
		},
		"secrets taken out": {
			decl("alone", "password", "absent", "proxy_password", "absent"),
			map[string]string{dir + "/alone.repo": "[alone]\npassword=p\nenabled=1\nproxy_password=q\n"},
			map[string]string{dir + "/alone.repo": "[alone]\nenabled=1\n"},
			"",
		},
		"every property taken out": {
			decl("alone", nothing()...),
			map[string]string{dir + "/alone.repo": "[alone]\n" + everything() + "own=1\n"},
			map[string]string{dir + "/alone.repo": "[alone]\nown=1\n"},
			"",
		},
		"without folders": {
			decl("tools", "enabled", "1"),
			map[string]string{mainFile: "[main]\nreposdir=/none\n"},
			map[string]string{mainFile: "[main]\nreposdir=/none\n\n[tools]\nenabled=1\n"},
			"",
		},
		"all settings taken out": {
			decl("debug", "enabled", "absent", "descr", "absent"), nil,
			map[string]string{dir + "/base.repo": strings.Replace(base, "name=Debug\nenabled=0\n", "", 1)},
			"",
		},
		"a file that is no text": {
			decl("tools", "enabled", "1"),
			map[string]string{dir + "/tools.repo": "[tools]\n\x00"},
			map[string]string{dir + "/tools.repo": "[tools]\n\x00"},
			"tools.repo: line 2 contains a NUL byte",
		},
	} {
		t.Run(name, func(t *testing.T) {
			fake := machine(c.files)
			rep, err := transaction.Run(t.Context(), env(t, fake), []ral.Decl{c.d}, fake.Writer(), transaction.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if why := fmt.Sprint(rep.Steps[0].Err); rep.OK() != (c.fails == "") || !strings.Contains(why, c.fails) {
				t.Error(why, rep.Summary())
			}
			for file, want := range c.want {
				if there, err := fake.Reader().Exists(t.Context(), file); err != nil || there != (want != "") {
					t.Errorf("%s is there: %v, %v", file, there, err)
				}
				if diff := cmp.Diff(want, fake.Content(file)); diff != "" {
					t.Errorf("%s:\n%s", file, diff)
				}
			}
		})
	}
}

// An earlier step may write the file of a repository after other repositories were read.
func TestPlanReadsWhatEarlierStepsWrite(t *testing.T) {
	fake := machine(nil)
	e := raltest.Env(t, func(reg *ral.Registry) { Register(reg); file.Register(reg) }, fake.Reader(), nil)
	decls := []ral.Decl{
		decl("base"), raltest.Decl("file", dir+"/tools.repo", "content", "[tools]\nenabled=1\n"), decl("tools", "enabled", "1"),
		raltest.Decl("file", dir+"/base.repo", "ensure", "absent"), decl("debug", "ensure", "absent"),
	}
	plan, err := transaction.NewPlan(t.Context(), e, decls)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []transaction.Status{transaction.InSync, transaction.Planned, transaction.InSync, transaction.Planned, transaction.InSync} {
		if s := plan.Steps[i]; s.Status != want {
			t.Errorf("%s is %v, want %v", s.Ref(), s.Status, want)
		}
	}
}

// A repository in a file with two names is in both of them, and a move never loses it.
func TestTargetIsALink(t *testing.T) {
	const text = "[new]\nname=N\n[other]\nname=O\n"
	for name, link := range map[string]func(fake *fakehost.Host){
		"a file":      func(fake *fakehost.Host) { fake.Link(dir+"/a.repo", dir+"/m.repo") },
		"a directory": func(fake *fakehost.Host) { fake.Link("/etc/yum/repos.d", dir) },
	} {
		fake := machine(map[string]string{dir + "/m.repo": text})
		fake.Dir("/etc/yum", 0o755)
		link(fake)
		for _, target := range []string{"m.repo", dir + "/m.repo"} {
			rep, err := transaction.Run(t.Context(), env(t, fake), []ral.Decl{decl("new", "descr", "N", "target", target), decl("more", "descr", "M", "target", target)}, fake.Writer(), transaction.Options{})
			if err != nil || !rep.OK() || !strings.HasPrefix(fake.Content(dir+"/m.repo"), text) {
				t.Errorf("%s, %s: %v %s\n%s", name, target, err, rep.Summary(), fake.Content(dir+"/m.repo"))
			}
		}
	}
}

// A repository that is in two files is not moved, because the other file would take effect.
func TestMoveOfOneOfTwo(t *testing.T) {
	fake := machine(map[string]string{dir + "/a.repo": "[x]\nname=1\n", dir + "/b.repo": "[x]\nname=2\n"})
	plan, err := transaction.NewPlan(t.Context(), env(t, fake), []ral.Decl{decl("x", "target", "c.repo")})
	if err != nil {
		t.Fatal(err)
	}
	if why := plan.Steps[0].LeftOut(); !strings.Contains(why, dir+"/b.repo:1 also defines it") {
		t.Errorf("the plan says %q: %+v", why, plan.Steps[0].Changes)
	}
}

// A password moves into a file that no more users can read.
func TestMoveOfAPassword(t *testing.T) {
	fake := machine(nil)
	fake.Put(dir+"/a.repo", "[x]\nPassword=geheim\n", 0o600)
	rep, err := transaction.Run(t.Context(), env(t, fake), []ral.Decl{decl("x", "target", "c.repo")}, fake.Writer(), transaction.Options{})
	if err != nil || !rep.OK() {
		t.Fatal(err, rep.Summary())
	}
	if info, err := fake.Reader().Stat(t.Context(), dir+"/c.repo"); err != nil || info.Mode.Perm() != 0o600 {
		t.Errorf("the new file has the mode %v, %v", info.Mode, err)
	}
	for _, act := range rep.Steps[0].Acts() {
		if strings.HasSuffix(act.Path, "c.repo") && !act.Secret {
			t.Errorf("%s shows its content", act)
		}
	}
}

func TestPasswordsStayOutOfActs(t *testing.T) {
	fake := machine(map[string]string{dir + "/p.repo": "[p]\npassword=hush\n"})
	plan, err := transaction.NewPlan(t.Context(), env(t, fake), []ral.Decl{decl("p", "enabled", "1"), decl("q", "password", "quiet")})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range plan.Steps {
		for _, act := range s.Acts() {
			if !act.Secret {
				t.Errorf("%s shows its content", act)
			}
		}
		for _, ch := range s.Changes {
			if strings.Contains(ch.Text, "quiet") {
				t.Error(ch.Text)
			}
		}
	}
}

func TestValidation(t *testing.T) {
	e := env(t, machine(nil))
	for _, c := range []struct {
		d    ral.Decl
		want string
	}{
		{decl("a", "baseurl", "http://x/ ftp://y/"), ""},
		{decl("a", "proxy", "_none_"), ""},
		{decl("a", "baseurl", "nothing"), "Must be a valid URL"},
		{decl("a", "enabled", "maybe"), "Invalid value \"maybe\""},
		{decl("a", "failovermethod", "roundrobinson"), "Invalid value"},
		{decl("a", "descr", "two\nlines"), "Invalid value"},
		{decl("main"), "is not a valid ID"},
		{decl("a]b"), "is not a valid ID"},
	} {
		_, diags := e.Build(t.Context(), c.d)
		if err := diags.Err(); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v", c.d, err)
		}
	}
}

// A written setting is read back, and no other setting is changed.
func FuzzSections(f *testing.F) {
	f.Add(base, "base", "enabled", "0")
	f.Add("[a]\nb = c\n  d\n# e\n\tf\r\n[a]\n", "a", "b", "x\ny")
	f.Add("\xff\n[]\n[[x]\n=", "", "exclude", "")
	f.Fuzz(func(t *testing.T, text, section, name, to string) {
		file := dialect().Parse([]byte(text))
		if string(file.Bytes()) != text {
			t.Fatalf("%q is written back as %q", text, file.Bytes())
		}
		if file.AddSection(section) != nil || file.Set(section, name, to) != nil {
			return
		}
		again := dialect().Parse(file.Bytes())
		if got, ok := again.Get(section, name); !ok || got.Value != to {
			t.Fatalf("%q in [%s] of %q is read as %q", to, section, file.Bytes(), got.Value)
		}
		file.Unset(section, name)
		if _, ok := file.Get(section, name); ok {
			t.Fatalf("%s stays in %q", name, file.Bytes())
		}
	})
}
