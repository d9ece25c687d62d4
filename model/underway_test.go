package model

import (
	"context"
	"testing"
	"time"

	"ralsh/ral/host"
)

func TestUnderWay(t *testing.T) {
	_, u := Counted(context.Background())
	if !u.Wait(0) {
		t.Error("it waits for nothing")
	}
	u.take(host.Trace{Stage: host.Started})
	u.take(host.Trace{Stage: host.Started})
	u.take(host.Trace{Stage: host.Output})
	u.take(host.Trace{Stage: host.Finished})
	if u.Wait(time.Millisecond) {
		t.Error("it does not wait for the second")
	}
	done := make(chan bool)
	go func() { done <- u.Wait(time.Minute) }()
	u.take(host.Trace{Stage: host.Finished})
	if !<-done || !u.Wait(0) {
		t.Error("it waits for what has ended")
	}
}
