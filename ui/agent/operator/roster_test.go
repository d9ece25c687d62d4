package operator

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	natstest "github.com/nats-io/nats-server/v2/test"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"ralsh/model/filter"
	"ralsh/model/fleet"
	"ralsh/model/wire"
)

// startBuckets starts a server with the buckets of some names.
func startBuckets(t *testing.T, names ...string) (*server.Server, jetstream.JetStream) {
	t.Helper()
	options := natstest.DefaultTestOptions
	options.Port, options.JetStream, options.StoreDir = server.RANDOM_PORT, true, t.TempDir()
	s := natstest.RunServer(&options)
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	js, err := jetstream.New(connect(t, s))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{
			Name: "KV_" + name, Subjects: []string{"$KV." + name + ".>"}, MaxMsgsPerSubject: 1, AllowDirect: true,
		}); err != nil {
			t.Fatal(err)
		}
	}
	return s, js
}

// put writes an entry as a host does, which may be anything.
func put(t *testing.T, js jetstream.JetStream, subject string, data []byte) {
	t.Helper()
	if _, err := js.Publish(t.Context(), subject, data); err != nil {
		t.Fatal(err)
	}
}

// zipped returns a text as an entry.
func zipped(t *testing.T, text io.Reader) []byte {
	t.Helper()
	var small bytes.Buffer
	w := gzip.NewWriter(&small)
	_, err := io.Copy(w, text)
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return small.Bytes()
}

// zeros are bytes without an end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// askBuckets returns the side of ralsh for a server with buckets, and what was said.
func askBuckets(t *testing.T, conn *nats.Conn) (*fleet.Agents, <-chan string) {
	t.Helper()
	in, stdin := io.Pipe()
	stdout, out := io.Pipe()
	text := make(chan string, 64)
	go func() {
		_ = Run(context.Background(), conn, Options{Hello: wire.Hello{Operator: "alice", Principal: "alice"}, Buckets: true, Say: func(line string) { text <- line }}, in, out)
		out.Close()
	}()
	agents, err := fleet.NewAgents(t.Context(), stdin, stdout)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(agents.Close)
	return agents, text
}

// TestSilentHosts has hosts in the buckets that do not answer: those that a filter means, or may
// mean, are found as silent.
func TestSilentHosts(t *testing.T) {
	t.Parallel()
	s, js := startBuckets(t, wire.Buckets()...)
	startAgent(t, connect(t, s), "there", echo, always)
	bomb := zipped(t, io.LimitReader(zeros{}, 256<<20))
	for name, facts := range map[string][]byte{
		"there": zipped(t, strings.NewReader(`{"role": "web"}`)), "web1.example.org": zipped(t, strings.NewReader(`{"role": "web"}`)),
		"db1": zipped(t, strings.NewReader(`{"role": "db"}`)), "bomb": bomb, "broken": []byte("no gzip"), "garbage": zipped(t, strings.NewReader("{")), "new": nil,
	} {
		put(t, js, wire.SubjectKey(wire.BucketBeat, name), []byte(`{"version":"1.2.3"}`))
		if facts != nil {
			put(t, js, wire.SubjectKey(wire.BucketFacts, name), facts)
		}
	}
	put(t, js, wire.SubjectKey(wire.BucketBeat, "liar"), []byte("\x00{"))
	put(t, js, "$KV."+wire.BucketBeat+".-x", nil) // no name of a host
	put(t, js, "$KV."+wire.BucketBeat+".a.b", nil)
	a, text := askBuckets(t, connect(t, s))
	for _, c := range []struct {
		where  string
		sure   string // the silent hosts that are meant
		unsure string
	}{
		{"", "bomb broken db1 garbage liar new web1.example.org", ""},
		{"role=web", "web1.example.org", "bomb broken garbage liar new"},
		{"role=none", "", "bomb broken garbage liar new"},
	} {
		found, err := a.Find(t.Context(), c.where)
		if err != nil {
			t.Fatal(err)
		}
		known := make(map[string]string)
		for _, f := range found {
			known[f.ID] = f.Silent
		}
		if silent, is := known["there"]; !is || silent != "" {
			t.Errorf("%q: the host that answers is %q", c.where, silent)
		}
		delete(known, "there")
		for _, name := range strings.Fields(c.sure) {
			if !strings.HasPrefix(known[name], "silent since ") || strings.Contains(known[name], "not known") {
				t.Errorf("%q: %s is %q", c.where, name, known[name])
			}
			delete(known, name)
		}
		for _, name := range strings.Fields(c.unsure) {
			if !strings.Contains(known[name], "unknown whether the filter matches") {
				t.Errorf("%q: %s is %q", c.where, name, known[name])
			}
			delete(known, name)
		}
		if len(known) > 0 {
			t.Errorf("%q: and %v", c.where, known)
		}
	}
	select {
	case line := <-text:
		t.Error(line)
	default:
	}
}

