package star_test

import (
	"strings"
	"testing"

	"ralsh/ral/modules/star"
	"ralsh/ral/noise"
)

func TestDiffers(t *testing.T) {
	for given, want := range map[string]noise.Class{"": noise.Chosen, `, differs = "wanted"`: noise.Chosen, `, differs = "identity"`: noise.Identity} {
		if got := load(t, widget(`prop("a"`+given+`)`)).Types[0].Attributes[1].Class; got != want {
			t.Errorf("%s is %s", given, got)
		}
	}
	_, err := star.NewSpace().Load(t.Context(), star.Source{Module: "m", Path: "t.star", Text: []byte(widget(`prop("a", differs = "noise")`))})
	if err == nil || !strings.Contains(err.Error(), `differs: unknown class "noise"`) {
		t.Error(err)
	}
}
