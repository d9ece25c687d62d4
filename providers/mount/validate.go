package mount

import (
	"errors"
	"strings"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

var blanks = lazyre.New(`\s`)

// oneWord rejects blanks and the empty string.
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

// oneLine accepts spaces, which fstab escapes as \040, but no line ends.
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

// bareSlash removes final slashes, except of the root.
func bareSlash(_ ral.Hook, v value.Value) (value.Value, error) {
	return value.Str(trimmed(v.Text())), nil
}

func trimmed(name string) string {
	if short := strings.TrimRight(name, "/"); short != "" || name == "" {
		return short
	}
	return "/"
}
