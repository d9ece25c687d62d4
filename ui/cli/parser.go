package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"ralsh/ral/manifest"
)

// versionCommand is --version as a command of Puppet.
func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Hidden: true, Args: noArguments,
		RunE: func(*cobra.Command, []string) error {
			a.print("%s", a.version())
			return nil
		},
	}
}

// parserCommand is the command parser.
type parserCommand struct{ *app }

// parserCommand is parser validate, a command of Puppet.
func (a parserCommand) command() *cobra.Command {
	cmd := &cobra.Command{
		Use: "parser", Short: "Check the syntax of files", Hidden: true,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return nearest("command of parser", args[0], []string{"validate"})
			}
			return usagef("missing subcommand: ralsh parser validate FILE ...")
		},
	}
	cmd.AddCommand(&cobra.Command{
		Use: "validate FILE ...", Short: "Check the syntax of files", Hidden: true,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("parser validate needs a file: ralsh parser validate hosts.pp (- is standard input)")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.validate(cmd.Context(), filesOf(args...)) },
	})
	return cmd
}

// validate reads sources and reports nothing but their syntax errors.
func (a parserCommand) validate(ctx context.Context, sources []source) error {
	var all []error
	for _, src := range sources {
		if _, err := a.read(ctx, src, manifest.Read); err != nil {
			all = append(all, err)
		}
	}
	return errors.Join(all...)
}
