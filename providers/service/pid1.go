package service

import (
	"context"
	"strings"

	"ralsh/ral/condition"
)

// pid1 returns the name of the first process, and only on the running system.
func pid1(ctx context.Context, p condition.Probe) (string, error) {
	if root := p.Reader.Root(); root != "/" {
		return "not in " + root, nil
	}
	data, err := p.Reader.ReadFile(ctx, "/proc/1/comm")
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(string(data)), nil
}

// isSystemd returns the test that systemd runs: its tools may be installed on
// a host, or in a container, with a different init.
func isSystemd() condition.Confine {
	return condition.Confine{
		Kind: condition.ConfineTest, Subject: "PID 1", Title: "PID 1 is systemd", Want: "/proc/1/comm to read systemd",
		Hint: "boot with systemd, or use the provider debian for /etc/init.d",
		Check: func(ctx context.Context, p condition.Probe) (string, bool, error) {
			comm, err := pid1(ctx, p)
			return comm, comm == "systemd", err
		},
	}
}

func isNotSystemd() condition.Confine {
	return condition.Confine{
		Kind: condition.ConfineTest, Subject: "PID 1", Title: "PID 1 is not systemd",
		Want: "/proc/1/comm to read anything but systemd", Hint: "use the provider systemd, because systemd runs this host",
		Check: func(ctx context.Context, p condition.Probe) (string, bool, error) {
			comm, err := pid1(ctx, p)
			return comm, comm != "systemd" && p.Reader.Root() == "/", err
		},
	}
}

// isRunning returns the test that this is a running system and not a root
// directory: a daemon started for it would run on the real system.
func isRunning() condition.Confine {
	return condition.Confine{
		Kind: condition.ConfineTest, Subject: "the root", Title: "this is the running system", Want: "/ as the root",
		Hint: "ralsh starts and stops services only on the running system",
		Check: func(_ context.Context, p condition.Probe) (string, bool, error) {
			return p.Reader.Root(), p.Reader.Root() == "/", nil
		},
	}
}

// isNot returns a test that a fact differs from these values.
func isNot(fact string, values ...string) condition.Confine {
	return condition.Confine{
		Kind: condition.ConfineTest, Subject: fact, Title: fact + " is not " + strings.Join(values, " or "),
		Want: "anything but " + strings.Join(values, ", "), Hint: "use the provider for " + strings.Join(values, " and "),
		Check: func(ctx context.Context, p condition.Probe) (string, bool, error) {
			v, err := p.Facts.Fact(ctx, fact)
			got := strings.ToLower(v.Text())
			for _, no := range values {
				if got == no {
					return got, false, err
				}
			}
			return got, true, err
		},
	}
}
