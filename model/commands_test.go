package model

import (
	"context"
	"runtime"
	"testing"
	"time"

	"ralsh/ral/host"
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
