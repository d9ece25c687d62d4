package sysctl

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
	"ralsh/ral/transaction"
)

const vendor = "/usr/lib/sysctl.d/50-pid-max.conf"

// machine returns a host with a kernel: sysctl writes its files.
func machine(files map[string]string) *fakehost.Host {
	all := map[string]string{
		"/proc/sys/net/ipv4/ip_forward": "0\n", "/proc/sys/net/ipv4/tcp_mem": "1\t2\t3\n",
		"/proc/sys/net/ipv4/conf/eth0.1/forwarding": "0\n", "/proc/sys/vm/swappiness": "60\n",
		mainFile: "# mine\n#net.ipv4.ip_forward=1\nvm.swappiness=10\n", vendor: "kernel.pid_max = 9\n",
	}
	for name, text := range files {
		all[name] = text
	}
	fake := fakehost.New(all)
	fake.Command("/usr/sbin/sysctl")
	fake.Handle("sysctl", func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		name, is, ok := strings.Cut(cmd.Args[len(cmd.Args)-1], "=")
		file := kernel + "/" + pathOf(name)
		if !ok || f.Content(file) == "" || !cmp.Equal(cmd.Args[:2], []string{"-q", "-w"}) {
			return host.Result{Exit: 255, Stderr: []byte("sysctl: cannot stat " + file + ": No such file or directory\n")}
		}
		f.Put(file, is+"\n", 0o644)
		return host.Result{}
	})
	return fake
}

func suite() raltest.Suite {
	return raltest.Suite{
		Register: Register, Type: "sysctl", Provider: "parsed",
		Cases: []raltest.Case{
			{
				Title: "net.ipv4.ip_forward", Remove: "absent",
				Create:  []ral.Attr{raltest.A("value", "1"), raltest.A("comment", "routes")},
				Changes: []ral.Attr{raltest.A("value", "0"), raltest.A("comment", "no more"), raltest.A("comment", "")},
			},
			{
				Title: "net.ipv4.tcp_mem", Remove: "absent", With: []ral.Attr{raltest.A("target", "/etc/sysctl.d/60-mem.conf")},
				Create:  []ral.Attr{raltest.A("value", "4096 \t 8192 16384")},
				Changes: []ral.Attr{raltest.A("value", "4096 8192 32768")},
			},
		},
	}
}

func TestSuite(t *testing.T) {
	s := suite()
	t.Run("fake", func(t *testing.T) {
		s := s
		s.Host = func(*testing.T) host.Host { return machine(map[string]string{"/etc/sysctl.d/": ""}).Host }
		s.Cases = append(slices.Clone(s.Cases),
			raltest.Case{Name: "the kernel differs", Title: "vm.swappiness", Changes: []ral.Attr{raltest.A("value", "10"), raltest.A("comment", "x")}},
			raltest.Case{
				Name: "the kernel differs for good", Title: "vm.swappiness", With: []ral.Attr{raltest.A("apply", "false")},
				Changes: []ral.Attr{raltest.A("value", "30")}, Remove: "absent",
			},
		)
		s.Many = func(_ *testing.T, n int) host.Host {
			files := make(map[string]string)
			for i := range n {
				files[fmt.Sprintf("/proc/sys/many/s%d", i)] = "1\n"
			}
			return machine(files).Host
		}
		s.Run(t)
	})
	t.Run("below", func(t *testing.T) {
		s.Many = nil
		s.Host = func(t *testing.T) host.Host { return below(t) }
		s.Run(t)
	})
}

func below(t *testing.T) host.Host {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "etc/sysctl.d"), 0o755); err != nil {
		t.Fatal(err)
	}
	return raltest.Below(t, root)
}

func TestExample(t *testing.T) {
	fake := machine(map[string]string{"/etc/sysctl.d/": ""})
	raltest.Example(t, Register, "sysctl", fake.Host)
	want := "# net.ipv4.ip_forward: this host routes\nnet.ipv4.ip_forward = 1\n"
	if diff := cmp.Diff(want, fake.Content("/etc/sysctl.d/60-router.conf")); diff != "" {
		t.Error(diff)
	}
	if got := fake.Content("/proc/sys/net/ipv4/ip_forward"); got != "1\n" {
		t.Errorf("the kernel has %q", got)
	}
}

