package model

import (
	"context"
	"testing"
	"time"

	"ralsh/ral/host"
)

func TestUnderWay(t *testing.T) {
	_, u := WithCommandTracker(context.Background())
	if !u.Wait(0) {
		t.Error("it waits for nothing")
	}
	u.take(host.Trace{Stage: host.Started, Command: "first", PID: 1})
	u.take(host.Trace{Stage: host.Started, Command: "second", PID: 2})
	u.take(host.Trace{Stage: host.Output, Command: "second", PID: 2})
	if run, ok := u.First(); !ok || run != (Running{"first", 1}) {
		t.Errorf("first of all runs %v, %v", run, ok)
	}
	u.take(host.Trace{Stage: host.Finished, Command: "first", PID: 1})
	if run, _ := u.First(); run.Command != "second" {
		t.Errorf("when the first has ended %v runs", run)
	}
	if u.Wait(time.Millisecond) {
		t.Error("it does not wait for the second")
	}
	done := make(chan bool)
	go func() { done <- u.Wait(time.Minute) }()
	u.take(host.Trace{Stage: host.Finished, Command: "second", PID: 2})
	if !<-done || !u.Wait(0) {
		t.Error("it waits for what has ended")
	}
}
