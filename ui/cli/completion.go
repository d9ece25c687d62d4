package cli

import (
	"github.com/spf13/cobra"

	"ralsh/ui/cli/command"
	"ralsh/ui/cli/usage"
)

// completionCommand is the command completion.
type completionCommand struct{ *command.App }

func (a completionCommand) command(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "completion SHELL", Short: "Generate a completion script for bash, zsh or fish",
		Example:   "  ralsh completion bash > /etc/bash_completion.d/ralsh\n  ralsh completion fish > ~/.config/fish/completions/ralsh.fish",
		Args:      usage.Arguments(1, 1),
		ValidArgs: []string{"bash", "zsh", "fish"},
		RunE: func(_ *cobra.Command, args []string) error {
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(a.Out, true)
			case "zsh":
				return root.GenZshCompletion(a.Out)
			case "fish":
				return root.GenFishCompletion(a.Out, true)
			}
			return usage.Unknown("shell", args[0], "", []string{"bash", "zsh", "fish"})
		},
	}
}
