package host

import (
	"context"
	"slices"
	"time"
)

// Handle sets the handler of a command, by name or by full path, which takes precedence. The
// executable must exist too: see Command.
func (f *Fake) Handle(name string, answer Handler) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.answers[name] = answer
}

// Command creates an executable file at each path.
func (f *Fake) Command(paths ...string) {
	for _, file := range paths {
		f.Put(file, "#!/bin/sh\n", 0o755)
	}
}

// HandleBus sets the handler of a method of the system bus, "Interface.Method". A Fake without
// handlers lacks a bus.
func (f *Fake) HandleBus(method string, answer func(BusCall) ([]any, error)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.buses[method] = answer
}

// Hold makes a command (by name), a file read (by path), the usage of a file
// system ("statfs /path") or a bus method wait until the channel is closed or
// the caller's deadline has passed.
func (f *Fake) Hold(what string, until <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.waits[what] = until
}

// Ran returns every command that was run, including queries, in order.
func (f *Fake) Ran() []Command {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.ran)
}

// SetNow sets the clock.
func (f *Fake) SetNow(now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = now
}

func (f *Fake) wait(ctx context.Context, what string) error {
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
