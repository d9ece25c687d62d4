package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"ralsh/model"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/puppet"
	"ralsh/ui/cli/usage"
)

// traced returns the context of a command, in which ralsh measures all work with --timing
// and reports the progress of its reads.
func (a *runner) traced(cmd *cobra.Command) context.Context {
	ctx := a.Context(cmd)
	if usage.On(cmd, "timing") {
		a.measured = model.NewTiming()
		ctx = a.measured.Context(ctx)
	}
	if a.ErrTerminal || a.Format == "jsonl" {
		ctx = model.WithProgress(ctx, a.planProgress)
	}
	return ctx
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
		a.Say("%s: %s", what, line)
	}
}

// logDest appends the messages of a command to the file of --logdest instead of
// standard error, until Main ends.
func (a applyCommand) logDest(cmd *cobra.Command) error {
	names, _ := cmd.Flags().GetStringArray("logdest")
	for _, name := range names {
		switch name {
		case "console":
			continue
		case "syslog", "eventlog":
			return puppet.Unsupported("--logdest "+name, "ralsh writes messages to a file or to standard error", "ralsh apply site.pp 2>&1 | logger")
		}
		file, err := a.Append(name)
		if err != nil {
			return fmt.Errorf("cannot write the log %s: %w", name, command.Cause(err))
		}
		a.LogTo(file)
	}
	return nil
}
