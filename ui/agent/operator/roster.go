package operator

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"ralsh/model/filter"
	"ralsh/model/wire"
)

// rosterLimit limits the time for the buckets, and rosterReads the number of concurrent reads.
const (
	rosterLimit = 5 * time.Second
	rosterReads = 16
)

// roster contains the buckets with the heartbeats and the facts of hosts.
type roster struct{ beats, facts jetstream.Stream }

func openRoster(ctx context.Context, conn *nats.Conn) (r roster, err error) {
	js, err := jetstream.New(conn)
	if err == nil {
		r.beats, err = js.Stream(ctx, "KV_"+wire.BucketBeat)
	}
	if err == nil {
		r.facts, err = js.Stream(ctx, "KV_"+wire.BucketFacts)
	}
	return r, err
}

// silent forwards the hosts that sent heartbeats in the last weeks, do not answer now, and
// match the filter with their last facts.
func (a *client) silent(ctx context.Context, m wire.Find, answered func(host string) bool) error {
	match, err := filter.Parse(m.Where)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, rosterLimit)
	defer cancel()
	r, err := openRoster(ctx, a.conn)
	if err != nil {
		return err
	}
	all := wire.SubjectKey(wire.BucketBeat, "")
	info, err := r.beats.Info(ctx, jetstream.WithSubjectFilter(all+">"))
	if err != nil {
		return err
	}
	var group errgroup.Group
	group.SetLimit(rosterReads)
	for subject := range info.State.Subjects {
		host := wire.Name(strings.TrimPrefix(subject, all))
		if wire.CheckName(host) != nil || answered(host) {
			continue
		}
		group.Go(func() error {
			here, err := r.read(ctx, host, match)
			if err == nil && here != nil {
				err = a.out.Write(wire.Answer{Call: m.Call, Host: host, Here: here})
			}
			return err
		})
	}
	return group.Wait()
}

// read returns the last data of a silent host, or nil if the filter does not match.
func (r roster) read(ctx context.Context, host string, match *filter.Filter) (*wire.Here, error) {
	last, err := r.beats.GetLastMsgForSubject(ctx, wire.SubjectKey(wire.BucketBeat, host))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil // its beat is being replaced, so that it is not silent
	}
	if err != nil {
		return nil, err
	}
	if len(last.Data) == 0 {
		return nil, nil // it was removed
	}
	here := &wire.Here{Silent: "silent since " + last.Time.UTC().Format("2006-01-02 15:04:05") + " UTC"}
	if beat, err := wire.Decode[wire.Beat](last.Data); err == nil { // the host may have written anything
		here.Version, here.System = beat.Version, beat.System
	}
	if match.String() == "" {
		return here, nil
	}
	facts, err := r.lastFacts(ctx, host)
	if err == nil {
		var meant bool
		if meant, err = match.Match(facts); err == nil && !meant {
			return nil, nil
		}
	}
	if err != nil {
		here.Silent += ", unknown whether the filter matches"
	}
	return here, nil
}

func (r roster) lastFacts(ctx context.Context, host string) (filter.Facts, error) {
	last, err := r.facts.GetLastMsgForSubject(ctx, wire.SubjectKey(wire.BucketFacts, host))
	if err != nil {
		return filter.Facts{}, err
	}
	data, err := expand(last.Data, filter.MaxFacts)
	if err != nil {
		return filter.Facts{}, err
	}
	return filter.ReadFacts(host, data)
}

// expand returns the text of an entry, of at most a number of bytes.
func expand(entry []byte, most int) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(entry))
	if err != nil {
		return nil, fmt.Errorf("cannot unpack the entry: %w", err)
	}
	data, err := io.ReadAll(io.LimitReader(r, int64(most)+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("cannot unpack the entry: %w", err)
	case len(data) > most:
		return nil, fmt.Errorf("the entry is larger than %d bytes", most)
	}
	return data, nil
}

// Last returns the entry of a host in a bucket, and its time.
func Last(ctx context.Context, conn *nats.Conn, bucket, host string) (data []byte, at time.Time, err error) {
	ctx, cancel := context.WithTimeout(ctx, rosterLimit)
	defer cancel()
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, at, err
	}
	stream, err := js.Stream(ctx, "KV_"+bucket)
	if err != nil {
		return nil, at, fmt.Errorf("cannot open the bucket %s (enable it with ralsh-agent setup DIR --jetstream): %w", bucket, err)
	}
	last, err := stream.GetLastMsgForSubject(ctx, wire.SubjectKey(bucket, host))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, at, fmt.Errorf("the server has no data of %s", host)
	}
	if err != nil {
		return nil, at, err
	}
	data, err = expand(last.Data, wire.MaxExpanded)
	return data, last.Time, err
}
