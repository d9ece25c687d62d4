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
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
	"ralsh/ral/host/ownfiles"
)

const factsD = "/etc/facter/facts.d/"

// printing creates a program on the fake host that prints a text.
func printing(fake *fakehost.Host, file string, res host.Result) {
	fake.Put(file, "", 0o755)
	fake.Handle(filepath.Base(file), func(context.Context, *fakehost.Host, host.Command) host.Result { return res })
}

func says(text string) host.Result { return host.Result{Stdout: []byte(text)} }

// In a directory the last name wins, between directories the first one, and a
// variable over all; what was overruled is reported.
func TestPrecedence(t *testing.T) {
	fake := fakehost.New(map[string]string{
		"/one/a.txt": "a=txt\nb=txt\nc=txt\nd=txt\n", "/one/b.json": `{"a":"json","b":"json","c":"json"}`,
		"/one/c.yaml": "a: yaml\nb: yaml\n", "/two/z.txt": "a=two\ne=two\nF.G=dots\n", "/two/.hidden.txt": "h=1\n",
	}, fakehost.WithEnv("FACTER_e", "variable"), fakehost.WithEnv("facterOS", "flat"), fakehost.WithEnv("FACTER_osfamily", "suse"))
	printing(fake, "/one/d.sh", says("a=sh"))
	f := With(fake.Reader(), Options{ExternalDirs: []string{"/one", "/two"}})
	check(t, f, "a sh\nb yaml\nc json\nd txt\ne variable\nf.g dots\nh \nos flat\nos.name \nosfamily suse\nkernel Linux\n")
	f.All(t.Context())
	want := "/one/d.sh, external, weight 10000, over external yaml /one/c.yaml and external json /one/b.json and external txt /one/a.txt and external txt /two/z.txt"
	if got := f.SourceOf(t.Context(), "a"); got != want {
		t.Errorf("a is from %q, want %q", got, want)
	}
}

