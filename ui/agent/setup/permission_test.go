package setup_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"

	"ralsh/model/wire"
	"ralsh/ral/raltest/real"
	"ralsh/ui/agent/setup"
)

const call = "0123456789abcdef"

// permissions tries what each may do, and more that it may not.
func permissions(t *testing.T, dir string) {
	conns := map[string]*nats.Conn{
		"web1": host(t, dir, "web1"), "web2": host(t, dir, "web2"),
		"alice": operator(t, dir, "alice"), "bob": operator(t, dir, "bob"),
	}
	for _, c := range []struct {
		who, subscribe, publish string
		may                     bool
	}{
		{"web1", wire.SubjectFind, "", true},
		{"web1", wire.SubjectCall("web1"), "", true},
		{"web1", wire.SubjectMore("web1"), "", true},
		{"web1", "", wire.SubjectAnswer("web1", "alice", call), true},
		{"web1", "", wire.SubjectBeat("web1"), true},
		{"web1", "", wire.SubjectKey(wire.BucketFacts, "web1"), true},

		{"web1", "", wire.SubjectAnswer("web2", "alice", call), false},
		{"web1", "", wire.SubjectBeat("web2"), false},
		{"web1", "", wire.SubjectKey(wire.BucketFacts, "web2"), false},
		{"web1", "", wire.SubjectKey("other", "web1"), false},
		{"web1", "", wire.SubjectFind, false},
		{"web1", "", wire.SubjectCall("web2"), false},
		{"web1", "", wire.SubjectCall("web1"), false},
		{"web1", "", wire.Inbox("alice") + ".x", false},
		{"web1", "", "$SRV.PING", false},
		{"web1", "", "$JS.API.INFO", false},
		{"web1", "", "$JS.API.STREAM.INFO.KV_" + wire.BucketFacts, false},
		{"web1", wire.SubjectCall("web2"), "", false},
		{"web1", "ralsh.v1.host.*.call", "", false},
		{"web1", wire.SubjectAnswers("alice"), "", false},
		{"web1", wire.SubjectAnswer("web1", "alice", call), "", false},
		{"web1", wire.Inbox("alice") + ".>", "", false},
		{"web1", "_INBOX.>", "", false},
		{"web1", ">", "", false},
		{"web1", "$KV.>", "", false},
		{"web1", "$SYS.>", "", false},

		{"alice", wire.SubjectAnswers("alice"), "", true},
		{"alice", wire.SubjectBeat("web1"), "", true},
		{"alice", wire.SubjectBeat("*"), "", true},
		{"alice", wire.Inbox("alice") + ".x", "", true},
		{"alice", "", wire.SubjectFind, true},
		{"alice", "", wire.SubjectCall("web1"), true},
		{"alice", "", wire.SubjectMore("web2"), true},
		{"alice", "", "$SRV.PING.ralsh", true},

		{"alice", wire.SubjectAnswers("bob"), "", false},
		{"alice", "ralsh.v1.answer.>", "", false},
		{"alice", "ralsh.v1.answer.*.*." + call, "", false},
		{"alice", wire.Inbox("bob") + ".>", "", false},
		{"alice", wire.Inbox(wire.SetupName) + ".>", "", false},
		{"alice", "_INBOX.>", "", false},
		{"alice", wire.SubjectFind, "", false},
		{"alice", wire.SubjectCall("web1"), "", false},
		{"alice", ">", "", false},
		{"alice", "$KV.>", "", false},
		{"alice", "", wire.SubjectAnswer("web1", "bob", call), false},
		{"alice", "", wire.SubjectAnswer("web1", "alice", call), false},
		{"alice", "", wire.SubjectBeat("web1"), false},
		{"alice", "", wire.Inbox("bob") + ".x", false},
		{"alice", "", wire.SubjectKey(wire.BucketFacts, "web1"), false},
		{"alice", "", "$SYS.REQ.SERVER.PING", false},
		{"alice", "", "$JS.API.STREAM.CREATE.KV_" + wire.BucketFacts, false},
		{"alice", "", "$JS.API.STREAM.NAMES", false},
	} {
		nc := conns[c.who]
		what := "publishes " + c.publish
		last := nc.LastError()
		if c.subscribe != "" {
			what = "subscribes to " + c.subscribe
			sub, err := nc.SubscribeSync(c.subscribe)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = sub.Unsubscribe() }()
		} else if err := nc.Publish(c.publish, []byte("{}")); err != nil {
			t.Fatal(err)
		}
		if err := nc.FlushTimeout(time.Minute); err != nil {
			t.Fatal(err)
		}
		refused := nc.LastError() != last
		if refused && !strings.Contains(nc.LastError().Error(), "permissions violation") {
			t.Fatalf("%s %s: %v", c.who, what, nc.LastError())
		}
		if refused == c.may {
			t.Errorf("%s %s: refused is %v, %v", c.who, what, refused, nc.LastError())
		}
	}
}

