package service

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
)

var gentoo = facts{"os.name": "Gentoo", "os.family": "Gentoo"}

// gentooHost returns a fake host booted with OpenRC, with records like
// OpenRC's.
func gentooHost(names ...string) *fakehost.Host {
	f := fakehost.New(map[string]string{"/proc/1/comm": "init\n", rcState + "/started/": "", rcLevels + "/default/": "", rcLevels + "/boot/": ""})
	f.Command("/bin/rc-status", rcService, rcUpdate)
	for _, name := range names {
		f.Command("/etc/init.d/" + name)
		f.Put(rcState+"/started/"+name, "", 0o644)
		f.Put(rcLevels+"/default/"+name, "", 0o644)
	}
	f.Handle("rc-service", func(ctx context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		args := cmd.Args
		if args[0] == "--nocolor" {
			args = args[1:]
		}
		record := rcState + "/started/" + args[0]
		there, _ := f.Reader().Exists(ctx, record)
		switch args[1] {
		case "status":
			return host.Result{Exit: map[bool]int{false: 3}[there]}
		case "stop":
			_ = f.Writer().Remove(ctx, record, false)
		default:
			f.Put(record, "", 0o644)
		}
		return host.Result{}
	})
	f.Handle("rc-update", func(ctx context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		if cmd.Args[1] == "add" {
			f.Put(rcLevels+"/default/"+cmd.Args[2], "", 0o644)
			return host.Result{}
		}
		return host.Result{Exit: map[bool]int{false: 0, true: 1}[f.Writer().Remove(ctx, rcLevels+"/"+cmd.Args[3]+"/"+cmd.Args[2], false) != nil]}
	})
	return f
}

func numbered(n int, more ...string) []string {
	for i := range n {
		more = append(more, fmt.Sprint("script", i))
	}
	return more
}

func TestOpenrcSuiteOnFake(t *testing.T) {
	raltest.Suite{
		Register: Register, Type: "service", Provider: "openrc", Facts: raltest.Facts(gentoo),
		Host:  func(*testing.T) host.Host { return gentooHost("cron").Host },
		Many:  func(_ *testing.T, n int) host.Host { return gentooHost(numbered(n)...).Host },
		Cases: lives("cron"),
	}.Run(t)
}

// runitHost returns a fake host with services in /etc/sv and their state in
// /state.
func runitHost(names ...string) *fakehost.Host {
	f := fakehost.New(map[string]string{"/proc/1/comm": "runit\n", "/etc/service/": "", "/state/": "", "/etc/sv/nothing/": ""})
	f.Command(svTool)
	for _, name := range names {
		f.Put("/etc/sv/"+name+"/run", "#!/bin/sh\n", 0o755)
		f.Link("/etc/service/"+name, "/etc/sv/"+name)
		f.Put("/state/"+name, "run", 0o644)
	}
	f.Handle("sv", func(ctx context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		var out strings.Builder
		for _, link := range cmd.Args[1:] {
			name := path.Base(link)
			if linked, _ := f.Reader().Exists(ctx, link); !linked {
				return host.Result{Exit: 1, Stdout: []byte("fail: " + link + ": unable to change to service directory: file does not exist\n")}
			}
			switch cmd.Args[0] {
			case "status":
				fmt.Fprintf(&out, "%s: %s: (pid 25) 4s; run: log: (pid 24) 4s\n", f.Content("/state/"+name), link)
			case "stop":
				f.Put("/state/"+name, "down", 0o644)
			default:
				f.Put("/state/"+name, "run", 0o644)
			}
		}
		return host.Result{Stdout: []byte(out.String())}
	})
	return f
}

// runitLives returns cases that keep enable until the service is stopped,
// because an unlinked service cannot run.
func runitLives(title string) []raltest.Case {
	A := raltest.A
	return []raltest.Case{{Title: title, Changes: []ral.Attr{
		A("ensure", "stopped"), A("enable", "false"), A("enable", "true"), A("ensure", "running"), A("ensure", "stopped"), A("enable", "false"),
		A("ensure", "running"),
	}}}
}

func TestRunitSuiteOnFake(t *testing.T) {
	raltest.Suite{
		Register: Register, Type: "service", Provider: "runit", Facts: raltest.Facts(gentoo),
		Host:  func(*testing.T) host.Host { return runitHost("cron").Host },
		Many:  func(_ *testing.T, n int) host.Host { return runitHost(numbered(n)...).Host },
		Cases: runitLives("cron"),
	}.Run(t)
}

func TestRunitStates(t *testing.T) {
	got := parseSv("run: /etc/service/cron: (pid 25) 4s; down: log: 1s\ndown: ssh: 3s, normally up\n" +
		"warning: /etc/service/x: unable to open supervise/ok: file does not exist\nusage: sv\n\x00: : :\n")
	if diff := cmp.Diff(map[string]string{"cron": "run", "ssh": "down", "x": "warning"}, got); diff != "" {
		t.Error(diff)
	}
}

