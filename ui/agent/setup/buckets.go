package setup

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"ralsh/model/wire"
	"ralsh/ral/host/ownfiles"
	"ralsh/ui/agent/connect"
	"ralsh/ui/agent/settings"
)

// maxAge limits the age of an entry.
const maxAge = 30 * 24 * time.Hour

// Buckets creates or updates the buckets on the server of a directory. say gets a line for
// each bucket.
func Buckets(ctx context.Context, dir string, say func(string)) error {
	files := ownfiles.Peek(dir)
	site, err := readSite(files)
	if err != nil {
		return err
	}
	if site.Setup == "" {
		return fmt.Errorf("%s is not set up with --jetstream", dir)
	}
	c := settings.Connection{Name: wire.SetupName, CA: files.Path(caFile), NKey: files.Path(setupKey)}
	for _, server := range site.Servers {
		c.Servers = append(c.Servers, "tls://"+server)
	}
	nc, err := connect.Operator(ctx, c, say)
	if err != nil {
		return err
	}
	defer nc.Close()
	if err := makeBuckets(ctx, nc, say); err != nil {
		return err
	}
	return forget(ctx, nc, slices.Sorted(maps.Keys(site.Hosts)), say)
}

// forget empties the entries of hosts that are not in the directory, so that they are not
// silent hosts.
func forget(ctx context.Context, nc *nats.Conn, hosts []string, say func(string)) error {
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	for _, bucket := range wire.Buckets() {
		stream, err := js.Stream(ctx, "KV_"+bucket)
		if err != nil {
			return fmt.Errorf("the bucket %s: %s", bucket, connect.Reason(err))
		}
		all := wire.SubjectKey(bucket, "")
		info, err := stream.Info(ctx, jetstream.WithSubjectFilter(all+">"))
		if err != nil {
			return fmt.Errorf("the bucket %s: %s", bucket, connect.Reason(err))
		}
		for _, subject := range slices.Sorted(maps.Keys(info.State.Subjects)) {
			name := wire.Name(strings.TrimPrefix(subject, all))
			if slices.Contains(hosts, name) {
				continue
			}
			if err := nc.Publish(subject, nil); err != nil {
				return err
			}
			say(fmt.Sprintf("the bucket %s: removed the data of %s", bucket, name))
		}
	}
	return nc.FlushTimeout(10 * time.Second)
}

// makeBuckets creates the streams that serve as buckets. A host may write only its entry. So a
// message must not roll up the entries of different hosts, as the buckets of the library would
// allow, and messages are not acknowledged: the host chooses the subject of the
// acknowledgement, without any restriction.
func makeBuckets(ctx context.Context, nc *nats.Conn, say func(string)) error {
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	for _, bucket := range wire.Buckets() {
		_, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
			Name: "KV_" + bucket, Subjects: []string{"$KV." + bucket + ".>"},
			MaxMsgsPerSubject: 1, MaxMsgSize: wire.MaxEntry, MaxAge: maxAge, MaxBytes: bucketBytes(bucket),
			Storage: jetstream.FileStorage, AllowDirect: true, DenyDelete: true, DenyPurge: true, NoAck: true,
		})
		if err != nil {
			return fmt.Errorf("the bucket %s: %s", bucket, connect.Reason(err))
		}
		say("the bucket " + bucket + " is ready")
	}
	return nil
}

// bucketBytes limits a bucket. All buckets fit into the gigabyte of the account; the oldest
// entries are removed first.
func bucketBytes(bucket string) int64 {
	switch bucket {
	case wire.BucketSnapshot:
		return 640 << 20
	case wire.BucketFacts:
		return 256 << 20
	}
	return 16 << 20
}
