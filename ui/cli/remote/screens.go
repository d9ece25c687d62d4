package remote

import (
	"context"
	"fmt"
	"strings"

	"ralsh/model"
	"ralsh/model/hops"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/usage"
	"ralsh/ui/safe"
)

// opensScreens reports whether a command line opens the terminal UI.
func (a line) opensScreens(args []string) bool {
	if !a.OutTerminal || a.Console == nil {
		return false
	}
	root := a.commands()
	cmd, words, err := root.Find(args)
	if err != nil || cmd != root && cmd.Name() != "demo" || cmd.ParseFlags(words) != nil {
		return false
	}
	if !a.Terminal && !usage.On(cmd, model.HandoverFlag) {
		return false
	}
	asks := func(flag string) bool { return cmd.Flags().Lookup(flag) != nil && usage.On(cmd, flag) }
	return len(cmd.Flags().Args()) == 0 && !asks("help") && !asks("version")
}

// screenElsewhere shows the terminal UI of a target.
func (a line) screenElsewhere(ctx context.Context, call *hops.Call, clipboard bool) error {
	console := a.Console()
	title := safe.Clean("ralsh " + call.Target.String())
	hold := console.Hold
	console.Out = safe.NewScreen(a.Out, clipboard)
	console.Hold = func() (<-chan struct{}, func(), error) {
		resized, back, err := hold()
		if err != nil {
			return nil, nil, err
		}
		fmt.Fprintf(a.Out, "\x1b]2;%s\a", title)
		return resized, func() {
			fmt.Fprint(a.Out, safe.ScreenReset+"\x1b]2;\a")
			back()
		}, nil
	}
	status, err := call.Screen(ctx, console)
	if err == nil && status != 0 {
		return command.StatusError(status)
	}
	return err
}

// terminalThere returns the environment that describes the terminal to a
// program on a remote host.
func (a Caller) terminalThere() []string {
	var env []string
	for _, name := range []string{"TERM", "COLORTERM", "NO_COLOR"} {
		v := a.Getenv(name)
		if v != "" && strings.IndexFunc(v, func(r rune) bool { return !strings.ContainsRune(safeVariable, r) }) < 0 {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// safeVariable are the letters of a variable that needs no quotes.
const safeVariable = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-+._"