func env(t testing.TB, h host.Host) *onhost.Env {
	t.Helper()
	return raltest.Env(t, Register, h.Reader(), nil)
}

func decl(title string, pairs ...string) ral.Decl {
	return raltest.Decl("sysctl", title, pairs...)
}

func TestListing(t *testing.T) {
	fake := machine(map[string]string{
		"/etc/sysctl.d/10-a.conf": "net/ipv4/conf/eth0.1/forwarding = 1\nvm.swappiness = 20\n-kernel.none=1\n",
		"/run/sysctl.d/10-a.conf": "vm.hidden = 1\n", "/etc/sysctl.d/README": "x = 1\n",
		"/proc/sys/net/ipv4/route/flush": "", "/proc/sys/net/ipv4/base_reachable_time": "1\n",
	})
	fake.Put("/proc/sys/net/ipv4/route/flush", "x", 0o200)
	fake.Link("/etc/sysctl.d/99-sysctl.conf", "../sysctl.conf")
	fake.Link("/etc/sysctl.d/50-pid-max.conf", "/dev/null")
	e := env(t, fake.Host)
	var got []string
	e.List(t.Context(), e.Registry.Type("sysctl"), func(ev onhost.ListEvent) {
		if ev.Err != nil {
			t.Error(ev.Err)
		}
		for _, inst := range ev.Found {
			got = append(got, strings.TrimSpace(fmt.Sprint(inst.Name, " ", inst.Get("ensure").Text(), " ", inst.Get("value").Text(), " ", inst.Get("live").Inspect(), " ", inst.From, " ", strings.Join(inst.ProviderFindings, "; "))))
		}
	})
	want := []string{
		`net.ipv4.conf.eth0/1.forwarding present 1 "0" /etc/sysctl.d/10-a.conf:1 the saved value is 1, the value in the kernel is 0`,
		`kernel.none present 1 :absent /etc/sysctl.d/10-a.conf:3`,
		`vm.swappiness present 10 "60" /etc/sysctl.conf:3 /etc/sysctl.d/10-a.conf:2 sets 20, but /etc/sysctl.conf:3 is read later and takes effect; the saved value is 10, the value in the kernel is 60`,
		`net.ipv4.ip_forward absent absent "0" /proc/sys`,
		`net.ipv4.route.flush absent absent ` + unreadText(t, e) + ` /proc/sys`,
		`net.ipv4.tcp_mem absent absent "1 2 3" /proc/sys`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func unreadText(t *testing.T, e *onhost.Env) string {
	t.Helper()
	is := live(t.Context(), e.Reader(), "net.ipv4.route.flush")
	if is.Reason() != "it is write-only" {
		t.Errorf("flush is %s", is.Inspect())
	}
	return is.Inspect()
}

func TestStories(t *testing.T) {
	const main = "# mine\n#net.ipv4.ip_forward=1\nvm.swappiness=10\n"
	for name, c := range map[string]struct {
		files  map[string]string
		d      ral.Decl
		saved  map[string]string // files afterwards
		live   string            // of ip_forward or swappiness
		text   string            // of the change
		failed string
	}{
		"below its comment": {
			nil, decl("net.ipv4.ip_forward", "value", "1"),
			map[string]string{mainFile: "# mine\n#net.ipv4.ip_forward=1\nnet.ipv4.ip_forward = 1\nvm.swappiness=10\n"},
			"1", "created", "",
		},
		"only the kernel is off": {
			nil, decl("vm.swappiness", "value", "10"), map[string]string{mainFile: main}, "10", "changed live value from '60' to '10'", "",
		},
		"both": {
			nil, decl("vm/swappiness", "value", "30"),
			map[string]string{mainFile: strings.Replace(main, "=10", "=30", 1)},
			"30",
			"changed configuration value from '10' to '30' and live value from '60' to '30'", "",
		},
		"not to the kernel": {
			nil, decl("vm.swappiness", "value", "30", "apply", "false"),
			map[string]string{mainFile: strings.Replace(main, "=10", "=30", 1)},
			"60",
			"changed configuration value from '10' to '30'", "",
		},
		"not to the file": {
			nil, decl("vm.swappiness", "value", "30", "persist", "false"),
			map[string]string{mainFile: main},
			"30",
			"changed live value from '60' to '30'", "",
		},
		"where it is now": {
			map[string]string{"/etc/sysctl.d/10-a.conf": "; x\nnet/ipv4/ip_forward =0\n"},
			decl("net.ipv4.ip_forward", "value", "1"),
			map[string]string{"/etc/sysctl.d/10-a.conf": "; x\nnet/ipv4/ip_forward =1\n", mainFile: main},
			"1", "changed configuration value from '0' to '1' and live value from '0' to '1'", "",
		},
		"a package's own stays": {
			nil, decl("kernel.pid_max", "value", "7", "silent", "true"),
			map[string]string{vendor: "kernel.pid_max = 9\n", mainFile: main + "kernel.pid_max = 7\n"},
			"", "changed configuration value from '9' to '7'", "",
		},
		"a package's own is right, and the kernel is not": {
			map[string]string{"/proc/sys/kernel/pid_max": "7\n"},
			decl("kernel.pid_max", "value", "9"),
			map[string]string{vendor: "kernel.pid_max = 9\n", mainFile: main},
			"9", "changed live value from '7' to '9'", "",
		},
		"only the kernel is off, and an earlier line": {
			map[string]string{mainFile: "vm.swappiness=2\nvm.swappiness=10\n"},
			decl("vm.swappiness", "value", "10"),
			map[string]string{mainFile: "vm.swappiness=2\nvm.swappiness=10\n"},
			"10", "changed live value from '60' to '10'", "",
		},
		"only the comment, and an earlier line": {
			map[string]string{mainFile: "vm.swappiness=2\nvm.swappiness=60\n"},
			decl("vm.swappiness", "comment", "x"),
			map[string]string{mainFile: "vm.swappiness=2\n# vm.swappiness: x\nvm.swappiness=60\n"},
			"60", "defined 'comment' as 'x'", "",
		},
		"the kernel is off, and the comment": {
			nil, decl("vm.swappiness", "value", "10", "comment", "less"),
			map[string]string{mainFile: strings.Replace(main, "vm", "# vm.swappiness: less\nvm", 1)},
			"10", "changed live value from '60' to '10'", "",
		},
		"a setting that is neither there nor saved": {
			nil, decl("net.none", "value", "7", "silent", "true", "persist", "false"),
			map[string]string{mainFile: main},
			"", "", "the kernel does not support the setting net.none, and persist => false does not save it",
		},
		"a package's own cannot go": {
			nil, decl("kernel.pid_max", "ensure", "absent"),
			map[string]string{vendor: "kernel.pid_max = 9\n", mainFile: main},
			"", "",
			"cannot remove " + vendor + ":1, which sets kernel.pid_max: the file belongs to a package",
		},
		"all lines go, with the note": {
			map[string]string{"/etc/sysctl.d/10-a.conf": "vm.swappiness=1\n", mainFile: "# vm.swappiness: x\nvm.swappiness=2\n# y\n"},
			decl("vm.swappiness", "ensure", "absent"),
			map[string]string{"/etc/sysctl.d/10-a.conf": "", mainFile: "# y\n"},
			"60", "removed", "",
		},
		"the kernel does not have it": {
			nil, decl("net.none", "value", "1"), map[string]string{mainFile: main}, "", "", "the kernel does not support the setting net.none",
		},
		"no text": {
			map[string]string{mainFile: "a=1\n\x00"},
			decl("vm.swappiness", "value", "1"),
			map[string]string{mainFile: "a=1\n\x00"},
			"60", "",
			"cannot read /etc/sysctl.conf: line 2 contains a NUL byte",
		},
		"no value": {
			nil, decl("net.ipv4.ip_forward", "ensure", "present"), map[string]string{mainFile: main}, "0", "", "needs a value",
		},
	} {
		t.Run(name, func(t *testing.T) {
			fake := machine(c.files)
			rep, err := transaction.Run(t.Context(), env(t, fake.Host), []ral.Decl{c.d}, fake.Writer(), transaction.Options{})
			if err != nil {
				t.Fatal(err)
			}
			step := rep.Steps[0]
			why := fmt.Sprint(step.Err)
			for i, ch := range step.Changes {
				why += fmt.Sprint(" ", ch.Err)
				if i == 0 && c.text != "" && ch.Text != c.text {
					t.Errorf("got %q, want %q", ch.Text, c.text)
				}
			}
			if (c.failed == "") != rep.OK() || !strings.Contains(why, c.failed) || c.text != "" && len(step.Changes) == 0 {
				t.Errorf("%s, %d changes", why, len(step.Changes))
			}
			for file, want := range c.saved {
				if diff := cmp.Diff(want, fake.Content(file)); diff != "" {
					t.Errorf("%s:\n%s", file, diff)
				}
			}
			if is := live(t.Context(), fake.Reader(), nameOf(c.d.Title)); c.live != "" && is.Text() != c.live {
				t.Errorf("the kernel has %s, want %s", is.Text(), c.live)
			}
		})
	}
}

// Below another root the kernel is not changed, and the reason is reported.
func TestBelow(t *testing.T) {
	h := below(t)
	e := env(t, h)
	rep, err := transaction.Run(t.Context(), e, []ral.Decl{decl("net.ipv4.ip_forward", "value", "1")}, h.Writer(), transaction.Options{})
	if err != nil || !rep.OK() {
		t.Fatal(err, rep.Summary())
	}
	if data, _ := os.ReadFile(filepath.Join(h.Reader().Root(), ownFile)); string(data) != "net.ipv4.ip_forward = 1\n" {
		t.Errorf("%q", data)
	}
	n := 0
	e.List(t.Context(), e.Registry.Type("sysctl"), func(ev onhost.ListEvent) {
		for _, inst := range ev.Found {
			n++
			if got := inst.Get("live").Reason(); !strings.Contains(got, "no kernel runs below") {
				t.Error(got)
			}
		}
	})
	if n != 1 {
		t.Errorf("%d listed", n)
	}
}

// A property has the file that it was read from as its source.
func TestSource(t *testing.T) {
	e := env(t, machine(nil).Host)
	for name, want := range map[string]string{"vm.swappiness": mainFile + ":3", "net.ipv4.ip_forward": kernel} {
		for _, found := range e.Find(t.Context(), e.Registry.Type("sysctl"), name) {
			if got := found.Found.Source("value"); got != want {
				t.Errorf("the value of %s is from %s, want %s", name, got, want)
			}
			if got := found.Found.Source("live"); got != liveFile(name) {
				t.Errorf("the live value of %s is from %s, want %s", name, got, liveFile(name))
			}
		}
	}
}

func TestNames(t *testing.T) {
	for in, want := range map[string][2]string{
		"net.ipv4.ip_forward":             {"net/ipv4/ip_forward", "net.ipv4.ip_forward"},
		"net/ipv4/conf/eth0.1/forwarding": {"net/ipv4/conf/eth0.1/forwarding", "net.ipv4.conf.eth0/1.forwarding"},
		"net.ipv4.conf.eth0/1.forwarding": {"net/ipv4/conf/eth0.1/forwarding", "net.ipv4.conf.eth0/1.forwarding"},
	} {
		if got := [2]string{pathOf(in), nameOf(in)}; got != want {
			t.Errorf("%s: %v", in, got)
		}
	}
	e := env(t, machine(nil).Host)
	for _, name := range []string{"../../etc/passwd", "a..b", "net.ipv4. x", "a\nb", "a//b"} {
		if _, diags := e.Build(t.Context(), decl(name)); diags.Err() == nil {
			t.Errorf("%q is taken", name)
		}
	}
}

func FuzzFile(f *testing.F) {
	f.Add("# net.a: x\nnet.a=1\n;net/b = 2\n-net.c=3", "net.b", "9", "note")
	f.Add("\r\nnet/a/b.c = 1\r\nnet.a.b/c=2\r\n", "net.a.b/c", "1 2", "")
	f.Fuzz(func(t *testing.T, text, key, value, note string) {
		if strings.ContainsAny(text+value+note, "\x00") {
			return
		}
		file := dialect().Parse([]byte(text))
		if string(file.Bytes()) != text {
			t.Fatalf("%q is written back as %q", text, file.Bytes())
		}
		if file.Set("", key, value) != nil || file.SetNote("", key, lead(key), note) != nil {
			return
		}
		again := dialect().Parse(file.Bytes())
		if got, ok := again.Get("", key); !ok || got.Value != value || len(again.Settings()) < len(dialect().Parse([]byte(text)).Settings()) {
			t.Fatalf("%q: %q in %q", key, got.Value, file.Bytes())
		}
	})
}
