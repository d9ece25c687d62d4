package mailalias

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
	"ralsh/ral/transaction"
)

const sample = "# See aliases(5).\npostmaster: root\nroot: alice,\n\tbob,\n  carol\n\nlist: :include:/etc/list\n" +
	"pipe: \"|/bin/x a, b\", dave\n: nobody\n\xff odd\n\"quoted: name\": x\nlast: y"

func suite() raltest.Suite {
	return raltest.Suite{
		Register: Register, Type: "mailalias", Provider: "aliases",
		NotCovered: map[string]string{"target": "an entry in another file is not listed; TestMoves moves one"},
		Several: &raltest.Several{
			Titles: []string{"a1", "a2", "a3"}, Remove: "absent",
			Create: func(int) []ral.Attr { return []ral.Attr{raltest.L("recipient", "alice", "b@example.com")} },
		},
		Cases: []raltest.Case{
			{
				Title: "new", Create: []ral.Attr{raltest.L("recipient", "alice", "|/bin/filter --in a,b")}, Remove: "absent",
				Changes: []ral.Attr{raltest.L("recipient", "bob"), raltest.A("file", "/etc/mail/new"), raltest.L("recipient", "x", "y")},
			},
			{Title: "root", Changes: []ral.Attr{raltest.L("recipient", "carol")}, Remove: "absent"},
			{Title: "list", Changes: []ral.Attr{raltest.A("file", "/etc/other")}, Remove: "absent"},
			{Title: `"quoted: name"`, Changes: []ral.Attr{raltest.L("recipient", "z")}, Remove: "absent"},
		},
	}
}

func TestSuite(t *testing.T) {
	t.Run("fake", func(t *testing.T) {
		s := suite()
		s.Host = func(*testing.T) host.Host { return fakehost.New(map[string]string{aliasesFile: sample}).Host }
		s.Many = func(_ *testing.T, n int) host.Host {
			text := sample + "\n"
			for i := range n {
				text += fmt.Sprintf("many%d: root\n", i)
			}
			return fakehost.New(map[string]string{aliasesFile: text}).Host
		}
		s.Run(t)
	})
	t.Run("below", func(t *testing.T) {
		s := suite()
		s.Host = func(t *testing.T) host.Host {
			root := t.TempDir()
			put(t, root)
			return at(t, root)
		}
		s.Run(t)
	})
}

func TestSuiteReal(t *testing.T) {
	s := suite()
	s.Watch = []string{"/etc"}
	s.Host = func(t *testing.T) host.Host {
		root := real.Chroot(t)
		put(t, root)
		return at(t, root)
	}
	s.Run(t)
}

func put(t *testing.T, root string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(root, "etc"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, aliasesFile), []byte(sample), 0o644); err != nil {
		t.Fatal(err)
	}
}

func at(t *testing.T, root string) host.Host {
	t.Helper()
	return raltest.Below(t, root)
}

func decl(title string, attrs ...ral.Attr) ral.Decl {
	return ral.Decl{Type: "mailalias", Title: title, Attrs: attrs}
}

func envOf(t *testing.T, fake *fakehost.Host) *onhost.Env {
	t.Helper()
	return raltest.Env(t, Register, fake.Reader(), nil)
}

