package compare

import (
	"os"
	"testing"

	"ralsh/model/snapshot"
	"ralsh/ui/cli/clitest"
)

func TestJSONPage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	clitest.JSONPage(t, page, map[string][]any{
		"compare":   {differenceItem{}},
		"Snapshots": {snapshot.Head{}, snapshot.Listing{}},
	}, snapshot.Head{})
}
