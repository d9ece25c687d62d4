package service

import (
	"errors"
	"fmt"
	"strings"

	"ralsh/providers/internal/commandline"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

var errEmpty = errors.New("a command line must not be empty")

// words splits a command line of a user: spaces separate words, and single or
// double quotes surround words with spaces. A shell runs a line with different shell
// syntax, as in Puppet.
func words(line string) ([]string, error) {
	if commandline.NeedsShell(strings.NewReplacer("'", "", `"`, "").Replace(line)) {
		return commandline.Through(line), nil
	}
	var list []string
	var word strings.Builder
	var quote byte
	inside := false
	for i := range len(line) {
		switch c := line[i]; {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteByte(c)
		case c == '\'' || c == '"':
			quote, inside = c, true
		case c == ' ' || c == '\t':
			if inside {
				list = append(list, word.String())
			}
			word.Reset()
			inside = false
		default:
			word.WriteByte(c)
			inside = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("%q: a quote is not closed", line)
	}
	if inside {
		list = append(list, word.String())
	}
	if len(list) == 0 || list[0] == "" {
		return nil, errEmpty
	}
	return list, nil
}

// arguments returns the argument list of a command line. A list is one already.
func arguments(v value.Value) ([]string, error) {
	if v.Kind() != value.List {
		return words(v.Text())
	}
	var list []string
	for _, el := range v.Elements() {
		list = append(list, el.Text())
	}
	if len(list) == 0 || list[0] == "" {
		return nil, errEmpty
	}
	return list, nil
}

// own returns the command that a resource declares for an action; ok is false
// without a declared command.
func own(r *ral.Resource, action string) (cmd host.Command, ok bool, err error) {
	if !r.Has(action) {
		return host.Command{}, false, nil
	}
	list, err := arguments(r.Get(action))
	if err != nil {
		return host.Command{}, true, fmt.Errorf("%s: %w", action, err)
	}
	return host.Command{Name: list[0], Args: list[1:]}, true, nil
}
