package remote

import (
	"os"
	"testing"

	"ralsh/ui/cli/clitest"
)

func TestJSONPage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	clitest.JSONPage(t, page, map[string][]any{
		"hosts":      {hostsDocument{}},
		"Many hosts": {hostLine{}},
	})
}
