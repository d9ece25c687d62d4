package usage

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ralsh/ral"
	"ralsh/ui/words"
)

// Arguments accepts from least to most arguments; most is -1 for any number.
func Arguments(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		n, count := len(args), ""
		switch {
		case n >= least && (n <= most || most < 0):
			return nil
		case most == 0:
			return Errorf("%s takes no arguments (got %q)", cmd.CommandPath(), args[0])
		case most < 0:
			count = "at least " + string(words.CountOf(least, "argument"))
		case least == most:
			count = "exactly " + string(words.CountOf(most, "argument"))
		case least == 0:
			count = "at most " + string(words.CountOf(most, "argument"))
		default:
			count = fmt.Sprintf("%d to %d arguments", least, most)
		}
		return Errorf("%s takes %s (got %d): %s", cmd.CommandPath(), count, n, FirstExample(cmd))
	}
}

// FirstExample returns the first example of a command, or its usage.
func FirstExample(cmd *cobra.Command) string {
	line, _, _ := strings.Cut(strings.TrimSpace(cmd.Example), "\n")
	return cmp.Or(line, strings.TrimSuffix(cmd.UseLine(), " [flags]"))
}

// Group makes cmd a command that consists of other commands.
func Group(cmd *cobra.Command, commands ...*cobra.Command) *cobra.Command {
	cmd.AddCommand(commands...)
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		return Unknown("command", args[0], cmd.CommandPath(), CommandNames(cmd))
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return Errorf("%s needs a command: %s", cmd.CommandPath(), strings.Join(CommandNames(cmd), ", "))
	}
	return cmd
}

// CommandNames returns the commands that the help of a command lists. If the command is
// hidden, they are its hidden ones.
func CommandNames(cmd *cobra.Command) []string {
	var names []string
	for _, c := range cmd.Commands() {
		if c.Hidden == cmd.Hidden {
			names = append(names, c.Name())
		}
	}
	return names
}

// Unknown returns the usage error for an unknown name, for example of a command. of
// names its owner, or is "".
func Unknown(kind, name, of string, known []string) error {
	text := fmt.Sprintf("unknown %s %q", kind, name)
	if of != "" {
		text += " of " + of
	}
	return Errorf("%s", Suggest(text, name, known, "known: "+strings.Join(known, ", ")))
}

// Suggest appends the most similar known name to a message about an unknown name, or the
// hint if no name is similar.
func Suggest(text, name string, known []string, hint string) string {
	if near := ral.Nearest(name, known); near != "" {
		return fmt.Sprintf("%s (did you mean %q?)", text, near)
	}
	return text + " (" + hint + ")"
}
