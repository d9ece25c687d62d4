package file

import (
	"strings"

	"ralsh/providers/internal/commandline"
	"ralsh/ral"
	"ralsh/ral/host"
)

// validator is the command that looks at new content, nil for none.
func validator(r *ral.Resource) func(file string) host.Command {
	if !r.Has("validate_cmd") {
		return nil
	}
	line, mark := r.Get("validate_cmd").Reveal().Text(), r.Get("validate_replacement").Text()
	hidden := r.Get("validate_cmd").IsSecret()
	return func(file string) host.Command {
		if commandline.NeedsShell(line) {
			line := strings.ReplaceAll(line, mark, host.ShellQuote(file))
			return host.Command{Name: commandline.Shell, Args: []string{"-c", line}, Hidden: hidden}
		}
		words := commandline.Of(line)
		if len(words) == 0 {
			words = []string{""}
		}
		for i, w := range words {
			words[i] = strings.ReplaceAll(w, mark, file)
		}
		return host.Command{Name: words[0], Args: words[1:], Hidden: hidden}
	}
}
