package ral_test

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
)

// A file that the user cannot access is unknown, and not missing.
func TestConfineOnDeniedFile(t *testing.T) {
	fake := host.NewFake(map[string]string{"/etc/x/a": "", "/etc/y": ""}, host.WithUID(1000))
	fake.Deny("/etc/x/a")
	for file, want := range map[string]ral.Verdict{
		"/etc/x/a":  {Outcome: ral.NotKnown, Got: "permission denied", Hint: "run as root"},
		"/etc/y":    {Outcome: ral.Passed, Got: "exists"},
		"/etc/none": {Outcome: ral.Failed, Got: "nothing"},
	} {
		got := ral.FileExists(file).Try(t.Context(), ral.Probe{Reader: fake.Reader()})
		if got.Outcome != want.Outcome || got.Got != want.Got || got.Hint != want.Hint {
			t.Errorf("%s: %s, %q, %q", file, got.Outcome, got.Got, got.Hint)
		}
	}
}
