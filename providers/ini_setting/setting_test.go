package inisetting

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
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

const odbc = "; sources\n[sales]\nDriver=PostgreSQL\n\n[stock]\n  Driver = SQLite ; old\n"

func suite() raltest.Suite {
	return raltest.Suite{
		Register: Register, Type: "ini_setting", Provider: "ruby",
		Several: &raltest.Several{
			Titles: []string{"/etc/odbc.ini [new] a", "/etc/odbc.ini [new] b", "/etc/odbc.ini [sales] c"}, Remove: "absent",
			Create: func(i int) []ral.Attr { return []ral.Attr{raltest.A("value", fmt.Sprint("v", i))} },
		},
		Cases: []raltest.Case{
			{
				Title: "/etc/odbc.ini [sales] Port", Remove: "absent",
				Create:  []ral.Attr{raltest.A("value", "5432")},
				Changes: []ral.Attr{raltest.A("value", "5433"), raltest.A("value", "it's \"new\"")},
			},
			{Title: "/etc/odbc.ini [stock] Driver", Changes: []ral.Attr{raltest.A("value", "x")}, Remove: "absent"},
			{Title: "/etc/new.ini [] top", Create: []ral.Attr{raltest.A("value", "1")}, Remove: "absent"},
		},
	}
}

func TestSuite(t *testing.T) {
	s := suite()
	t.Run("fake", func(t *testing.T) {
		s.Host = func(*testing.T) host.Host { return fakehost.New(map[string]string{"/etc/odbc.ini": odbc}).Host }
		s.Many = func(_ *testing.T, n int) host.Host {
			text := odbc
			for i := range n {
				text += fmt.Sprintf("many%d = 1\n", i)
			}
			return fakehost.New(map[string]string{"/etc/odbc.ini": text}).Host
		}
		s.Run(t)
	})
	t.Run("below", func(t *testing.T) {
		s.Many = nil
		s.Host = func(t *testing.T) host.Host {
			root := t.TempDir()
			if err := os.Mkdir(filepath.Join(root, "etc"), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(root, "etc/odbc.ini"), []byte(odbc), 0o640); err != nil {
				t.Fatal(err)
			}
			return raltest.Below(t, root)
		}
		s.Run(t)
	})
}

func TestExample(t *testing.T) {
	fake := fakehost.New(map[string]string{"/etc/": ""})
	raltest.Example(t, Register, "ini_setting", fake.Host)
	if got := fake.Content("/etc/odbc.ini"); got != "[sales]\nDriver = PostgreSQL\n" {
		t.Errorf("%q", got)
	}
}

func env(t *testing.T, fake *fakehost.Host) *onhost.Env {
	t.Helper()
	return raltest.Env(t, Register, fake.Reader(), nil)
}

func decl(title string, pairs ...string) ral.Decl {
	return raltest.Decl("ini_setting", title, pairs...)
}

