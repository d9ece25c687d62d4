package change

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"ralsh/ral/manifest"
	"ralsh/ui/cli/usage"
)

// parserCommand is the command parser.
type parserCommand struct{ *runner }

// command returns parser with its subcommand validate, a command of Puppet.
func (a parserCommand) command() *cobra.Command {
	return usage.Group(&cobra.Command{
		Use: "parser", Short: "Check the syntax of files", Hidden: true, Example: "  ralsh parser validate site.pp",
	}, &cobra.Command{
		Use: "validate FILE ...", Short: "Check the syntax of files", Hidden: true,
		Example: "  ralsh parser validate site.pp", Args: usage.Arguments(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.validate(cmd.Context(), filesOf(args...)) },
	})
}

// validate reads sources and reports only their syntax errors.
func (a parserCommand) validate(ctx context.Context, sources []source) error {
	var all []error
	for _, src := range sources {
		if _, err := a.read(ctx, src, manifest.Read); err != nil {
			all = append(all, err)
		}
	}
	return errors.Join(all...)
}
