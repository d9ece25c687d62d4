package change

import (
	"os"
	"testing"

	"ralsh/model/export"
	"ralsh/ui/cli/clitest"
)

func TestJSONPage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	clitest.JSONPage(t, page, map[string][]any{
		"resource": {export.Instance{}, resourceEnd{}},
		"Changes":  {runDocument{}},
		"Steps":    {stepItem{}},
		"timing":   {timingItem{}},
		"graph":    {graphDocument{}},
		"history":  {historyDocument{}, pastRunDocument{}},
	}, &timingItem{}, []stepItem{})
}
