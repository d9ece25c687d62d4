package fakehost

import (
	"context"
	"slices"
	"time"

	"ralsh/ral/host"
)

// Handle sets the handler of a command, by name or by full path, which takes precedence. The
// executable must exist too: see Command.
func (f *Host) Handle(name string, answer Handler) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.answers[name] = answer
}

// Command creates an executable file at each path.
func (f *Host) Command(paths ...string) {
	for _, file := range paths {
		f.Put(file, "#!/bin/sh\n", 0o755)
	}
}

// HandleBus sets the handler of a method of the system bus, "Interface.Method". A Host without
// handlers lacks a bus.
func (f *Host) HandleBus(method string, answer func(host.BusCall) ([]any, error)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.buses[method] = answer
}

// Hold makes a command (by name), a file read (by path), the usage of a file
// system ("statfs /path") or a bus method wait until the channel is closed or
// the caller's deadline has passed.
func (f *Host) Hold(what string, until <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.waits[what] = until
}

// Ran returns every command that was run, including queries, in order.
func (f *Host) Ran() []host.Command {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.ran)
}

// SetNow sets the clock.
func (f *Host) SetNow(now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = now
}

func (f *Host) wait(ctx context.Context, what string) error {
	f.mu.Lock()
	until, held := f.waits[what]
	f.mu.Unlock()
	if !held {
		return ctx.Err()
	}
	select {
	case <-until:
		return ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}
