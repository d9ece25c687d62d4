package cli

import (
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"ralsh/ral"
)

// TestCommandsPage holds that docs/commands.md has every command, as its help has it.
func TestCommandsPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/commands.md")
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	table.WriteString("| command | purpose |\n|---|---|\n")
	var add func(cmd *cobra.Command)
	add = func(cmd *cobra.Command) {
		if cmd.HasAvailableSubCommands() {
			for _, sub := range cmd.Commands() {
				add(sub)
			}
		} else if cmd.IsAvailableCommand() {
			table.WriteString("| `" + strings.TrimSuffix(cmd.UseLine(), " [flags]") + "` | " + cmd.Short + " |\n")
		}
	}
	add(Commands(ral.NewRegistry()))
	if !strings.Contains(string(page), table.String()) {
		t.Errorf("docs/commands.md does not have this table:\n%s", table.String())
	}
}
