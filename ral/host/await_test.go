package host

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// A command counts as done when what it asks for has come about; what never does
// holds nobody up for ever, and a plan waits for nothing.
func TestSettled(t *testing.T) {
	for name, c := range map[string]struct {
		planning bool
		exit     int
		after    int // how often it is asked until it has come about
		asked    int
		took     time.Duration
	}{
		"at once":       {asked: 1},
		"later":         {after: 3, asked: 4, took: 3 * pollInterval},
		"never":         {after: 1 << 20, asked: int(Grace / pollInterval), took: Grace},
		"it failed":     {exit: 1, after: 3},
		"while a plan ": {planning: true, after: 3},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := NewFake(nil)
				f.Command("/bin/kill")
				f.Handle("kill", func(context.Context, *Fake, Command) Result { return Result{Exit: c.exit} })
				wr := f.Writer()
				if c.planning {
					wr = NewRecorder(f.Reader()).Writer()
				}
				asked, start := 0, time.Now()
				err := wr.Run(t.Context(), Command{Name: "kill", Args: []string{"7"}, Completed: func(context.Context, Reader) bool {
					asked++
					return asked > c.after
				}})
				if (err != nil) != (c.exit != 0) {
					t.Error(err)
				}
				// The last tick and the end of the time come together.
				if took := time.Since(start); took != c.took || asked < c.asked || asked > c.asked+1 {
					t.Errorf("asked %d times in %s, want %d in %s", asked, took, c.asked, c.took)
				}
			})
		})
	}
}