func FuzzSv(f *testing.F) {
	f.Add("run: /etc/service/cron: (pid 25) 4s; run: log: (pid 24) 4s\n")
	f.Add("fail: : x")
	f.Fuzz(func(t *testing.T, out string) {
		for name, state := range parseSv(out) {
			if name == "" || state == "" {
				t.Errorf("%q is %q", name, state)
			}
		}
	})
}

// A service that was just linked is started once runsvdir has noticed it.
func TestRunitWaitsForRunsvdir(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, tries := runitHost("cron"), 0
		f.Handle("sv", func(context.Context, *fakehost.Host, host.Command) host.Result {
			if tries++; tries < 4 {
				return host.Result{Exit: 1, Stdout: []byte("warning: cron: unable to open supervise/ok: file does not exist\n")}
			}
			return host.Result{}
		})
		if who := svCommand("stop", "/etc/service/cron").BlockedBy(host.Result{Stdout: []byte("unable to open supervise/ok")}); who != "" {
			t.Error("a stop waits too, for", who)
		}
		if err := f.Writer().Run(t.Context(), svCommand("start", "/etc/service/cron")); err != nil || tries != 4 {
			t.Errorf("%v after %d tries", err, tries)
		}
	})
}

// The running init, and why the others are unsuitable.
func TestElectionOfInits(t *testing.T) {
	both := gentooHost("cron")
	both.Command("/usr/bin/systemctl")
	both.Put("/proc/1/comm", "systemd\n", 0o444)
	idle := gentooHost("cron")
	if err := idle.Writer().Remove(t.Context(), rcState, true); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		f           *fakehost.Host
		facts       facts
		winner, not string
	}{
		"gentoo":                      {f: gentooHost("cron"), facts: gentoo, winner: "openrc"},
		"alpine":                      {f: gentooHost("cron"), facts: facts{"os.name": "Alpine"}, winner: "openrc"},
		"openrc that has not booted":  {f: idle, facts: debian12, winner: "service", not: "openrc"},
		"systemd booted, openrc also": {f: both, facts: debian12, winner: "systemd"},
	} {
		t.Run(name, func(t *testing.T) {
			reg := ral.NewRegistry()
			Register(reg)
			env := onhost.NewEnv(reg, c.f.Reader(), raltest.Facts(c.facts))
			if el := env.Elect(t.Context(), reg.Type("service")); el.Winner == nil || el.Winner.Name != c.winner {
				t.Errorf("the default is %v, want %s", el.Winner, c.winner)
			}
			if c.not != "" {
				if e := env.Explain(t.Context(), reg.Type("service").Provider(c.not)); e.Suitable() || !strings.Contains(e.Reason(), "/run/openrc") {
					t.Errorf("%s: %v, %q", c.not, e.Suitable(), e.Reason())
				}
			}
		})
	}
}

const openrcScript = "#!/sbin/openrc-run\ncommand=/bin/sleep\ncommand_args=infinity\ncommand_background=true\npidfile=/run/tiny.pid\n"

// initRoot runs the calling test again in a root with openrc and runit, after
// the commands.
func initRoot(t *testing.T, files map[string]string, before string) {
	t.Helper()
	root := real.Inits(t)
	for name, text := range files {
		if err := os.MkdirAll(path.Dir(root+name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(root+name, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	copySelf(t, root+"/opt/service.test")
	again(t, func(argv ...string) (string, int) {
		argv = append([]string{"sh", "-c", before + `; "$@"; exit $?`, "sh"}, argv...)
		out, err := real.Enter(root, argv...).CombinedOutput()
		if err != nil {
			return string(out) + err.Error(), 1
		}
		return string(out), 0
	}, "/opt/service.test")
}

func TestOpenrcSuiteOnRealSystem(t *testing.T) {
	if os.Getenv(inside) == "" {
		initRoot(t, map[string]string{"/etc/init.d/tiny": openrcScript},
			"mount -t tmpfs tmpfs /run && { openrc sysinit; openrc boot; rc-update add tiny default; rc-service tiny start; } >/dev/null 2>&1")
		return
	}
	raltest.Suite{
		Register: Register, Type: "service", Provider: "openrc", Facts: raltest.Facts(gentoo),
		Host:  func(*testing.T) host.Host { return local.Machine() },
		Watch: []string{"/etc", "/run"},
		Cases: lives("tiny"),
	}.Run(t)
}

func TestRunitSuiteOnRealSystem(t *testing.T) {
	if os.Getenv(inside) == "" {
		initRoot(t, map[string]string{"/etc/sv/tiny/run": "#!/bin/sh\nexec sleep infinity\n"},
			"mkdir -p /etc/service; rm -rf /etc/service/*; ln -s /etc/sv/tiny /etc/service/tiny; runsvdir -P /etc/service & "+
				"until sv check tiny >/dev/null 2>&1; do sleep 0.2; done")
		return
	}
	raltest.Suite{
		Register: Register, Type: "service", Provider: "runit", Facts: raltest.Facts(gentoo),
		Host: func(t *testing.T) host.Host {
			if out, err := exec.Command("sv", "start", "tiny").CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			return local.Machine()
		},
		Watch: []string{"/etc/sv/tiny/run", "/etc/service"},
		Cases: runitLives("tiny"),
	}.Run(t)
}
