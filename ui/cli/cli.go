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
	"github.com/spf13/pflag"

	"ralsh/model"
	"ralsh/model/elsewhere"
	"ralsh/model/fleet"
	"ralsh/ral"
	streams "ralsh/ral/host/stream"
	"ralsh/ral/modules"
	"ralsh/ral/modules/pluginsync"
	"ralsh/ui/safe"
)

// Env is the environment of the program: arguments, streams and registry.
type Env struct {
	Args     []string
	In       io.Reader
	Out, Err io.Writer
	// Open opens a file from the command line.
	Open func(name string) (io.ReadCloser, error)
	// Append opens a file for appending, and creates it if it does not exist.
	Append func(name string) (io.WriteCloser, error)
	Getenv func(string) string
	// Terminal reports whether input and output are a terminal.
	Terminal bool
	// InTerminal reports whether standard input is a terminal.
	InTerminal bool
	// OutTerminal reports whether standard output is a terminal.
	OutTerminal bool
	// ErrTerminal reports whether standard error is a terminal.
	ErrTerminal bool
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
	Console func() elsewhere.Console
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

// usageError is an error in the command line: exit status 2.
type usageError struct{ error }

// Unwrap returns the error without its status.
func (e usageError) Unwrap() error { return e.error }

// errUnchanged ends the errors of a command line that is rejected before the first change.
var errUnchanged = errors.New("no changes were made")

// refused returns a usage error that ends with errUnchanged.
func refused(err error) error { return usageError{errors.Join(err, errUnchanged)} }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// statusError is an exit status without a message.
type statusError int

func (e statusError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// app is a run of the command line: the state that its commands share.
type app struct {
	printer
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
	screen     ScreenOptions
}

func newApp(env Env) *app { return &app{printer: printer{Env: env}} }

// Main runs a command line and returns the exit status.
func Main(ctx context.Context, env Env) int {
	out := &streams.Sticky{W: env.Out}
	env.Out = out
	a := newApp(env)
	a.sink, a.color = out, "auto"
	defer a.closeLog()
	status := a.exit(ctx, a.execute(ctx))
	if out.Err != nil {
		a.say("cannot write the output: %s", cause(out.Err))
		status = max(status, failure)
	}
	return status
}

func (a *app) exit(ctx context.Context, err error) int {
	status, said := a.status(ctx, err)
	if said != nil && status == badUsage && slices.Contains(a.Args, "--detailed-exitcodes") {
		status = failure // badUsage would mean that something was changed
	}
	a.sayError(said)
	return status
}

// sayError prints an error to standard error; joined errors take a line each.
func (a *printer) sayError(err error) {
	for _, e := range each(err) {
		a.say("%s", e)
	}
}

// each splits joined errors. An error that contains line feeds is not split,
// because they are part of a foreign name.
func each(err error) []error {
	switch joined := err.(type) {
	case nil:
		return nil
	case ral.Diags:
		list := make([]error, len(joined))
		for i, d := range joined {
			list[i] = d
		}
		return list
	case interface{ Unwrap() error }:
		if inner := joined.Unwrap(); inner != nil && inner.Error() == err.Error() {
			return each(inner)
		}
	case interface{ Unwrap() []error }:
		if errors.Join(joined.Unwrap()...).Error() != err.Error() {
			break
		}
		var list []error
		for _, e := range joined.Unwrap() {
			list = append(list, each(e)...)
		}
		return list
	}
	return []error{err}
}

// status returns the exit status of an error, and the error to print.
func (a *app) status(ctx context.Context, err error) (status int, said error) {
	var known statusError
	var usage usageError
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
	case errors.As(err, &usage) || errors.As(err, &diags) || errors.As(err, &diag) && isName(diag.Kind):
		return badUsage, err
	}
	return failure, err
}

func isName(k ral.DiagKind) bool {
	return k == ral.UnknownType || k == ral.UnknownAttribute || k == ral.UnknownProvider || k == ral.Invalid || k == ral.InvalidResource || k == ral.BadTitle
}

// say prints a message to standard error on a single line. It escapes line
// feeds, which are part of a foreign name.
func (a *printer) say(format string, args ...any) {
	fmt.Fprintf(a.Err, "ralsh: %s\n", safe.Clean(fmt.Sprintf(format, args...)))
}

// Commands returns the commands for generators of documentation. They cannot be
// run.
func Commands(reg *ral.Registry) *cobra.Command {
	root := newApp(Env{Registry: reg}).command()
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
			if on(cmd, "version") {
				a.print("%s", a.version())
				return nil
			}
			return a.runScreen(cmd, args)
		},
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			a.from = cmd.CommandPath()
			if cmd.Flags().Changed("on") {
				return usagef("--on must be the first flag: ralsh --on TARGET COMMAND ...")
			}
			if plan := cmd.Flags().Lookup("if-plan"); plan != nil && plan.Changed && plan.Value.String() == "" {
				return usagef("--if-plan needs a digest; no changes were made")
			}
			if cmd.Flags().Changed("root") && a.root == "" {
				return usagef("--root needs a directory (without --root, ralsh manages this machine)")
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
	_ = root.RegisterFlagCompletionFunc("on", a.completeHosts)
	root.PersistentFlags().StringVar(&a.root, "root", "", "manage the system below `DIR` instead of /")
	root.PersistentFlags().StringVar(&a.chosen.Path, "modulepath", "", "search `DIRS`, separated by colons, for modules (default: modules.path in config.yaml)")
	root.PersistentFlags().StringVar(&a.chosen.Environment, "environment", "", "use the modules in environments/`NAME`/modules next to config.yaml")
	root.PersistentFlags().StringArrayVar(&a.factChoice.ExternalDirs, "external-dir", nil, "read external facts from `DIR` instead of the default directories (repeatable; the first takes precedence)")
	root.PersistentFlags().Var(&a.color, "color", "use colors: `WHEN` is auto (at a terminal, unless NO_COLOR is set), always or never")
	_ = root.RegisterFlagCompletionFunc("color", cobra.FixedCompletions([]string{"auto", "always", "never"}, cobra.ShellCompDirectiveNoFileComp))
	a.screenFlags(root)
	root.Flags().Bool(model.HandoverFlag, false, "show the plan from standard input, and apply it if it equals the confirmed plan")
	_ = root.Flags().MarkHidden(model.HandoverFlag) // it is defined above
	root.AddCommand(
		demoCommand{a}.command(),
		a.typesCommand(), describeCommand{a}.command(), providersCommand{a}.command(), whyCommand{a}.command(), resourceCommand{&runner{app: a}}.command(),
		applyCommand{&runner{app: a}}.command(), graphCommand{&runner{app: a}}.command(), factsCommand{&runner{app: a}}.command(), snapshotCommand{a}.command(),
		compareCommand{a}.command(), historyCommand{a}.command(), undoCommand{&runner{app: a}}.command(), modulesCommand{a}.command("modules"),
		functionCommand{a}.command(), moduleCommand{a}.command(), pluginCommand{a}.command(), completionCommand{a}.command(root), pathsCommand{a}.command(), hostsCommand{a}.command(),
	)
	root.AddCommand(a.versionCommand(), parserCommand{a}.command())
	words := wordsByCommand()
	root.AddCommand(refusedCommands("")...)
	puppetFlags(root, "", words)
	root.SetHelpCommand(helpCommand(a))
	root.SetHelpFunc(a.help)
	a.reserve(root)
	return root
}

func flagError(cmd *cobra.Command, err error) error {
	text := flagText(err)
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		if refused := refusedFlag(cmd, unknown); refused != nil {
			return refused
		}
		near := ral.Nearest(unknown.GetSpecifiedName(), flagNames(cmd.Flags()))
		switch short := unknown.GetSpecifiedShortnames(); {
		case short != "":
			text = fmt.Sprintf("unknown flag: -%s (%s --help lists the flags)", unknown.GetSpecifiedName(), cmd.CommandPath())
		case near != "":
			text += " (did you mean --" + near + "?)"
		default:
			text += fmt.Sprintf(" (%s --help lists the flags)", cmd.CommandPath())
		}
	}
	return usageError{errors.New(text)}
}

