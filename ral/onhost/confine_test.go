package onhost_test

import (
	"testing"

	"ralsh/ral/condition"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
)

// A file that the user cannot access is unknown, and not missing.
func TestConfineOnDeniedFile(t *testing.T) {
	fake := fakehost.New(map[string]string{"/etc/x/a": "", "/etc/y": ""}, fakehost.WithUID(1000))
	fake.Deny("/etc/x/a")
	for file, want := range map[string]onhost.Verdict{
		"/etc/x/a":  {Outcome: onhost.NotKnown, Got: "permission denied", Hint: "run as root"},
		"/etc/y":    {Outcome: onhost.Passed, Got: "exists"},
		"/etc/none": {Outcome: onhost.Failed, Got: "nothing"},
	} {
		got := onhost.Try(t.Context(), condition.FileExists(file), condition.Probe{Reader: fake.Reader()})
		if got.Outcome != want.Outcome || got.Got != want.Got || got.Hint != want.Hint {
			t.Errorf("%s: %s, %q, %q", file, got.Outcome, got.Got, got.Hint)
		}
	}
}
