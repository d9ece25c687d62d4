package cli

import (
	"strings"
	"testing"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ralsh/ral"
)

// TestHelp holds the help of each command to one tone: an imperative of at most 60
// characters without a full stop, phrases for flags, and a name for each value.
func TestHelp(t *testing.T) {
	var look func(cmd *cobra.Command)
	look = func(cmd *cobra.Command) {
		short := cmd.Short
		if n := len(short); n == 0 || n > 60 || strings.HasSuffix(short, ".") || !unicode.IsUpper(rune(short[0])) {
			t.Errorf("%s: %q, %d characters", cmd.CommandPath(), short, n)
		}
		if word, _, _ := strings.Cut(short, " "); strings.HasSuffix(strings.Trim(word, ","), "s") || word == "The" || word == "All" || word == "Every" || word == "What" {
			t.Errorf("%s: %q does not begin with an imperative", cmd.CommandPath(), short)
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			value, usage := pflag.UnquoteUsage(f)
			if value != strings.ToUpper(value) {
				t.Errorf("%s --%s: its value is called %q", cmd.CommandPath(), f.Name, value)
			}
			if strings.HasSuffix(usage, ".") || unicode.IsUpper(rune(usage[0])) && !strings.HasPrefix(usage, value) {
				t.Errorf("%s --%s: %q", cmd.CommandPath(), f.Name, usage)
			}
		})
		for _, c := range cmd.Commands() {
			look(c)
		}
	}
	look(Commands(ral.NewRegistry()))
}
