package cli

import (
	"context"
	"fmt"
	"io"
	"sync"

	"ralsh/model/hops"
	"ralsh/model/snapshot"
)

// snapshotAt takes a snapshot on a target. asking is held during a prompt for a password.
func (a compareCommand) snapshotAt(ctx context.Context, t hops.Target, f snapshotFlags, asking *sync.Mutex) (*snapshot.Snapshot, error) {
	reached := false
	snap, err := snapshot.TakeAt(ctx, func(ctx context.Context, args []string, in io.Reader, out io.Writer) (int, error) {
		call := caller{a.App}.callTo(ctx, t, args)
		call.In, call.Out, call.Asking = in, out, asking
		say := call.Say
		call.Say = func(line string) { say(t.String() + ": " + line) }
		status, err := call.Run(ctx)
		reached = err == nil
		return status, err
	}, f.args()...)
	if reached && err != nil {
		err = fmt.Errorf("%s: %w", t, err) // the other errors name it
	}
	return snap, err
}
