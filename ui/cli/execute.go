package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"ralsh/model/hops"
	"ralsh/ui/cli/remote"
	"ralsh/ui/cli/usage"
)

// execute runs the command line. The version does not need the commands, which
// take most of the time.
func (a *app) execute(ctx context.Context) error {
	if len(a.Args) > 0 && a.Args[0] == readOnlyFlag {
		if err := a.restrictToReading(); err != nil {
			return err
		}
	}
	if len(a.Args) == 1 && a.Args[0] == "--version" {
		_, err := fmt.Fprintln(a.Out, a.VersionText())
		return err
	}
	if len(a.Args) == 2 && a.Args[0] == hops.PackedArgs {
		args, err := hops.UnpackArgs(a.Args[1])
		if err != nil {
			return usage.Wrap(err)
		}
		a.Args = args
	}
	if want, rest, is := orderOf(a.Args); is {
		args, err := a.restricted(want, rest)
		if err != nil {
			return err
		}
		a.Args = args
	}
	if target, rest, given := remote.OnTarget(a.Args); given {
		return remote.Run(ctx, a.App, a.tree, target, rest)
	}
	cmd := a.command()
	a.addFaces(ctx, cmd)
	cmd.SetArgs(remote.ForCompletion(a.Args))
	cmd.SetOut(a.Out)
	cmd.SetErr(a.Err)
	return cmd.ExecuteContext(ctx)
}

// tree returns new commands, which read a command line and are not run.
func (a *app) tree() *cobra.Command {
	return newApp(Program{Env: a.Env, Streams: a.Streams}).command()
}
