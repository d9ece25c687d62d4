package facts

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral/host"
)

const factsD = "/etc/facter/facts.d/"

// printing makes a program of the fake's that prints a text.
func printing(fake *host.Fake, file string, res host.Result) {
	fake.Put(file, "", 0o755)
	fake.Handle(filepath.Base(file), func(context.Context, *host.Fake, host.Command) host.Result { return res })
}

func says(text string) host.Result { return host.Result{Stdout: []byte(text)} }

// In a folder the last name wins, between folders the first given, and a
// variable over all; what was overruled is told.
func TestPrecedence(t *testing.T) {
	fake := host.NewFake(map[string]string{
		"/one/a.txt": "a=txt\nb=txt\nc=txt\nd=txt\n", "/one/b.json": `{"a":"json","b":"json","c":"json"}`,
		"/one/c.yaml": "a: yaml\nb: yaml\n", "/two/z.txt": "a=two\ne=two\nF.G=dots\n", "/two/.hidden.txt": "h=1\n",
	}, host.WithEnv("FACTER_e", "variable"), host.WithEnv("facterOS", "flat"), host.WithEnv("FACTER_osfamily", "suse"))
	printing(fake, "/one/d.sh", says("a=sh"))
	f := With(fake.Look(), Options{ExternalDirs: []string{"/one", "/two"}})
	check(t, f, "a sh\nb yaml\nc json\nd txt\ne variable\nf.g dots\nh \nos flat\nos.name \nosfamily suse\nkernel Linux\n")
	f.All(t.Context())
	want := "/one/d.sh, external, weight 10000, over external yaml /one/c.yaml and external json /one/b.json and external txt /one/a.txt and external txt /two/z.txt"
	if got := f.Whence(t.Context(), "a"); got != want {
		t.Errorf("a is from %q, want %q", got, want)
	}
}

