package service

import (
	"context"
	"fmt"
	"os"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
)

// slackware are the facts of a system without better tools for its scripts.
var slackware = facts{"os.name": "Slackware", "os.family": "Slackware"}

// scripted returns a fake host without systemd, whose scripts in /etc/init.d
// are run by path.
func scripted(more ...string) *fakehost.Host {
	f := sysv()
	for _, name := range append([]string{"cron", "dbus", "mail.sh"}, more...) {
		f.Command("/etc/init.d/" + name)
		f.Handle("/etc/init.d/"+name, func(ctx context.Context, f *fakehost.Host, cmd host.Command) host.Result {
			return runService(ctx, f, host.Command{Name: serviceTool, Args: []string{name, cmd.Args[0]}})
		})
	}
	return f
}

func upAndDown(title, script string, with ...ral.Attr) raltest.Case {
	A := raltest.A
	return raltest.Case{
		Name: title, Title: title, With: with,
		Changes: []ral.Attr{A("ensure", "running"), A("ensure", "stopped"), A("ensure", "running"), A("ensure", "stopped")},
		Queries: []host.Query{{Name: script, Args: []string{"status"}}},
	}
}

func TestInitSuiteOnFake(t *testing.T) {
	raltest.Suite{
		Register: Register, Type: "service", Provider: "init", Facts: raltest.Facts(slackware),
		Host: func(*testing.T) host.Host { return scripted().Host },
		Many: func(_ *testing.T, n int) host.Host {
			var names []string
			for i := range n {
				names = append(names, fmt.Sprint("script", i))
			}
			return scripted(names...).Host
		},
		Cases: []raltest.Case{
			upAndDown("cron", "/etc/init.d/cron"),
			upAndDown("mail.sh", "/etc/init.d/mail.sh", raltest.A("path", "/opt/etc:/etc/init.d")),
		},
	}.Run(t)
}

func TestInitSuiteOnRealSystem(t *testing.T) {
	if os.Getenv(inside) == "" {
		againInRoot(t)
		return
	}
	raltest.Suite{
		Register: Register, Type: "service", Provider: "init", Facts: raltest.Facts(slackware),
		Host:  func(*testing.T) host.Host { return local.Machine() },
		Watch: []string{"/etc"},
		Cases: []raltest.Case{upAndDown("cron", "/etc/init.d/cron")},
	}.Run(t)
}

// againInRoot runs the calling test again in a Debian root without systemd.
func againInRoot(t *testing.T) {
	t.Helper()
	root := real.Chroot(t)
	copySelf(t, root+"/opt/service.test")
	again(t, func(argv ...string) (string, int) {
		// A shell as the first process reaps the daemons.
		argv = append([]string{"sh", "-c", `"$@"; exit $?`, "sh"}, argv...)
		out, err := real.Enter(root, argv...).CombinedOutput()
		if err != nil {
			return string(out) + err.Error(), 1
		}
		return string(out), 0
	}, "/opt/service.test")
}
