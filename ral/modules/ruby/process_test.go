package ruby

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"
)

// scripted is the other side of a process: it answers lines by a script.
type scripted struct {
	lines  []string // what the process writes, in order
	got    []string // what it was sent
	killed bool
}

func (s *scripted) Send(line []byte) error {
	s.got = append(s.got, string(line))
	return nil
}

func (s *scripted) Receive(ctx context.Context) ([]byte, error) {
	if len(s.lines) == 0 {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	line := s.lines[0]
	s.lines = s.lines[1:]
	return []byte(line), nil
}

func (s *scripted) Kill() { s.killed = true }

// echo answers calls.
type echo struct{}

func (echo) hangUp() {}

func (echo) called(_ context.Context, call string, _ []byte) any {
	return map[string]string{"was": call}
}

// TestAsk holds the protocol: calls are answered, parts collected, faults returned; what
// is no part of it ends the process.
func TestAsk(t *testing.T) {
	for name, c := range map[string]struct {
		lines  []string
		want   string // of the answer
		err    string
		rows   int
		killed bool
	}{
		"answer":              {lines: []string{`{"id":1,"ok":{"x":5}}`}, want: `{"x":5}`},
		"said":                {lines: []string{`{"id":1,"ok":5,"said":[{"level":"warning","message":"hear"}]}`}, want: `5`},
		"said before a fault": {lines: []string{`{"id":1,"error":{"message":"no"},"said":[{"level":"notice","message":"hear"}]}`}, err: "no"},
		"call":                {lines: []string{`{"call":"run","argv":[]}`, `{"id":1,"ok":2}`}, want: `2`},
		"rows":                {lines: []string{`{"id":1,"rows":[{"n":"a","v":{}},{"n":"b"}]}`, `{"id":1,"rows":[{"n":"c"}]}`, `{"id":1,"ok":{}}`}, want: `{}`, rows: 3},
		"fault":               {lines: []string{`{"id":1,"error":{"class":"RuntimeError","message":"no","at":"/m/x.rb:3"}}`}, err: "no (/m/x.rb:3)"},
		"exit":                {lines: []string{`{"id":1,"error":{"class":"SystemExit","message":"exit","at":"/m/x.rb:1"}}`}, err: "the code ended the process: exit (/m/x.rb:1)"},
		"noise":               {lines: []string{`hello from a module`}, err: "the code of a module wrote to the connection", killed: true},
		"a foreign number":    {lines: []string{`{"id":7,"ok":{}}`}, err: "code of a module wrote", killed: true},
		"no answer":           {err: "did not answer within 30ms (operation check)", killed: true},
		"an answer of others": {lines: []string{`{"id":1,"ok":"text"`}, err: "code of a module wrote", killed: true},
	} {
		t.Run(name, func(t *testing.T) {
			s := &scripted{lines: c.lines}
			p := &process{conn: s}
			var out json.RawMessage
			rows := 0
			timeout := time.Minute
			if name == "no answer" {
				timeout = 30 * time.Millisecond
			}
			err := p.ask(t.Context(), timeout, "check", json.RawMessage(`{"attr":"x"}`), echo{}, func(r []row) error {
				rows += len(r)
				return nil
			}, &out)
			if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
				t.Fatalf("%v, want %q", err, c.err)
			}
			if string(out) != c.want || rows != c.rows || s.killed != c.killed || p.usable() == c.killed {
				t.Errorf("%s and %d rows, killed %v, usable %v", out, rows, s.killed, p.usable())
			}
			if text := strings.HasPrefix(name, "said"); text && (len(p.notes) != 1 || p.notes[0].Message != "hear") || !text && p.notes != nil {
				t.Errorf("said %v", p.notes)
			}
			if c.killed {
				if again := p.ask(t.Context(), time.Minute, "check", nil, echo{}, nil, nil); !errors.Is(again, err) {
					t.Errorf("asked again: %v", again)
				}
			}
		})
	}
}

// TestAskSends numbers requests, and answers a call before the answer is read.
func TestAskSends(t *testing.T) {
	s := &scripted{lines: []string{`{"id":1,"ok":1}`, `{"call":"fact"}`, `{"id":2,"ok":1}`}}
	p := &process{conn: s}
	for _, fields := range []string{"{}", `{"type":"x"}`} {
		if err := p.ask(t.Context(), time.Minute, "hello", json.RawMessage(fields), echo{}, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(s.got, "\n"); got != `{"id":1,"op":"hello"}`+"\n"+`{"id":2,"op":"hello","type":"x"}`+"\n"+`{"was":"fact"}` {
		t.Errorf("sent\n%s", got)
	}
}
