package service

import (
	"context"
	"os"
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
	"ralsh/ral/raltest"
)

const app = "/opt/app/bin/app"

// unmanaged returns a fake host with a daemon that no service manager knows. It
// runs as process 500.
func unmanaged(t *testing.T) host.Host {
	t.Helper()
	f := sysv()
	f.Link("/proc/self", "200")
	f.Put("/proc/200/stat", "200 (ralsh) S 1 200", 0o444)
	f.Command(app)
	up := func(f *fakehost.Host) { f.Put("/proc/500/cmdline", app+"\x00-d\x00", 0o444) }
	down := func(ctx context.Context, f *fakehost.Host) { _ = f.Writer().Remove(ctx, "/proc/500", true) }
	f.Handle(app, func(ctx context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		switch cmd.Args[0] {
		case "-d", "start":
			up(f)
		case "stop":
			down(ctx, f)
		case "status":
			if ok, _ := f.Reader().Exists(ctx, "/proc/500"); !ok {
				return host.Result{Exit: 3}
			}
		}
		return host.Result{}
	})
	f.Handle("kill", func(ctx context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		if cmd.Args[0] != "500" {
			return host.Result{Exit: 1, Stderr: []byte("kill: no such process\n")}
		}
		down(ctx, f)
		return host.Result{}
	})
	return f.Host
}

func TestBaseSuiteOnFake(t *testing.T) {
	A := raltest.A
	for _, provider := range []string{"base", "service"} {
		t.Run(provider, func(t *testing.T) {
			raltest.Suite{
				Register: Register, Type: "service", Provider: provider, Facts: raltest.Facts(slackware), Host: unmanaged, Unlisted: true,
				Cases: []raltest.Case{
					upAndDown("bybinary", "", A("binary", app+" -d")),
					upAndDown("bypattern", "", A("start", app+" start"), A("pattern", "^"+app+" -d$")),
					upAndDown("bycommands", app, A("start", app+" start"), A("stop", app+" stop"), A("status", app+" status")),
					upAndDown("bylists", app, raltest.L("start", app, "start"), raltest.L("stop", app, "stop"), raltest.L("status", app, "status")),
				},
			}.Run(t)
		})
	}
}

func TestBaseSuiteOnRealSystem(t *testing.T) { ownCron(t, "base") }

func TestServiceSuiteOnRealSystem(t *testing.T) { ownCron(t, "service") }

// ownCron runs cron without a service manager. Its script runs first, because
// it treats a zombie as a running process.
func ownCron(t *testing.T, provider string) {
	t.Helper()
	if os.Getenv(inside) == "" {
		againInRoot(t)
		return
	}
	A := raltest.A
	raltest.Suite{
		Register: Register, Type: "service", Provider: provider, Facts: raltest.Facts(slackware), Unlisted: true,
		Host:  func(*testing.T) host.Host { return local.Machine() },
		Watch: []string{"/etc"}, LivedOnce: "a cron that is told to stop keeps the lock of the next one for a moment",
		Cases: []raltest.Case{
			upAndDown("bycommands", "/etc/init.d/cron", A("start", "/etc/init.d/cron start"),
				A("stop", "/etc/init.d/cron stop"), A("status", "/etc/init.d/cron status")),
			upAndDown("bybinary", "", A("binary", "/usr/sbin/cron")),
			upAndDown("bypattern", "", A("start", "/usr/sbin/cron -L 5"), A("pattern", "^/usr/sbin/cron -L 5$")),
		},
	}.Run(t)
}
