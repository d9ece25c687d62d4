package setup_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"ralsh/model/wire"
	"ralsh/ui/agent/setup"
)

// buckets holds that the hosts write their own entry, operators read all, and that is all.
func buckets(t *testing.T, dir string) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for range 2 { // the second time they are there
		if err := setup.Buckets(ctx, dir, func(string) {}); err != nil {
			t.Fatal(err)
		}
	}
	web1, web2, alice := host(t, dir, "web1"), host(t, dir, "web2"), operator(t, dir, "alice")
	own, other := wire.SubjectKey(wire.BucketFacts, "web1"), wire.SubjectKey(wire.BucketFacts, "web2")
	stored(t, web1, &nats.Msg{Subject: own, Data: []byte("one")})
	stored(t, web2, &nats.Msg{Subject: other, Data: []byte("two")})
	holds(t, alice, map[string]string{own: "one", other: "two"})

	// A host may not sweep out the entries of others with its own.
	for _, rollup := range []string{jetstream.MsgRollupAll, jetstream.MsgRollupSubject} {
		stored(t, web1, &nats.Msg{Subject: own, Data: []byte("swept"), Header: nats.Header{jetstream.MsgRollup: {rollup}}})
	}
	holds(t, alice, map[string]string{own: "one", other: "two"})
	stored(t, web1, &nats.Msg{Subject: own, Data: []byte("three")})
	holds(t, alice, map[string]string{own: "three", other: "two"})

	// Nor may it have the server answer its entry in the name of another.
	answers := make(chan *nats.Msg, 8)
	subscribe(t, alice, wire.SubjectAnswers("alice"), func(m *nats.Msg) { answers <- m })
	stored(t, web1, &nats.Msg{Subject: own, Reply: wire.SubjectAnswer("web2", "alice", call), Data: []byte("four")})
	holds(t, alice, map[string]string{own: "four", other: "two"})
	if err := alice.FlushTimeout(time.Minute); err != nil || len(answers) > 0 {
		t.Errorf("web2 seems to have answered %d times, %v", len(answers), err)
	}

	stream := "KV_" + wire.BucketFacts
	for _, api := range []string{
		"STREAM.CREATE." + stream, "STREAM.UPDATE." + stream, "STREAM.DELETE." + stream, "STREAM.PURGE." + stream,
		"STREAM.MSG.DELETE." + stream, "STREAM.MSG.GET." + stream, "STREAM.SNAPSHOT." + stream, "STREAM.CREATE.other", "STREAM.INFO.other",
		"STREAM.NAMES", "STREAM.LIST", "INFO", "CONSUMER.CREATE." + stream, "CONSUMER.CREATE." + stream + ".x", "CONSUMER.DURABLE.CREATE." + stream + ".x",
		"DIRECT.GET.KV_other", "DIRECT.GET.KV_other.$KV.other.web1",
	} {
		last := alice.LastError()
		if err := alice.PublishRequest("$JS.API."+api, alice.NewRespInbox(), []byte("{}")); err != nil {
			t.Fatal(err)
		}
		if err := alice.FlushTimeout(time.Minute); err != nil {
			t.Fatal(err)
		}
		if err := alice.LastError(); err == last || !strings.Contains(err.Error(), "permissions violation") {
			t.Errorf("alice asks for %s: %v", api, err)
		}
	}
	holds(t, alice, map[string]string{own: "four", other: "two"})
}

// stored publishes an entry of a host, which hears of no answer, and waits for the server.
func stored(t *testing.T, nc *nats.Conn, m *nats.Msg) {
	t.Helper()
	if err := nc.PublishMsg(m); err != nil {
		t.Fatal(err)
	}
	if err := nc.FlushTimeout(time.Minute); err != nil {
		t.Fatal(err)
	}
}

// holds waits until an operator reads the entries of the facts, by their names.
func holds(t *testing.T, nc *nats.Conn, want map[string]string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var got map[string]string
	for ctx.Err() == nil { // what is published is stored a little later
		var err error
		if got, err = entries(ctx, nc, "KV_"+wire.BucketFacts); err != nil {
			t.Fatal(err)
		}
		if maps.Equal(got, want) {
			return
		}
	}
	t.Fatalf("the facts are %v, and should be %v", got, want)
}

func entries(ctx context.Context, nc *nats.Conn, name string) (map[string]string, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	stream, err := js.Stream(ctx, name)
	if err != nil {
		return nil, err
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(">"))
	if err != nil {
		return nil, err
	}
	all := make(map[string]string)
	for _, subject := range slices.Sorted(maps.Keys(info.State.Subjects)) {
		m, err := stream.GetLastMsgForSubject(ctx, subject)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			continue // it is being replaced
		}
		if err != nil {
			return nil, err
		}
		all[subject] = string(m.Data)
	}
	return all, nil
}
