package daemon

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"math/rand/v2"
	"time"

	"ralsh/model/wire"
)

// The intervals at which a host writes its data into the buckets of JetStream.
const (
	beatEvery     = wire.BeatEvery * time.Second
	factsEvery    = 30 * time.Minute // if they changed
	snapshotEvery = 6 * time.Hour    // also unchanged facts, because writes are not acknowledged
)

// written contains the times of the last writes to the buckets.
type written struct {
	factsAt, snapshotAt time.Time
	sum                 string // of the facts
}

// facts reports whether the facts with this sum are due, and records the write. Without a sum
// the facts are unknown.
func (w *written) facts(now time.Time, sum string) bool {
	age := now.Sub(w.factsAt)
	if sum == "" || age < factsEvery || sum == w.sum && age < snapshotEvery {
		return false
	}
	w.factsAt, w.sum = now, sum
	return true
}

// snapshot reports whether a snapshot is to be written now, and notes that it is.
func (w *written) snapshot(now time.Time) bool {
	if now.Sub(w.snapshotAt) < snapshotEvery {
		return false
	}
	w.snapshotAt = now
	return true
}

// Keeper provides the data for the buckets of JetStream.
type Keeper struct {
	Boot     string // number of the boot
	Facts    func() (json []byte, sum string)
	Snapshot func(ctx context.Context) ([]byte, error)

	every time.Duration // 0 for beatEvery
}

// keep sends heartbeats until ctx ends. It never waits for the server: a lost heartbeat is
// repeated by the next.
func (a *Agent) keep(ctx context.Context) {
	var last written
	every := cmp.Or(a.Keeper.every, beatEvery)
	timer := time.NewTimer(rand.N(min(every, time.Second)))
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		timer.Reset(every - every/10 + rand.N(every/5))
		if !a.conn.IsConnected() {
			continue
		}
		json, sum := a.Keeper.Facts()
		a.beat(sum)
		if !a.JetStream {
			continue
		}
		if last.facts(time.Now(), sum) {
			a.write(wire.BucketFacts, json)
		}
		if last.snapshot(time.Now()) {
			if data, err := a.Keeper.Snapshot(ctx); err != nil {
				a.Say("cannot create a snapshot for the server: " + err.Error())
			} else {
				a.write(wire.BucketSnapshot, data)
			}
		}
	}
}

func (a *Agent) beat(sum string) {
	data, err := wire.Encode(wire.Beat{Version: a.Version, System: a.System(), Boot: a.Keeper.Boot, Facts: sum})
	if err == nil {
		err = a.conn.Publish(wire.SubjectBeat(a.Name), data)
	}
	if err == nil && a.JetStream {
		err = a.conn.Publish(wire.SubjectKey(wire.BucketBeat, a.Name), data)
	}
	if err != nil {
		a.Say("cannot send the heartbeat: " + err.Error())
	}
}

// write writes the entry of the host into a bucket, compressed.
func (a *Agent) write(bucket string, data []byte) {
	var small bytes.Buffer
	w := gzip.NewWriter(&small)
	_, err := w.Write(data)
	if err == nil {
		err = w.Close()
	}
	switch {
	case err != nil:
	case small.Len() > wire.MaxEntry:
		a.Say("the data of this host exceeds the limit of the bucket " + bucket)
		return
	default:
		err = a.conn.Publish(wire.SubjectKey(bucket, a.Name), small.Bytes())
	}
	if err != nil {
		a.Say("cannot write to the bucket " + bucket + ": " + err.Error())
	}
}
