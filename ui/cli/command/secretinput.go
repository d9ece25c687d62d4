package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ui/cli/usage"
)

// FromInput is the value of a secret that ralsh prompts for, or reads from standard
// input.
const FromInput = "-"

// IsPublic reports whether a password is a value that everyone may see.
func IsPublic(password string) bool {
	return slices.Contains([]string{"", "absent", "!", "!!", "*", "x"}, password)
}

// SecretText returns the value of a secret attribute: the typed text if the argument is a
// dash, or a line of standard input without a terminal. Every user can see other
// arguments in the list of processes, so ralsh prints a warning.
func (a *App) SecretText(ctx context.Context, attr *ral.Attribute, text string) (string, error) {
	if text != FromInput {
		if !IsPublic(text) {
			a.Say("every user of this host can see the %s in the arguments (use %s=- to enter it at a prompt)", attr.Name, attr.Name)
		}
		return text, nil
	}
	var err error
	if a.InTerminal && a.Secret != nil {
		text, err = a.Secret(ctx, attr.Name+": ")
	} else {
		text, err = a.InputLines().ReadString('\n')
		if errors.Is(err, io.EOF) {
			err = nil
		}
		text = strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
	}
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		return "", fmt.Errorf("cannot read %s: %w", attr.Name, err)
	case text == "":
		return "", usage.Errorf("%s is empty", attr.Name)
	}
	return text, nil
}

// InputLines returns the lines of standard input.
func (a *App) InputLines() *bufio.Reader {
	if a.lines == nil {
		a.lines = bufio.NewReader(a.In)
	}
	return a.lines
}

// RestOfInput returns the part of standard input that is not read.
func (a *App) RestOfInput() io.Reader {
	if a.lines != nil {
		return a.lines
	}
	return a.In
}
