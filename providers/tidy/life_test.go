package tidy

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/local"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
)

// life is one use of tidy on the files of fakeHost, which are in /t.
type life struct {
	words []string
	more  []ral.Decl
	want  []string // removed files
}

func lives() map[string]life {
	return map[string]life{
		"the path itself":       {[]string{"path", "/t/b"}, nil, []string{"/t/b"}},
		"a directory itself":    {nil, nil, nil},
		"nothing there":         {[]string{"path", "/none"}, nil, nil},
		"one deep":              {[]string{"recurse", "1"}, nil, []string{"/t/new.tmp", "/t/b", "/t/a.tmp", "/t/.dot"}},
		"by name":               {[]string{"recurse", "true", "matches", "*.tmp"}, nil, []string{"/t/new.tmp", "/t/d/e/f.tmp", "/t/d/c.tmp", "/t/a.tmp"}},
		"a dot is any":          {[]string{"recurse", "1", "matches", "*dot"}, nil, []string{"/t/.dot"}},
		"by age":                {[]string{"recurse", "1", "age", "1"}, nil, []string{"/t/b", "/t/a.tmp", "/t/.dot"}},
		"not so old":            {[]string{"recurse", "true", "age", "26h"}, nil, nil},
		"just so old":           {[]string{"recurse", "1", "age", "25hours", "type", "mtime", "matches", "b"}, nil, []string{"/t/b"}},
		"by size":               {[]string{"recurse", "true", "size", "2"}, nil, []string{"/t/b"}},
		"too small":             {[]string{"recurse", "true", "size", "2049b"}, nil, nil},
		"by age or size":        {[]string{"recurse", "1", "size", "1k", "age", "2d"}, nil, []string{"/t/b"}},
		"directories":           {[]string{"recurse", "inf", "age", "1d", "rmdirs", "true"}, nil, []string{"/t/empty", "/t/d/e/f.tmp", "/t/d/e", "/t/d/c.tmp", "/t/d", "/t/b", "/t/a.tmp", "/t/.dot"}},
		"declared ones stay":    {[]string{"recurse", "true", "matches", "*.tmp"}, []ral.Decl{decl("file", "/t/d/e/f.tmp", "ensure", "file")}, []string{"/t/new.tmp", "/t/d/c.tmp", "/t/a.tmp"}},
		"and their directories": {[]string{"recurse", "true", "rmdirs", "yes", "age", "1d"}, []ral.Decl{decl("file", "/t/d/e/f.tmp", "ensure", "file")}, []string{"/t/empty", "/t/d/c.tmp", "/t/b", "/t/a.tmp", "/t/.dot"}},
	}
}

func TestTidy(t *testing.T) {
	for name, c := range lives() {
		t.Run(name, func(t *testing.T) { c.live(t, fakeHost().Host, "/t") })
	}
}

// The same on files of this machine, in a directory of their own.
func TestTidyOnRealSystem(t *testing.T) {
	for name, c := range lives() {
		t.Run(name, func(t *testing.T) {
			dir := realFolder(t)
			c.at(dir).live(t, local.Machine(), dir)
		})
	}
}

// at returns the life with another directory instead of /t.
func (c life) at(dir string) life {
	moved := func(text string) string {
		if rest, ok := strings.CutPrefix(text, "/t/"); ok {
			return dir + "/" + rest
		}
		return text
	}
	all := func(list []string) (out []string) {
		for _, text := range list {
			out = append(out, moved(text))
		}
		return out
	}
	out := life{words: all(c.words), want: all(c.want)}
	for _, d := range c.more {
		d.Title = moved(d.Title)
		out.more = append(out.more, d)
	}
	return out
}

// realFolder creates the files of fakeHost.
func realFolder(t *testing.T) string {
	t.Helper()
	dir, old := t.TempDir(), time.Now().Add(-25*time.Hour)
	for name, content := range map[string]string{
		"a.tmp": "x", "b": strings.Repeat("x", 2048), "d/c.tmp": "x", "d/e/f.tmp": "x", ".dot": "", "new.tmp": "x", "young/n": "x",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.tmp", "b", "d/c.tmp", "d/e/f.tmp", ".dot", "d/e", "d", "empty"} {
		if err := os.Chtimes(filepath.Join(dir, name), old, old); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// live plans, applies and plans again: planning changes nothing, the apply
// matches the plan, the expected files are removed, and nothing is left to do.
func (c life) live(t *testing.T, h host.Host, dir string) {
	t.Helper()
	acting := 0
	h = host.Observe(h, func(d host.Operation) {
		if !d.ReadOnly {
			acting++
		}
	})
	env := onhost.NewEnv(registry(t), h.Reader(), nil)
	decls := append([]ral.Decl{decl("tidy", dir, c.words...)}, c.more...)
	plan, err := transaction.NewPlan(t.Context(), env, decls)
	if err != nil || acting > 0 {
		t.Fatalf("the plan: %v, %d acts", err, acting)
	}
	rep, err := plan.Apply(t.Context(), h.Writer(), transaction.Options{})
	if err != nil || !rep.OK() {
		t.Fatal(err, rep.Summary())
	}
	done := acts(rep.Steps)
	if diff := cmp.Diff(acts(plan.Steps), done); diff != "" {
		t.Errorf("plan and apply differ: %s", diff)
	}
	c.removed(t, done)
	again, err := transaction.NewPlan(t.Context(), env, decls)
	if err != nil || len(acts(again.Steps)) > 0 {
		t.Errorf("a second plan: %v, %v", acts(again.Steps), err)
	}
}

func acts(steps []*transaction.Step) []string {
	var list []string
	for _, s := range steps {
		for _, a := range s.Acts() {
			list = append(list, a.String())
		}
	}
	return list
}

// removed checks that the expected files were removed, a directory after its
// entries.
func (c life) removed(t *testing.T, done []string) {
	t.Helper()
	var removed []string
	for _, text := range done {
		path, _, _ := strings.Cut(strings.TrimPrefix(text, "remove "), " and all")
		removed = append(removed, path)
	}
	for i, path := range removed {
		if at := slices.IndexFunc(removed[i:], func(p string) bool { return strings.HasPrefix(p, path+"/") }); at >= 0 {
			t.Errorf("%s goes before what is in it", path)
		}
	}
	slices.Sort(removed)
	slices.Sort(c.want)
	if diff := cmp.Diff(c.want, removed); diff != "" {
		t.Error(diff)
	}
}
