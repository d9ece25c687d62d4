package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"ralsh/ral"
	"ralsh/ui/cli/clitest"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
)

func TestFlagText(t *testing.T) {
	for line, want := range map[string]string{
		"history --limit x":              `invalid value "x" of --limit: must be a whole number (example: 20)`,
		"history --limit":                "--limit needs a value: a whole number (example: 20)",
		"history --limit=-1":             "--limit needs a number of runs (example: 20; 0 means all)",
		"history -o":                     "--output needs a value: FORMAT",
		"history --code=x":               `invalid value "x" of --code: the option takes no value`,
		"types --color x":                `invalid value "x" of --color: it is auto, always or never`,
		"--on a,b --timeout 5 facts":     `invalid value "5" of --timeout: must be a duration with a unit (example: 60s)`,
		"--on a,b --timeout":             "--timeout needs a value: a duration with a unit (example: 60s)",
		"--on a,b --stop-after x facts":  `invalid value "x" of --stop-after: must be a whole number (example: 20)`,
		"--on a,b --stop-after=-1 facts": "--stop-after needs a number of failures, at least 1 (example: 3)",
	} {
		var out, errs bytes.Buffer
		env := Program{
			Env:     command.Env{Args: strings.Fields(line), Registry: ral.NewRegistry()},
			Streams: output.Streams{Out: &out, Err: &errs, Getenv: func(string) string { return "" }},
		}
		if status := Main(t.Context(), env); status != command.BadUsage || errs.String() != "ralsh: "+want+"\n" {
			t.Errorf("%s: status %d, %s", line, status, errs.String())
		}
	}
}

// TestFlagTextIsOurs holds that no flag of any command prints an error of a Go package.
func TestFlagTextIsOurs(t *testing.T) {
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		cmd.InitDefaultHelpFlag()
		clitest.FlagText(t, cmd.Flags())
		clitest.FlagText(t, cmd.PersistentFlags())
		for _, c := range cmd.Commands() {
			visit(c)
		}
	}
	visit(Commands(ral.NewRegistry()))
}
