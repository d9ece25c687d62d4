package record

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
)

// provision acts like a provider: it reads what it wrote, and decides by that.
func provision(ctx context.Context, wr host.Writer) error {
	mode, uid := fs.FileMode(0o640), 5
	text, err := wr.Reader().ReadFile(ctx, "/etc/app.conf")
	if err != nil {
		return err
	}
	run := wr.Run(ctx, host.Command{Name: "useradd", Args: []string{"-m", "deploy"}, Stdin: []byte("x"), Secret: true})
	return errors.Join(
		run,
		wr.WriteFile(ctx, "/etc/app.conf", append(text, "more\n"...), host.WriteOptions{Mode: &mode}),
		wr.Mkdir(ctx, "/etc/app.d", 0o750),
		wr.WriteFile(ctx, "/etc/app.d/new", []byte("n"), host.WriteOptions{UID: &uid}),
		wr.WriteFile(ctx, "/etc/app.d/new", []byte("nn"), host.WriteOptions{Secret: true}),
		wr.Chmod(ctx, "/etc/app.d/new", 0o600),
		wr.Chown(ctx, "/etc/app.d/new", 7, -1),
		wr.Symlink(ctx, "app.conf", "/etc/app.link"),
		wr.WriteFile(ctx, "/etc/app.link", []byte("through"), host.WriteOptions{}),
		wr.Remove(ctx, "/etc/nothing", false),
		wr.Remove(ctx, "/etc/old", true),
	)
}

func sampleHost() *fakehost.Host {
	f := fakehost.New(map[string]string{"/etc/app.conf": "one\n", "/etc/old/a": "x"})
	f.Command("/usr/sbin/useradd")
	f.Handle("useradd", func(context.Context, *fakehost.Host, host.Command) host.Result { return host.Result{} })
	return f
}

func TestPlanSaysWhatApplyDoes(t *testing.T) {
	planned, applied := sampleHost(), sampleHost()
	r := New(planned.Reader())
	if err := provision(t.Context(), r.Writer()); err != nil {
		t.Fatal(err)
	}
	var done []host.Act
	tapped := host.TapAfter(applied.Writer(), func(act host.Act, _ host.Result, err error) {
		if err != nil {
			t.Errorf("%s: %v", act, err)
		}
		done = append(done, act)
	})
	if err := provision(t.Context(), tapped); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r.Acts(), done); diff != "" {
		t.Errorf("plan and apply differ:\n%s", diff)
	}
	if !slices.EqualFunc(r.Acts(), done, host.Act.Same) {
		t.Error("acts are equal but not Same")
	}
	want := []string{
		"$ /usr/sbin/useradd -m deploy < [redacted]",
		"write /etc/app.conf, 4 -> 9 bytes, by rename, mode 0640",
		"mkdir /etc/app.d, mode 0750",
		"write /etc/app.d/new, new, 1 byte, by rename, mode 0644",
		"write /etc/app.d/new, content [redacted], by rename, mode 0644",
		"chmod 0600 /etc/app.d/new",
		"chown 7 /etc/app.d/new",
		"symlink /etc/app.link -> app.conf",
		"write /etc/app.conf (named /etc/app.link), 9 -> 7 bytes, by rename, mode 0640",
		"remove /etc/old and all below it",
	}
	if diff := cmp.Diff(want, texts(r.Acts())); diff != "" {
		t.Errorf("acts:\n%s", diff)
	}
	if got := planned.Content("/etc/app.conf"); got != "one\n" || len(planned.Ran()) != 0 {
		t.Errorf("the plan touched the host: %q, ran %v", got, planned.Ran())
	}
	if got := applied.Content("/etc/app.conf"); got != "through" || len(applied.Ran()) != 1 {
		t.Errorf("the apply left %q, ran %v", got, applied.Ran())
	}
	for _, file := range []string{"/etc/app.conf", "/etc/app.d/new", "/etc/app.link", "/etc/old", "/etc"} {
		then, _ := r.Reader().Lstat(t.Context(), file)
		now, _ := applied.Reader().Lstat(t.Context(), file)
		then.Inode, now.Inode = 0, 0
		if diff := cmp.Diff(then, now); diff != "" {
			t.Errorf("%s in plan and on the host:\n%s", file, diff)
		}
	}
}