// TestNoBuckets has a server without buckets, or without one of them: that is said, and those
// that answer are found.
func TestNoBuckets(t *testing.T) {
	t.Parallel()
	for _, names := range [][]string{nil, {wire.BucketBeat}, {wire.BucketFacts}} {
		s, _ := startBuckets(t, names...)
		startAgent(t, connect(t, s), "web1", echo, always)
		a, text := askBuckets(t, connect(t, s))
		if found, err := a.Find(t.Context(), ""); err != nil || len(found) != 1 {
			t.Errorf("%v: %v %v", names, found, err)
		}
		if line := <-text; !strings.Contains(line, "cannot list silent hosts: ") {
			t.Error(line)
		}
		for _, bucket := range wire.Buckets() {
			if _, _, err := Last(t.Context(), connect(t, s), bucket, "web1"); err == nil {
				t.Errorf("%v: %s has an entry", names, bucket)
			}
		}
	}
}

// TestLast reads the entry of a host in each form.
func TestLast(t *testing.T) {
	s, js := startBuckets(t, wire.Buckets()...)
	conn := connect(t, s)
	for name, c := range map[string]struct {
		entry []byte
		want  string
		err   string
	}{
		"good":   {zipped(t, strings.NewReader("{}")), "{}", ""},
		"none":   {nil, "", "the server has no data of none"},
		"broken": {[]byte("no gzip"), "", "cannot unpack the entry"},
		"cut":    {zipped(t, strings.NewReader(strings.Repeat("abc", 1000)))[:20], "", "cannot unpack the entry"},
		"bomb":   {zipped(t, io.LimitReader(zeros{}, wire.MaxExpanded+1)), "", "larger than 16777216 bytes"},
	} {
		if c.entry != nil {
			put(t, js, wire.SubjectKey(wire.BucketFacts, name), c.entry)
		}
		data, at, err := Last(t.Context(), conn, wire.BucketFacts, name)
		if string(data) != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) || err == nil && at.IsZero() {
			t.Errorf("%s: %.20q %v %v", name, data, at, err)
		}
	}
	if _, err := expand(zipped(t, io.LimitReader(zeros{}, filter.MaxFacts)), filter.MaxFacts); err != nil {
		t.Errorf("facts of the bound: %v", err)
	}
}

// TestForgedHosts has a broker answer a find in the name of more hosts than there may be, with
// each message twice.
func TestForgedHosts(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	broker := connect(t, s)
	if _, err := broker.Subscribe(wire.SubjectFind, func(msg *nats.Msg) {
		m, err := wire.Decode[wire.Find](msg.Data)
		if err != nil {
			t.Error(err)
			return
		}
		data, err := wire.Encode(wire.Answer{Call: m.Call, Here: &wire.Here{Version: "1", Silent: "forged"}})
		if err != nil {
			t.Error(err)
			return
		}
		for i := range maxFound + 1000 {
			name := "h" + strings.Repeat("x", i%100) + "-" + string(rune('a'+i%26)) + strings.Repeat("y", i/2600) + strings.Repeat("z", i/100%26)
			for range 2 {
				_ = broker.Publish(wire.SubjectAnswer(name, m.Operator, m.Call), data)
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	if err := broker.Flush(); err != nil {
		t.Fatal(err)
	}
	found, err := startAsker(t, connect(t, s), usual).Find(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for _, f := range found {
		if seen[f.ID] || f.Silent != "" {
			t.Fatalf("%s was found twice, or is silent: %q", f.ID, f.Silent)
		}
		seen[f.ID] = true
	}
	if len(seen) < 1000 || len(seen) > maxFound {
		t.Errorf("%d hosts were found", len(seen))
	}
}
