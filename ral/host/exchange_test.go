package host_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral/host"
	"ralsh/ral/host/dnswire"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/record"
)

const secretOfKey = "dGhlIHNlY3JldCBvZiB0aGUga2V5"

func anUpdate() dnswire.Update {
	return dnswire.Update{
		At: dnswire.Nameserver{Address: "192.0.2.53:53", Key: dnswire.TSIG{Name: "ralsh", Algorithm: "hmac-sha256", Secret: secretOfKey}}, Zone: "example.com.",
		Edits: []dnswire.Edit{{Verb: dnswire.AddRecord, Record: dnswire.Record{Name: "a.example.com.", TTL: 60, Type: "A", Data: "192.0.2.1"}}},
		Lines: []string{"set a.example.com A 60 192.0.2.1", "b", "c", "d", "e"},
	}
}

const anUpdateText = "update of example.com. at 192.0.2.53:53: set a.example.com A 60 192.0.2.1; b; c; and 2 more"

// A plan records requests without sending them; an apply announces and sends
// the same ones, and an observer sees them.
func TestTellingIsAnAct(t *testing.T) {
	var text []string
	f := fakehost.New(nil)
	f.Serve(fakehost.Net{
		Update: func(u dnswire.Update) error { text = append(text, u.String()); return nil },
		HTTP:   func(r host.Request) ([]byte, error) { text = append(text, r.String()); return nil, nil },
	})
	all := func(wr host.Writer) {
		t.Helper()
		for _, err := range []error{
			wr.Update(t.Context(), anUpdate()),
			wr.Send(t.Context(), host.Request{Method: "PATCH", URL: "http://192.0.2.1/x", Header: map[string]string{"k": secretOfKey}, Body: []byte(secretOfKey), Lines: []string{"set y"}}),
		} {
			if err != nil {
				t.Error(err)
			}
		}
	}
	texts := func(acts []host.Act) (list []string) {
		for _, a := range acts {
			list = append(list, a.Kind.String()+" "+a.String())
		}
		return list
	}
	want := []string{"request " + anUpdateText, "request PATCH http://192.0.2.1/x: set y"}
	plan := record.New(f.Reader())
	all(plan.Writer())
	if diff := cmp.Diff(want, texts(plan.Acts())); diff != "" || text != nil {
		t.Fatalf("%v were told\n%s", text, diff)
	}
	var announced, done, seen []host.Act
	h := host.Observe(f.Host, func(d host.Operation) { seen = append(seen, d.Act) })
	all(host.TapAfter(host.TapBefore(h.Writer(), func(a host.Act) error { announced = append(announced, a); return nil }), func(a host.Act, _ host.Result, _ error) { done = append(done, a) }))
	for name, acts := range map[string][]host.Act{"announced": announced, "done": done, "seen": seen} {
		if !slices.EqualFunc(plan.Acts(), acts, host.Act.Same) {
			t.Errorf("%s: %q", name, texts(acts))
		}
	}
	if len(text) != 2 {
		t.Errorf("told %q", text)
	}
	other := anUpdate()
	other.Lines[4] = "f"
	rec := record.New(f.Reader())
	if err := errors.Join(rec.Writer().Update(t.Context(), anUpdate()), rec.Writer().Update(t.Context(), other)); err != nil {
		t.Fatal(err)
	}
	if acts := rec.Acts(); acts[0].Same(acts[1]) {
		t.Error("two updates that differ in a line that is not shown are the same")
	}
}

// Questions are reported as read-only, and both kinds are traced with their
// times.
func TestExchangesAreTraced(t *testing.T) {
	f := fakehost.New(nil)
	f.Serve(fakehost.Net{Ask: func(dnswire.Question) ([]dnswire.Record, error) { return nil, &dnswire.RcodeError{Code: "REFUSED"} }, Update: func(dnswire.Update) error { return nil }})
	var traces []string
	ctx := host.WithTrace(t.Context(), func(tr host.Trace) {
		text := []string{"started", "output", "finished"}[tr.Stage] + " " + tr.Command
		if tr.ReadOnly {
			text = "look: " + text
		}
		if tr.Err != nil {
			text += ": failed"
		}
		if tr.At.IsZero() {
			t.Error("no time")
		}
		traces = append(traces, text)
	})
	var deeds []string
	h := host.Observe(f.Host, func(d host.Operation) {
		if d.ReadOnly {
			deeds = append(deeds, d.Text)
		}
	})
	_, err := h.Reader().Ask(ctx, dnswire.Question{At: dnswire.Nameserver{Address: "192.0.2.53:53"}, Name: "example.com", Type: "AXFR"})
	if code, ok := errors.AsType[*dnswire.RcodeError](err); !ok || code.Code != "REFUSED" {
		t.Error(err)
	}
	_ = h.Writer().Update(ctx, anUpdate())
	_ = record.New(f.Reader()).Writer().Update(ctx, anUpdate())
	want := []string{
		"look: started AXFR example.com at 192.0.2.53:53", "look: finished AXFR example.com at 192.0.2.53:53: failed",
		"started update of example.com. at 192.0.2.53:53", "finished update of example.com. at 192.0.2.53:53",
	}
	if diff := cmp.Diff(want, traces); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"AXFR example.com at 192.0.2.53:53"}, deeds); diff != "" {
		t.Error(diff)
	}
}

func TestFakeWithoutANetwork(t *testing.T) {
	f := fakehost.New(nil)
	if _, err := f.Reader().Ask(t.Context(), dnswire.Question{At: dnswire.Nameserver{Address: "192.0.2.53:53"}, Name: "example.com", Type: "SOA"}); err == nil || !strings.Contains(err.Error(), "connection refused") {
		t.Error(err)
	}
}
