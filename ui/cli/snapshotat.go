package cli

import (
	"context"
	"fmt"
	"io"
	"sync"

	"ralsh/model/elsewhere"
	"ralsh/model/snapshot"
)

// snapshotAt has a snapshot taken at a target, and reads it while it comes.
func (a *app) snapshotAt(ctx context.Context, t elsewhere.Target, f snapshotFlags, asking *sync.Mutex) (*snapshot.Snapshot, error) {
	call := a.callTo(ctx, t, append([]string{"snapshot"}, f.args()...))
	call.In = nil
	say := call.Say
	call.Say = func(line string) { say(t.String() + ": " + line) }
	call.Asking = asking
	out, in := io.Pipe()
	call.Out = in
	var snap *snapshot.Snapshot
	var bad error
	var reading sync.WaitGroup
	reading.Go(func() {
		snap, bad = snapshot.Read(out)
		_, _ = io.Copy(io.Discard, out) // so that the program there comes to its end
	})
	status, err := call.Run(ctx)
	_ = in.Close() // it never fails
	reading.Wait()
	switch {
	case err != nil:
		return nil, err
	case status != Done:
		return nil, fmt.Errorf("%s: snapshot ended with status %d", t, status)
	case bad != nil:
		return nil, fmt.Errorf("%s: %w", t, bad)
	}
	return snap, nil
}
