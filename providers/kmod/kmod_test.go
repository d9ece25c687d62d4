package kmod

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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

const (
	vendor = "/usr/lib/modprobe.d/vendor.conf"
	mine   = "# mine\r\noptions  snd-hda power=1 \\\r\n  model=a\r\nblacklist pcspkr\n"
)

// machine returns a host with a kernel in which modprobe loads modules.
func machine(files map[string]string) *fakehost.Host {
	all := map[string]string{
		"/etc/modules": "# at boot\nloop\n", "/etc/modprobe.d/mine.conf": mine, vendor: "options bonding max_bonds=0\n",
		kernelModules: "loop 32768 0 - Live 0x0\n", "/sys/module/loop/": "", "/sys/module/ext4/": "", "/etc/modules-load.d/": "",
	}
	for name, text := range files {
		all[name] = text
	}
	fake := fakehost.New(all)
	fake.Link("/etc/modules-load.d/modules.conf", "../modules")
	fake.Command("/sbin/modprobe")
	fake.Handle("modprobe", func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		name := cmd.Args[0]
		if strings.HasPrefix(name, "none") {
			return host.Result{Exit: 1, Stderr: []byte("modprobe: FATAL: Module none not found in directory /lib/modules/6.1.0\n")}
		}
		f.Dir("/sys/module/"+name, 0o755)
		f.Put(kernelModules, f.Content(kernelModules)+name+" 1 0 - Live 0x0\n", 0o644)
		return host.Result{}
	})
	return fake
}

func suite() raltest.Suite {
	return raltest.Suite{
		Register: Register, Type: "kmod", Provider: "files",
		Cases: []raltest.Case{
			{Title: "nbd", Changes: []ral.Attr{
				raltest.A("load", "true"), raltest.L("options", "nbds_max=2", "x"), raltest.A("blacklist", "true"),
				raltest.L("options", "nbds_max=3"), raltest.A("load", "false"), raltest.L("options"),
			}},
			{Title: "snd_hda", Changes: []ral.Attr{raltest.L("options", "model=b"), raltest.A("blacklist", "true"), raltest.A("blacklist", "false")}},
			{Title: "loop", Changes: []ral.Attr{raltest.A("blacklist", "true"), raltest.A("load", "false")}},
		},
	}
}

