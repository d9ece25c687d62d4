package cli

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"ralsh/ui/cli/change"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/usage"
)

// readOnlyFlag is the first argument of a command line that an agent runs for an operator who
// may only read on this host. A command line that is not in looks is rejected.
const readOnlyFlag = "--looks"

// readOnlyCommand is a read-only command, with the flags that name no file, no directory and no
// server, and show no secret. Unlisted flags are rejected.
type readOnlyCommand struct{ command, flags string }

// readOnlyCommands are the commands that may follow --looks, each also with readOnlyFlags.
var readOnlyCommands = [...]readOnlyCommand{
	{"", "version"},
	{"version", ""},
	{"types", "output"},
	{"describe", "list meta output provider providers short"},
	{"providers", "output"},
	{"why", "output"},
	{"resource", "debug fail output param provider show_diff strict timing to_yaml trace types verbose"},
	{"facts", readOnlyFactsFlags},
	{"facts show", readOnlyFactsFlags},
	{"snapshot", "output types"},
	{"history", "limit output"},
	{"paths", "output"},
}

const (
	readOnlyFlags = "help color no-color"
	// Without --no-block and --no-cache, which override the facter.conf of the host.
	readOnlyFactsFlags = "debug hocon json list-block-groups list-cache-groups log-level no-custom-facts no-external-facts output puppet show-legacy sources strict timing trace verbose yaml"
)

// allows reports whether a read-only command accepts a flag.
func (l readOnlyCommand) allows(flag string) bool {
	return slices.Contains(strings.Fields(readOnlyFlags+" "+l.flags), flag)
}

// findReadOnly returns the read-only command of a command by its words.
func findReadOnly(command string) (readOnlyCommand, bool) {
	i := slices.IndexFunc(readOnlyCommands[:], func(l readOnlyCommand) bool { return l.command == command })
	if i < 0 {
		return readOnlyCommand{}, false
	}
	return readOnlyCommands[i], true
}

// restrictToReading removes --looks from the command line, and closes standard input. It returns a
// usage error for a command line that is not allowed.
func (a *app) restrictToReading() error {
	a.Args, a.ReadOnly, a.In = a.Args[1:], true, strings.NewReader("")
	cmd, words, err := a.tree().Find(a.Args)
	if err != nil {
		return usage.Wrap(err)
	}
	name := strings.TrimPrefix(strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()), " ")
	l, is := findReadOnly(name)
	if !is {
		if !mayOrder(cmd) {
			return neverOrdered(name)
		}
		return command.NeedsOrder(name, name)
	}
	cmd.InitDefaultHelpFlag()
	if err := cmd.ParseFlags(words); err != nil {
		return command.FlagError(cmd, err)
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if err == nil && !l.allows(f.Name) {
			err = command.NeedsOrder("--"+f.Name, name)
			if !slices.Contains(orderedFlags[:], f.Name) {
				err = neverOrdered("--" + f.Name)
			}
		}
	})
	given := cmd.Flags().Args()
	switch {
	case err != nil:
		return err
	case name == "" && len(given) > 0:
		return usage.Errorf("agents do not run %q as a read-only command (known: %s)", given[0], readOnlyNames())
	case name == "" && !usage.On(cmd, "help") && !usage.On(cmd, "version"):
		return usage.Errorf("agents do not open the terminal UI (read-only commands: %s)", readOnlyNames())
	case name != "resource":
		return nil
	}
	sets, err := change.SetsAttributes(given)
	if sets {
		err = command.NeedsOrder("ATTRIBUTE=VALUE", name)
	}
	return err
}

// neverOrdered returns the error of a command line that agents never run.
func neverOrdered(what string) error {
	return usage.Errorf("%s is not allowed, even with a signed order", what)
}

func readOnlyNames() string {
	var names []string
	for _, l := range readOnlyCommands {
		if l.command != "" {
			names = append(names, l.command)
		}
	}
	return strings.Join(names, ", ")
}
