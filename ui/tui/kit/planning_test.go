package kit

import (
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"ralsh/ral/host/local"
)

// slow is a writer that takes 400 ms for each part of a file.
type slow struct{}

func (slow) Write(p []byte) (int, error) {
	time.Sleep(400 * time.Millisecond)
	return len(p), nil
}

// A plan that reads a large file says how far it came, and no longer once the file is
// read.
func TestPlanningReads(t *testing.T) {
	file := filepath.Join(t.TempDir(), "large")
	if err := os.WriteFile(file, make([]byte, 10*256<<10), 0o644); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		var p Planning
		text := func(want string) {
			t.Helper()
			if got := string(p.Text(time.Now())); got != want {
				t.Errorf("after %v got %q, want %q", time.Since(p.began), got, want)
			}
		}
		ctx := p.Begin(t.Context(), time.Now())
		text("planning")
		go func() {
			if err := local.Machine().Reader().ReadTo(ctx, file, slow{}); err != nil {
				t.Error(err)
			}
		}()
		time.Sleep(1100 * time.Millisecond)
		text("planning for 1.1 s, reading the current state")
		time.Sleep(1000 * time.Millisecond)
		text("planning for 2.1 s, read " + file + ": 1 of 2 MB, 1 MB a second")
		time.Sleep(5 * time.Second)
		text("planning for 7.1 s, reading the current state")
	})
}
