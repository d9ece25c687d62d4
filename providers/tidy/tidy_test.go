package tidy

import (
	"strings"
	"testing"
	"time"

	"ralsh/providers/file"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

func registry(t *testing.T) *ral.Registry {
	t.Helper()
	reg := ral.NewRegistry()
	Register(reg)
	file.Register(reg)
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	return reg
}

func decl(typ, title string, words ...string) ral.Decl {
	return raltest.Decl(typ, title, words...)
}

// fakeHost returns a host with files of yesterday and of now.
func fakeHost() *fakehost.Host {
	f := fakehost.New(map[string]string{
		"/etc/passwd": "", "/etc/group": "", "/t/a.tmp": "x", "/t/b": strings.Repeat("x", 2048), "/t/d/c.tmp": "x", "/t/d/e/f.tmp": "x", "/t/.dot": "",
		"/t/empty/": "",
	})
	f.SetNow(f.Reader().Now().Add(25 * time.Hour))
	f.Put("/t/new.tmp", "x", 0o644)
	f.Put("/t/young/n", "x", 0o644)
	return f
}

func TestBackup(t *testing.T) {
	f := fakeHost()
	env := onhost.NewEnv(registry(t), f.Reader(), nil)
	rep, err := transaction.Run(t.Context(), env, []ral.Decl{decl("tidy", "/t/b", "backup", ".old")}, f.Writer(), transaction.Options{})
	if err != nil || !rep.OK() || len(f.Content("/t/b.old")) != 2048 {
		t.Errorf("%v %+v", err, rep)
	}
}

func TestTooMany(t *testing.T) {
	f := fakeHost()
	env := onhost.NewEnv(registry(t), f.Reader(), nil)
	plan, err := transaction.NewPlan(t.Context(), env, []ral.Decl{decl("tidy", "/t", "recurse", "1", "max_files", "7")})
	if err != nil {
		t.Fatal(err)
	}
	troubles := plan.Steps[0].Troubles
	if len(plan.Steps) != 1 || len(troubles) != 1 || !strings.Contains(troubles[0].Err.Error(), "contains 8 entries, which exceeds the limit of 7") {
		t.Errorf("%d steps, %v", len(plan.Steps), troubles)
	}
}

func TestValidation(t *testing.T) {
	env := onhost.NewEnv(registry(t), fakeHost().Reader(), nil)
	for _, c := range []struct {
		d    ral.Decl
		want string
	}{
		{decl("tidy", "t"), "path must be a fully qualified path"},
		{decl("tidy", "/t", "recurse", "-1"), "Valid values are true, false, inf."},
		{decl("tidy", "/t", "matches", "*"), "Tidy can't use matches with recurse 0, false, or undef"},
		{decl("tidy", "/t", "matches", "*", "recurse", "0"), "Tidy can't use matches with recurse 0, false, or undef"},
		{decl("tidy", "/t", "age", "soon"), "Invalid tidy age soon"},
		{decl("tidy", "/t", "age", "1y"), "Invalid age unit 'y'"},
		{decl("tidy", "/t", "age", "9223372036854775807w"), "Invalid tidy age"},
		{decl("tidy", "/t", "size", "-1"), "Invalid tidy size -1"},
		{decl("tidy", "/t", "size", "1x"), "Invalid size unit 'x'"},
		{decl("tidy", "/t", "size", "99999999999999999999"), "Invalid tidy size"},
		{decl("tidy", "/t", "type", "btime"), "Valid values are atime, mtime, ctime."},
		{decl("tidy", "/t", "max_files", "many"), "Valid values match"},
		{decl("tidy", "/t", "age", "0", "size", "10 Megabytes"), "Invalid tidy size"},
		{decl("tidy", "/t", "age", "0", "size", "10Megabytes"), ""},
		{decl("tidy", "/t").With("age", value.Int(0)), "Invalid tidy age 0"},
		{decl("tidy", "/t").With("size", value.Int(10)), "Invalid tidy size 10"},
	} {
		_, diags := env.Build(t.Context(), c.d)
		err := diags.Err()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: got %v, want %q", c.d.Attrs, err, c.want)
		}
	}
}

// An amount is a whole number of its unit and never negative.
func FuzzAmount(f *testing.F) {
	for _, text := range []string{"1w", "10", "0s", "5Minutes", "9223372036854775807", "1_"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := amount("age", "d", ages)(ral.Hook{}, value.Str(text))
		if n, ok := v.Int(); err == nil && (!ok || n < 0) {
			t.Errorf("%q is %s", text, v.Inspect())
		}
	})
}

// What is removed comes before the resource that found it, in descending order.
func TestOrder(t *testing.T) {
	env := onhost.NewEnv(registry(t), fakeHost().Reader(), nil)
	first, second := decl("file", "/first", "ensure", "absent"), decl("tidy", "/t", "recurse", "true", "matches", "*.tmp")
	plan, err := transaction.NewPlan(t.Context(), env, []ral.Decl{first, second})
	if err != nil {
		t.Fatal(err)
	}
	var refs []string
	for _, s := range plan.Steps {
		refs = append(refs, s.Ref())
	}
	want := "File[/first] File[/t/new.tmp] File[/t/d/e/f.tmp] File[/t/d/c.tmp] File[/t/a.tmp] Tidy[/t]"
	if got := strings.Join(refs, " "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A directory stays with what tidy does not look at.
func TestDirectoriesThatAreNotEmpty(t *testing.T) {
	for _, c := range []struct {
		path, recurse, want string
	}{
		{"/t", "false", ""},
		{"/t/empty", "false", "File[/t/empty]"},
		{"/t/d", "1", "File[/t/d/c.tmp]"},
		{"/t/d/e", "1", "File[/t/d/e/f.tmp] File[/t/d/e]"},
	} {
		env := onhost.NewEnv(registry(t), fakeHost().Reader(), nil)
		plan, err := transaction.NewPlan(t.Context(), env, []ral.Decl{decl("tidy", c.path, "recurse", c.recurse, "rmdirs", "true")})
		if err != nil {
			t.Fatal(err)
		}
		var refs []string
		for _, s := range plan.Steps[:len(plan.Steps)-1] {
			refs = append(refs, s.Ref())
		}
		if got := strings.Join(refs, " "); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.path, c.recurse, got, c.want)
		}
	}
}
