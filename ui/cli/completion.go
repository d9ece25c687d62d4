package cli

import "github.com/spf13/cobra"

// completionCommand is the command completion.
type completionCommand struct{ *app }

func (a completionCommand) command(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "completion SHELL", Short: "Generate a completion script for bash, zsh or fish",
		Args:      oneArgument("completion needs a shell: bash, zsh or fish"),
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
			return nearest("shell", args[0], []string{"bash", "zsh", "fish"})
		},
	}
}
