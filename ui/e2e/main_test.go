package e2e_test

import (
	"fmt"
	"os"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/rogpeppe/go-internal/testscript"

	"ralsh/providers"
	"ralsh/ral/raltest/real"
	"ralsh/ui/terminal"
)

// TestMain lets the test binary run as the tests, as an empty Bubble Tea program,
// and, under the name ralsh, as ralsh itself. The commands of scripts are therefore
// under the race detector if the tests are.
func TestMain(m *testing.M) {
	if os.Getenv(emptyVariable) == "" {
		testscript.Main(real.OneBinary(real.Waiting(m)), map[string]func(){"ralsh": func() {
			os.Exit(terminal.Main(providers.Register, "0.1.0", "unknown"))
		}})
	}
	if _, err := tea.NewProgram(empty(0)).Run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
