package terminal

import (
	"io"
	"os"

	"github.com/charmbracelet/x/term"

	"ralsh/ral"
	"ralsh/ui/cli"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
	"ralsh/ui/early"
)

// Main runs the command line of this process with the types that register adds.
// It returns the exit status.
func Main(register func(*ral.Registry), version, commit string) int {
	early.Restore()
	reg := ral.NewRegistry()
	register(reg)
	tty, ctx, stop := listen()
	defer stop()
	return cli.Main(ctx, cli.Program{
		Env: command.Env{
			Args: os.Args[1:],
			Open: func(name string) (io.ReadCloser, error) { return os.Open(name) },
			Append: func(name string) (io.WriteCloser, error) {
				return os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o640)
			},
			Secret:      secret,
			Kill:        tty.Again,
			KeepWriting: keepWriting,
			Console:     console,
			Registry:    reg,
			Version:     version,
			Commit:      commit,
		},
		Streams: output.Streams{
			In:          os.Stdin,
			Out:         os.Stdout,
			Err:         os.Stderr,
			Getenv:      os.Getenv,
			Terminal:    term.IsTerminal(os.Stdin.Fd()) && term.IsTerminal(os.Stdout.Fd()),
			InTerminal:  term.IsTerminal(os.Stdin.Fd()),
			OutTerminal: term.IsTerminal(os.Stdout.Fd()),
			ErrTerminal: term.IsTerminal(os.Stderr.Fd()),
		},
		Screen: tty.Screen,
	})
}
