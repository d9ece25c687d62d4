package host_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/record"
)

// pollInterval is the interval of checks for Command.Completed.
const pollInterval = 10 * time.Millisecond

// A command is done when its effect has happened; the wait is limited, and a
// plan does not wait.
func TestSettled(t *testing.T) {
	for name, c := range map[string]struct {
		planning bool
		exit     int
		after    int // number of checks until the effect has happened
		asked    int
		took     time.Duration
	}{
		"at once":       {asked: 1},
		"later":         {after: 3, asked: 4, took: 3 * pollInterval},
		"never":         {after: 1 << 20, asked: int(host.Grace / pollInterval), took: host.Grace},
		"it failed":     {exit: 1, after: 3},
		"while a plan ": {planning: true, after: 3},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := fakehost.New(nil)
				f.Command("/bin/kill")
				f.Handle("kill", func(context.Context, *fakehost.Host, host.Command) host.Result { return host.Result{Exit: c.exit} })
				wr := f.Writer()
				if c.planning {
					wr = record.New(f.Reader()).Writer()
				}
				asked, start := 0, time.Now()
				err := wr.Run(t.Context(), host.Command{Name: "kill", Args: []string{"7"}, Completed: func(context.Context, host.Reader) bool {
					asked++
					return asked > c.after
				}})
				if (err != nil) != (c.exit != 0) {
					t.Error(err)
				}
				// The last tick and the timeout coincide.
				if took := time.Since(start); took != c.took || asked < c.asked || asked > c.asked+1 {
					t.Errorf("asked %d times in %s, want %d in %s", asked, took, c.asked, c.took)
				}
			})
		})
	}
}
