package remote

import (
	"context"
	"io"
	"slices"
	"strings"

	"ralsh/ui/cli/command"
	"ralsh/ui/cli/usage"
)

// withoutSecrets removes the values of secret attributes from a command line for a remote
// host, where every user could see them. It returns the lines of standard input that replace
// them. If a value is a dash, ralsh prompts for it or reads it on the local host.
func (a line) withoutSecrets(ctx context.Context, args []string) (rest []string, lines string, err error) {
	cmd, words, err := a.commands().Find(args)
	if err != nil || cmd.Name() != "resource" || cmd.ParseFlags(words) != nil || cmd.Flags().NArg() < 3 {
		return args, "", nil
	}
	t := a.Registry.Type(strings.ToLower(cmd.Flags().Arg(0)))
	if t == nil {
		return args, "", nil // a module on the remote host may define it
	}
	rest = slices.Clone(args)
	for i, word := range rest {
		name, text, ok := strings.Cut(word, "=")
		attr := t.Attr(name)
		if !ok || attr == nil || !attr.Sensitive || command.IsPublic(text) {
			continue
		}
		if text, err = a.SecretText(ctx, attr, text); err != nil {
			return nil, "", err
		}
		if strings.ContainsAny(text, "\r\n") {
			return nil, "", usage.Errorf("%s contains a line break; pass it in a document: ralsh --on TARGET apply -", name)
		}
		rest[i], lines = name+"="+command.FromInput, lines+text+"\n"
	}
	return rest, lines, nil
}

// input returns the standard input of a command line for a remote host: lines, and then the
// rest of the local input.
func (a Caller) input(lines string) io.Reader {
	rest := a.RestOfInput()
	if lines == "" {
		return rest
	}
	return io.MultiReader(strings.NewReader(lines), rest)
}
