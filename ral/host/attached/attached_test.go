package attached

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestChild(t *testing.T) {
	for name, c := range map[string]struct {
		script, in string
		env, add   []string
		out        string
		exit       int
	}{
		"its environment alone": {script: "echo $ONE$HOME", env: []string{"ONE=1"}, out: "1\n"},
		"more for another":      {script: "echo $ONE$TWO", env: []string{"ONE=1", "TWO=1"}, add: []string{"TWO=2"}, out: "12\n"},
		"more for that of this": {script: "echo $ONE$CHILD", add: []string{"ONE=1"}, out: "1here\n"},
		"its input":             {script: "cat", in: "a line", out: "a line"},
		"its status":            {script: "exit 7", exit: 7},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("CHILD", "here")
			var out bytes.Buffer
			p, err := Child{Argv: []string{"/bin/sh", "-c", c.script}, Env: c.env, Add: c.add, In: strings.NewReader(c.in), Out: &out, Err: &out, Drain: time.Minute}.Start(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			<-p.Ended()
			if out.String() != c.out || p.Exit() != c.exit {
				t.Errorf("%q and %d, not %q and %d", out.String(), p.Exit(), c.out, c.exit)
			}
		})
	}
}

// TestChildSignals checks that a signal reaches the program, and not what it has started.
func TestChildSignals(t *testing.T) {
	for name, send := range map[string]func(*Program){"INT": (*Program).Interrupt, "TERM": (*Program).Terminate} {
		t.Run(name, func(t *testing.T) {
			ready := make(chan struct{})
			out := &firstWrite{ready: ready}
			script := "trap 'kill -0 $! && kill $! && exit 5' " + name + "; sleep 600 & echo ready; wait; exit 6"
			p, err := Child{Argv: []string{"/bin/sh", "-c", script}, Out: out, Err: out, Drain: time.Second}.Start(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer p.Stop()
			<-ready
			send(p)
			<-p.Ended()
			if p.Exit() != 5 {
				t.Errorf("the status is %d", p.Exit())
			}
		})
	}
}

// firstWrite closes ready at its first write.
type firstWrite struct{ ready chan struct{} }

func (f *firstWrite) Write(p []byte) (int, error) {
	if f.ready != nil {
		close(f.ready)
		f.ready = nil
	}
	return len(p), nil
}
