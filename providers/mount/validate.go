package mount

import (
	"errors"
	"strings"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

var blanks = lazyre.New(`\s`)

// oneWord refuses blanks and nothing at all.
func oneWord(what string) func(ral.Hook, value.Value) error {
	return func(_ ral.Hook, v value.Value) error {
		switch {
		case blanks.MatchString(v.Text()):
			return errors.New(what + " must not contain whitespace: " + v.Text())
		case v.Text() == "":
			return errors.New(what + " must not be an empty string")
		}
		return nil
	}
}

// oneLine takes spaces, which fstab writes \040, and nothing that ends a line.
func oneLine(what string) func(ral.Hook, value.Value) error {
	return func(_ ral.Hook, v value.Value) error {
		switch {
		case strings.ContainsAny(v.Text(), "\r\n\t\v\f"):
			return errors.New(what + " must not contain a tab or a line break: " + v.Inspect())
		case v.Text() == "":
			return errors.New(what + " must not be an empty string")
		}
		return nil
	}
}

func boolean(_ ral.Hook, v value.Value) error {
	switch strings.ToLower(v.Text()) {
	case "true", "yes", "false", "no":
		return nil
	}
	return errors.New("expected a boolean value")
}

// bareSlash takes the slashes at the end off, but for the root itself.
func bareSlash(_ ral.Hook, v value.Value) (value.Value, error) {
	return value.Str(trimmed(v.Text())), nil
}

func trimmed(name string) string {
	if short := strings.TrimRight(name, "/"); short != "" || name == "" {
		return short
	}
	return "/"
}
