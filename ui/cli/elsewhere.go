package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"ralsh/model"
	streams "ralsh/ral/host/stream"
	"ralsh/ui/safe"
)

// onTarget returns the target of --on, which must be the first flag, and the command line
// for the target. The command line may contain commands that only modules on the target
// define.
func onTarget(args []string) (target string, rest []string, given bool) {
	switch {
	case len(args) == 0:
		return "", args, false
	case args[0] == "--on" && len(args) > 1:
		return args[1], args[2:], true
	}
	target, given = strings.CutPrefix(args[0], "--on=")
	return target, args[1:], given
}

// elsewhere carries the command line to a target.
func (a *app) elsewhere(ctx context.Context, target string, args []string) error {
	t, err := a.target(target)
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
	call := a.callTo(ctx, t, args)
	call.In, call.Direct = a.input(lines), lines == ""
	if a.OutTerminal {
		clean := newCleaned(a.Out)
		defer clean.flush()
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
		return usagef("--clipboard needs the terminal UI, without a command: ralsh --on %s --clipboard", t)
	}
	status, err := call.Run(ctx)
	if err == nil && status != 0 {
		return statusError(status)
	}
	return err
}

// environmentThere returns the environment of the program on the remote host: whether
// this host uses UTF-8, and the sender of the command line.
func (a *app) environmentThere(from string) []string {
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

// mostTerminalLine limits a line that goes to a terminal, in bytes.
const mostTerminalLine = 16 << 20

// cleaned writes lines of a remote host to a terminal, with colours but no other control
// characters.
type cleaned struct {
	streams.Lines
	to io.Writer
}

func newCleaned(to io.Writer) *cleaned {
	return &cleaned{to: to, Lines: streams.Lines{
		Max: mostTerminalLine, Long: fmt.Errorf("a line is longer than %d MiB", mostTerminalLine>>20),
		Line: func(line []byte) error {
			_, err := fmt.Fprintln(to, safe.Colours(string(line)))
			return err
		},
	}}
}

// flush writes the last line if it does not end with a line feed.
func (c *cleaned) flush() { fmt.Fprint(c.to, safe.Colours(string(c.Rest))) }
