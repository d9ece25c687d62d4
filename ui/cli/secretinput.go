package cli

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

// fromInput is the value of a secret that ralsh prompts for, or reads from standard
// input.
const fromInput = "-"

// noSecrets are values of passwords that everyone may see.
var noSecrets = []string{"", "absent", "!", "!!", "*", "x"}

// secretText returns the value of a secret attribute: the typed text if the argument is a
// dash, or a line of standard input without a terminal. Every user can see other
// arguments in the list of processes, so ralsh prints a warning.
func (a *App) secretText(ctx context.Context, attr *ral.Attribute, text string) (string, error) {
	if text != fromInput {
		if !slices.Contains(noSecrets, text) {
			a.Say("every user of this host can see the %s in the arguments (use %s=- to enter it at a prompt)", attr.Name, attr.Name)
		}
		return text, nil
	}
	var err error
	if a.InTerminal && a.Secret != nil {
		text, err = a.Secret(ctx, attr.Name+": ")
	} else {
		text, err = a.inputLines().ReadString('\n')
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

// inputLines returns the lines of standard input.
func (a *App) inputLines() *bufio.Reader {
	if a.lines == nil {
		a.lines = bufio.NewReader(a.In)
	}
	return a.lines
}

// restOfInput returns the part of standard input that is not read.
func (a *App) restOfInput() io.Reader {
	if a.lines != nil {
		return a.lines
	}
	return a.In
}
