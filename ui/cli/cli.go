package cli

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"ralsh/model"
	"ralsh/model/fleet"
	"ralsh/ral"
	streams "ralsh/ral/host/stream"
	"ralsh/ui/cli/change"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/compare"
	"ralsh/ui/cli/explain"
	"ralsh/ui/cli/module"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/puppet"
	"ralsh/ui/cli/remote"
	"ralsh/ui/cli/usage"
)

// Program is the program that runs a command line.
type Program struct {
	command.Env
	output.Streams
	// Screen starts the terminal UI.
	Screen func(ctx context.Context, s *model.Session, opt ScreenOptions) error
}

// ScreenOptions are the flags of the terminal UI, and the texts of a demo.
type ScreenOptions struct {
	ASCII, Plain, Mouse bool
	Theme               string    // a name of theme.Names; "" for that of the configuration
	Demo                *Demo     // nil outside of a demo
	Handover            io.Reader // the form of a plan that a different account confirmed, or nil
	Temporary           bool      // the host and its state directory are removed afterwards
	Reach               fleet.Reach
	// Say prints a line after the terminal UI has ended.
	Say func(format string, args ...any)
}

// app runs a command line: it makes the commands, and starts the terminal UI.
type app struct {
	*command.App
	start  func(ctx context.Context, s *model.Session, opt ScreenOptions) error
	screen ScreenOptions
}

func newApp(p Program) *app { return &app{App: command.New(p.Env, p.Streams), start: p.Screen} }

// Main runs a command line and returns the exit status.
func Main(ctx context.Context, p Program) int {
	out := &streams.Sticky{W: p.Out}
	p.Out = out
	a := newApp(p)
	a.Sink, a.Color = out, "auto"
	defer a.CloseLog()
	status := a.Exit(ctx, a.execute(ctx))
	if out.Err != nil {
		a.Say("cannot write the output: %s", command.Cause(out.Err))
		status = max(status, command.Failure)
	}
	return status
}

// Commands returns the commands for generators of documentation. They cannot be
// run.
func Commands(reg *ral.Registry) *cobra.Command {
	root := newApp(Program{Env: command.Env{Registry: reg}}).command()
	root.InitDefaultHelpCmd()
	return root
}

func (a *app) command() *cobra.Command {
	root := &cobra.Command{
		Use:   "ralsh",
		Short: "Inspect and change the resources of a Linux host",
		Long: "ralsh inspects and changes the resources of a Linux host: users, packages, services, files and more. " +
			"Without a command, it opens the terminal UI.",
		Args:          a.unknownCommand,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if usage.On(cmd, "version") {
				a.Print("%s", a.VersionText())
				return nil
			}
			return a.runScreen(cmd, args)
		},
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			a.From = cmd.CommandPath()
			if cmd.Flags().Changed("on") {
				return usage.Errorf("--on must be the first flag: ralsh --on TARGET COMMAND ...")
			}
			if plan := cmd.Flags().Lookup("if-plan"); plan != nil && plan.Changed && plan.Value.String() == "" {
				return usage.Errorf("--if-plan needs a digest; no changes were made")
			}
			if cmd.Flags().Changed("root") && a.Root == "" {
				return usage.Errorf("--root needs a directory (without --root, ralsh manages this machine)")
			}
			return nil
		},
	}
	// Cobra's own flag would need a template, and with templates in it the program has every
	// method of every type: 3 MB of a release.
	root.Flags().BoolP("version", "v", false, "print the version and the commit")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if args := cmd.Flags().Args(); !cmd.HasParent() && len(args) > 0 { // the flag may be of this command
			return a.unknownCommand(cmd, args)
		}
		return command.FlagError(cmd, err)
	})
	root.CompletionOptions.DisableDefaultCmd = true
	root.PersistentFlags().String("on", "", "run the command line on the hosts `TARGET` (must come first)")
	_ = root.RegisterFlagCompletionFunc("on", remote.CompleteHosts(a.App))
	root.PersistentFlags().StringVar(&a.Root, "root", "", "manage the system below `DIR` instead of /")
	root.PersistentFlags().StringVar(&a.ModuleChoice.Path, "modulepath", "", "search `DIRS`, separated by colons, for modules (default: modules.path in config.yaml)")
	root.PersistentFlags().StringVar(&a.ModuleChoice.Environment, "environment", "", "use the modules in environments/`NAME`/modules next to config.yaml")
	root.PersistentFlags().StringArrayVar(&a.FactChoice.ExternalDirs, "external-dir", nil, "read external facts from `DIR` instead of the default directories (repeatable; the first takes precedence)")
	root.PersistentFlags().Var(&a.Color, "color", "use colors: `WHEN` is auto (at a terminal, unless NO_COLOR is set), always or never")
	_ = root.RegisterFlagCompletionFunc("color", cobra.FixedCompletions([]string{"auto", "always", "never"}, cobra.ShellCompDirectiveNoFileComp))
	a.screenFlags(root)
	root.Flags().Bool(model.HandoverFlag, false, "show the plan from standard input, and apply it if it equals the confirmed plan")
	_ = root.Flags().MarkHidden(model.HandoverFlag) // it is defined above
	root.AddCommand(demoCommand{a}.command(), pathsCommand{a.App}.command(), completionCommand{a.App}.command(root), a.versionCommand())
	root.AddCommand(explain.Commands(a.App)...)
	root.AddCommand(change.Commands(a.App)...)
	root.AddCommand(module.Commands(a.App)...)
	root.AddCommand(compare.Commands(a.App)...)
	root.AddCommand(remote.Commands(a.App)...)
	root.AddCommand(puppet.RejectedCommands("")...)
	puppet.AddFlags(root)
	root.SetHelpCommand(helpCommand(a))
	root.SetHelpFunc(a.help)
	a.reserve(root)
	return root
}

// versionCommand is --version as a command of Puppet.
func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Hidden: true, Args: usage.Arguments(0, 0), Example: "  ralsh version",
		RunE: func(*cobra.Command, []string) error {
			a.Print("%s", a.VersionText())
			return nil
		},
	}
}
