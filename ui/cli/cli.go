package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"ralsh/model"
	"ralsh/model/fleet"
	"ralsh/model/hops"
	"ralsh/ral"
	streams "ralsh/ral/host/stream"
	"ralsh/ral/modules"
	"ralsh/ral/modules/pluginsync"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/puppet"
	"ralsh/ui/cli/usage"
)

// Env is the environment of the program, except for its streams.
type Env struct {
	Args []string
	// Open opens a file from the command line.
	Open func(name string) (io.ReadCloser, error)
	// Append opens a file for appending, and creates it if it does not exist.
	Append func(name string) (io.WriteCloser, error)
	// Kill is closed when an apply must also stop the current step.
	Kill <-chan struct{}
	// KeepWriting keeps the process alive until done is called, even if the reader
	// of its output exits.
	KeepWriting func() (done func())
	Registry    *ral.Registry
	Version     string // of the release
	Commit      string
	// Secret prompts for a line without echo. It is nil if there is no terminal.
	Secret func(ctx context.Context, prompt string) (string, error)
	// Console returns the terminal, for the terminal UI of a remote host. It is nil if
	// there is no terminal.
	Console func() hops.Console
}

// Program is the program that runs a command line.
type Program struct {
	Env
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

// The exit statuses.
const (
	Done      = 0
	failure   = 1
	badUsage  = 2
	cancelled = 130
)

// statusError is an exit status without a message.
type statusError int

func (e statusError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// App is a run of the command line: the state that its commands share.
type App struct {
	output.Printer
	Env
	sink       *streams.Sticky // the output: a full disk behind it is a failure
	root       string
	factChoice model.FactChoice
	chosen     model.ModuleChoice
	opened     *opened            // to find faces; nil if a built-in command is named
	server     pluginsync.Options // for puppet: sources
	look       bool               // only the read-only commands of looks are allowed
	quiet      bool               // missing directories of the modulepath are not reported
	told       map[string]bool    // errors in modules that were printed
	unread     bool               // the error of config.yaml was printed
	from       string             // the command, as the journal notes it
	lines      *bufio.Reader      // of standard input; nil until a line is read
}

// New returns the state of the commands of a command line, which print to s.
func New(env Env, s output.Streams) *App { return &App{Printer: output.Printer{Streams: s}, Env: env} }

// app runs a command line: it makes the commands, and starts the terminal UI.
type app struct {
	*App
	start  func(ctx context.Context, s *model.Session, opt ScreenOptions) error
	screen ScreenOptions
}

func newApp(p Program) *app { return &app{App: New(p.Env, p.Streams), start: p.Screen} }

// Main runs a command line and returns the exit status.
func Main(ctx context.Context, p Program) int {
	out := &streams.Sticky{W: p.Out}
	p.Out = out
	a := newApp(p)
	a.sink, a.Color = out, "auto"
	defer a.CloseLog()
	status := a.exit(ctx, a.execute(ctx))
	if out.Err != nil {
		a.Say("cannot write the output: %s", cause(out.Err))
		status = max(status, failure)
	}
	return status
}

func (a *App) exit(ctx context.Context, err error) int {
	status, said := a.status(ctx, err)
	if said != nil && status == badUsage && slices.Contains(a.Args, "--detailed-exitcodes") {
		status = failure // badUsage would mean that something was changed
	}
	a.SayError(said)
	return status
}

// status returns the exit status of an error, and the error to print.
func (a *App) status(ctx context.Context, err error) (status int, said error) {
	var known statusError
	var wrong usage.Error
	var diag ral.Diag
	var diags ral.Diags
	switch {
	case err == nil:
		return Done, nil
	case errors.As(err, &known):
		return int(known), nil
	case a.sink.Err != nil && errors.Is(err, a.sink.Err):
		return failure, nil
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		return cancelled, errors.New("cancelled")
	case errors.As(err, &wrong) || errors.As(err, &diags) || errors.As(err, &diag) && isName(diag.Kind):
		return badUsage, err
	}
	return failure, err
}

func isName(k ral.DiagKind) bool {
	return k == ral.UnknownType || k == ral.UnknownAttribute || k == ral.UnknownProvider || k == ral.Invalid || k == ral.InvalidResource || k == ral.BadTitle
}

// Commands returns the commands for generators of documentation. They cannot be
// run.
func Commands(reg *ral.Registry) *cobra.Command {
	root := newApp(Program{Env: Env{Registry: reg}}).command()
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
				a.Print("%s", a.version())
				return nil
			}
			return a.runScreen(cmd, args)
		},
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			a.from = cmd.CommandPath()
			if cmd.Flags().Changed("on") {
				return usage.Errorf("--on must be the first flag: ralsh --on TARGET COMMAND ...")
			}
			if plan := cmd.Flags().Lookup("if-plan"); plan != nil && plan.Changed && plan.Value.String() == "" {
				return usage.Errorf("--if-plan needs a digest; no changes were made")
			}
			if cmd.Flags().Changed("root") && a.root == "" {
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
		return flagError(cmd, err)
	})
	root.CompletionOptions.DisableDefaultCmd = true
	root.PersistentFlags().String("on", "", "run the command line on the hosts `TARGET` (must come first)")
	_ = root.RegisterFlagCompletionFunc("on", completeHosts(a.App))
	root.PersistentFlags().StringVar(&a.root, "root", "", "manage the system below `DIR` instead of /")
	root.PersistentFlags().StringVar(&a.chosen.Path, "modulepath", "", "search `DIRS`, separated by colons, for modules (default: modules.path in config.yaml)")
	root.PersistentFlags().StringVar(&a.chosen.Environment, "environment", "", "use the modules in environments/`NAME`/modules next to config.yaml")
	root.PersistentFlags().StringArrayVar(&a.factChoice.ExternalDirs, "external-dir", nil, "read external facts from `DIR` instead of the default directories (repeatable; the first takes precedence)")
	root.PersistentFlags().Var(&a.Color, "color", "use colors: `WHEN` is auto (at a terminal, unless NO_COLOR is set), always or never")
	_ = root.RegisterFlagCompletionFunc("color", cobra.FixedCompletions([]string{"auto", "always", "never"}, cobra.ShellCompDirectiveNoFileComp))
	a.screenFlags(root)
	root.Flags().Bool(model.HandoverFlag, false, "show the plan from standard input, and apply it if it equals the confirmed plan")
	_ = root.Flags().MarkHidden(model.HandoverFlag) // it is defined above
	root.AddCommand(demoCommand{a}.command(), pathsCommand{a.App}.command(), completionCommand{a.App}.command(root), a.versionCommand())
	root.AddCommand(explainCommands(a.App)...)
	root.AddCommand(changeCommands(a.App)...)
	root.AddCommand(modulesCommands(a.App)...)
	root.AddCommand(compareCommands(a.App)...)
	root.AddCommand(remoteCommands(a.App)...)
	root.AddCommand(puppet.RejectedCommands("")...)
	puppet.AddFlags(root)
	root.SetHelpCommand(helpCommand(a))
	root.SetHelpFunc(a.help)
	a.reserve(root)
	return root
}

