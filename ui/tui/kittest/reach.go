package kittest

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"ralsh/model"
	"ralsh/model/fleet"
	"ralsh/model/hops"
	"ralsh/model/snapshot"
	"ralsh/ral/host/fakehost"
)

// There is a remote host of a Reach: the output of its commands, by the first
// word of the command line, or why it is not reached.
type There struct {
	Prints  map[string]string
	Exit    int
	Refused string
	Wait    <-chan struct{} // it answers when this is closed; nil for at once
}

// Reach returns an inventory in the format of ralsh, and hosts that are reached
// by their names. Each command line goes to asked.
func Reach(inventory string, there map[string]There, asked func(on string, args []string, in string)) fleet.Reach {
	return fleet.Reach{
		Inventory: func() (*fleet.Inventory, error) {
			return fleet.ParseInventory("/etc/ralsh/hosts", []byte(inventory), nil)
		},
		Carry: func(ctx context.Context, t hops.Target, line fleet.Line) (int, error) {
			in := ""
			if line.In != nil {
				data, _ := io.ReadAll(line.In)
				in = string(data)
			}
			if asked != nil {
				asked(t.String(), line.Args, in)
			}
			at := there[t.String()]
			if at.Wait != nil {
				select {
				case <-at.Wait:
				case <-ctx.Done():
					return 0, ctx.Err()
				}
			}
			if at.Refused != "" {
				line.Say(at.Refused)
				return 0, errors.New(t.String() + " was not reached: ssh ended with status 255")
			}
			_, err := io.WriteString(line.Out, at.Prints[line.Args[0]])
			return at.Exit, err
		},
	}
}

// SnapshotOf returns the snapshot of the fixture's host with other files.
func SnapshotOf(t testing.TB, files map[string]string, opts ...fakehost.Option) string {
	t.Helper()
	session, fake := Fixture(t, opts...)
	for name, text := range files {
		fake.Put(name, text, 0o644)
	}
	return takenFrom(t, session)
}

// takenFrom returns the snapshot of a session as text.
func takenFrom(t testing.TB, session *model.Session) string {
	t.Helper()
	snap, err := snapshot.Take(t.Context(), session, snapshot.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := snap.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
