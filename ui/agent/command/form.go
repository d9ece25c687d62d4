package command

import (
	"fmt"

	"github.com/spf13/cobra"
)

// form is how a command prints what it shows.
type form string

const (
	text   form = "text"
	inJSON form = "json"
)

// Set takes the value of the flag.
func (f *form) Set(value string) error {
	switch form(value) {
	case text, inJSON:
		*f = form(value)
		return nil
	}
	return fmt.Errorf("expected %s or %s", text, inJSON)
}

// String returns the value of the flag.
func (f *form) String() string { return string(*f) }

// Type returns the name of a value, for help.
func (*form) Type() string { return "FORM" }

// flag adds the flag for the form to a command.
func (f *form) flag(cmd *cobra.Command) {
	cmd.Flags().VarP(f, "output", "o", "print the output as `FORM`: text or json")
	_ = cmd.RegisterFlagCompletionFunc("output", cobra.FixedCompletions([]string{string(text), string(inJSON)}, cobra.ShellCompDirectiveNoFileComp))
}
