package facts

import (
	"slices"
	"testing"

	"ralsh/ral/host/fakehost"
)

// Known can be called while everything is still being read: the race detector
// checks this.
func TestKnownWhileLoading(t *testing.T) {
	for range 20 {
		fake := fakehost.New(map[string]string{"/etc/facter/facts.d/a.txt": "site=left\n"})
		f := With(fake.Reader(), Options{})
		done := make(chan struct{})
		go func() {
			defer close(done)
			f.All(t.Context())
		}()
		for running := true; running; {
			if known := f.Known(); !slices.Contains(known, "kernel") {
				t.Fatalf("known so far are %q", known)
			}
			select {
			case <-done:
				running = false
			default:
			}
		}
		if known := f.Known(); !slices.Contains(known, "site") {
			t.Fatalf("known in the end are %q", known)
		}
	}
}
