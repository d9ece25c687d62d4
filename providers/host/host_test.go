package hosts

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/record"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

const sample = "127.0.0.1\tlocalhost\n# mine\n\n::1     localhost ip6\n10.0.0.5 db.example.com db  # main\n\xff odd\n"

func TestWhatIsRead(t *testing.T) {
	fake := fakehost.New(map[string]string{"/etc/hosts": sample})
	s := newStage(t, fake.Reader(), fake.Writer())
	var got []string
	s.env.List(t.Context(), s.env.Registry.Type("host"), func(e onhost.ListEvent) {
		if e.Done && (e.Err == nil || e.Err.Error() != `/etc/hosts:6 begins with "\xff", which is not an IP address`) {
			t.Error(e.Err)
		}
		for _, inst := range e.Found {
			got = append(got, strings.Join([]string{
				inst.From, inst.Name, inst.Get("ip").Inspect(), inst.Get("host_aliases").Inspect(), inst.Get("comment").Inspect(),
			}, " "))
		}
	})
	want := []string{
		`/etc/hosts:1 localhost "127.0.0.1" :absent ""`,
		`/etc/hosts:4 localhost "::1" ["ip6"] ""`,
		`/etc/hosts:5 db.example.com "10.0.0.5" ["db"] "main"`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestStories(t *testing.T) {
	list := func(items ...string) ral.Attr { return attr("host_aliases", value.Strs(items...)) }
	for name, c := range map[string]struct {
		before string
		decls  []ral.Decl
		after  string
	}{
		"two resources of one run": {
			"10.0.0.1 aa\r\n10.0.0.2  bb\r\n",
			[]ral.Decl{decl("cc", text("ip", "10.0.0.3"), list("c1", "c2")), decl("aa", text("ip", "10.0.0.9"))},
			"10.0.0.9\taa\r\n10.0.0.2  bb\r\n10.0.0.3\tcc\tc1 c2\r\n",
		},
		"names of one letter": {
			"10.0.0.1 a\n",
			[]ral.Decl{decl("a", list("x")), decl("b", text("ip", "10.0.0.2"))},
			"10.0.0.1\ta\tx\n10.0.0.2\tb\n",
		},
		"created, then changed": {
			"10.0.0.1 aa",
			[]ral.Decl{decl("cc", text("ip", "10.0.0.3")), decl("cc", text("comment", "new"))},
			"10.0.0.1 aa\n10.0.0.3\tcc\t# new\n",
		},
		"aliases taken away": {
			"10.0.0.1 aa a1 a2\n", []ral.Decl{decl("aa", list())}, "10.0.0.1\taa\n",
		},
		"all lines of a name removed": {
			"10.0.0.1 aa\n10.0.0.2 bb\n::1 aa\n",
			[]ral.Decl{decl("aa", attr("ensure", value.Str("absent")))},
			"10.0.0.2 bb\n",
		},
		"address in capitals": {
			"", []ral.Decl{decl("aa", text("ip", "FE80::1")), decl("aa", text("ip", "FE80::1"))}, "FE80::1\taa\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			fake := fakehost.New(map[string]string{"/etc/hosts": c.before})
			s := newStage(t, fake.Reader(), fake.Writer())
			plan := record.New(fake.Reader())
			p := newStage(t, plan.Reader(), plan.Writer())
			for _, stage := range []*stage{p, s} {
				for _, d := range c.decls {
					if _, err := stage.apply(t.Context(), d); err != nil {
						t.Fatal(err)
					}
				}
			}
			if diff := cmp.Diff(c.after, fake.Content("/etc/hosts")); diff != "" {
				t.Error(diff)
			}
			acts := plan.Acts()
			if got := string(acts[len(acts)-1].After); got != c.after {
				t.Errorf("planned %q", got)
			}
			for _, d := range c.decls[len(c.decls)-1:] {
				if again, err := s.apply(t.Context(), d); err != nil || again != nil {
					t.Errorf("a second run: %v, %v", again, err)
				}
			}
		})
	}
}

// The resolver uses the first line of a name, and ralsh manages the last one.
func TestTwoLinesOfAName(t *testing.T) {
	fake := fakehost.New(map[string]string{"/etc/hosts": "10.0.0.1 a b\n::1 a\n10.0.0.2 a\n"})
	s := newStage(t, fake.Reader(), fake.Writer())
	plan, err := transaction.NewPlan(t.Context(), s.env, []ral.Decl{decl("a", text("ip", "10.0.0.5"))})
	if err != nil {
		t.Fatal(err)
	}
	want := "/etc/hosts:3; /etc/hosts:1 has the same name and stays, and the resolver uses it; /etc/hosts:2 has the same name and stays"
	if got := plan.Steps[0].Changes[0].Note; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	want = "lines 1 and 3 of /etc/hosts are a; ralsh manages the last line, the resolver uses the first line"
	if got := plan.Steps[0].Resource.Found.Findings(); len(got) != 1 || got[0] != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestAForeignEditIsKept(t *testing.T) {
	fake := fakehost.New(map[string]string{"/etc/hosts": "10.0.0.1 aa x\n"})
	s := newStage(t, fake.Reader(), fake.Writer())
	r, _ := s.env.Build(t.Context(), decl("aa", text("ip", "10.0.0.2")))
	r.Found, _ = s.run.Retrieve(t.Context(), r)
	fake.Put("/etc/hosts", "# theirs\n10.0.0.1 aa x # theirs\n10.0.0.7 bb\n", 0o644)
	ops := s.run.Ops(r.Provider)
	if err := ops.Set(t.Context(), s.change, r, "ip", r.Get("ip")); err != nil {
		t.Fatal(err)
	}
	if err := ops.Flush(t.Context(), s.change, r); err != nil {
		t.Fatal(err)
	}
	const want = "# theirs\n10.0.0.2\taa\tx\t# theirs\n10.0.0.7 bb\n"
	if got := fake.Content("/etc/hosts"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestMoveToAnotherFile(t *testing.T) {
	fake := fakehost.New(map[string]string{"/etc/hosts": "10.0.0.1 aa\n10.0.0.2 bb\n", "/srv/": ""})
	s := newStage(t, fake.Reader(), fake.Writer())
	move := decl("aa", text("target", "/srv/hosts"))
	if got, err := s.apply(t.Context(), move); err != nil || len(got) != 1 {
		t.Fatalf("%v, %v", got, err)
	}
	if a, b := fake.Content("/etc/hosts"), fake.Content("/srv/hosts"); a != "10.0.0.2 bb\n" || b != "10.0.0.1\taa\n" {
		t.Errorf("%q and %q", a, b)
	}
	if _, err := s.apply(t.Context(), decl("cc", text("ip", "10.0.0.3"), text("target", "/none/hosts"))); err == nil ||
		!strings.Contains(err.Error(), "cannot write /none/hosts") {
		t.Errorf("got %v", err)
	}
}

func TestErrorsNameTheFile(t *testing.T) {
	fake := fakehost.New(map[string]string{"/etc/hosts": sample}, fakehost.WithUID(1000))
	fake.Deny("/etc/hosts")
	s := newStage(t, fake.Reader(), fake.Writer())
	_, err := s.apply(t.Context(), decl("aa", text("ip", "10.0.0.1")))
	if err == nil || err.Error() != "cannot read /etc/hosts: permission denied" {
		t.Errorf("got %v", err)
	}
	fake = fakehost.New(map[string]string{"/etc/hosts": sample})
	s = newStage(t, fake.Reader(), fake.Writer())
	const want = "ip is a required attribute for hosts"
	if _, err := s.apply(t.Context(), decl("aa", attr("ensure", value.Str("present")))); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
	if fake.Content("/etc/hosts") != sample {
		t.Error("the file changed")
	}
}

func TestOnARealFolder(t *testing.T) {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "etc"), 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(root, "etc/hosts")
	if err := os.WriteFile(file, []byte(sample), 0o600); err != nil {
		t.Fatal(err)
	}
	below := raltest.Below(t, root)
	s := newStage(t, below.Reader(), below.Writer())
	if _, err := s.apply(t.Context(), decl("localhost", text("comment", "loop"))); err != nil {
		t.Fatal(err)
	}
	got, _ := os.ReadFile(file)
	if want := strings.Replace(sample, "::1     localhost ip6", "::1\tlocalhost\tip6\t# loop", 1); string(got) != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if info, _ := os.Stat(file); info.Mode() != fs.FileMode(0o600) {
		t.Errorf("mode %v", info.Mode())
	}
}
