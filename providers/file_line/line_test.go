package fileline

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/providers/exec"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

const file = "/etc/x"

func TestSuite(t *testing.T) {
	raltest.Suite{
		Register: Register, Type: "file_line", Provider: "ruby", Unlisted: true,
		NotCovered: map[string]string{"line": "a line does not change: it is there as a whole, or it is not"},
		Host:       func(*testing.T) host.Host { return fakehost.New(map[string]string{file: "one\r\ntwo"}).Host },
		Cases: []raltest.Case{
			{Title: "/etc/x: three: 3", Create: []ral.Attr{}, Remove: "absent"},
			{Title: "/etc/x: two", Remove: "absent"},
			{Name: "replaced", Title: "/etc/x: twelve", Create: []ral.Attr{raltest.A("match", "^tw")}, Remove: "absent"},
		},
	}.Run(t)
}

func TestExample(t *testing.T) {
	fake := fakehost.New(map[string]string{"/etc/bash.bashrc": "# mine\nexport HTTP_PROXY=old\n"})
	raltest.Example(t, Register, "file_line", fake.Host)
	if got := fake.Content("/etc/bash.bashrc"); got != "# mine\nexport HTTP_PROXY=http://proxy.example.com:3128\n" {
		t.Errorf("%q", got)
	}
}

func env(t *testing.T, fake *fakehost.Host) *onhost.Env {
	t.Helper()
	return raltest.Env(t, Register, fake.Reader(), nil)
}

func decl(pairs ...string) ral.Decl {
	d := ral.Decl{Type: "file_line", Title: "l", Attrs: []ral.Attr{raltest.A("path", file)}}
	for i := 0; i < len(pairs); i += 2 {
		d.Attrs = append(d.Attrs, raltest.A(pairs[i], pairs[i+1]))
	}
	return d
}