// conversation holds that a question comes to all hosts, and each answer to its operator alone.
func conversation(t *testing.T, dir string) {
	for _, name := range []string{"web1", "web2"} {
		nc := host(t, dir, name)
		subscribe(t, nc, wire.SubjectFind, func(m *nats.Msg) {
			find, err := wire.Decode[wire.Find](m.Data)
			if err != nil {
				t.Error(err)
			}
			data, _ := wire.Encode(wire.Answer{Call: find.Call, Here: &wire.Here{Version: "1"}})
			if err := nc.Publish(wire.SubjectAnswer(name, find.Operator, find.Call), data); err != nil {
				t.Error(err)
			}
		})
	}
	alice, bob := operator(t, dir, "alice"), operator(t, dir, "bob")
	answers, others := make(chan string, 8), make(chan string, 8)
	subscribe(t, alice, wire.SubjectAnswers("alice"), func(m *nats.Msg) { answers <- m.Subject })
	subscribe(t, bob, wire.SubjectAnswers("bob"), func(m *nats.Msg) { others <- m.Subject })
	data, _ := wire.Encode(wire.Find{Call: call, Operator: "alice"})
	if err := alice.Publish(wire.SubjectFind, data); err != nil {
		t.Fatal(err)
	}
	heard := map[string]bool{}
	for range 2 {
		select {
		case subject := <-answers:
			name, number, ok := wire.OfAnswer(subject)
			heard[name] = ok && number == call
		case <-time.After(time.Minute):
			t.Fatalf("only %v answered", heard)
		}
	}
	if !heard["web1"] || !heard["web2"] {
		t.Errorf("who answered: %v", heard)
	}
	if err := bob.FlushTimeout(time.Minute); err != nil || len(others) > 0 {
		t.Errorf("bob heard %d answers, %v", len(others), err)
	}
}

// services holds that the services API finds each host, which may answer nothing else there.
func services(t *testing.T, dir string) {
	for _, name := range []string{"web1", "web2"} {
		if _, err := micro.AddService(host(t, dir, name), micro.Config{
			Name: "ralsh", Version: "1.0.0", QueueGroupDisabled: true, Metadata: map[string]string{"host": name},
		}); err != nil {
			t.Fatal(err)
		}
	}
	alice := operator(t, dir, "alice")
	for _, verb := range []string{"$SRV.PING.ralsh", "$SRV.INFO.ralsh", "$SRV.STATS.ralsh"} {
		inbox := alice.NewRespInbox()
		sub, err := alice.SubscribeSync(inbox)
		if err != nil {
			t.Fatal(err)
		}
		if err := alice.PublishRequest(verb, inbox, nil); err != nil {
			t.Fatal(err)
		}
		heard := map[string]bool{}
		for range 2 {
			m, err := sub.NextMsg(time.Minute)
			if err != nil {
				t.Fatalf("%s: only %v answered: %v", verb, heard, err)
			}
			var is struct{ Metadata map[string]string }
			if err := json.NewDecoder(bytes.NewReader(m.Data)).Decode(&is); err != nil {
				t.Fatal(err)
			}
			heard[is.Metadata["host"]] = true
		}
		if !heard["web1"] || !heard["web2"] {
			t.Errorf("%s: %v", verb, heard)
		}
	}
}

// once holds that a host may answer a request of the services API once.
func once(t *testing.T, dir string) {
	web1 := host(t, dir, "web1")
	replied := make(chan error, 1)
	subscribe(t, web1, "$SRV.PING", func(m *nats.Msg) {
		last := web1.LastError()
		for range 3 {
			_ = m.Respond([]byte("{}"))
		}
		_ = web1.FlushTimeout(time.Minute)
		if web1.LastError() == last {
			last = nil
		} else {
			last = web1.LastError()
		}
		replied <- last
	})
	alice := operator(t, dir, "alice")
	if _, err := alice.Request("$SRV.PING", nil, time.Minute); err != nil {
		t.Fatal(err)
	}
	if err := <-replied; err == nil || !strings.Contains(err.Error(), "permissions violation") {
		t.Errorf("a second answer: %v", err)
	}
}

func subscribe(t *testing.T, nc *nats.Conn, subject string, take func(*nats.Msg)) {
	t.Helper()
	sub, err := nc.Subscribe(subject, take)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sub.Unsubscribe() })
	if err := nc.FlushTimeout(time.Minute); err != nil {
		t.Fatal(err)
	}
}

// laws are what a server has to hold, whatever its version.
var laws = map[string]func(*testing.T, string){
	"permissions": permissions, "conversation": conversation, "services": services, "once": once, "buckets": buckets,
}

func TestServer(t *testing.T) {
	dir := site(t, setup.Options{JetStream: true})
	serving(t, dir)
	for name, law := range laws {
		t.Run(name, func(t *testing.T) { law(t, dir) })
	}
}

// TestDebian does the same with the server of Debian 12.
func TestDebian(t *testing.T) {
	real.Need(t, "Debian's NATS server runs", "nats-server")
	dir := site(t, setup.Options{JetStream: true})
	program(t, dir)
	host(t, dir, "web1").Close() // it waits until the server is there
	for name, law := range laws {
		t.Run(name, func(t *testing.T) { law(t, dir) })
	}
}
