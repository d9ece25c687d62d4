package change

import (
	"encoding/json"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
)

// every is one event of each type, with all that it can carry.
func every() []transaction.Event {
	typ := &ral.Type{Name: "thing"}
	attr := &ral.Attribute{Name: "color", Kind: ral.Property}
	failed := errors.New("no")
	step := &transaction.Step{
		N: 1, Decl: &ral.Decl{Type: "thing", Title: "a"}, Resource: &ral.Resource{Type: typ, Decl: &ral.Decl{}}, Err: failed,
		Changes: []transaction.Change{{Attr: attr, Now: value.Unread("no")}},
	}
	reg := ral.NewRegistry()
	reg.Add(ral.Type{
		Name: "thing", Doc: "D.", Attributes: []*ral.Attribute{{Name: "name", Kind: ral.Param, Namevar: true}},
	}, ral.Provider{Name: "p", New: func() any { return nil }})
	p := reg.Type("thing").Provider("p")
	return []transaction.Event{
		transaction.RunStarted{Steps: []*transaction.Step{step}},
		transaction.StepAdded{Step: step},
		transaction.StepStarted{N: 1},
		transaction.Together{Steps: []*transaction.Step{step}},
		transaction.StepResumed{N: 1},
		transaction.ActStarted{N: 1, Command: "tool", PID: 7},
		transaction.ActOutput{N: 1, Line: "a line"},
		transaction.ActWaits{N: 1, For: "apt-get (process 7), which holds the lock", Waited: 3 * time.Second},
		transaction.ActFinished{N: 1, Done: transaction.ActResult{Result: host.Result{PID: 7}, Err: failed}},
		transaction.PropertyDone{N: 1, Change: transaction.Change{
			Attr: attr, Is: value.Unread("no"), Should: value.Secret(value.Str("x")),
			Until: 1, By: "tool -s", Note: "n", Also: []string{"b"}, Part: true, Corrective: true,
		}},
		transaction.Recorded{N: 1, Attr: attr, Is: "red"},
		transaction.PassedOver{N: 1, Why: transaction.NeedsFailed, Failed: []*transaction.Step{step}},
		transaction.Troubled{Step: step, Trouble: transaction.Trouble{Kind: transaction.InCycle, Err: failed}},
		transaction.Refreshed{Step: step, Events: 1, Err: failed},
		transaction.Prefetched{Provider: p, Resources: 1, Err: failed},
		transaction.Unprovided{Type: typ},
		transaction.Finished{Provider: p, Err: failed},
		transaction.StepFinished{Step: *step},
	}
}

// TestEveryEventIsDocumented holds that docs/jsonl.md has every event of a run, with
// each of its fields.
func TestEveryEventIsDocumented(t *testing.T) {
	page, err := os.ReadFile("../../../docs/jsonl.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("../../../ral/transaction/event.go")
	if err != nil {
		t.Fatal(err)
	}
	// The end of the run is the report, which is written when the journal is closed.
	events := every()
	if sealed := regexp.MustCompile(`\) event\(\)`).FindAll(source, -1); len(sealed) != len(events)+1 {
		t.Errorf("there are %d types of events, and %d are looked at here, besides the end", len(sealed), len(events))
	}
	s := newStream(&runner{App: command.New(command.Env{}, output.Streams{})}, false)
	for _, ev := range events {
		fields := fieldsOf(t, s.document(ev))
		name, _ := fields["event"].(string)
		_, row, ok := strings.Cut(string(page), "\n| `"+name+"` |")
		if row, _, _ = strings.Cut(row, "\n"); !ok {
			t.Errorf("%T is written as %q, which docs/jsonl.md lacks", ev, name)
			continue
		}
		if name == "property_done" {
			_, row, _ = strings.Cut(string(page), "A change has ")
		}
		for field := range fields {
			if !strings.Contains(" schema event time step resource redacted unknown ", " "+field+" ") && !strings.Contains(row, "`"+field+"`") {
				t.Errorf("%s carries %s, which docs/jsonl.md does not say", name, field)
			}
		}
	}
}

func fieldsOf(t *testing.T, doc any) map[string]any {
	t.Helper()
	var fields map[string]any
	data, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &fields); err != nil {
		t.Fatalf("%T is no document: %v", doc, err)
	}
	return fields
}

// A value that is not there is null, and named.
func TestStreamNamesWhatIsNull(t *testing.T) {
	s := newStream(&runner{App: command.New(command.Env{}, output.Streams{})}, false)
	for _, ev := range every() {
		fields := fieldsOf(t, s.document(ev))
		if fields["event"] != "property_done" {
			continue
		}
		if fields["is"] != nil || fields["should"] != nil {
			t.Errorf("is %v, should %v: neither can be shown", fields["is"], fields["should"])
		}
		unknown, _ := fields["unknown"].(map[string]any)
		redacted, _ := fields["redacted"].([]any)
		if unknown["is"] != "no" || len(redacted) != 1 || redacted[0] != "should" {
			t.Errorf("unknown %v, redacted %v", unknown, redacted)
		}
	}
}
