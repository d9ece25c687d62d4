package command

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"ralsh/model"
	"ralsh/ui/cli/usage"
	"ralsh/ui/words"
)

// Context returns the context of a command. With --debug, ralsh reports each
// read-only command when it has ended; it always reports the other commands. At a
// terminal it reports a command that reads for longer than a second while the
// command runs.
func (a *App) Context(cmd *cobra.Command) context.Context {
	ctx := cmd.Context()
	if usage.On(cmd, "debug") {
		ctx = model.WithCommandLog(ctx, func(c model.EndedCommand) {
			if c.ReadOnly {
				a.Say("debug: %s  exit %d, %s", c.Command, c.Exit, words.Took(c.Elapsed))
			}
		})
	}
	return a.WithLongQueries(ctx)
}

// WithLongQueries returns a context in which, at a terminal, a command that reads for longer
// than a second is reported while it runs.
func (a *App) WithLongQueries(ctx context.Context) context.Context {
	if !a.ErrTerminal {
		return ctx
	}
	return model.WithLongQueries(ctx, longQuery, func(command string) { a.Say("waiting for %s", command) })
}

// longQuery is how long a command that only reads runs before it is reported.
const longQuery = time.Second
