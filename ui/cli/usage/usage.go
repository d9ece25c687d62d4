package usage

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Error is an error in the command line: exit status 2.
type Error struct{ err error }

// Error returns the message.
func (e Error) Error() string { return e.err.Error() }

// Unwrap returns the error without its status.
func (e Error) Unwrap() error { return e.err }

// Errorf returns a usage error.
func Errorf(format string, args ...any) error { return Wrap(fmt.Errorf(format, args...)) }

// On reports whether a switch is given.
func On(cmd *cobra.Command, name string) bool {
	given, _ := cmd.Flags().GetBool(name)
	return given
}

// FlagNames returns the flags that the help lists.
func FlagNames(flags *pflag.FlagSet) []string {
	var names []string
	flags.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	return names
}

// Wrap makes an error a usage error.
func Wrap(err error) error { return Error{err} }
