package keys_test

import (
	"os"
	"strings"
	"testing"

	"ralsh/ui/tui/keys"
)

// The README's list of keys is the table.
func TestReadmeHoldsTheTable(t *testing.T) {
	data, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if table := keys.Default().Markdown(); !strings.Contains(string(data), table) {
		t.Errorf("README.md does not hold this table:\n%s", table)
	}
}
