package file

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/providers/filebucket"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// trees returns a host with a source and a directory with other contents.
func trees() *fakehost.Host {
	f := fakehost.New(map[string]string{
		"/etc/passwd": "root:x:0:\n", "/etc/group": "root:x:0:\n",
		"/from/a": "a\n", "/from/d/b": "b\n", "/from/d/e/c": "c\n", "/from/a.bak": "old",
		"/other/a": "not this\n", "/other/z": "z\n",
		"/to/a": "a\n", "/to/d/b": "changed\n", "/to/gone": "x", "/to/dir/in/deep": "y", "/to/.hidden": "h",
	})
	f.Link("/from/link", "a")
	return f
}

// all returns the files below a directory, except those of the accounts.
func all(t *testing.T, f *fakehost.Host, dir string) map[string]string {
	t.Helper()
	list, err := walk(t.Context(), f.Reader(), dir, tree{limit: endless})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, e := range list {
		found[e.rel] = kindOf(e.info) + " " + octalText(e.info.Mode) + " " + f.Content(dir+"/"+e.rel)
	}
	return found
}

func brought(t *testing.T, f *fakehost.Host, decls ...ral.Decl) *transaction.Report {
	t.Helper()
	reg := ral.NewRegistry()
	Register(reg)
	filebucket.Register(reg)
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	env := onhost.NewEnv(reg, f.Reader(), nil)
	before := all(t, f, "/")
	plan, err := transaction.NewPlan(t.Context(), env, decls)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, all(t, f, "/")); diff != "" {
		t.Fatalf("planning changed the host: %s", diff)
	}
	rep, err := plan.Apply(t.Context(), f.Writer(), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(rep.Steps) != len(plan.Steps) {
		t.Errorf("%d steps were planned, %d done", len(plan.Steps), len(rep.Steps))
	}
	for i, s := range rep.Steps {
		if want, got := texts(plan.Steps[i]), texts(s); want != got {
			t.Errorf("%s: planned was\n%sdone was\n%s", s.Ref(), want, got)
		}
	}
	again, err := transaction.NewPlan(t.Context(), env, decls)
	if rep.OK() && (err != nil || again.ChangeCount() > 0) {
		t.Errorf("a second plan has %d changes, %v", again.ChangeCount(), err)
	}
	return rep
}

// A declared link is managed itself, also with links => follow: brought plans it twice.
func TestLinkThatIsFollowed(t *testing.T) {
	f := trees()
	f.Put("/srv/t", "x", 0o644)
	rep := brought(t, f, decl("/srv/l", "ensure", "link", "target", "/srv/t", "links", "follow", "owner", "1"))
	link, err := f.Reader().Lstat(t.Context(), "/srv/l")
	if !rep.OK() || err != nil || !link.IsLink() || link.UID != 1 {
		t.Errorf("%v, %v, owner %d", rep.Steps[0].Changes, err, link.UID)
	}
	if info, err := f.Reader().Stat(t.Context(), "/srv/t"); err != nil || info.UID != 0 {
		t.Errorf("its target belongs to %d, %v", info.UID, err)
	}
}

func texts(s *transaction.Step) string {
	var b strings.Builder
	for _, a := range s.Acts() {
		b.WriteString(a.String() + "\n")
	}
	return b.String()
}