// The behaviour of the module (lib/puppet/provider/file_line/ruby.rb); an error
// leaves the file unchanged.
func TestStories(t *testing.T) {
	for name, c := range map[string]struct {
		before string
		d      ral.Decl
		after  string
		want   string
	}{
		"added at the end":           {"a", decl("line", "b"), "a\nb\n", ""},
		"there already":              {"b\r\na\r\n", decl("line", "b"), "b\r\na\r\n", ""},
		"ends as the others":         {"a\r\n", decl("line", "b"), "a\r\nb\r\n", ""},
		"blanks count":               {" b\n", decl("line", "b"), " b\nb\n", ""},
		"all that are the line go":   {"b\na\nb\n", decl("line", "b", "ensure", "absent"), "a\n", ""},
		"a match is replaced":        {"x=1\r\ny\n", decl("line", "x=2", "match", "^x="), "x=2\r\ny\n", ""},
		"no match, added":            {"y\n", decl("line", "x=2", "match", "^x="), "y\nx=2\n", ""},
		"no match, left":             {"y\n", decl("line", "x=2", "match", "^x=", "append_on_no_match", "false"), "y\n", ""},
		"a match is not replaced":    {"x=1\n", decl("line", "x=2", "match", "^x=", "replace", "false"), "x=1\n", ""},
		"two matches":                {"x=1\nx=3\n", decl("line", "x=2", "match", "^x="), "x=1\nx=3\n", "More than one line in file '/etc/x' matches pattern '^x='"},
		"two matches, multiple":      {"x=1\nx=3\n", decl("line", "x=2", "match", "^x=", "multiple", "true"), "x=2\nx=2\n", ""},
		"the line and a match":       {"x=2\nx=3\n", decl("line", "x=2", "match", "^x="), "x=2\nx=3\n", ""},
		"all that are not the line":  {"x=2\nx=3\n", decl("line", "x=2", "match", "^x=", "multiple", "true", "replace_all_matches_not_matching_line", "true"), "x=2\nx=2\n", ""},
		"behind another":             {"a\nb", decl("line", "x", "after", "^a"), "a\nx\nb", ""},
		"behind the last":            {"a\nb", decl("line", "x", "after", "^b"), "a\nb\nx\n", ""},
		"behind none":                {"a\n", decl("line", "x", "after", "^z"), "a\nx\n", ""},
		"behind two":                 {"a1\na2\n", decl("line", "x", "after", "^a"), "a1\na2\n", "2 lines match pattern '^a' in file '/etc/x'. One or no line must match the pattern."},
		"behind two, multiple":       {"a1\na2\n", decl("line", "x", "after", "^a", "multiple", "true"), "a1\nx\na2\nx\n", ""},
		"a match wins over behind":   {"a\nx=1\n", decl("line", "x=2", "match", "^x=", "after", "^a"), "a\nx=2\n", ""},
		"behind, where none matches": {"a\nb\na\n", decl("line", "x=2", "match", "^x=", "after", "^a"), "a\nx=2\nb\na\n", ""},
		"what matches goes":          {"x=1\ny\n", decl("match", "^x=", "match_for_absence", "true", "ensure", "absent"), "y\n", ""},
		"two that match do not go":   {"x=1\nx=2\n", decl("match", "^x=", "match_for_absence", "true", "ensure", "absent"), "x=1\nx=2\n", "More than one line"},
		"two that match go":          {"x=1\nx=2\n", decl("match", "^x=", "match_for_absence", "true", "ensure", "absent", "multiple", "true"), "", ""},
		"a match does not go alone":  {"x=1\nx=2\n", decl("line", "x=2", "match", "^x=", "ensure", "absent"), "x=1\n", ""},
		"bytes of other lines":       {"\xff\n\xe4b=1\n", decl("line", "x"), "\xff\n\xe4b=1\nx\n", ""},
		"in another encoding":        {"\xe4=1\n\xff\n", decl("line", "ä=2", "match", "^ä=", "encoding", "ISO-8859-1"), "\xe4=2\n\xff\n", ""},
		"no letter of the encoding":  {"a\n", decl("line", "字", "encoding", "ISO-8859-1"), "a\n", "ISO-8859-1 does not contain '字'"},
		"no text":                    {"a\n\x00\n", decl("line", "b"), "a\n\x00\n", "cannot read /etc/x: line 2 contains a NUL byte"},
	} {
		t.Run(name, func(t *testing.T) {
			fake := fakehost.New(map[string]string{file: c.before})
			e := env(t, fake)
			rep, err := transaction.Run(t.Context(), e, []ral.Decl{c.d}, fake.Writer(), transaction.Options{})
			if err != nil {
				t.Fatal(err)
			}
			step := rep.Steps[0]
			if failed := step.Err; (c.want == "") != rep.OK() || c.want != "" && !strings.Contains(why(step), c.want) {
				t.Fatalf("%v, %s", failed, why(step))
			}
			if diff := cmp.Diff(c.after, fake.Content(file)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func why(s *transaction.Step) string {
	text := ""
	if s.Err != nil {
		text = s.Err.Error()
	}
	for _, c := range s.Changes {
		if c.Err != nil {
			text += c.Err.Error()
		}
	}
	return text
}

// Lines of one file are one write. A line is compared with the file after the lines
// before it, so the second of two equal lines is in sync.
func TestManyLines(t *testing.T) {
	fake := fakehost.New(map[string]string{file: "old\n"})
	var decls []ral.Decl
	add := func(pairs ...string) {
		d := decl(pairs...)
		d.Title = strings.Join(pairs, " ")
		decls = append(decls, d)
	}
	add("line", "a=1")
	add("line", "b=1")
	add("line", "old", "ensure", "absent")
	add("line", "a=1", "append_on_no_match", "true")
	add("line", "b=2", "match", "^b=")
	add("line", "c=1")
	writes := 0
	wr := host.TapBefore(fake.Writer(), func(host.Act) error { writes++; return nil })
	rep, err := transaction.Run(t.Context(), env(t, fake), decls, wr, transaction.Options{})
	if err != nil || !rep.OK() || rep.Changes() != len(decls)-1 || rep.Steps[3].Status != transaction.InSync {
		t.Fatal(err, rep.Summary())
	}
	if got, want := fake.Content(file), "a=1\nb=2\nc=1\n"; got != want || writes != 1 {
		t.Errorf("%q in %d writes, want %q in 1", got, writes, want)
	}
}

func TestAMissingFile(t *testing.T) {
	for _, c := range []struct {
		ensure, noop string
		ok           bool
	}{{"present", "false", false}, {"absent", "false", true}, {"present", "true", true}} {
		fake := fakehost.New(map[string]string{"/etc/": ""})
		d := decl("line", "x", "ensure", c.ensure, "noop", c.noop)
		rep, err := transaction.Run(t.Context(), env(t, fake), []ral.Decl{d}, fake.Writer(), transaction.Options{})
		if err != nil || rep.OK() != c.ok || fake.Content(file) != "" {
			t.Errorf("%+v: %v, %s", c, err, rep.Summary())
		}
	}
}

// A file that a command before the line may write is not missing in a plan.
func TestAFileThatACommandWrites(t *testing.T) {
	fake := fakehost.New(map[string]string{"/etc/passwd": "root:x:0:0::/root:/bin/sh\n"})
	fake.Command("/bin/install")
	fake.Command("/bin/sh")
	fake.Handle("install", func(_ context.Context, f *fakehost.Host, _ host.Command) host.Result {
		f.Put(file, "a\n", 0o644)
		return host.Result{}
	})
	register := func(reg *ral.Registry) {
		Register(reg)
		exec.Register(reg)
	}
	install := ral.Decl{Type: "exec", Title: "/bin/install"}
	line := decl("line", "b").With("require", value.Ref("exec", "/bin/install"))
	plan, err := transaction.NewPlan(t.Context(), raltest.Env(t, register, fake.Reader(), nil), []ral.Decl{install, line})
	if err != nil {
		t.Fatal(err)
	}
	if s := plan.Steps[1]; s.Status != transaction.Planned || s.Changes[0].Until != 1 {
		t.Errorf("%s: %s, %v", s.Ref(), s.Status, s.Err)
	}
	if rep, err := plan.Apply(t.Context(), fake.Writer(), transaction.Options{}); err != nil || !rep.OK() || fake.Content(file) != "a\nb\n" {
		t.Errorf("%q, %v, %s", fake.Content(file), err, rep.Summary())
	}
}

func TestASecretLine(t *testing.T) {
	fake := fakehost.New(map[string]string{file: "a\n"})
	d := decl()
	d.Attrs = append(d.Attrs, ral.Attr{Name: "line", Value: value.Secret(value.Str("pw=hush"))})
	plan, err := transaction.NewPlan(t.Context(), env(t, fake), []ral.Decl{d})
	if err != nil {
		t.Fatal(err)
	}
	if acts := plan.Steps[0].Acts(); len(acts) != 1 || !acts[0].Secret || strings.Contains(string(acts[0].After), "hush") {
		t.Errorf("%+v", acts)
	}
	if rep, err := plan.Apply(t.Context(), fake.Writer(), transaction.Options{}); err != nil || !rep.OK() || fake.Content(file) != "a\npw=hush\n" {
		t.Errorf("%v, %q", err, fake.Content(file))
	}
}

func TestValidation(t *testing.T) {
	e := env(t, fakehost.New(nil))
	for _, c := range []struct {
		d    ral.Decl
		want string
	}{
		{decl(), "line is a required attribute"},
		{decl("match", "x", "ensure", "absent"), "line is a required attribute"},
		{ral.Decl{Type: "file_line", Title: "l", Attrs: []ral.Attr{raltest.A("line", "x")}}, "path is a required attribute"},
		{decl("line", "a\nb"), "line must be a single line"},
		{decl("line", "a", "match", "(?<x"), "invalid named capture"},
		{decl("line", "a", "encoding", "ebcdic"), "unknown encoding name - ebcdic"},
		{decl("line", "a", "replace_all_matches_not_matching_line", "true", "multiple", "false"), "multiple must be true"},
		{decl("line", "a", "replace_all_matches_not_matching_line", "true", "replace", "false"), "replace must be true"},
		{decl("line", "a", "path", "x"), "File paths must be fully qualified, not 'x'"},
	} {
		if _, diags := e.Build(t.Context(), c.d); diags.Err() == nil || !strings.Contains(diags.Err().Error(), c.want) {
			t.Errorf("%v: %v", c.d.Attrs, diags.Err())
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add("a\r\nb", "x")
	f.Add("", "\xff")
	f.Fuzz(func(t *testing.T, data, body string) {
		lines, err := parse([]byte(data))
		if err != nil {
			return
		}
		if string(lines.bytes()) != data {
			t.Fatalf("%q is written back as %q", data, lines.bytes())
		}
		if strings.ContainsAny(body, "\r\n\x00") {
			return
		}
		for at := 0; at <= len(lines); at++ {
			c := contentOf(lines)
			behind := &c.top
			for range at {
				behind = behind.next
			}
			c.insert(behind, body)
			again, err := parse(c.lines().bytes())
			if err != nil || len(again) != len(lines)+1 || again[at].body != body {
				t.Fatalf("%q at %d in %q gives %q", body, at, data, again)
			}
		}
	})
}
