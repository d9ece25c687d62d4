package usage

import (
	"errors"
	"fmt"

	"github.com/spf13/pflag"
)

// FlagText returns the message of an error in the flags of a command line.
func FlagText(err error) string {
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		flag, cause := invalid.GetFlag(), errors.Unwrap(invalid)
		if of, ok := errors.AsType[*pflag.InvalidValueError](cause); ok { // it sets another flag
			flag = of.GetFlag()
		}
		reason := cause.Error()
		if form := flagForm(flag); form != "" {
			reason = "must be " + form
		} else if flag.Value.Type() == "bool" {
			reason = "the option takes no value"
		}
		return fmt.Sprintf("invalid value %q of --%s: %s", invalid.GetValue(), invalid.GetFlag().Name, reason)
	}
	if missing, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		flag := missing.GetFlag()
		form := flagForm(flag)
		if form == "" {
			form, _ = pflag.UnquoteUsage(flag)
		}
		return fmt.Sprintf("--%s needs a value: %s", flag.Name, form)
	}
	return err.Error()
}

// flagForm returns the form of the values that pflag parses, or "".
func flagForm(flag *pflag.Flag) string {
	switch flag.Value.Type() {
	case "int":
		return "a whole number (example: 20)"
	case "duration":
		return "a duration with a unit (example: 60s)"
	case "stringSlice":
		return "a list with commas (example: a,b); a double quote must be closed"
	}
	return ""
}