func (a *app) session(ctx context.Context) (*model.Session, error) {
	s, err := a.open(ctx)
	if unknown, ok := errors.AsType[*model.EnvironmentError](err); ok {
		return nil, usageError{unknown}
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
		return nil, usageError{err}
	}
	s.Version, s.From = a.Version, a.from
	a.configured, a.colours = s.Config.Theme, nil
	if s.ConfigUnread != nil && !a.unread {
		a.unread = true
		a.say("%s; ralsh uses the default settings", s.ConfigUnread)
	}
	var once sync.Once
	s.Warn = func(err error) { once.Do(func() { a.say("%s", err) }) }
	return s, nil
}

// open opens a session, unless one was opened to find the faces.
func (a *app) open(ctx context.Context) (*model.Session, error) {
	if len(a.Args) > 0 && (a.Args[0] == cobra.ShellCompRequestCmd || a.Args[0] == cobra.ShellCompNoDescRequestCmd) {
		a.chosen.Ahead = true
	}
	if a.opened.of(a.root, a.chosen) {
		return a.opened.session, a.opened.err
	}
	return model.OpenWith(ctx, a.Registry, a.root, a.chosen)
}

// missingFolders names the folders of a modulepath that do not exist.
func (a *app) missingFolders(env *modules.Environment) {
	for _, dir := range env.Missing {
		a.say("the directory %s of the modulepath does not exist", dir)
	}
}

func (a *printer) version() string {
	return fmt.Sprintf("ralsh %s (commit %s, %s)", a.Version, a.Commit, runtime.Version())
}