// Each file at fault costs one diagnostic that names it, and no other fact.
func TestBadFiles(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"good.txt": "good=yes\n", "latin.txt": "a=\xe9\nutf=ok\n", "broken.json": `{"a": `, "more.json": `{} {}`, "list.yaml": "- 1\n",
		"broken.yaml": "a: [1\nb: 2\n", "symbol.yaml": "a: :b\n", "latin.json": "{\"a\":\"\xe9\"}", "deep.yaml": strings.Repeat("[", 5000),
		"big.txt": strings.Repeat("x", maxFacts+1), "bomb.yaml": bomb(), "deep.json": strings.Repeat("[", 20000),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "fifo.txt"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"link.json", "link"} {
		if err := os.Symlink("nowhere", filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	f := With(host.Machine().Look(), Options{ExternalDirs: []string{dir}})
	began := time.Now()
	f.All(t.Context())
	if took := time.Since(began); took > patience {
		t.Errorf("it took %s", took)
	}
	check(t, f, "good yes\nutf ok\nkernel Linux\n")
	got := map[string]string{}
	for _, s := range f.Trouble(t.Context()) {
		got[filepath.Base(s.Path)] = s.Err.Error()
	}
	for name, want := range map[string]string{
		"latin.txt": "line 1 is not UTF-8", "broken.json": "no JSON: it ends too early", "more.json": "more after its end",
		"list.yaml": "its YAML is a list", "broken.yaml": "this is no YAML: line", "symbol.yaml": "line 1: :b is a symbol of Ruby",
		"latin.json": "not UTF-8 at byte 6", "deep.yaml": "nested deeper", "big.txt": "it has 1048577 bytes", "bomb.yaml": "stands for more than",
		"deep.json": "this is no JSON", "fifo.txt": "no regular file", "link.json": "a link to nothing", "link": "a link to nothing",
	} {
		if !strings.Contains(got[name], want) {
			t.Errorf("%s: %q, want %q", name, got[name], want)
		}
		delete(got, name)
	}
	if len(got) > 0 {
		t.Errorf("more trouble: %v", got)
	}
}

// bomb is a small YAML that stands for a billion values.
func bomb() string {
	text := "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
	for i := '1'; i <= '9'; i++ {
		text += "a" + string(i) + ": &a" + string(i) + " [" + strings.Repeat("*a"+string(i-1)+",", 9) + "*a" + string(i-1) + "]\n"
	}
	return text
}

// What Facter says nothing of is told: what is passed over, a status, stderr.
func TestNotes(t *testing.T) {
	fake := host.NewFake(map[string]string{
		factsD + "README": "text", factsD + "a.yml": "a: 1\n", factsD + "sub/x.txt": "x=1\n", factsD + "half.txt": "a=1\nnothing\n",
	})
	fake.Put(factsD+"a.exe", "", 0o755)
	printing(fake, factsD+"three", host.Result{Exit: 3, Stdout: []byte("three=3\n"), Stderr: []byte("noise\n")})
	printing(fake, factsD+"none", host.Result{Exit: 127, Stderr: []byte("ipmitool: not found\n")})
	f := With(fake.Look(), Options{})
	if fact := f.Get(t.Context(), "three"); fact.Value.Text() != "3" || fact.Leaves[0].Note != "exit 3" {
		t.Errorf("three is %+v", fact)
	}
	f.All(t.Context())
	var got []string
	for _, s := range f.Sources(t.Context()) {
		if s.Err != nil {
			got = append(got, s.Error())
		}
		for _, note := range s.Notes {
			got = append(got, filepath.Base(s.Path)+": "+note)
		}
	}
	slices.Sort(got)
	want := []string{
		factsD + `none: the program: exit 127, "ipmitool: not found"`,
		"README: passed over: its name ends in none of .txt, .json and .yaml, and it is not executable",
		"a.exe: passed over: it is a program of Windows",
		"a.yml: passed over: its name ends in none of .txt, .json and .yaml, and it is not executable",
		"half.txt: 1 of 2 lines are not name=value", "none: standard error: ipmitool: not found",
		"sub: passed over: it is a folder, and only files are read",
		"three: exit 3, which Facter does not look at", "three: standard error: noise",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A program that another could have written does not run as root.
func TestNotRunAsRoot(t *testing.T) {
	for _, c := range []struct{ what, want string }{
		{"file", "not run: it belongs to uid 1000, and would run as root"},
		{"folder", "not run: its folder belongs to uid 1000, and would run as root"},
		{"mode", "not run: others than root may write it (mode 0777), and it would run as root"},
	} {
		fake := host.NewFake(nil)
		printing(fake, factsD+"x.sh", says("x=1"))
		change := fake.Change()
		mine, other := 0, 1000
		var err error
		switch c.what {
		case "file":
			err = change.Chown(t.Context(), factsD+"x.sh", other, mine)
		case "folder":
			err = change.Chown(t.Context(), strings.TrimSuffix(factsD, "/"), other, mine)
		default:
			err = change.Chmod(t.Context(), factsD+"x.sh", 0o777)
		}
		if err != nil {
			t.Fatal(err)
		}
		f := With(fake.Look(), Options{})
		check(t, f, "x \nkernel Linux\n")
		trouble := f.Trouble(t.Context())
		if len(trouble) != 1 || trouble[0].Err.Error() != c.want || len(fake.Ran()) > 0 {
			t.Errorf("%s: %v, ran %v", c.what, trouble, fake.Ran())
		}
	}
}

// What a program gave earlier says nothing of what it gives now: it runs for every
// fact that nothing heavier has, also when it once took too long.
func TestAnswersDoNotDependOnEarlierRuns(t *testing.T) {
	state, err := host.OpenState(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	fake := host.NewFake(map[string]string{factsD + "z.txt": "site=here\n"})
	for _, c := range []struct {
		res  host.Result
		want string
		ran  int
	}{
		{says("p=1\n"), "p 1\nkernel Linux\n", 1},
		{says("kernel=Fake\n"), "kernel Fake\nnobody \n", 1},
		{says("site=program\n"), "site here\n", 0},
		{host.Result{Exit: -1, Signal: "SIGTERM"}, "kernel Linux\n", 1},
		{says("kernel=Again\n"), "kernel Again\n", 1},
	} {
		printing(fake, factsD+"p.sh", c.res)
		before := len(fake.Ran())
		check(t, With(fake.Look(), Options{State: state}), c.want)
		ran := 0
		for _, cmd := range fake.Ran()[before:] {
			if cmd.Name == factsD+"p.sh" {
				ran++
			}
		}
		if ran != c.ran {
			t.Errorf("%s: the program ran %d times", c.want, ran)
		}
	}
}

// Programs run side by side: each here waits until the other has begun. One that
// never ends costs itself alone.
func TestProgramsSideBySide(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fake := host.NewFake(nil)
		var both sync.WaitGroup
		both.Add(2)
		for _, name := range []string{"one", "two"} {
			fake.Put(factsD+name, "", 0o755)
			fake.Handle(name, func(context.Context, *host.Fake, host.Command) host.Result {
				both.Done()
				both.Wait()
				return says(name + "=1\n")
			})
		}
		fake.Put(factsD+"slow", "", 0o755)
		until := make(chan struct{})
		fake.Hold(factsD+"slow", until)
		f := With(fake.Look(), Options{})
		check(t, f, "one 1\ntwo 1\nkernel Linux\n")
		if trouble := f.Trouble(t.Context()); len(trouble) != 1 || !strings.HasSuffix(trouble[0].Path, "slow") {
			t.Errorf("trouble: %v", trouble)
		}
		close(until)
	})
}

// Files of modules come behind the folders, the last name first, and are read
// where they lie, also for a host below another root; no program is run for that.
func TestModuleFiles(t *testing.T) {
	own := host.NewFake(map[string]string{"/m/one/facts.d/a.txt": "a=one\nb=one\nd=one\n", "/m/two/facts.d/b.txt": "b=two\nc=two\n"})
	printing(own, "/m/two/facts.d/c.sh", says("d=sh"))
	opt := Options{Files: []string{"/m/one/facts.d/a.txt", "/m/two/facts.d/b.txt", "/m/two/facts.d/c.sh"}, Own: own.Look()}
	own.Put(factsD+"x.txt", "c=system\n", 0o644)
	f := With(own.Look(), opt)
	check(t, f, "a one\nb two\nc system\nd sh\n")
	f.All(t.Context())
	if got, want := f.Whence(t.Context(), "b"), "/m/two/facts.d/b.txt, external, weight 10000, over external txt /m/one/facts.d/a.txt"; got != want {
		t.Errorf("b is from %q, want %q", got, want)
	}

	below := host.NewFake(map[string]string{"/etc/facter/facts.d/x.txt": "c=below\n"}, host.WithRoot("/srv/image"))
	f = With(below.Look(), opt)
	check(t, f, "a one\nb two\nc below\nd one\n")
	f.All(t.Context())
	trouble := f.Trouble(t.Context())
	if len(trouble) != 1 || trouble[0].Error() != "/m/two/facts.d/c.sh: not run: the host is below another root, and it would tell of this machine" {
		t.Errorf("trouble %v", trouble)
	}

	silent := host.NewFake(map[string]string{"/etc/facter/facter.conf": "global : { no-external-facts : true }"})
	f = With(silent.Look(), opt)
	check(t, f, "a \n")
}
