package keys_test

import (
	"os"
	"strings"
	"testing"

	"ralsh/ui/tui/keys"
)

// docs/keys.md contains the table.
func TestReadmeHoldsTheTable(t *testing.T) {
	data, err := os.ReadFile("../../../docs/keys.md")
	if err != nil {
		t.Fatal(err)
	}
	if table := keys.Default().Markdown(); !strings.Contains(string(data), table) {
		t.Errorf("docs/keys.md does not hold this table:\n%s", table)
	}
}