func (a *App) session(ctx context.Context) (*model.Session, error) {
	s, err := a.open(ctx)
	if unknown, ok := errors.AsType[*model.EnvironmentError](err); ok {
		return nil, usage.Wrap(unknown)
	}
	if err != nil {
		return nil, err
	}
	if s.Modules.Loaded() != nil && !a.quiet {
		a.missingFolders(s.Modules.Loaded())
	}
	opt := a.server
	opt.Environment = a.chosen.Environment
	s.Modules.UseServer(opt)
	if err := s.FactsFrom(a.factChoice); err != nil {
		return nil, usage.Wrap(err)
	}
	s.Version, s.From = a.Version, a.from
	a.Configure(s.Config.Theme)
	if s.ConfigUnread != nil && !a.unread {
		a.unread = true
		a.Say("%s; ralsh uses the default settings", s.ConfigUnread)
	}
	var once sync.Once
	s.Warn = func(err error) { once.Do(func() { a.Say("%s", err) }) }
	return s, nil
}

// open opens a session, unless one was opened to find the faces.
func (a *App) open(ctx context.Context) (*model.Session, error) {
	if len(a.Args) > 0 && (a.Args[0] == cobra.ShellCompRequestCmd || a.Args[0] == cobra.ShellCompNoDescRequestCmd) {
		a.chosen.Ahead = true
	}
	if a.opened.of(a.root, a.chosen) {
		return a.opened.session, a.opened.err
	}
	return model.OpenWith(ctx, a.Registry, a.root, a.chosen)
}

// missingFolders names the folders of a modulepath that do not exist.
func (a *App) missingFolders(env *modules.Environment) {
	for _, dir := range env.Missing {
		a.Say("the directory %s of the modulepath does not exist", dir)
	}
}

func (a *App) version() string {
	return fmt.Sprintf("ralsh %s (commit %s, %s)", a.Version, a.Commit, runtime.Version())
}

// versionCommand is --version as a command of Puppet.
func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Hidden: true, Args: usage.Arguments(0, 0), Example: "  ralsh version",
		RunE: func(*cobra.Command, []string) error {
			a.Print("%s", a.version())
			return nil
		},
	}
}