// Each invalid file gives one diagnostic that names it, and affects no other
// fact.
func TestBadFiles(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"good.txt": "good=yes\n", "latin.txt": "a=\xe9\nutf=ok\nb=\xe9\n", "broken.json": `{"a": `, "more.json": `{} {}`, "list.yaml": "- 1\n",
		"broken.yaml": "a: [1\nb: 2\n", "symbol.yaml": "a: :b\n", "latin.json": "{\"a\":\"\xe9\"}", "deep.yaml": strings.Repeat("[", 5000),
		"big.txt": strings.Repeat("x", maxFacts+1), "bomb.yaml": bomb(), "deep.json": strings.Repeat("[", 20000),
		"binary.yaml": "one: !!binary /////w==\ntwo: !!binary /w==\nfine: !!binary b2s=\n", "object.yaml": "a: !ruby/object:Object {}\n",
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
	f := With(local.Machine().Reader(), Options{ExternalDirs: []string{dir}})
	began := time.Now()
	f.All(t.Context())
	if took := time.Since(began); took > time.Minute {
		t.Errorf("it took %s", took)
	}
	check(t, f, "good yes\nutf ok\nfine ok\nkernel Linux\n")
	got := map[string]string{}
	for _, s := range f.Trouble(t.Context()) {
		got[filepath.Base(s.Path)] = s.Err.Error()
	}
	for name, want := range map[string]string{
		"latin.txt": "lines 1 and 3 are not UTF-8 and omitted", "broken.json": "invalid JSON: unexpected end of the file", "more.json": "unexpected text after the end",
		"list.yaml": "the YAML is a list", "broken.yaml": "invalid YAML: line", "symbol.yaml": "line 1: :b is a Ruby symbol",
		"latin.json": "not UTF-8 at byte 6", "deep.yaml": "nested deeper", "big.txt": "1048577 bytes", "bomb.yaml": "more than",
		"deep.json": "invalid JSON", "fifo.txt": "not a regular file", "link.json": "target of the link does not exist", "link": "target of the link does not exist",
		"binary.yaml": `fact "one" is omitted: it is not UTF-8 at byte 0; fact "two" is omitted`, "object.yaml": "line 1: the tag !ruby/object:Object requires",
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

// bomb returns a small YAML that expands to a billion values.
func bomb() string {
	text := "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
	for i := '1'; i <= '9'; i++ {
		text += "a" + string(i) + ": &a" + string(i) + " [" + strings.Repeat("*a"+string(i-1)+",", 9) + "*a" + string(i-1) + "]\n"
	}
	return text
}

// Problems that Facter does not report are reported: skipped files, a status,
// standard error.
func TestNotes(t *testing.T) {
	fake := fakehost.New(map[string]string{
		factsD + "README": "text", factsD + "a.yml": "a: 1\n", factsD + "sub/x.txt": "x=1\n", factsD + "half.txt": "a=1\nnothing\n",
		factsD + ".hidden.txt": "h=1\n", factsD + "empty.txt": "", factsD + "empty.yaml": "", factsD + "comments.txt": "# one\n\n",
		factsD + "most.txt": "1\n2\n3\nx=4\n5\n6\n7\n8\n", factsD + "none.json": "{}",
	})
	fake.Put(factsD+"a.exe", "", 0o755)
	printing(fake, factsD+"three", host.Result{Exit: 3, Stdout: []byte("three=3\n"), Stderr: []byte("noise\n")})
	printing(fake, factsD+"silent", host.Result{})
	printing(fake, factsD+"prose", says("c=1\nall is well\n"))
	printing(fake, factsD+"killed", host.Result{Exit: -1, Signal: "SIGPIPE", Stdout: []byte("k=1\n")})
	printing(fake, factsD+"none", host.Result{Exit: 127, Stderr: []byte("ipmitool: not found\n")})
	f := With(fake.Reader(), Options{})
	if fact := f.Get(t.Context(), "three"); fact.Value.Text() != "3" || fact.Leaves[0].Note != "exit 3" {
		t.Errorf("three is %+v", fact)
	}
	f.All(t.Context())
	var got []string
	for _, s := range f.Sources(t.Context()) {
		if s.Fault() != "" {
			got = append(got, s.Error())
		}
		for _, note := range s.Notes {
			got = append(got, filepath.Base(s.Path)+": "+note)
		}
	}
	slices.Sort(got)
	want := []string{
		".hidden.txt: skipped: the name begins with a dot",
		factsD + "killed: killed by SIGPIPE, which Facter ignores",
		factsD + `none: the program: exit 127, "ipmitool: not found"`,
		factsD + "three: exit 3, which Facter ignores; standard error: noise",
		"README: skipped: the name does not end in .txt, .json or .yaml, and the file is not executable",
		"a.exe: skipped: it is a Windows program",
		"a.yml: skipped: the name does not end in .txt, .json or .yaml, and the file is not executable",
		"comments.txt: it contains no facts", "empty.txt: it is empty", "empty.yaml: it is empty",
		"half.txt: line 2 is not name=value", "most.txt: lines 1, 2, 3, 5, 6 and 2 more are not name=value", "none.json: it contains no facts",
		"prose: standard output: line 2 is not name=value", "silent: it printed no facts",
		"sub: skipped: it is a directory; ralsh reads only files",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Earlier output of a program says nothing about its current output: it runs
// for every fact that no heavier resolution has, even after a timeout.
func TestAnswersDoNotDependOnEarlierRuns(t *testing.T) {
	state, err := ownfiles.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	fake := fakehost.New(map[string]string{factsD + "z.txt": "site=here\n"})
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
		check(t, With(fake.Reader(), Options{State: state}), c.want)
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

// Programs run concurrently: each here waits until the other has started. A
// program that never ends affects only itself.
func TestProgramsSideBySide(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fake := fakehost.New(nil)
		var both sync.WaitGroup
		both.Add(2)
		for _, name := range []string{"one", "two"} {
			fake.Put(factsD+name, "", 0o755)
			fake.Handle(name, func(context.Context, *fakehost.Host, host.Command) host.Result {
				both.Done()
				both.Wait()
				return says(name + "=1\n")
			})
		}
		fake.Put(factsD+"slow", "", 0o755)
		until := make(chan struct{})
		fake.Hold(factsD+"slow", until)
		f := With(fake.Reader(), Options{})
		check(t, f, "one 1\ntwo 1\nkernel Linux\n")
		if trouble := f.Trouble(t.Context()); len(trouble) != 1 || !strings.HasSuffix(trouble[0].Path, "slow") {
			t.Errorf("trouble: %v", trouble)
		}
		close(until)
	})
}
