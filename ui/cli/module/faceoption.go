package module

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ralsh/ral/modules/star/face"
	"ralsh/ral/value"
	"ralsh/ui/cli/usage"
	"ralsh/ui/safe"
)

// parsed returns the value of an argument: a number if the default is a number.
func parsed(arg *face.Argument, text string) (value.Value, error) {
	if arg.Values != nil && !slices.Contains(arg.Values, text) {
		return value.Value{}, errors.New(usage.Suggest("unknown value", text, arg.Values, "known: "+strings.Join(arg.Values, ", ")))
	}
	switch arg.Default.Kind() {
	case value.Boolean:
		on, err := strconv.ParseBool(text)
		if err != nil {
			return value.Value{}, errors.New("the option takes no value")
		}
		return value.Bool(on), nil
	case value.Integer:
		if n, ok := value.IntOf(text); ok {
			return n, nil
		}
		return value.Value{}, errors.New("not an integer (example: 3)")
	case value.Float:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return value.Value{}, errors.New("not a number (example: 1.5)")
		}
		return value.Flt(x), nil
	}
	return value.Str(text), nil
}

// optionValue is the value of an option of an action.
type optionValue struct {
	*face.Argument
	v value.Value
}

func addOption(cmd *cobra.Command, opt *face.Argument) {
	name, doc := optionName(opt.Name), strings.ReplaceAll(argumentDoc(opt), "`", "")
	flag := cmd.Flags().VarPF(&optionValue{opt, opt.Default}, name, "", doc)
	if opt.Boolean {
		flag.NoOptDefVal = "true"
	}
	_ = cmd.RegisterFlagCompletionFunc(name, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return completions(opt)
	})
}

// Set parses the value.
func (o *optionValue) Set(text string) (err error) {
	o.v, err = parsed(o.Argument, text)
	return err
}

// String returns the value.
func (o *optionValue) String() string {
	return string(safe.Clean(o.v.Text()))
}

// Type returns the name of the value, for pflag.
func (o *optionValue) Type() string {
	switch o.Default.Kind() {
	case value.Boolean:
		return "bool"
	case value.Integer, value.Float:
		return "NUMBER"
	}
	return "TEXT"
}

// optionName is the name of an option on the command line: dry-run for dry_run.
func optionName(parameter string) string { return strings.ReplaceAll(parameter, "_", "-") }
