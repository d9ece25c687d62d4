package vectors

import (
	"context"
	"strconv"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
)

// withCommands adds the commands of the catalogs to a host. They behave as on any
// system.
func withCommands(fake *fakehost.Host) *fakehost.Host {
	for name, answer := range map[string]fakehost.Handler{
		"true":  func(context.Context, *fakehost.Host, host.Command) host.Result { return host.Result{} },
		"false": func(context.Context, *fakehost.Host, host.Command) host.Result { return host.Result{Exit: 1} },
		"echo": func(_ context.Context, _ *fakehost.Host, cmd host.Command) host.Result {
			return host.Result{Stdout: []byte(strings.Join(cmd.Args, " ") + "\n")}
		},
		"touch": func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
			f.Put(cmd.Args[0], f.Content(cmd.Args[0]), 0o644)
			return host.Result{}
		},
		"sh": sh,
	} {
		fake.Command("/bin/" + name)
		fake.Handle(name, answer)
	}
	return fake
}

// sh handles a single command line, also within a second shell.
func sh(_ context.Context, _ *fakehost.Host, cmd host.Command) host.Result {
	line := cmd.Args[len(cmd.Args)-1]
	if inner, ok := strings.CutPrefix(line, `/bin/sh -c "`); ok {
		line = strings.TrimSuffix(inner, `"`)
	}
	status, err := strconv.Atoi(strings.TrimPrefix(line, "exit "))
	if err != nil {
		return host.Result{Exit: 127, Stderr: []byte("sh: " + line + ": not found\n")}
	}
	return host.Result{Exit: status}
}
