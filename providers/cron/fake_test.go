package cron

import (
	"context"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
)

const spoolDir = "/var/spool/cron/crontabs/"

// tabsHost returns a host with a crontab(1) that, like the real one, rejects
// invalid lines.
func tabsHost(tabs map[string]string) *fakehost.Host {
	fake := fakehost.New(map[string]string{
		"/etc/passwd": "root:x:0:0:root:/root:/bin/bash\ndeploy:x:1001:1001::/home/deploy:/bin/sh\n",
		spoolDir:      "",
	})
	for user, text := range tabs {
		fake.Put(spoolDir+user, text, 0o600)
	}
	fake.Command("/usr/bin/crontab")
	fake.Handle("crontab", answer)
	return fake
}

func answer(ctx context.Context, fake *fakehost.Host, cmd host.Command) host.Result {
	user, args := "root", cmd.Args
	if len(args) > 1 && args[0] == "-u" {
		user, args = args[1], args[2:]
	}
	failed := func(text string) host.Result { return host.Result{Exit: 1, Stderr: []byte(text + "\n")} }
	if !strings.Contains(fake.Content("/etc/passwd"), "\n"+user+":") && user != "root" {
		return failed("crontab:  user `" + user + "' unknown")
	}
	there, _ := fake.Reader().Exists(ctx, spoolDir+user)
	switch {
	case len(args) == 1 && args[0] == "-l" && !there:
		return failed("no crontab for " + user)
	case len(args) == 1 && args[0] == "-l":
		// Debian's prints a carriage return as a backslash and an r.
		return host.Result{Stdout: []byte(strings.ReplaceAll(fake.Content(spoolDir+user), "\r", `\r`))}
	case len(args) == 1 && args[0] == "-r" && !there:
		return failed("no crontab for " + user)
	case len(args) == 1 && args[0] == "-r":
		if err := fake.Writer().Remove(ctx, spoolDir+user, false); err != nil {
			return failed(err.Error())
		}
		return host.Result{}
	case len(args) != 1 || args[0] != "-":
		return failed("crontab: usage error: unrecognized option")
	}
	text := string(cmd.Stdin)
	if text != "" && !strings.HasSuffix(text, "\n") {
		return failed("new crontab file is missing newline before EOF, can't install.")
	}
	if err := Format().Parse(cmd.Stdin).Err(); err != nil {
		return failed("errors in crontab file, can't install.")
	}
	fake.Put(spoolDir+user, text, 0o600)
	return host.Result{}
}
