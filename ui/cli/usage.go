package cli

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usageError is an error in the command line: exit status 2.
type usageError struct{ error }

// Unwrap returns the error without its status.
func (e usageError) Unwrap() error { return e.error }

// usagef returns a usage error.
func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// switched reports whether a switch is given.
func switched(cmd *cobra.Command, name string) bool {
	given, _ := cmd.Flags().GetBool(name)
	return given
}

// flagNames returns the flags that the help lists.
func flagNames(flags *pflag.FlagSet) []string {
	var names []string
	flags.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	return names
}