func TestStories(t *testing.T) {
	const file = "/etc/x.conf"
	for name, c := range map[string]struct {
		before string
		decls  []ral.Decl
		after  string
	}{
		"a section alone": {"", []ral.Decl{decl("s", "path", file, "section", "a")}, "[a]\n"},
		"a section goes":  {"x=1\n[a]\ny=1\n", []ral.Decl{decl("s", "path", file, "section", "a", "ensure", "absent")}, "x=1\n"},
		"other signs": {"", []ral.Decl{decl("s", "path", file, "section", "a", "setting", "x", "value", " 1 ",
			"section_prefix", "<", "section_suffix", ">", "key_val_separator", ": ", "indent_width", "2", "indent_char", "\t")}, "<a>\n\t\tx: 1\n"},
		"a section that must not be made": {"[a]\n", []ral.Decl{
			decl("s", "path", file, "section", "b", "setting", "x", "value", "1", "force_new_section_creation", "false"),
		}, "[a]\n"},
		"a section that is there": {"[a]\n", []ral.Decl{
			decl("s", "path", file, "section", "a", "setting", "x", "value", "1", "force_new_section_creation", "false"),
		}, "[a]\nx = 1\n"},
		"written when told": {"[a]\ny=1\n", []ral.Decl{
			decl("first", "path", file, "section", "a", "setting", "y", "value", "2", "notify", "Ini_setting[s]"),
			decl("s", "path", file, "section", "a", "setting", "x", "value", "1", "refreshonly", "true"),
			decl("quiet", "path", file, "section", "a", "setting", "z", "value", "1", "refreshonly", "true"),
		}, "[a]\ny=2\nx = 1\n"},
		"a doubled setting": {"[a]\nx=1\nx=2\n", []ral.Decl{decl("s", "path", file, "section", "a", "setting", "x", "value", "3")}, "[a]\nx=3\nx=3\n"},
	} {
		t.Run(name, func(t *testing.T) {
			fake := fakehost.New(map[string]string{file: c.before})
			rep, err := transaction.Run(t.Context(), env(t, fake), c.decls, fake.Writer(), transaction.Options{})
			if err != nil || !rep.OK() {
				t.Fatal(err, rep.Summary())
			}
			if diff := cmp.Diff(c.after, fake.Content(file)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWhatIsShown(t *testing.T) {
	for mode, want := range map[string]string{
		"true":  "value changed '1' to '2'",
		"md5":   "value changed '{md5}c4ca4238a0b923820dcc509a6f75849b' to '{md5}c81e728d9d4c2f636f067f89cc14862c'",
		"false": "value changed '[redacted sensitive information]' to '[redacted sensitive information]'",
	} {
		fake := fakehost.New(map[string]string{"/etc/x": "a=1\n"})
		plan, err := transaction.NewPlan(t.Context(), env(t, fake), []ral.Decl{
			decl("s", "path", "/etc/x", "setting", "a", "value", "2", "show_diff", mode),
		})
		if err != nil {
			t.Fatal(err)
		}
		step := plan.Steps[0]
		if got := step.Changes[0].Text; got != want {
			t.Errorf("%s: %s", mode, got)
		}
		if acts := step.Acts(); len(acts) != 1 || acts[0].Secret != (mode != "true") {
			t.Errorf("%s: %+v", mode, acts)
		}
	}
	fake := fakehost.New(map[string]string{"/etc/x": "a=1\n"})
	d := decl("s", "path", "/etc/x", "setting", "a")
	d.Attrs = append(d.Attrs, ral.Attr{Name: "value", Value: value.Secret(value.Str("hush"))})
	rep, err := transaction.Run(t.Context(), env(t, fake), []ral.Decl{d}, fake.Writer(), transaction.Options{})
	if err != nil || !rep.OK() || fake.Content("/etc/x") != "a=hush\n" || strings.Contains(rep.Steps[0].Changes[0].Text, "hush") {
		t.Errorf("%v, %q, %+v", err, fake.Content("/etc/x"), rep.Steps[0])
	}
}

// Lines that continue the old value stay, and the plan says so.
func TestContinuedValues(t *testing.T) {
	const text = "[s]\nm = 1\n  2\n# note\n  3\nz = 1\n  x = 2\nm = 4\nodd\n"
	for _, c := range []struct {
		pairs []string
		want  string
	}{
		{[]string{"setting", "m", "value", "one"}, "keeps /etc/m.ini:3-5, which other programs may read as part of the value above; changes /etc/m.ini:2"},
		{[]string{"setting", "m", "ensure", "absent"}, "keeps /etc/m.ini:3-5, which other programs may read as part of the value above; removes /etc/m.ini:2, which sets the same setting"},
		{[]string{"setting", "z", "value", "2"}, ""},
		{[]string{"setting", "x", "value", "3"}, ""},
	} {
		fake := fakehost.New(map[string]string{"/etc/m.ini": text})
		d := decl("d", append(c.pairs, "path", "/etc/m.ini", "section", "s")...)
		plan, err := transaction.NewPlan(t.Context(), env(t, fake), []ral.Decl{d})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(plan.Steps[0].Changes[0].Also, "; "); got != c.want {
			t.Errorf("%v: %q, want %q", c.pairs, got, c.want)
		}
	}
}

func TestBadInput(t *testing.T) {
	for name, c := range map[string]struct{ text, value, want string }{
		"binary":    {"a=\x00\n", "1", "cannot read /etc/x: line 1 contains a NUL byte"},
		"two lines": {"a=1\n", "1\n2", "cannot write /etc/x"},
	} {
		fake := fakehost.New(map[string]string{"/etc/x": c.text})
		rep, err := transaction.Run(t.Context(), env(t, fake), []ral.Decl{decl("s", "path", "/etc/x", "setting", "a", "value", c.value)},
			fake.Writer(), transaction.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := rep.Steps[0].Err; got == nil || !strings.Contains(got.Error(), "would not be read back") && !strings.Contains(got.Error(), c.want) || fake.Content("/etc/x") != c.text {
			t.Errorf("%s: %v, %q", name, got, fake.Content("/etc/x"))
		}
	}
	e := env(t, fakehost.New(nil))
	for _, c := range []struct {
		d    ral.Decl
		want string
	}{
		{decl("s"), "path is a required attribute"},
		{decl("s", "path", "x"), "File paths must be fully qualified, not 'x'"},
		{decl("s", "path", "/x", "section_prefix", "", "section_suffix", ""), "cannot both be empty"},
		{decl("s", "path", "/x", "indent_width", "wide"), "Invalid value"},
	} {
		if _, diags := e.Build(t.Context(), c.d); diags.Err() == nil || !strings.Contains(diags.Err().Error(), c.want) {
			t.Errorf("%v: %v", c.d, diags.Err())
		}
	}
}

// One unreadable file does not hide the others, and duplicates are reported.
func TestListing(t *testing.T) {
	fake := fakehost.New(map[string]string{"/etc/bad.ini": "\x00", "/etc/odbc.ini": "x=1\n[a]\ny=1\n[a]\ny=2\n", "/etc/dir.ini/": "", "/etc/n.conf": "x=1"})
	e := env(t, fake)
	var got []string
	var failed error
	e.List(t.Context(), e.Registry.Type("ini_setting"), func(ev onhost.ListEvent) {
		failed = ev.Err
		for _, inst := range ev.Found {
			got = append(got, fmt.Sprint(inst.From, " ", inst.Name, " ", inst.Get("value").Text(), " ", inst.ProviderFindings))
		}
	})
	want := []string{"/etc/odbc.ini:1 /etc/odbc.ini [] x 1 []", "/etc/odbc.ini:5 /etc/odbc.ini [a] y 2 [also set in line 3; line 5, the last, takes effect]"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if failed == nil || !strings.Contains(failed.Error(), "/etc/bad.ini") {
		t.Error(failed)
	}
}
