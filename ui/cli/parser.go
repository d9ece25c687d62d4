package cli

import (
	"errors"

	"github.com/spf13/cobra"
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

// parserCommand is parser validate, a command of Puppet.
func (a *app) parserCommand() *cobra.Command {
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
		Args: atLeastOneFile("parser validate"),
		RunE: func(_ *cobra.Command, args []string) error { return a.validate(args) },
	})
	return cmd
}

func atLeastOneFile(command string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usagef("%s needs a file: ralsh %s hosts.pp (- is standard input)", command, command)
		}
		return nil
	}
}

// validate reads files and prints nothing but their syntax errors.
func (a *app) validate(files []string) error {
	var all []error
	for _, file := range files {
		if _, err := a.read(file); err != nil {
			all = append(all, err)
		}
	}
	return errors.Join(all...)
}
