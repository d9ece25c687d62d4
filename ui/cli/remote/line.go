package remote

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"ralsh/model"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/usage"
)

// OnTarget returns the target of --on, which must be the first flag, and the command line
// for the target. The command line may contain commands that only modules on the target
// define.
func OnTarget(args []string) (target string, rest []string, given bool) {
	switch {
	case len(args) == 0:
		return "", args, false
	case args[0] == "--on" && len(args) > 1:
		return args[1], args[2:], true
	}
	target, given = strings.CutPrefix(args[0], "--on=")
	return target, args[1:], given
}

// line is a command line for remote hosts.
type line struct {
	Caller
	commands func() *cobra.Command // new commands, to read the command line
}

// Run runs a command line on the hosts of a target. commands returns new commands, which
// read the command line.
func Run(ctx context.Context, a *command.App, commands func() *cobra.Command, target string, args []string) error {
	l := line{Caller{a}, commands}
	if isFleet(target, args) {
		return l.fleet(ctx, target, args)
	}
	return l.elsewhere(ctx, target, args)
}

// elsewhere carries the command line to a target.
func (a line) elsewhere(ctx context.Context, target string, args []string) error {
	t, err := a.Target(target)
	if err != nil {
		return err
	}
	clipboard := len(args) > 0 && args[0] == "--clipboard"
	if clipboard {
		args = args[1:]
	}
	args, lines, err := a.withoutSecrets(ctx, args)
	if err != nil {
		return err
	}
	call := a.Call(ctx, t, args)
	call.In, call.Direct = a.input(lines), lines == ""
	if a.OutTerminal {
		clean := output.NewCleaned(a.Out)
		defer clean.Flush()
		call.Out = clean
	}
	switch {
	case len(args) == 1 && args[0] == "--where":
		return call.Where(ctx)
	case len(args) == 1 && args[0] == "--forget":
		return call.Forget(ctx)
	}
	if a.opensScreens(args) {
		return a.screenElsewhere(ctx, call, clipboard)
	}
	if clipboard {
		return usage.Errorf("--clipboard needs the terminal UI, without a command: ralsh --on %s --clipboard", t)
	}
	status, err := call.Run(ctx)
	if err == nil && status != 0 {
		return command.StatusError(status)
	}
	return err
}

// environmentThere returns the environment of the program on the remote host: whether
// this host uses UTF-8, and the sender of the command line.
func (a Caller) environmentThere(from string) []string {
	env := []string{"LC_CTYPE=C.UTF-8"}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := a.Getenv(name); v != "" {
			if !strings.Contains(strings.ToLower(strings.ReplaceAll(v, "-", "")), "utf8") {
				env[0] = "LC_CTYPE=C"
			}
			break
		}
	}
	if strings.IndexFunc(from, func(r rune) bool { return r > 126 || r <= ' ' || strings.ContainsRune("'\"\\$!*?[]{}();&|<>~`#", r) }) < 0 {
		env = append(env, model.FromVariable+"="+from)
	}
	return env
}
