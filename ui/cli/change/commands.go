package change

import (
	"slices"

	"github.com/spf13/cobra"

	"ralsh/ui/cli/command"
)

// Commands returns the commands that plan, apply and undo changes, and their history.
func Commands(a *command.App) []*cobra.Command {
	return []*cobra.Command{
		resourceCommand{&runner{App: a}}.command(), applyCommand{&runner{App: a}}.command(), undoCommand{&runner{App: a}}.command(),
		graphCommand{&runner{App: a}}.command(), parserCommand{&runner{App: a}}.command(), historyCommand{a}.command(),
	}
}

// SetsAttributes reports whether the arguments of ralsh resource change a resource.
func SetsAttributes(args []string) (bool, error) {
	rest, err := (&resourceFlags{}).providerAmong(args)
	return len(rest) > 2, err
}

// ReadsInput reports whether ralsh apply reads standard input.
func ReadsInput(cmd *cobra.Command, files []string) bool {
	return slices.ContainsFunc(sourcesOf(cmd, files), func(s source) bool { return s.name == "-" })
}