func TestSuite(t *testing.T) {
	s := suite()
	t.Run("fake", func(t *testing.T) {
		s := s
		s.Host = func(*testing.T) host.Host {
			return machine(map[string]string{"/etc/modules-load.d/later.conf": "waiting\n"}).Host
		}
		s.Cases = append(slices.Clone(s.Cases), raltest.Case{Title: "waiting", Changes: []ral.Attr{raltest.A("load", "true")}})
		s.Many = func(_ *testing.T, n int) host.Host {
			text := ""
			for i := range n {
				text += fmt.Sprintf("many%d 1 0 - Live 0x0\n", i)
			}
			return machine(map[string]string{kernelModules: text}).Host
		}
		s.Run(t)
	})
	t.Run("real", func(t *testing.T) {
		s.Many, s.Watch = nil, []string{"/etc", "/usr/lib/modprobe.d", "/usr/lib/modules-load.d"}
		s.Host = func(t *testing.T) host.Host {
			root := real.Chroot(t)
			for file, text := range map[string]string{"etc/modules": "loop\n", "etc/modprobe.d/mine.conf": mine} {
				if err := os.MkdirAll(filepath.Dir(filepath.Join(root, file)), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(root, file), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			return raltest.Below(t, root)
		}
		s.Run(t)
	})
}

func env(t *testing.T, h host.Host) *onhost.Env {
	t.Helper()
	return raltest.Env(t, Register, h.Reader(), nil)
}

func decl(title string, attrs ...ral.Attr) ral.Decl {
	return ral.Decl{Type: "kmod", Title: title, Attrs: attrs}
}

func TestExample(t *testing.T) {
	fake := machine(map[string]string{vendor: ""})
	raltest.Example(t, Register, "kmod", fake.Host)
	got := fake.Content("/etc/modules-load.d/bonding.conf") + fake.Content("/etc/modprobe.d/bonding.conf") + fake.Content(kernelModules)
	if diff := cmp.Diff("bonding\noptions bonding mode=4 miimon=100\nloop 32768 0 - Live 0x0\nbonding 1 0 - Live 0x0\n", got); diff != "" {
		t.Error(diff)
	}
}

func TestListing(t *testing.T) {
	fake := machine(map[string]string{
		"/etc/modprobe.d/vendor.conf": "blacklist loop\n#options a b=1\n", "/run/modules-load.d/a.conf": "; no\next4\n", "/etc/modprobe.d/bad.conf": "x\n\x00\n",
	})
	e := env(t, fake.Host)
	var got []string
	var failed error
	e.List(t.Context(), e.Registry.Type("kmod"), func(ev onhost.ListEvent) {
		failed = ev.Err
		for _, inst := range ev.Found {
			got = append(got, fmt.Sprint(inst.Name, " ", inst.Get("load").Text(), " ", inst.Get("blacklist").Text(), " ", inst.Get("options").Inspect(), " ", inst.Get("loaded").Text(), " ", inst.From, " ", len(inst.ProviderFindings)))
		}
	})
	want := []string{
		`ext4 true false [] true /run/modules-load.d/a.conf:2 0`, `loop true true [] true /etc/modprobe.d/vendor.conf:1 1`,
		`pcspkr false true [] false /etc/modprobe.d/mine.conf:4 0`, `snd_hda false false ["power=1", "model=a"] false /etc/modprobe.d/mine.conf:2 0`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if failed == nil || !strings.Contains(failed.Error(), "cannot read /etc/modprobe.d/bad.conf: line 2 contains a NUL byte") {
		t.Error(failed)
	}
}

func TestStories(t *testing.T) {
	const file = "/etc/modprobe.d/mine.conf"
	for name, c := range map[string]struct {
		d     ral.Decl
		files map[string]string
		want  map[string]string
		ran   int
		fails string
	}{
		"options on two lines become one": {
			decl("snd-hda", raltest.L("options", "power=0")), nil,
			map[string]string{file: "# mine\r\noptions snd_hda power=0\r\nblacklist pcspkr\n"},
			0, "",
		},
		"options of several files become one line": {
			decl("a", raltest.L("options", "x=1")),
			map[string]string{file: "options a x=0\n# y\noptions a z\n", "/etc/modprobe.d/z.conf": "options a q\noptions b r\n"},
			map[string]string{file: "options a x=1\n# y\n", "/etc/modprobe.d/z.conf": "options b r\n"},
			0, "",
		},
		"a package's own options": {
			decl("bonding", raltest.L("options", "mode=4")), nil,
			map[string]string{vendor: "options bonding max_bonds=0\n"},
			0,
			"cannot change " + vendor + ":1: the file belongs to a package",
		},
		"not now":            {decl("dummy", raltest.A("load", "true"), raltest.A("apply", "false")), nil, map[string]string{"/etc/modules-load.d/dummy.conf": "dummy\n"}, 0, ""},
		"only now":           {decl("loop", raltest.A("load", "true")), map[string]string{"/sys/module/loop/": "", "/etc/modules": "loop\nnb-d\n"}, map[string]string{"/etc/modules": "loop\nnb-d\n"}, 0, ""},
		"dash or underscore": {decl("nb_d", raltest.A("load", "true")), map[string]string{"/etc/modules": "nb-d\n"}, map[string]string{"/etc/modules": "nb-d\n"}, 1, ""},
		"in a package's file, not loaded": {
			decl("nbd", raltest.A("load", "true")),
			map[string]string{"/usr/lib/modules-load.d/nbd.conf": "nbd\n"},
			map[string]string{"/usr/lib/modules-load.d/nbd.conf": "nbd\n", "/etc/modules-load.d/nbd.conf": ""},
			1, "",
		},
		"no such module": {decl("none", raltest.A("load", "true")), nil, nil, 1, "Module none not found"},
		"no text": {
			decl("a", raltest.A("blacklist", "true")), map[string]string{file: "\x00"}, map[string]string{file: "\x00", "/etc/modprobe.d/a.conf": ""}, 0, "line 1 contains a NUL byte",
		},
	} {
		t.Run(name, func(t *testing.T) {
			fake := machine(c.files)
			rep, err := transaction.Run(t.Context(), env(t, fake.Host), []ral.Decl{c.d}, fake.Writer(), transaction.Options{})
			if err != nil {
				t.Fatal(err)
			}
			why := fmt.Sprint(rep.Steps[0].Err)
			for _, ch := range rep.Steps[0].Changes {
				why += fmt.Sprint(" ", ch.Err)
			}
			if rep.OK() != (c.fails == "") || !strings.Contains(why, c.fails) || len(fake.Ran()) != c.ran {
				t.Errorf("%s, ran %v", why, fake.Ran())
			}
			for file, want := range c.want {
				if diff := cmp.Diff(want, fake.Content(file)); diff != "" {
					t.Errorf("%s:\n%s", file, diff)
				}
			}
		})
	}
}

func TestValidation(t *testing.T) {
	e := env(t, machine(nil).Host)
	for _, c := range []struct {
		d  ral.Decl
		ok bool
	}{
		{decl("snd-hda", raltest.L("options", "a=1,2", "b")), true},
		{decl("a b"), false},
		{decl("-r"), false},
		{decl("a\nb"), false},
		{decl("a", raltest.L("options", "x=1 y=2")), false},
		{decl("a", raltest.L("options", "x=\\")), false},
		{decl("a", raltest.A("load", "maybe")), false},
	} {
		if _, diags := e.Build(t.Context(), c.d); (diags.Err() == nil) != c.ok {
			t.Errorf("%v: %v", c.d, diags.Err())
		}
	}
}

// A removed statement is gone, and nothing else is.
func FuzzStatements(f *testing.F) {
	f.Add(mine, "snd_hda", false)
	f.Add("a \\\nb\\\n\\", "b", false)
	f.Add("#x\n;y\nloop opt\r\n\xff", "loop", true)
	f.Fuzz(func(t *testing.T, text, module string, load bool) {
		file := format().Parse([]byte(text))
		if string(file.Bytes()) != text {
			t.Fatalf("%q is written back as %q", text, file.Bytes())
		}
		verb := "options"
		if load {
			verb = "load"
		}
		var want []string
		for _, s := range statements(file, load) {
			if !s.is(verb, module) {
				want = append(want, fmt.Sprint(s.verb, s.module, s.rest))
			}
		}
		without(file, verb, module)
		var got []string
		for _, s := range statements(format().Parse(file.Bytes()), load) {
			got = append(got, fmt.Sprint(s.verb, s.module, s.rest))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%q: %s", text, diff)
		}
	})
}
