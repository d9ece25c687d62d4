//go:build linux

package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"github.com/spf13/cobra"

	"ralsh/ui/safe"
)

// usageError is an error in the command line: exit status 2.
type usageError struct{ error }

// Main runs a command line and returns the exit status of the program.
func Main(args []string, version, commit string, out, errs io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // a closed pipe is an error of Write
	root := Commands()
	root.RunE = func(cmd *cobra.Command, _ []string) error {
		if asked, _ := cmd.Flags().GetBool("version"); !asked {
			fmt.Fprint(errs, cmd.Long, "\n\n", cmd.UsageString(), "\n")
			return usageError{errors.New("missing command")}
		}
		_, err := fmt.Fprintf(out, "ralsh-agent %s (commit %s, %s)\n", version, commit, runtime.Version())
		return err
	}
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(errs)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	fmt.Fprintf(errs, "ralsh-agent: %s\n", safe.Clean(err.Error()))
	if _, ok := errors.AsType[usageError](err); ok {
		return 2
	}
	return 1
}

// Commands returns the commands of the program below its name.
func Commands() *cobra.Command {
	root := &cobra.Command{
		Use:   "ralsh-agent",
		Short: "Connect hosts and operators of ralsh over a NATS server",
		Long: `ralsh-agent connects hosts and operators of ralsh over a NATS server: each host runs
it as a service, and ralsh --on 'nats:FILTER' connects to the hosts. docs/fleet.md
shows all steps to a signed change.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
				return usageError{fmt.Errorf("unknown command %q (did you mean %s?)", args[0], near[0])}
			}
			return usageError{fmt.Errorf("unknown command %q: ralsh-agent --help lists the commands", args[0])}
		},
		SuggestionsMinimumDistance: 2, SilenceErrors: true, SilenceUsage: true,
	}
	// Cobra's built-in flag would need a template. With templates the linker keeps every
	// method of every type: 5 MB of a release.
	root.Flags().BoolP("version", "v", false, "print the version and the commit")
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.CompletionOptions.HiddenDefaultCmd = true
	add := func(title string, commands ...*cobra.Command) {
		root.AddGroup(&cobra.Group{ID: title, Title: title})
		for _, c := range commands {
			c.GroupID = title
			root.AddCommand(c)
		}
	}
	add("Commands for admins:", setupCommand(), ordersCommand(), statsCommand(), lastCommand())
	add("Started by systemd and by ralsh:", serveCommand(), orderCommand(), runCommand(), askCommand())
	return root
}

// noArguments rejects arguments. instead is added to the message.
func noArguments(instead string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		return usageError{fmt.Errorf("%s takes no arguments%s", cmd.Name(), instead)}
	}
}

// say prints a line to the journal of the system or the terminal, with foreign text cleaned.
func say(line string) { fmt.Fprintln(os.Stderr, safe.Clean(line)) }

type form string

const (
	text   form = "text"
	inJSON form = "json"
)

func (f *form) Set(value string) error {
	switch form(value) {
	case text, inJSON:
		*f = form(value)
		return nil
	}
	return fmt.Errorf("expected %s or %s", text, inJSON)
}

func (f *form) String() string { return string(*f) }

func (*form) Type() string { return "FORM" }

func (f *form) flag(cmd *cobra.Command) {
	cmd.Flags().VarP(f, "output", "o", "print the output as `FORM`: text or json")
	_ = cmd.RegisterFlagCompletionFunc("output", cobra.FixedCompletions([]string{string(text), string(inJSON)}, cobra.ShellCompDirectiveNoFileComp))
}
