package cli

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"ralsh/model"
	"ralsh/ui/words"
)

// traced returns the context of a command. With --debug, ralsh reports each
// read-only command when it has ended; it always reports the other commands. With
// --timing it measures all work. At a terminal it reports a command that reads
// for longer than a second while the command runs.
func (a *runner) traced(cmd *cobra.Command) context.Context {
	ctx := cmd.Context()
	if on(cmd, "debug") {
		ctx = model.WithCommandLog(ctx, func(c model.EndedCommand) {
			if c.ReadOnly {
				a.say("debug: %s  exit %d, %s", c.Command, c.Exit, words.Took(c.Elapsed))
			}
		})
	}
	if on(cmd, "timing") {
		a.measured = model.NewTiming()
		ctx = a.measured.Context(ctx)
	}
	ctx = a.naming(ctx)
	if a.ErrTerminal || a.output == "jsonl" {
		ctx = model.WithProgress(ctx, a.planProgress)
	}
	return ctx
}

// naming returns a context in which, at a terminal, a command that reads for longer
// than a second is reported while it runs.
func (a *printer) naming(ctx context.Context) context.Context {
	if !a.ErrTerminal {
		return ctx
	}
	return model.WithLongQueries(ctx, longQuery, func(command string) { a.say("waiting for %s", command) })
}

// planProgress reports the progress of reading a large file before the run begins. The
// events of the run report it later.
func (a *runner) planProgress(what, line string) {
	a.planning.Lock()
	defer a.planning.Unlock()
	switch {
	case a.applying:
	case a.stream != nil:
		a.stream.write(streamProgress{a.stream.head("progress"), what, line})
	case a.ErrTerminal:
		a.say("%s: %s", what, line)
	}
}

// longQuery is how long a command that only reads runs before it is reported.
const longQuery = time.Second

// logTo appends the messages of a command to the file of --logdest instead of
// standard error, until Main ends.
func (a applyCommand) logTo(cmd *cobra.Command) error {
	names, _ := cmd.Flags().GetStringArray("logdest")
	for _, name := range names {
		switch name {
		case "console":
			continue
		case "syslog", "eventlog":
			return unsupported("--logdest "+name, "ralsh writes messages to a file or to standard error", "ralsh apply site.pp 2>&1 | logger")
		}
		file, err := a.Append(name)
		if err != nil {
			return fmt.Errorf("cannot write the log %s: %w", name, cause(err))
		}
		a.closeLog()
		a.Err, a.log = file, file
	}
	return nil
}

func (a *app) closeLog() {
	if a.log != nil {
		_ = a.log.Close()
	}
}
