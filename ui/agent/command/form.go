package command

import (
	"fmt"

	"github.com/spf13/cobra"
)

type form string

const (
	text   form = "text"
	inJSON form = "json"
)

func (f *form) Set(value string) error {
	switch form(value) {
	case text, inJSON:
		*f = form(value)
		return nil
	}
	return fmt.Errorf("expected %s or %s", text, inJSON)
}

func (f *form) String() string { return string(*f) }

func (*form) Type() string { return "FORM" }

func (f *form) flag(cmd *cobra.Command) {
	cmd.Flags().VarP(f, "output", "o", "print the output as `FORM`: text or json")
	_ = cmd.RegisterFlagCompletionFunc("output", cobra.FixedCompletions([]string{string(text), string(inJSON)}, cobra.ShellCompDirectiveNoFileComp))
}