func TestStories(t *testing.T) {
	for name, c := range map[string]struct {
		before, after string
		decl          ral.Decl
	}{
		"a group of lines is one alias":     {"root: a,\n\tb\nx: y\n", "root: c\nx: y\n", decl("root", raltest.L("recipient", "c"))},
		"a group goes as a whole":           {"# a\nroot: a,\n\tb\n# b\n", "# a\n# b\n", decl("root", raltest.A("ensure", "absent"))},
		"recipients give way to a file":     {"a: b\n", "a: :include: /f\n", decl("a", raltest.A("file", "/f"))},
		"a file gives way to recipients":    {"a: :include: /f\n", "a: b,\"/dev/null\"\n", decl("a", raltest.L("recipient", "b", "/dev/null"))},
		"lines that are none are kept":      {"odd\n  more\n: x\n", "odd\n  more\n: x\na: b\n", decl("a", raltest.L("recipient", "b"))},
		"a comment ends no group of others": {"a: b\n# c\n", "a: c\n# c\n", decl("a", raltest.L("recipient", "c"))},
	} {
		t.Run(name, func(t *testing.T) {
			fake := fakehost.New(map[string]string{aliasesFile: c.before})
			rep, err := transaction.Run(t.Context(), envOf(t, fake), []ral.Decl{c.decl}, fake.Writer(), transaction.Options{})
			if err != nil || !rep.OK() {
				t.Fatal(err, rep.Steps[0].Err)
			}
			if diff := cmp.Diff(c.after, fake.Content(aliasesFile)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// An alias that cannot be written changes nothing and gives an error; two lines
// of one name are reported.
func TestRefused(t *testing.T) {
	const text = "a: b\na: c\n\xff\n"
	fake := fakehost.New(map[string]string{aliasesFile: text})
	env := envOf(t, fake)
	rep, err := transaction.Run(t.Context(), env, []ral.Decl{decl("new", raltest.A("ensure", "present"))}, fake.Writer(), transaction.Options{})
	if err != nil || rep.Steps[0].Err == nil || !strings.Contains(rep.Steps[0].Err.Error(), "needs a recipient or a file") {
		t.Errorf("%v, %v", err, rep.Steps[0].Err)
	}
	if got := fake.Content(aliasesFile); got != text {
		t.Errorf("the file became %q", got)
	}
	var odd []string
	env.List(t.Context(), env.Registry.Type("mailalias"), func(ev onhost.ListEvent) {
		for _, inst := range ev.Found {
			odd = append(odd, inst.Findings()...)
		}
	})
	want := "lines 1 and 2 of /etc/aliases are a; the last line counts"
	if diff := cmp.Diff([]string{want, want}, odd); diff != "" {
		t.Error(diff)
	}
	for _, c := range []struct {
		attrs []ral.Attr
		want  string
	}{
		{[]ral.Attr{raltest.A("file", "list")}, "File paths must be fully qualified, not 'list'"},
		{[]ral.Attr{raltest.A("file", "/list"), raltest.L("recipient", "a")}, "You cannot specify both a recipient and a file"},
		{[]ral.Attr{raltest.L("recipient", "a\nb: c")}, "cannot include a newline"},
	} {
		if _, diags := env.Build(t.Context(), decl("x", c.attrs...)); diags.Err() == nil || !strings.Contains(diags.Err().Error(), c.want) {
			t.Errorf("got %v, want %s", diags.Err(), c.want)
		}
	}
}

func FuzzFormat(f *testing.F) {
	for _, line := range append(strings.SplitAfter(sample, "\n"), sample, "a: 'b', \"c", "a:\r\n b", "\v#0:0") {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, data string) {
		file := format().Parse([]byte(data))
		if string(file.Bytes()) != data {
			t.Fatalf("%q is written back as %q", data, file.Bytes())
		}
		for _, r := range file.Records() {
			text, err := format().Write(r)
			if err != nil || r.Type != "aliases" {
				continue
			}
			again := format().Parse([]byte(text)).Records()
			if len(again) != 1 || again[0].Text("name") != r.Text("name") {
				t.Fatalf("%q is written as %q and read as %v", data, text, again)
			}
		}
	})
}

// An alias moves to another file unchanged.
func TestMoves(t *testing.T) {
	fake := fakehost.New(map[string]string{aliasesFile: "a: b, c\nx: y\n"})
	rep, err := transaction.Run(t.Context(), envOf(t, fake), []ral.Decl{decl("a", raltest.A("target", "/etc/more"))}, fake.Writer(), transaction.Options{})
	if err != nil || !rep.OK() || fake.Content(aliasesFile) != "x: y\n" || fake.Content("/etc/more") != "a: b,c\n" {
		t.Errorf("%v: %q and %q", err, fake.Content(aliasesFile), fake.Content("/etc/more"))
	}
}
