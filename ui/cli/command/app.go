package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"

	"github.com/spf13/cobra"

	"ralsh/model"
	"ralsh/model/hops"
	"ralsh/ral"
	streams "ralsh/ral/host/stream"
	"ralsh/ral/modules"
	"ralsh/ral/modules/pluginsync"
	"ralsh/ui/cli/output"
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

// App is a run of the command line: the state that its commands share.
type App struct {
	output.Printer
	Env
	Sink         *streams.Sticky // the output: a full disk behind it is a failure
	Root         string
	FactChoice   model.FactChoice
	ModuleChoice model.ModuleChoice
	Opened       *Opened            // to find faces; nil if a built-in command is named
	server       pluginsync.Options // for puppet: sources
	ReadOnly     bool               // only the read-only commands of looks are allowed
	Quiet        bool               // missing directories of the modulepath are not reported
	reported     map[string]bool    // errors in modules that were printed
	unread       bool               // the error of config.yaml was printed
	From         string             // the command, as the journal notes it
	lines        *bufio.Reader      // of standard input; nil until a line is read
}

// New returns the state of the commands of a command line, which print to s.
func New(env Env, s output.Streams) *App { return &App{Printer: output.Printer{Streams: s}, Env: env} }

// Session returns the session of the command.
func (a *App) Session(ctx context.Context) (*model.Session, error) {
	s, err := a.open(ctx)
	if unknown, ok := errors.AsType[*model.EnvironmentError](err); ok {
		return nil, usage.Wrap(unknown)
	}
	if err != nil {
		return nil, err
	}
	if s.Modules.Loaded() != nil && !a.Quiet {
		a.SayMissingDirs(s.Modules.Loaded())
	}
	opt := a.server
	opt.Environment = a.ModuleChoice.Environment
	s.Modules.UseServer(opt)
	if err := s.FactsFrom(a.FactChoice); err != nil {
		return nil, usage.Wrap(err)
	}
	s.Version, s.From = a.Version, a.From
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
		a.ModuleChoice.Ahead = true
	}
	if a.Opened.of(a.Root, a.ModuleChoice) {
		return a.Opened.Session, a.Opened.Err
	}
	return model.OpenWith(ctx, a.Registry, a.Root, a.ModuleChoice)
}

// SayMissingDirs names the directories of a modulepath that do not exist.
func (a *App) SayMissingDirs(env *modules.Environment) {
	for _, dir := range env.Missing {
		a.Say("the directory %s of the modulepath does not exist", dir)
	}
}

// VersionText returns the version, the commit and the version of Go.
func (a *App) VersionText() string {
	return fmt.Sprintf("ralsh %s (commit %s, %s)", a.Version, a.Commit, runtime.Version())
}

// Opened is the session that finds the faces of a command line, or the error of
// opening it.
type Opened struct {
	Session      *model.Session
	Err          error
	Root         string
	ModuleChoice model.ModuleChoice
}

// Modules returns the loaded modules, or nil.
func (o *Opened) Modules() *modules.Environment {
	if o == nil || o.Err != nil {
		return nil
	}
	return o.Session.Modules.Loaded()
}

// of reports whether it was opened for a choice.
func (o *Opened) of(root string, chosen model.ModuleChoice) bool {
	return o != nil && o.Root == root && o.ModuleChoice.Path == chosen.Path && o.ModuleChoice.Environment == chosen.Environment
}