func TestRecurse(t *testing.T) {
	here := all(t, trees(), "/to")
	with := func(pairs ...string) map[string]string {
		m := maps.Clone(here)
		for i := 0; i < len(pairs); i += 2 {
			if m[pairs[i]] = pairs[i+1]; pairs[i+1] == "" {
				delete(m, pairs[i])
			}
		}
		return m
	}
	copied := []string{"a.bak", "file 0644 old", "d/b", "file 0644 b\n", "d/e", "directory 0755 ", "d/e/c", "file 0644 c\n", "link", "link 0777 a\n"}
	for name, c := range map[string]struct {
		words []string
		more  []ral.Decl
		want  map[string]string
	}{
		"not":            {[]string{"ensure", "directory"}, nil, here},
		"the first only": {[]string{"source", "/from"}, nil, here},
		"a copy":         {[]string{"source", "/from", "recurse", "true"}, nil, with(copied...)},
		"remote":         {[]string{"source", "file:///from/", "recurse", "remote"}, nil, with(copied...)},
		"links followed": {[]string{"source", "/from", "recurse", "remote", "links", "follow"}, nil, with(append(copied, "link", "file 0644 a\n")...)},
		"by age":         {[]string{"source", "/from", "recurse", "remote", "checksum", "mtime"}, nil, with(append(copied, "d/b", "file 0644 changed\n")...)},
		"one deep":       {[]string{"source", "/from", "recurse", "true", "recurselimit", "1"}, nil, with("a.bak", "file 0644 old", "link", "link 0777 a\n")},
		"none deep":      {[]string{"source", "/from", "recurse", "true", "recurselimit", "0"}, nil, here},
		"but for some":   {[]string{"source", "/from", "recurse", "true", "ignore", "*.bak"}, nil, with(copied[2:]...)},
		"no deeper":      {[]string{"source", "/from", "recurse", "true", "ignore", "d"}, nil, with("a.bak", "file 0644 old", "link", "link 0777 a\n")},
		"modes":          {[]string{"ensure", "directory", "recurse", "true", "mode", "0600"}, nil, map[string]string{"a": "file 0600 a\n", "d": "directory 0700 ", "d/b": "file 0600 changed\n", "gone": "file 0600 x", "dir": "directory 0700 ", "dir/in": "directory 0700 ", "dir/in/deep": "file 0600 y", ".hidden": "file 0600 h"}},
		"purge": {
			[]string{"source", "/from", "recurse", "true", "purge", "true", "force", "true"},
			nil,
			with(append(copied, "gone", "", "dir", "", "dir/in", "", "dir/in/deep", "", ".hidden", "")...),
		},
		"purge all":       {[]string{"ensure", "directory", "recurse", "true", "purge", "true", "force", "true"}, nil, map[string]string{}},
		"purge but some":  {[]string{"ensure", "directory", "recurse", "true", "purge", "true", "force", "true", "ignore", ".h*"}, nil, map[string]string{".hidden": "file 0644 h"}},
		"purge, declared": {[]string{"ensure", "directory", "recurse", "true", "purge", "true", "force", "true"}, []ral.Decl{decl("/to/dir", "ensure", "directory"), decl("/to/a", "mode", "0600")}, map[string]string{"a": "file 0600 a\n", "dir": "directory 0755 ", "dir/in": "directory 0755 ", "dir/in/deep": "file 0644 y"}},
		"all sources": {
			[]string{"recurse", "remote", "sourceselect", "all", "source", "/from"}, nil, with(copied...),
		},
		"absent": {[]string{"ensure", "absent", "recurse", "true", "force", "true"}, nil, map[string]string{}},
	} {
		t.Run(name, func(t *testing.T) {
			f := trees()
			rep := brought(t, f, append([]ral.Decl{decl("/to", c.words...)}, c.more...)...)
			if !rep.OK() {
				for _, s := range rep.Steps {
					t.Log(s.Ref(), s.Status, s.Err, s.Changes)
				}
				t.Fatal(rep.Summary())
			}
			if diff := cmp.Diff(c.want, all(t, f, "/to")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSeveralSources(t *testing.T) {
	for _, c := range []struct {
		select_, a, z string
	}{{"first", "not this\n", ""}, {"all", "not this\n", ""}} {
		f := trees()
		d := decl("/new", "recurse", "remote", "sourceselect", c.select_).With("source", value.Strs("/none", "/other", "/from"))
		if rep := brought(t, f, d); !rep.OK() {
			t.Fatal(rep.Summary())
		}
		names := slices.Sorted(maps.Keys(all(t, f, "/new")))
		want := []string{"a", "z"}
		if c.select_ == "all" {
			want = []string{"a", "a.bak", "d", "d/b", "d/e", "d/e/c", "link", "z"}
		}
		if diff := cmp.Diff(want, names); diff != "" || f.Content("/new/a") != c.a {
			t.Errorf("%s: %s, a is %q", c.select_, diff, f.Content("/new/a"))
		}
	}
}

// The first source that exists is taken, even if it is empty or no directory.
func TestEmptyFirstSource(t *testing.T) {
	f := trees()
	f.Dir("/empty", 0o755)
	d := decl("/new", "ensure", "directory", "recurse", "remote").With("source", value.Strs("/none", "/empty", "/from"))
	if rep := brought(t, f, d); !rep.OK() {
		t.Fatal(rep.Summary())
	}
	if names := all(t, f, "/new"); len(names) > 0 {
		t.Error(names)
	}
}

func TestRecurseRefused(t *testing.T) {
	for name, c := range map[string]struct {
		d    ral.Decl
		want string
	}{
		"purge without force": {decl("/to", "ensure", "directory", "recurse", "true", "purge", "true"), "/to/d is a directory: set force => true to remove it"},
		"no source":           {decl("/to", "source", "/none"), "no source exists: /none"},
		"too many":            {decl("/to", "ensure", "directory", "recurse", "true", "max_files", "7"), "The directory '/to' contains 8 entries, which exceeds the limit of 7 specified by the max_files parameter for this resource"},
	} {
		t.Run(name, func(t *testing.T) {
			f := trees()
			s := newStage(t, f.Reader(), f.Writer())
			rep, err := transaction.Run(t.Context(), s.env, []ral.Decl{c.d}, f.Writer(), transaction.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var text []string
			for _, s := range rep.Steps {
				for _, c := range s.Changes {
					if c.Err != nil {
						text = append(text, c.Err.Error())
					}
				}
				for _, trouble := range s.Troubles {
					text = append(text, trouble.Err.Error())
				}
			}
			if !slices.Contains(text, c.want) {
				t.Errorf("said %q", text)
			}
		})
	}
}

// The contents of a removed directory have no removals of their own.
func TestPurgeNamesTheDirectoryOnly(t *testing.T) {
	rep := brought(t, trees(), decl("/to", "ensure", "directory", "recurse", "true", "purge", "true", "force", "true"))
	var titles []string
	for _, s := range rep.Steps {
		titles = append(titles, s.Decl.Title)
	}
	if diff := cmp.Diff([]string{"/to", "/to/.hidden", "/to/a", "/to/d", "/to/dir", "/to/gone"}, titles); diff != "" {
		t.Error(diff)
	}
}