func texts(acts []host.Act) []string {
	out := make([]string, len(acts))
	for i, act := range acts {
		out[i] = act.String()
	}
	return out
}

func TestMarks(t *testing.T) {
	r := New(fakehost.New(nil).Reader())
	first := r.Mark()
	if err := r.Writer().Mkdir(t.Context(), "/a", 0o755); err != nil {
		t.Fatal(err)
	}
	second := r.Mark()
	if err := r.Writer().Mkdir(t.Context(), "/a/b", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := r.Writer().Mkdir(t.Context(), "/a/b", 0o755); !errors.Is(err, fs.ErrExist) {
		t.Errorf("mkdir twice: %v", err)
	}
	if got := texts(r.Since(second)); !slices.Equal(got, []string{"mkdir /a/b, mode 0755"}) {
		t.Errorf("since the second mark: %q", got)
	}
	if got := r.Since(first); len(got) != 2 {
		t.Errorf("what failed was recorded: %q", texts(got))
	}
}

func TestPlannedCommands(t *testing.T) {
	f := sampleHost()
	r := New(f.Reader())
	ctx := host.WithTrace(t.Context(), func(trace host.Trace) { t.Errorf("a plan started %s", trace.Command) })
	missing := host.Command{Name: "newtool"}
	if err := r.Writer().Run(ctx, missing); !errorIs[*host.NoCommandError](err) {
		t.Errorf("a command that nothing can bring: %v", err)
	}
	if _, err := r.Writer().Output(ctx, host.Command{Name: "useradd"}); !errors.Is(err, host.ErrNotRun) {
		t.Errorf("output while planning: %v", err)
	}
	if err := r.Writer().Run(ctx, missing); err != nil {
		t.Errorf("a command that the one before may bring: %v", err)
	}
	if got := texts(r.Acts()); !slices.Equal(got, []string{"$ /usr/sbin/useradd", "$ newtool"}) {
		t.Errorf("acts %q", got)
	}
}

func TestPlannedScriptIsFound(t *testing.T) {
	f := sampleHost()
	r := New(f.Reader())
	mode := fs.FileMode(0o755)
	if err := r.Writer().WriteFile(t.Context(), "/usr/sbin/tool", nil, host.WriteOptions{Mode: &mode}); err != nil {
		t.Fatal(err)
	}
	if found, err := r.Reader().Find(t.Context(), "tool"); err != nil || found.Path != "/usr/sbin/tool" {
		t.Errorf("found %+v, %v", found, err)
	}
	if err := r.Writer().Remove(t.Context(), "/usr/sbin/useradd", false); err != nil {
		t.Fatal(err)
	}
	if found, err := r.Reader().Find(t.Context(), "useradd"); err == nil {
		t.Errorf("a removed command is found: %+v", found)
	}
}

func TestRecorderQueries(t *testing.T) {
	f := sampleHost()
	f.Handle("id", func(context.Context, *fakehost.Host, host.Command) host.Result {
		return host.Result{Stdout: []byte("0\n")}
	})
	f.Command("/usr/bin/id")
	r := New(f.Reader().Allow(host.Query{Name: "id"}))
	if _, err := r.Reader().Query(t.Context(), host.Command{Name: "id"}); !errorIs[*host.UndeclaredError](err) {
		t.Errorf("a query nobody allowed: %v", err)
	}
	wr := r.Writer().Allow(host.Query{Name: "id"})
	if res, err := wr.Reader().Query(t.Context(), host.Command{Name: "id"}); err != nil || string(res.Stdout) != "0\n" {
		t.Errorf("query: %q, %v", res.Stdout, err)
	}
}

func TestRecorderTogether(t *testing.T) {
	r := New(sampleHost().Reader())
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			file := fmt.Sprintf("/etc/file%d", i)
			if err := r.Writer().WriteFile(t.Context(), file, []byte(file), host.WriteOptions{}); err != nil {
				t.Error(err)
			}
			if got, err := r.Reader().ReadFile(t.Context(), file); err != nil || string(got) != file {
				t.Errorf("%s: %q, %v", file, got, err)
			}
			if _, err := r.Reader().ReadDir(t.Context(), "/etc"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if r.Mark() != 8 {
		t.Errorf("%d acts recorded", r.Mark())
	}
}

func errorIs[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}
