package serve

import (
	"bytes"
	"compress/gzip"
	"context"
	"math/rand/v2"
	"time"

	"ralsh/model/wire"
)

// How often a host writes what it knows of itself into the buckets of JetStream.
const (
	beatEvery     = wire.BeatEvery * time.Second
	factsEvery    = 30 * time.Minute // and only if they are others
	snapshotEvery = 6 * time.Hour
)

// Keeper is what an agent writes into the buckets of JetStream, if the server has them.
type Keeper struct {
	Boot     string // number of the boot
	Facts    func() (json []byte, sum string)
	Snapshot func(ctx context.Context) ([]byte, error)
}

// keep says that the host is there, until ctx ends. Nothing waits for the server: what it
// does not take is said again later.
func (a *Agent) keep(ctx context.Context) {
	var factsAt, snapshotAt time.Time
	sent := ""
	timer := time.NewTimer(rand.N(time.Second))
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		timer.Reset(beatEvery - beatEvery/10 + rand.N(beatEvery/5))
		if !a.conn.IsConnected() {
			continue
		}
		json, sum := a.Keeper.Facts()
		a.beat(sum)
		if !a.JetStream {
			continue
		}
		if sum != sent && time.Since(factsAt) >= factsEvery {
			a.write(wire.BucketFacts, json)
			sent, factsAt = sum, time.Now()
		}
		if time.Since(snapshotAt) >= snapshotEvery {
			snapshotAt = time.Now()
			if data, err := a.Keeper.Snapshot(ctx); err != nil {
				a.Say("there is no snapshot for the server: " + err.Error())
			} else {
				a.write(wire.BucketSnapshot, data)
			}
		}
	}
}

// beat says that the host is there.
func (a *Agent) beat(sum string) {
	data, err := wire.Encode(wire.Beat{Version: a.Version, System: a.System(), Boot: a.Keeper.Boot, Facts: sum})
	if err == nil {
		err = a.conn.Publish(wire.SubjectBeat(a.Name), data)
	}
	if err == nil && a.JetStream {
		err = a.conn.Publish(wire.SubjectKey(wire.BucketBeat, a.Name), data)
	}
	if err != nil {
		a.Say("the beat was not sent: " + err.Error())
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
	case len(data) == 0:
		return
	case small.Len() > wire.MaxEntry:
		a.Say("it is too large for the bucket " + bucket)
		return
	default:
		err = a.conn.Publish(wire.SubjectKey(bucket, a.Name), small.Bytes())
	}
	if err != nil {
		a.Say("the bucket " + bucket + " was not written: " + err.Error())
	}
}
