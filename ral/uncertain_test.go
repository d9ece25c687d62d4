package ral_test

import (
	"testing"

	"ralsh/ral"
)

// TestUncertain keeps the least certain reason, and all of them as text.
func TestUncertain(t *testing.T) {
	var e ral.UncertainError
	e.Add(ral.Computed, "a")
	e.Add(ral.UnknownUntil, "b")
	e.Add(ral.Computed, "c")
	if e.Certainty != ral.UnknownUntil || e.Error() != "a, b, c" {
		t.Errorf("%s: %s", e.Certainty, e.Error())
	}
}
