package model

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/host/local"
)

func TestUnderWay(t *testing.T) {
	_, c := WithCommandTracker(context.Background())
	if !c.Wait(0) {
		t.Error("it waits for nothing")
	}
	c.take(host.Trace{Stage: host.Started, Command: "first", PID: 1})
	c.take(host.Trace{Stage: host.Started, Command: "second", PID: 2})
	c.take(host.Trace{Stage: host.Output, Command: "second", PID: 2})
	if run, ok := c.First(); !ok || run != (Running{"first", 1}) {
		t.Errorf("first of all runs %v, %v", run, ok)
	}
	c.take(host.Trace{Stage: host.Finished, Command: "first", PID: 1})
	if run, _ := c.First(); run.Command != "second" {
		t.Errorf("when the first has ended %v runs", run)
	}
	if c.Wait(time.Millisecond) {
		t.Error("it does not wait for the second")
	}
	done := make(chan bool)
	go func() { done <- c.Wait(time.Minute) }()
	c.take(host.Trace{Stage: host.Finished, Command: "second", PID: 2})
	if !<-done || !c.Wait(0) {
		t.Error("it waits for what has ended")
	}
}

// Wait waits for the last of several commands.
func TestWaitIsForAll(t *testing.T) {
	_, c := WithCommandTracker(context.Background())
	for pid, name := range []string{"first", "second"} {
		c.take(host.Trace{Stage: host.Started, Command: name, PID: pid})
	}
	waits := func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.none != nil
	}
	done := make(chan bool)
	go func() { done <- c.Wait(time.Minute) }()
	for !waits() {
		runtime.Gosched()
	}
	c.take(host.Trace{Stage: host.Finished, Command: "first", PID: 0})
	if !waits() {
		t.Error("it waits no more, and the second runs")
	}
	c.take(host.Trace{Stage: host.Finished, Command: "second", PID: 1})
	if !<-done {
		t.Error("it waits for what has ended")
	}
}

// slow is a disk that takes 400 ms for each part.
type slow struct{}

func (slow) Write(p []byte) (int, error) {
	time.Sleep(400 * time.Millisecond)
	return len(p), nil
}

// The reading of a large file reports how far it came, once a second.
func TestProgress(t *testing.T) {
	file := filepath.Join(t.TempDir(), "large")
	if err := os.WriteFile(file, make([]byte, 10*256<<10), 0o644); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		var got []string
		ctx := WithProgress(t.Context(), func(what, line string) { got = append(got, what+": "+line) })
		if err := local.Machine().Reader().ReadTo(ctx, file, slow{}); err != nil {
			t.Fatal(err)
		}
		if len(got) != 3 || !strings.HasPrefix(got[0], "read "+file+": 1 of 2 MB, ") {
			t.Errorf("got %q", got)
		}
	})
}
